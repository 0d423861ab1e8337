import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquareQuote, SearchX } from 'lucide-react'
import { type ReviewStatus, reviewStatuses } from '../../modules/review/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api } from '../api.ts'
import { ListFailed, ListLoading } from '../lists/list-states.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { textOf } from '../text.ts'
import { ReviewCard } from './review-card.tsx'

const t = textOf('travellerReviews')
const options = [
  { value: '', label: t('all') },
  ...reviewStatuses.map((value) => ({ value, label: t(`states.${value}`) })),
]

/** What travellers wrote, newest first: what waits is published or hidden here, and answered. */
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

function List({ status }: { status: ReviewStatus | undefined }) {
  const list = useInfiniteQuery({
    queryKey: ['traveller-reviews', status ?? ''],
    queryFn: ({ pageParam }) =>
      api.review.admin.list({ ...(status && { status }), limit: 25, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  if (list.isPending) return <ListLoading label={t('loading')} />
  if (list.isError) return <ListFailed title={t('failed')} onRetry={() => void list.refetch()} />
  const items = list.data.pages.flatMap((page) => page.items)
  return (
    <>
      <p role="status" className="mb-2 text-sm text-ink-2">
        {t('waiting', { count: list.data.pages[0]?.waiting ?? 0 })}
      </p>
      {items.length === 0 ? (
        <EmptyState
          icon={status ? <SearchX aria-hidden="true" /> : <MessageSquareQuote aria-hidden="true" />}
          title={t('none')}
          description={t(status ? 'noneHint' : 'noneYet')}
        />
      ) : (
        <ul aria-label={t('list')} className="grid gap-3">
          {items.map((review) => (
            <li key={review.id} className="card">
              <ReviewCard review={review} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} label={t('more')} />
    </>
  )
}
