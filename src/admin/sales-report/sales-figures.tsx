import type { ReactNode } from 'react'
import type { SalesReport } from '../../modules/payment/contract.ts'
import { Amount } from '../labels.tsx'
import { textOf } from '../text.ts'
import { count } from '../written.ts'
import { changeOf } from './periods.ts'

const t = textOf('salesReport')
const shown = ['sold', 'received', 'refunded', 'outstanding', 'tax'] as const

/** The totals in the agency's currency, beside those of the period before. */
export const SalesFigures = ({ report: { total, previous } }: { report: SalesReport }) => (
  <dl className="mb-5 grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-3 sm:grid-cols-3">
    <Figure label={t('bookings')} now={total.bookings} before={previous.total.bookings} previous={previous}>
      {count(total.bookings)}
    </Figure>
    {shown.map((name) => (
      <Figure
        key={name}
        label={t(name)}
        now={total[name].minor}
        before={previous.total[name].minor}
        previous={previous}
      >
        <Amount value={total[name]} />
      </Figure>
    ))}
  </dl>
)

type FigureProps = {
  label: string
  now: number
  before: number
  previous: SalesReport['previous']
  children: ReactNode
}
function Figure({ label, now, before, previous: { from, to }, children }: FigureProps) {
  const change = changeOf(now, before)
  return (
    <div className="card p-4">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="mt-1">
        <span className="block font-display text-base leading-tight font-bold tabular-nums sm:text-xl">{children}</span>
        <span className="mt-1 block text-sm text-ink-2" title={t('previousPeriod', { from, to })}>
          {change === null ? t('nothingBefore') : t('change', { change: change > 0 ? `+${change}` : String(change) })}
        </span>
      </dd>
    </div>
  )
}
