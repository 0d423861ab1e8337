import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { bookingHref } from '../bookings/filters.ts'
import { Amount, BookingBadge, Email, PaymentBadge } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import type { DashboardFigures } from './dashboard-data.ts'

const t = textOf('dashboard')
type Row = DashboardFigures['recent'][number]

export const RecentBookings = ({ rows }: { rows: readonly Row[] }) => (
  <section className="card" aria-labelledby="recent">
    <div className="flex flex-wrap items-center justify-between gap-2 py-3 ps-4 pe-2 sm:ps-5">
      <h2 id="recent" className="text-lg">
        {t('recent')}
      </h2>
      <Link to="/admin/bookings" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
        {t('all')}
      </Link>
    </div>
    {rows.length === 0 ? <p className="px-4 pb-5 text-ink-2 sm:px-5">{t('noRecent')}</p> : null}
    <ul className="divide-y divide-line border-t border-line empty:hidden">
      {rows.map((row) => (
        <RecentRow key={row.id} row={row} />
      ))}
    </ul>
  </section>
)

const RecentRow = ({ row }: { row: Row }) => (
  <li className="relative grid grid-cols-1 gap-x-4 gap-y-2 px-4 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5">
    <div className="min-w-0 wrap-anywhere">
      <Link
        to={bookingHref(row.booking_reference) as never}
        className="font-semibold no-underline after:absolute after:inset-0 hover:underline"
      >
        {row.service_title}
      </Link>
      <p className="text-sm text-ink-2">
        <span className="max-sm:block">{row.customer_name}</span>
        <span className="max-sm:hidden"> · </span>
        <Email address={row.customer_email} />
      </p>
      <p className="text-sm text-ink-2">
        <time dateTime={row.created_at}>{dateTime(row.created_at)}</time>
      </p>
    </div>
    <div className="flex flex-wrap items-center justify-between gap-2 sm:flex-col sm:items-end sm:justify-start">
      <p className="font-display font-bold">
        <Amount value={row.final_amount} />
      </p>
      <p className="flex gap-1.5">
        <BookingBadge status={row.booking_status} />
        <PaymentBadge booking={row} />
      </p>
    </div>
  </li>
)
