import type { MouseEvent } from 'react'
import type { BookingRow } from '../../modules/booking/contract.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { Amount, BookingBadge, kindName, PaymentBadge } from '../labels.tsx'
import { type Selected, selectionIn } from '../lists/selection.ts'
import { textOf } from '../text.ts'
import { clockOf, dayOf } from '../written.ts'
import { BookingLink } from './booking-link.tsx'
import { type Columns, wideOnly } from './columns.ts'
import { type BookingSearch, type ChangeSearch, sortOf } from './filters.ts'

const t = textOf('bookings')
const bulk = textOf('bulkBookings')
export const selectLabel = (row: BookingRow): string =>
  bulk('selectOne', { reference: row.booking_reference, name: row.customer_name })

type Props = {
  rows: readonly BookingRow[]
  search: BookingSearch
  columns: Columns
  onChange: ChangeSearch
  selected: Selected
  onSelect: (selected: Selected) => void
}

export function BookingTable({ rows, search, columns, onChange, selected, onSelect }: Props) {
  const { sort, direction } = sortOf(search)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a wider target for the row's own link, which has the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div className="max-md:hidden" onClick={openRow}>
      <Table
        caption={t('title')}
        className="overflow-clip! [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-[0.1875rem] [&_:is(td,th)]:first:ps-4 [&_:is(td,th)]:last:pe-4 [&_tbody_:is(td,th)]:leading-[1.3] [&_thead_button]:gap-0.5 [&_tbody_tr]:cursor-pointer [&_thead_th]:max-lg:top-14"
        columns={shownColumns(search, columns)}
        rows={rows}
        rowKey={(row) => row.id}
        sort={{ key: sort, direction }}
        onSort={(next) => onChange({ sort: next.key, direction: next.direction })}
        selection={selectionIn({ rows, selected, onSelect, allLabel: bulk('selectPage'), rowLabel: selectLabel })}
      />
    </div>
  )
}

function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, td:has(.table-check)')) return
  // Selecting text to copy must not open the booking.
  if (getSelection()?.toString()) return
  target.closest('tbody tr')?.querySelector('a')?.click()
}

type Column = TableColumn<BookingRow>
const sorted = (key: string, cell: Column['cell'], more: Partial<Column> = {}): Column => ({
  key,
  header: t(`columns.${key}`),
  cell,
  sortable: true,
  ...more,
})
const second = 'block truncate text-[0.8125rem] text-ink-2'
const shrinks = 'max-w-0'

const always = ['booking_reference', 'customer_name']

function shownColumns(search: BookingSearch, chosen: Columns): Column[] {
  const wide = wideOnly(chosen)
  const isOneOf = (columns: readonly string[], { key }: Column) => columns.includes(key)
  const shown = columnsOf(search, wide).filter((column) => isOneOf(always, column) || isOneOf(chosen, column))
  const isAlone = !chosen.includes('service_title')
  return shown.map((column) => ({
    ...column,
    className: joinClasses(
      column.className,
      isOneOf(wide, column) && 'max-xl:hidden',
      isAlone && column.key === 'customer_name' && 'w-full!',
    ),
  }))
}

/** What only wide windows show has a place in another column on the others. */
const columnsOf = (search: BookingSearch, wide: Columns): Column[] => [
  sorted('booking_reference', (row) => <Reference row={row} search={search} hasDate={wide.includes('created_at')} />, {
    isRowHeader: true,
    className: 'w-0',
  }),
  sorted(
    'customer_name',
    (row) => (
      <>
        <span className="block truncate" title={row.customer_name}>
          {row.customer_name}
        </span>
        <span className={second} title={row.customer_email}>
          {row.customer_email}
        </span>
      </>
    ),
    { className: `${shrinks} w-[45%]` },
  ),
  sorted(
    'service_title',
    (row) => (
      <>
        <span className="block truncate" title={row.service_title}>
          {row.service_title}
        </span>
        <span className={second}>{kindName(row.service_type)}</span>
      </>
    ),
    { className: `${shrinks} w-[55%]` },
  ),
  sorted('travel_date', (row) => <Travel row={row} />, { className: 'w-0' }),
  sorted('final_amount', (row) => <Amounts row={row} />, { align: 'end', className: 'w-0' }),
  sorted(
    'booking_status',
    (row) => (
      <span className="grid justify-items-start gap-0.5">
        <BookingBadge status={row.booking_status} />
        {wide.includes('payment_status') ? (
          <span className="xl:hidden">
            <PaymentBadge booking={row} />
          </span>
        ) : null}
      </span>
    ),
    { className: 'w-0' },
  ),
  sorted('payment_status', (row) => <PaymentBadge booking={row} />, { className: 'w-0' }),
  sorted('created_at', (row) => <Created at={row.created_at} />, { className: 'w-0' }),
]

type ReferenceProps = { row: BookingRow; search: BookingSearch; hasDate: boolean }
const Reference = ({ row, search, hasDate }: ReferenceProps) => (
  <>
    <BookingLink
      row={row}
      search={search}
      id={`row-${row.id}`}
      className="font-semibold whitespace-nowrap text-primary-strong normal-nums"
    >
      {row.booking_reference}
    </BookingLink>
    {hasDate ? <span className={`${second} font-normal normal-nums xl:hidden`}>{dayOf(row.created_at)}</span> : null}
  </>
)

const Travel = ({ row }: { row: BookingRow }) => (
  <span className="whitespace-nowrap normal-nums">
    {row.travel_date ?? t('noDate')}
    {row.return_date ? <span className={second}> – {row.return_date}</span> : null}
  </span>
)

/** As booked; below it in INR, as the column heading says (D35). */
const Amounts = ({ row }: { row: BookingRow }) => (
  <>
    <span className="font-semibold">
      <Amount value={row.final_amount} />
    </span>
    <Inr row={row} className={second} />
  </>
)
/** Nothing for a booking in INR, whose amount is shown already. */
export const Inr = ({ row, className }: { row: BookingRow; className: string }) =>
  row.final_amount.currency === 'INR' ? null : (
    <span className={className}>
      {row.amount_inr ? <Amount value={row.amount_inr} /> : t('noRate', { currency: row.final_amount.currency })}
    </span>
  )

const Created = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap normal-nums">
    {dayOf(at)} <span className={second}>{clockOf(at)}</span>
  </time>
)
