import { Link } from '@tanstack/react-router'
import type { SalesReport } from '../../modules/payment/contract.ts'
import { findKind } from '../../services/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { Amount } from '../labels.tsx'
import { say, textOf } from '../text.ts'
import { count } from '../written.ts'

const t = textOf('salesReport')
type Sums = SalesReport['totals'][number]
type Row = {
  readonly id: string
  readonly group: Pick<SalesReport['rows'][number], 'key' | 'name'> | null
  readonly sums: Sums
}

/** A row for each group and currency, and the total of each currency. */
export function SalesTable({ report }: { report: SalesReport }) {
  const rows = report.rows.flatMap(({ sums, ...group }) =>
    sums.map((each): Row => ({ id: `${group.key} ${each.currency}`, group, sums: each })),
  )
  const totals = report.totals.map((sums): Row => ({ id: `total ${sums.currency}`, group: null, sums }))
  const name: TableColumn<Row> = {
    key: 'name',
    header: t(`by.${report.by}`),
    isRowHeader: true,
    cell: (row) => <Name row={row} report={report} />,
  }
  return (
    <>
      <Table
        caption={t('caption', { from: report.from, to: report.to })}
        className="[&_thead_th]:whitespace-normal"
        columns={[name, ...columns]}
        rows={rows.length === 0 ? [] : [...rows, ...totals]}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('none')} description={t('noneHint')} />}
      />
      {report.more > 0 ? <p className="mt-3 text-sm text-ink-2">{t('more', { count: report.more })}</p> : null}
    </>
  )
}

const columns: readonly TableColumn<Row>[] = [
  { key: 'bookings', header: t('bookings'), align: 'end', cell: ({ sums }) => <Bookings sums={sums} /> },
  {
    key: 'travellers',
    header: t('travellers'),
    align: 'end',
    cell: ({ sums }) => count(sums.travellers),
  },
  ...(['sold', 'tax', 'received', 'refunded', 'outstanding'] as const).map(
    (key): TableColumn<Row> => ({
      key,
      header: t(key),
      align: 'end',
      cell: ({ sums }) =>
        sums[key].minor === 0 ? <span className="text-ink-2">-</span> : <Amount value={sums[key]} />,
    }),
  ),
]

const Bookings = ({ sums: { bookings, cancelled } }: { sums: Sums }) => (
  <>
    {count(bookings)}
    {cancelled > 0 ? <span className="block text-sm text-ink-2">{t('cancelled', { count: cancelled })}</span> : null}
  </>
)

/** Leads to the bookings behind the figures, where the list can be filtered that way. */
function Name({ row: { group, sums }, report }: { row: Row; report: SalesReport }) {
  if (!group) return <b>{t('totalIn', { currency: sums.currency })}</b>
  const label = nameOf(report.by, group)
  const filter = filterOf(report, group.key)
  if (!filter) return <span className="wrap-anywhere">{label}</span>
  return (
    <Link to="/admin/bookings" search={filter as never} className="underline wrap-anywhere">
      {label}
    </Link>
  )
}

function nameOf(by: SalesReport['by'], { key, name }: { key: string; name: string }): string {
  if (by === 'kind') return say(findKind(key)?.labels.plural ?? key)
  if (by === 'source') return t(`sources.${key}`)
  if (by === 'staff') return key === '' ? t('sources.shop') : name || key
  if (by === 'promo') return key === '' ? t('noCode') : key
  return name || key
}

function filterOf({ by, from, to }: SalesReport, key: string): Record<string, string> | null {
  const days = { booked_from: from, booked_to: to }
  if (by === 'kind') return { ...days, type: key }
  if (by === 'item') return null
  return by === 'staff' && key !== '' ? { ...days, staff: key } : null
}
