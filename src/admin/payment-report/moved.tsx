import type { LedgerState } from '../../modules/payment/contract.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { Amount } from '../labels.tsx'
import { textOf } from '../text.ts'

const t = textOf('paymentReport')
type Sums = LedgerState['sums'][number]
/** `name`: the owner of the amounts, for tables with several. */
export type MovedRow = Sums & { readonly name?: string }

const amounts = (['charged', 'refunded', 'fees', 'net'] as const).map(
  (key): TableColumn<MovedRow> => ({ key, header: t(key), align: 'end', cell: (row) => <Amount value={row[key]} /> }),
)
const provider: TableColumn<MovedRow> = {
  key: 'name',
  header: t('provider'),
  isRowHeader: true,
  cell: ({ name }) => name,
}
const currency: TableColumn<MovedRow> = {
  key: 'currency',
  header: t('currency'),
  isRowHeader: true,
  cell: ({ charged }) => charged.currency,
}

export const Moved = ({ caption, rows }: { caption: string; rows: readonly MovedRow[] }) => (
  <Table
    caption={caption}
    columns={[rows.some(({ name }) => name) ? provider : currency, ...amounts]}
    rows={rows}
    rowKey={({ name, charged }) => `${name ?? ''}:${charged.currency}`}
    empty={<p className="text-ink-2">{t('nothingMoved')}</p>}
  />
)
