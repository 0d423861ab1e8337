import type { BookingRow } from '../../modules/booking/contract.ts'
import { Amount, BookingBadge, Email, kindName, PaymentBadge, travelDays } from '../labels.tsx'
import { type Selected, toggled } from '../lists/selection.ts'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'
import { BookingLink } from './booking-link.tsx'
import { Inr, selectLabel } from './booking-table.tsx'
import type { BookingSearch } from './filters.ts'

const t = textOf('bookings')

type Props = {
  rows: readonly BookingRow[]
  search: BookingSearch
  selected: Selected
  onSelect: (selected: Selected) => void
}

export const BookingCards = ({ rows, search, selected, onSelect }: Props) => (
  <ul className="grid grid-cols-1 gap-3 wrap-anywhere md:hidden" aria-label={t('title')}>
    {rows.map((row) => (
      <li key={row.id} className="card gap-2 p-4">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <input
            type="checkbox"
            className="table-check card-above"
            checked={selected.has(row.id)}
            onChange={() => onSelect(toggled(selected, row))}
            aria-label={selectLabel(row)}
          />
          <BookingLink
            row={row}
            search={search}
            id={`card-${row.id}`}
            className="card-link me-auto font-semibold text-primary-strong!"
          >
            {row.booking_reference}
          </BookingLink>
          <span className="text-[0.8125rem] text-ink-2">
            <time dateTime={row.created_at}>{dateTime(row.created_at)}</time>
          </span>
        </div>
        <div className="min-w-0">
          <p className="font-semibold">{row.service_title}</p>
          <p className="text-sm text-ink-2">{listed([kindName(row.service_type), travelDays(row)], 'dots')}</p>
        </div>
        <p className="text-sm">
          {row.customer_name}
          <span className="block text-ink-2">
            <Email address={row.customer_email} />
          </span>
        </p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <p className="flex flex-wrap gap-1.5">
            <BookingBadge status={row.booking_status} />
            <PaymentBadge booking={row} />
          </p>
          <p className="text-end">
            <span className="sr-only">{t('columns.final_amount')} </span>
            <span className="font-display font-bold">
              <Amount value={row.final_amount} />
            </span>
            <Inr row={row} className="block text-sm text-ink-2" />
          </p>
        </div>
      </li>
    ))}
  </ul>
)
