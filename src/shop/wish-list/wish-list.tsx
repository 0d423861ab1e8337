import { useQuery } from '@tanstack/react-query'
import { Heart, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ServiceCard as Card } from '../../modules/catalogue/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useShop } from '../client/context.tsx'
import { useSession } from '../client/use-session.ts'
import { useText } from '../intl/intl.tsx'
import { CardGridSkeleton } from '../page-states/pending.tsx'
import { loadKindShops } from '../routing/kind-parts.ts'
import { ShopLink } from '../routing/link.tsx'
import { ServiceCard } from '../service-list/service-card.tsx'
import { readWishList, subscribeToWishes, type Wish } from './store.ts'
import { mergeWishes } from './sync.ts'
import { WishButton } from './wish-button.tsx'

/** The saved items as they are now. A removed one keeps its place until the page is left, so that it can be saved again. */
export function SavedItems() {
  const t = useText('wishList')
  const wishes = useSyncExternalStore(subscribeToWishes, () => readWishList().items)
  const [shown, setShown] = useState(wishes)
  const { user } = useSession()
  const { api } = useShop()
  const isMerged = useRef(false)
  useEffect(() => {
    setShown((before) => [...wishes.filter((wish) => !before.some(({ id }) => id === wish.id)), ...before])
  }, [wishes])
  // Another device may have changed the account's list.
  useEffect(() => {
    if (!user || isMerged.current) return
    isMerged.current = true
    mergeWishes(api, user.id).catch(() => undefined)
  }, [api, user])
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<Heart aria-hidden="true" />}
        title={t('empty')}
        description={t('emptyText')}
        action={
          <ShopLink href="/tours" className={buttonClass()}>
            {t('browse')}
          </ShopLink>
        }
      />
    )
  return (
    <>
      <WishedItems wishes={shown} />
      {user ? null : <p className="mt-8 text-ink-2">{t('signIn')}</p>}
    </>
  )
}

function WishedItems({ wishes }: { wishes: readonly Wish[] }) {
  const t = useText('wishList')
  const { api } = useShop()
  const ids = wishes.map(({ id }) => id)
  const cards = useQuery({
    queryKey: ['wishes', ids.toSorted().join()],
    queryFn: async () => {
      const { items } = await api.content.wishes.cards({ ids })
      await loadKindShops(items.map((card) => card.kind))
      return items
    },
  })
  if (cards.isPending) return <CardGridSkeleton />
  if (cards.isError)
    return (
      <Notice tone="danger" title={t('failed')} role="alert">
        <Button variant="secondary" icon={<RefreshCw aria-hidden="true" />} onClick={() => void cards.refetch()}>
          {t('again')}
        </Button>
      </Notice>
    )
  return (
    <ul className="card-grid">
      {wishes.map((wish) => (
        <li key={wish.id}>
          <Item wish={wish} card={cards.data.find(({ id }) => id === wish.id)} />
        </li>
      ))}
    </ul>
  )
}

function Item({ wish, card }: { wish: Wish; card: Card | undefined }) {
  const t = useText('wishList')
  if (card) return <ServiceCard card={card} heading="h2" hidesFeatured />
  return (
    <article className="flex h-full flex-col justify-between gap-4 rounded-lg border border-dashed border-line p-5">
      <div>
        <h2 className="text-xl">{wish.title}</h2>
        <p className="mt-2 text-ink-2">{t('gone')}</p>
      </div>
      <WishButton item={wish} className="self-start" isLabelled />
    </article>
  )
}
