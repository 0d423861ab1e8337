import { CalendarDays, User, Users } from 'lucide-react'
import { PassCard } from '../../ui/card.tsx'
import { Amount, BookingBadge, clockTime, kindName, PaymentBadge, travelDays } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'
import type { Booking } from './panel.tsx'

const t = textOf('booking')

export function BookingPass({ booking }: { booking: Booking }) {
  const count = booking.adults_count + booking.children_count + booking.infants_count
  const when = listed([travelDays(booking), clockTime(booking.travel_time)], 'dots')
  return (
    <PassCard as="section" aria-label={t('summary')} side stub={<Stub booking={booking} />}>
      <p className="text-sm text-ink-2">
        {kindName(booking.service_type)} · {t('created')}{' '}
        <time dateTime={booking.created_at}>{dateTime(booking.created_at)}</time>
      </p>
      <h2 className="mt-1 mb-3 text-xl sm:text-2xl">
        <a href={booking.service_href} className="text-inherit no-underline hover:underline">
          {booking.service_title}
        </a>
      </h2>
      <ul className="facts wrap-anywhere">
        {when ? (
          <li>
            <CalendarDays aria-hidden="true" /> {when}
          </li>
        ) : null}
        <li>
          <Users aria-hidden="true" /> {t('travellersCount', { count })}
        </li>
        <li>
          <User aria-hidden="true" /> {booking.customer_name}
        </li>
      </ul>
    </PassCard>
  )
}

const Stub = ({ booking }: { booking: Booking }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 sm:grid sm:justify-items-start">
    <p>
      <span className="block text-sm text-ink-2">{t('final')}</span>
      <span className="font-display text-2xl leading-tight font-bold">
        <Amount value={booking.final_amount} />
      </span>
    </p>
    <p className="flex flex-wrap gap-2">
      <BookingBadge status={booking.booking_status} stamp />
      <PaymentBadge booking={booking} stamp />
    </p>
  </div>
)
