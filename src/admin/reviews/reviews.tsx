import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquareQuote } from 'lucide-react'
import { type ReviewStatus, reviewStatuses } from '../../modules/review/index.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api } from '../api.ts'
import { LongList } from '../lists/long-list.tsx'
import { QueueLink } from '../queues/queue-link.tsx'
import { textOf } from '../text.ts'
import { ReviewCard } from './review-card.tsx'

const t = textOf('travellerReviews')
const options = [
  { value: '', label: t('all') },
  ...reviewStatuses.map((value) => ({ value, label: t(`states.${value}`) })),
]

export function Reviews() {
  const search: { status?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const status = reviewStatuses.find((each) => each === search.status)
  const choose = (chosen: string) =>
    void navigate({ to: '/admin/reviews', search: { status: chosen } as never, replace: true, resetScroll: false })
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-4 text-2xl sm:text-3xl">{t('title')}</h1>
      <search className="mb-4 block max-w-xs">
        <Field label={t('status')}>
          <Select value={status ?? ''} onChange={(event) => choose(event.target.value)} options={options} />
        </Field>
      </search>
      <List status={status} />
    </>
  )
}

const List = ({ status }: { status: ReviewStatus | undefined }) => (
  <LongList
    queryKey={['traveller-reviews', status ?? '']}
    ask={(after) => api.review.admin.list({ ...(status && { status }), limit: 25, ...after })}
    words={t}
    isFiltered={status !== undefined}
    icon={<MessageSquareQuote aria-hidden="true" />}
    status={({ waiting }) => t('waiting', { count: waiting })}
    action={({ waiting }) => <QueueLink name="reviews" count={waiting} />}
  >
    {(reviews) => (
      <ul aria-label={t('list')} className="grid gap-3">
        {reviews.map((review) => (
          <li key={review.id} className="card">
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
    )}
  </LongList>
)
