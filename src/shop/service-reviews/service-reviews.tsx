import texts from 'shop-messages:reviews'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { PublishedReview } from '../../modules/review/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Stars } from '../../ui/stars.tsx'
import type { ShopApi } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

/** Published reviews of an item: a few with the page, more on demand. */
export const reviewsQuery = (api: ShopApi, serviceId: string) =>
  infiniteQueryOptions({
    queryKey: ['reviews', serviceId],
    queryFn: ({ pageParam }) =>
      api.review.list({ service_id: serviceId, limit: 6, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

/** Reviews of the item, newest first; nothing if there are none (D120). */
export function ServiceReviews({ service }: { service: ServiceDetail }) {
  const t = useText('reviews')
  const { api } = useShop()
  const list = useInfiniteQuery(reviewsQuery(api, service.id))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="reviews" className="mt-10 min-w-0">
      <h2 id="reviews">{t('title')}</h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <Stars value={service.rating} label={t('stars', { count: service.rating })} />
        {t('sum', { rating: service.rating.toFixed(1), count: service.total_reviews })}
      </p>
      <ul className="mt-5 grid gap-4">
        {items.map((review) => (
          <li key={review.id} className="card">
            <Review review={review} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          className="mt-4"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      ) : null}
      {list.isFetchNextPageError ? (
        <p role="alert" className="mt-2 text-danger">
          {t('failed')}
        </p>
      ) : null}
    </section>
  )
}

/** Nobody knows which language a customer wrote in. */
const anyLanguage = { lang: '', dir: 'auto' } as const

function Review({ review }: { review: PublishedReview }) {
  const { monthAndYear } = useDates()
  const t = useText('reviews')
  return (
    <article className="card-body gap-2 wrap-anywhere">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-base">
          <bdi>{review.shown_name}</bdi>
        </h3>
        <Stars value={review.rating} label={t('stars', { count: review.rating })} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
          {t('verified')}
        </Badge>
        <time dateTime={review.written_on}>{monthAndYear(review.written_on)}</time>
      </p>
      {review.body ? (
        <p className="max-w-prose whitespace-pre-line" {...anyLanguage}>
          {review.body}
        </p>
      ) : null}
      {review.reply ? (
        <div className="mt-1 max-w-prose rounded-sm border-s-3 border-line bg-sunken px-4 py-3">
          <h4 className="text-sm font-semibold">{t('reply')}</h4>
          <p className="mt-1 whitespace-pre-line" {...anyLanguage}>
            {review.reply}
          </p>
        </div>
      ) : null}
    </article>
  )
}
