import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { api } from '../api.ts'
import { ListFailed, ListLoading } from '../lists/list-states.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { textOf } from '../text.ts'
import { Books } from './books.tsx'
import { Day } from './day.tsx'

const t = textOf('paymentReport')

/** What every provider said of each day, what the books said, and the books as they stand now. */
export const PaymentReport = () => (
  <>
    <title>{t('title')}</title>
    <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
    <p className="mt-1 mb-5 max-w-prose text-ink-2">{t('intro')}</p>
    <Books />
    <Days />
  </>
)

function Days() {
  const reports = useInfiniteQuery({
    queryKey: ['payment-reports'],
    queryFn: ({ pageParam }) => api.payment.admin.reports({ limit: 7, ...(pageParam && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  if (reports.isPending) return <ListLoading label={t('loading')} />
  if (reports.isError) return <ListFailed title={t('failed')} onRetry={() => void reports.refetch()} />
  const days = reports.data.pages.flatMap(({ items }) => items)
  if (days.length === 0)
    return <EmptyState icon={<CalendarClock aria-hidden="true" />} title={t('none')} description={t('noneHint')} />
  return (
    <>
      <div className="grid gap-5">
        {days.map((report) => (
          <Day key={report.day} report={report} />
        ))}
      </div>
      <MoreButton list={reports} label={t('more')} />
    </>
  )
}
