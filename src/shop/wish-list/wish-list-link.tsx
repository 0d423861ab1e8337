import { Heart } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { readWishList, subscribeToWishes } from './store.ts'

/** In the header, once something is saved. On phones the menu leads there. */
export function WishListLink() {
  const t = useText('wish')
  const hasAny = useSyncExternalStore(
    subscribeToWishes,
    () => readWishList().items.length > 0,
    () => false,
  )
  return hasAny ? (
    <ShopLink
      href="/wishlist"
      aria-label={t('list')}
      className={buttonClass({ variant: 'quiet', iconOnly: true }, 'max-sm:hidden')}
    >
      <Heart aria-hidden="true" />
    </ShopLink>
  ) : null
}
