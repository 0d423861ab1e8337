import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { api } from '../api.ts'
import { SectionHead } from '../form/section.tsx'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { RefusedReportsSection } from './refused-reports.tsx'
import { ReviewCard } from './review-card.tsx'
import { WaitingProofs } from './waiting-proofs.tsx'

const t = textOf('reviews')

export const PaymentsReview = () => (
  <>
    <SectionHead title={t('title')} intro={t('intro')} />
    <div className="grid grid-cols-1 gap-8">
      <WaitingProofs />
      <Reviews />
      <RefusedReportsSection />
    </div>
  </>
)

function Reviews() {
  const queries = useQueryClient()
  const refresh = (bookingId: string) => {
    const stale = [['payment-reviews'], ['dashboard'], ['booking'], ['payment', bookingId], ['bookings']]
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
  }
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-1 text-lg">
        {t('waitingTitle')}
      </h2>
      <LongList
        queryKey={['payment-reviews']}
        ask={(after) => api.payment.admin.reviews({ limit: 25, ...after })}
        words={t}
        isFiltered={false}
        icon={<CircleCheck aria-hidden="true" />}
        status={({ total }) => t('waiting', { count: total })}
      >
        {(reviews) => (
          <ul className="grid grid-cols-1 gap-4">
            {reviews.map((review) => (
              <li key={review.attemptId}>
                <ReviewCard review={review} onDone={() => refresh(review.bookingId)} />
              </li>
            ))}
          </ul>
        )}
      </LongList>
    </section>
  )
}
