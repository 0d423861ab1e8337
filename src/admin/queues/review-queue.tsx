import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { ReviewForStaff } from '../../modules/review/index.ts'
import { api } from '../api.ts'
import { ReviewBody } from '../reviews/review-card.tsx'
import { textOf } from '../text.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { QueueFrame } from './queue-frame.tsx'
import { useDecision } from './use-decision.ts'
import { type QueueHands, type QueuePart, type QueueSource, queueKey } from './use-queue.ts'

const t = textOf('queues')
const words = textOf('travellerReviews')

const source: QueueSource<ReviewForStaff> = {
  name: 'reviews',
  ask: async (after) => {
    const { items, waiting, nextCursor } = await api.review.admin.list({ status: 'waiting', limit: 25, ...after })
    return { items, total: waiting, nextCursor }
  },
  idOf: ({ id }) => id,
  stale: ['traveller-reviews', 'dashboard'],
}

/** Reviews still waiting to be published or hidden. */
export const ReviewQueue = () => (
  <QueueFrame source={source} back={{ to: '/admin/reviews', search: { status: 'waiting' } }}>
    {(review, hands) => (
      <EntryLayout
        facts={
          <div className="card">
            <ReviewBody review={review} />
          </div>
        }
        decision={<Decision review={review} hands={hands} />}
      />
    )}
  </QueueFrame>
)

const withReview = (part: QueuePart<ReviewForStaff>, review: ReviewForStaff): QueuePart<ReviewForStaff> => ({
  ...part,
  items: part.items.map((item) => (item.id === review.id ? review : item)),
})

function Decision({ review, hands }: { review: ReviewForStaff; hands: QueueHands }) {
  const { id, version } = review
  const client = useQueryClient()
  const reopen = async (decided: ReviewForStaff) => {
    const waiting = await api.review.admin.reopen({ reviewId: id, version: decided.version })
    // The queue is not asked again: the next decision needs the new version.
    client.setQueryData<InfiniteData<QueuePart<ReviewForStaff>>>(
      queueKey(source),
      (data) => data && { ...data, pages: data.pages.map((part) => withReview(part, waiting)) },
    )
  }
  const publish = useDecision({
    ...{ id, hands, done: words('published') },
    call: () => api.review.admin.publish({ reviewId: id, version }),
    undo: reopen,
  })
  const hide = useDecision({
    ...{ id, hands, done: words('hidden') },
    call: (reason) => api.review.admin.hide({ reviewId: id, version, reason }),
    undo: reopen,
  })
  return (
    <DecisionPanel
      choices={[
        { ...publish, name: 'approve', label: words('publish'), variant: 'primary' },
        {
          ...hide,
          ...{ name: 'reject', label: words('hide'), variant: 'danger' },
          step: {
            title: words('hideTitle'),
            hint: words('hideHint'),
            submit: words('hide'),
            reason: { label: words('reason'), needed: t('reasonNeeded') },
          },
        },
      ]}
    />
  )
}
