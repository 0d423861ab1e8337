import { Fragment, type ReactNode } from 'react'
import { joined } from '../../kernel/messages.ts'
import type { ShownDates } from '../../kernel/shown-dates.ts'
import type { BookingView } from '../../modules/booking/index.ts'
import { useSay } from '../../ui/say.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { MapLink, Numbers } from '../meeting-point/map-link.tsx'

const mapLink =
  'inline-flex items-center gap-1.5 py-1 font-medium text-primary-strong underline underline-offset-4 print:hidden [&>svg]:size-4'

export type FactRow = readonly [term: string, value: ReactNode]

/** Terms and values; empty values are left out. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  const given = rows.filter(([, value]) => value !== null && value !== '')
  return (
    <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[minmax(7rem,auto)_1fr]">
      {given.map(([term, value]) => (
        <Fragment key={term}>
          <dt className="text-sm text-ink-2 sm:pt-0.5">{term}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere max-sm:-mt-2">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

export function useTripRows(booking: BookingView): readonly FactRow[] {
  const t = useText('bookingFacts')
  const dates = useDates()
  const meeting = useText('meetingPoint')
  const say = useSay()
  const people = [
    t('adults', { count: booking.adults_count }),
    ...(booking.children_count > 0 ? [t('children', { count: booking.children_count })] : []),
    ...(booking.infants_count > 0 ? [t('infants', { count: booking.infants_count })] : []),
  ]
  const travelBy = [booking.travel_mode && t(`modes.${booking.travel_mode}`), booking.carrier]
  return [
    [t('date'), booking.travel_date ? dates.shortDayAndYear(booking.travel_date) : null],
    [t('return'), booking.return_date ? dates.shortDayAndYear(booking.return_date) : null],
    [t('travelBy'), travelBy.filter(Boolean).join(' · ')],
    [t('time'), booking.travel_time ? dates.time(booking.travel_time) : null],
    [t('guests'), say(joined(people))],
    [t('pickup'), booking.pickup_location],
    [meeting('title'), booking.meeting_point && <MeetingPoint key="meeting" {...booking.meeting_point} />],
    ...booking.trip_facts.map(({ label, value }) => [label, value] as const),
    ...returnRows(booking, { t, dates }),
    [t('language'), booking.selected_language],
    [t('requests'), booking.special_requests],
  ]
}

function MeetingPoint({ place, coordinates: at }: NonNullable<BookingView['meeting_point']>) {
  return (
    <>
      {place}
      {at ? (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          <Numbers at={at} />
          <MapLink at={at} className={mapLink} />
        </p>
      ) : null}
    </>
  )
}

type Words = { t: ReturnType<typeof useText<'bookingFacts'>>; dates: ShownDates }
/** The return leg of a return trip. */
function returnRows({ return_leg: leg }: BookingView, { t, dates }: Words): FactRow[] {
  if (!leg) return []
  const time = leg.travel_time ? [dates.time(leg.travel_time)] : []
  const start = [dates.shortDayAndYear(leg.travel_date), ...time].join(' · ')
  return [
    [t('returnLeg'), start],
    [t('returnLegPickup'), leg.pickup_location],
    ...leg.trip_facts.map(({ label, value }) => [t('returnLegFact', { label }), value] as const),
  ]
}

export function useCustomerRows(booking: BookingView): readonly FactRow[] {
  const t = useText('bookingFacts')
  return [
    [t('name'), <bdi key="name">{booking.customer_name}</bdi>],
    [t('email'), <bdi key="email">{booking.customer_email}</bdi>],
    [t('phone'), booking.customer_phone ? <bdi key="phone">{booking.customer_phone}</bdi> : null],
  ]
}
