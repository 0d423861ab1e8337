import { CalendarClock } from 'lucide-react'
import { api } from '../api.ts'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { Books } from './books.tsx'
import { Day } from './day.tsx'

const t = textOf('paymentReport')

export const PaymentReport = () => (
  <>
    <title>{t('title')}</title>
    <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
    <p className="mt-1 mb-5 max-w-prose text-ink-2">{t('intro')}</p>
    <Books />
    <Days />
  </>
)

const Days = () => (
  <LongList
    queryKey={['payment-reports']}
    ask={async ({ cursor }) => {
      const { items, next } = await api.payment.admin.reports({ limit: 7, ...(cursor && { before: cursor }) })
      return { items, nextCursor: next }
    }}
    words={t}
    isFiltered={false}
    icon={<CalendarClock aria-hidden="true" />}
  >
    {(days) => (
      <div className="grid gap-5">
        {days.map((report) => (
          <Day key={report.day} report={report} />
        ))}
      </div>
    )}
  </LongList>
)
