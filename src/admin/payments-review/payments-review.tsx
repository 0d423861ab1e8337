import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { api } from '../api.ts'
import { SectionHead } from '../form/section.tsx'
import { ListFailed, ListLoading } from '../lists/list-states.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { textOf } from '../text.ts'
import { RefusedReportsSection } from './refused-reports.tsx'
import { ReviewCard } from './review-card.tsx'

const t = textOf('reviews')

/** Money that did not match, until a person has looked; and reports that were refused. */
export const PaymentsReview = () => (
  <>
    <SectionHead title={t('title')} intro={t('intro')} />
    <div className="grid grid-cols-1 gap-8">
      <Reviews />
      <RefusedReportsSection />
    </div>
  </>
)

function Reviews() {
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: ['payment-reviews'],
    queryFn: ({ pageParam }) => api.payment.admin.reviews({ limit: 25, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const refresh = (bookingId: string) => {
    const stale = [['payment-reviews'], ['dashboard'], ['booking', bookingId], ['payment', bookingId], ['bookings']]
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
  }
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-lg">
        {list.data ? t('waiting', { count: list.data.pages[0]?.total ?? 0 }) : t('waitingTitle')}
      </h2>
      {list.isPending ? <ListLoading label={t('loading')} /> : null}
      {list.isError ? <ListFailed title={t('failed')} onRetry={() => void list.refetch()} /> : null}
      {list.data && items.length === 0 ? (
        <EmptyState icon={<CircleCheck aria-hidden="true" />} title={t('none')} description={t('noneHint')} />
      ) : null}
      <ul className="grid grid-cols-1 gap-4 empty:hidden">
        {items.map((review) => (
          <li key={review.attemptId}>
            <ReviewCard review={review} onDone={() => refresh(review.bookingId)} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} label={t('more')} />
    </section>
  )
}
