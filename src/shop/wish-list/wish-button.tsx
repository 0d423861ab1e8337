import { Heart } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { joinClasses } from '../../ui/class-names.ts'
import { useShop } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'
import { isWished, subscribeToWishes, toggleWish, type Wish } from './store.ts'

type WishButtonProps = { item: Wish; className?: string; isLabelled?: boolean }

/** A heart. Pressed: the item is on the visitor's wish list, which the server's page does not know. */
export function WishButton({ item: { id, title }, className, isLabelled }: WishButtonProps) {
  const t = useText('wish')
  const { api } = useShop()
  const isPressed = useSyncExternalStore(
    subscribeToWishes,
    () => isWished(id),
    () => false,
  )
  const press = async () => {
    const isDone = toggleWish({ id, title })
    const words = { saved: t('saved'), removed: t('removed'), full: t('full'), undo: t('undo') }
    const { announceWish } = await import('./announce.ts')
    announceWish(api, { wish: { id, title }, isDone, words })
  }
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-label={t('save', { title })}
      className={joinClasses('wish', className)}
      onClick={() => void press().catch(() => undefined)}
    >
      <Heart aria-hidden="true" />
      {isLabelled ? <span aria-hidden="true">{t('short')}</span> : null}
    </button>
  )
}
