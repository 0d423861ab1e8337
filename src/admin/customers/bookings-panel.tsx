import { Link } from '@tanstack/react-router'
import type { BookingRow } from '../../modules/booking/contract.ts'
import type { CustomerView } from '../../modules/customer/index.ts'
import { api } from '../api.ts'
import { bookingHref } from '../bookings/filters.ts'
import { Panel } from '../bookings/panel.tsx'
import { Amount, BookingBadge, Email, PaymentBadge, travelDays } from '../labels.tsx'
import { LongList } from '../lists/long-list.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('customer')
const list = textOf('customerBookings')

export const BookingsPanel = ({ customer }: { customer: CustomerView }) => (
  <Panel id="bookings" title={t('bookings', { count: customer.bookings })}>
    <LongList
      queryKey={['customer', customer.id, 'bookings']}
      ask={(after) => api.customer.admin.bookings({ customerId: customer.id, limit: 10, ...after })}
      words={list}
      isFiltered={false}
    >
      {(rows) => (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Booking key={row.id} row={row} isOther={row.customer_email !== customer.email} />
          ))}
        </ul>
      )}
    </LongList>
  </Panel>
)

/** `isOther`: made under another address than the one shown above, which it then names. */
const Booking = ({ row, isOther }: { row: BookingRow; isOther: boolean }) => (
  <li className="relative grid gap-1 py-3 first:pt-0 last:pb-0">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <Link
        to={bookingHref(row.booking_reference) as never}
        className="font-semibold text-primary-strong no-underline after:absolute after:inset-0 hover:underline"
      >
        {row.booking_reference}
      </Link>
      <Amount value={row.final_amount} />
    </div>
    <p>{row.service_title}</p>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <BookingBadge status={row.booking_status} />
      <PaymentBadge booking={row} />
      <span>{t('travels', { date: travelDays(row) || t('noDate') })}</span>
      <span>{t('bookedOn', { at: dateTime(row.created_at) })}</span>
    </p>
    {isOther ? (
      <p className="text-sm text-ink-2">
        {t('bookedAs', { name: row.customer_name })} <Email address={row.customer_email} />
      </p>
    ) : null}
  </li>
)
