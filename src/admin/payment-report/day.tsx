import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { PaymentReport, ProviderReport } from '../../modules/payment/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { LedgerDifferences, ProviderDifferences } from './differences.tsx'
import { Moved } from './moved.tsx'

const t = textOf('paymentReport')

const numbers = (['asked', 'agreed', 'changed', 'unanswered', 'differing', 'refundsElsewhere'] as const).map(
  (key): TableColumn<ProviderReport> => ({
    key,
    header: t(key),
    align: 'end',
    cell: (row) => (key === 'differing' ? row.differing.length : row[key]),
  }),
)
const columns: readonly TableColumn<ProviderReport>[] = [
  { key: 'provider', header: t('provider'), isRowHeader: true, cell: ({ label }) => label },
  ...numbers,
]

export function Day({ report }: { report: PaymentReport }) {
  const { day, providers, ledgerDifferences } = report
  const asked = providers.filter((provider) => provider.asked > 0 || provider.refundsElsewhere > 0)
  const differing = providers.filter((provider) => provider.differing.length > 0)
  const moved = providers.flatMap(({ label, sums }) => sums.map((each) => ({ ...each, name: label })))
  return (
    <section className="card grid gap-4 p-4 sm:p-5" aria-labelledby={`day-${day}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`day-${day}`} className="text-lg">
          <time dateTime={day}>{day}</time>
        </h2>
        <Verdict report={report} />
        <p className="text-sm text-ink-2 sm:ms-auto">{t('madeAt', { at: dateTime(report.madeAt) })}</p>
      </div>
      {ledgerDifferences.length > 0 ? <LedgerDifferences differences={ledgerDifferences} /> : null}
      {differing.map((provider) => (
        <ProviderDifferences key={provider.name} provider={provider} />
      ))}
      <Table
        caption={t('askedOn', { day })}
        className="[&_thead_th]:whitespace-normal"
        columns={columns}
        rows={asked}
        rowKey={({ name }) => name}
        empty={<p className="text-ink-2">{t('nobodyAsked')}</p>}
      />
      <h3 className="text-base">{t('moved')}</h3>
      <Moved caption={t('movedOn', { day })} rows={moved} />
    </section>
  )
}

function Verdict({ report: { providers, ledgerDifferences } }: { report: PaymentReport }) {
  const differing = providers.reduce((sum, provider) => sum + provider.differing.length, ledgerDifferences.length)
  const unanswered = providers.reduce((sum, provider) => sum + provider.unanswered, 0)
  const isFine = differing + unanswered === 0
  const summary = isFine
    ? t('allAgree')
    : differing > 0
      ? t('someDiffer', { count: differing })
      : t('noAnswer', { count: unanswered })
  return (
    <Badge
      tone={isFine ? 'success' : differing > 0 ? 'danger' : 'warn'}
      icon={isFine ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    >
      {summary}
    </Badge>
  )
}
