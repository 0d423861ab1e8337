import { type RawBuilder, sql } from 'kysely'
import { addDays, dateIn } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { Leg } from '../../../services/trip.ts'
import type { BookingDeps } from '../deps.server.ts'
import { arrivedOnLeg, isOn, legsOf } from '../queries/departure-parties.server.ts'
import { peopleIn, travellerTypeAt } from '../rules/travellers.ts'
import type { BookingRecord } from '../tables.server.ts'
import { viewTripFacts } from '../views.server.ts'
import type { Arrival, CheckInParty, DepartureToCheckIn } from './contract.ts'
import { onLeg } from './legs.ts'
import { viewArrival } from './mark-arrivals.server.ts'
import { dueOf, isToday } from './rules.ts'

type Departure = Omit<DepartureToCheckIn, 'is_today' | 'parties' | 'has_more'>
type Grouped = Departure & { readonly time_zone: string }

const maxParties = 1_000

/** Today's departures with bookings, on the clock of each service; the earliest first. One statement. */
export async function listDeparturesToday({ db, clock }: BookingDeps): Promise<{ departures: Departure[] }> {
  const now = clock()
  // Every zone's today is one of these three.
  const today = dateIn('UTC', now)
  const [from, to] = [addDays(today, -1), addDays(today, 1)]
  // As bookings_by_travel and bookings_return_days have it.
  const rows = await listGrouped(
    db,
    sql`b.id in (select id from bookings where coalesce(travel_date, date '0001-01-01') between ${from} and ${to}
      union all select id from bookings where return_leg_date between ${from} and ${to})
      and leg.day between ${from} and ${to}`,
  )
  const departures = rows.filter((row) => isToday({ travel_date: row.date, time_zone: row.time_zone }, now))
  return { departures: departures.map(({ time_zone: _, ...departure }) => departure) }
}

/** Departures with bookings, there and back; cancelled and released bookings do not count. One statement. */
async function listGrouped(q: Queryable, where: RawBuilder<unknown>): Promise<readonly Grouped[]> {
  // An item may have been renamed, or the agency's zone changed, between two bookings.
  const { rows } = await sql<Grouped>`
    select leg.departure as departure_id, b.service_type, leg.day as date, max(b.service_title) as service_title,
      max(b.time_zone) as time_zone, min(leg.clock) as first_time, max(leg.clock) as last_time,
      sum(b.adults_count + b.children_count + b.infants_count)::int as people,
      coalesce(sum(${arrivedOnLeg}), 0)::int as arrived
    from bookings b, ${legsOf}
    where leg.departure is not null and b.booking_status <> 'cancelled' and b.released_places = 0 and ${where}
    group by leg.departure, b.service_type, leg.day
    order by first_time, service_title`.execute(q)
  return rows
}

/** The people of a departure. Four statements. Refuses 'booking/no-check-in', also to guides on other days. */
export async function readDepartureToCheckIn(
  deps: BookingDeps,
  caller: Caller,
  departureId: string,
): Promise<DepartureToCheckIn> {
  const [row] = await listGrouped(deps.db, isOn(departureId))
  if (!row) throw new Refusal('booking/no-check-in')
  const { time_zone, ...departure } = row
  const isOpen = isToday({ travel_date: departure.date, time_zone }, deps.clock())
  if (!isOpen && !mayEnter(caller.role, 'bookings')) throw new Refusal('booking/no-check-in')
  const { rows } = await sql<BookingRecord & { leg: Leg }>`
    select b.*, leg.name as leg from bookings b, ${legsOf}
    where ${isOn(departureId)} and b.booking_status <> 'cancelled' and b.released_places = 0
    order by leg.clock, lower(b.customer_name), b.id, leg.name
    limit ${maxParties + 1}`.execute(deps.db)
  const bookings = rows.flatMap((row) => onLeg(row, row.leg) ?? [])
  const parties = await viewParties(deps, bookings.slice(0, maxParties))
  return { ...departure, is_today: isOpen, parties, has_more: bookings.length > maxParties }
}

/** A booking on one of its legs (`onLeg`). */
type Trip = BookingRecord & { readonly leg: Leg }
/** Two statements. */
export async function viewParties(deps: BookingDeps, bookings: readonly Trip[]): Promise<CheckInParty[]> {
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const travellers = await deps.db
    .selectFrom('booking_travelers')
    .select(['booking_id', 'position', 'first_name', 'last_name'])
    .where('booking_id', 'in', ids)
    .execute()
  const arrivals = await deps.db
    .selectFrom('check_ins')
    .selectAll()
    .where('booking_id', 'in', ids)
    .where('undone_at', 'is', null)
    .where('repeat_of', 'is', null)
    .execute()
  const names = new Map(travellers.map((each) => [keyOf(each), `${each.first_name} ${each.last_name}`.trim()]))
  const arrived = new Map(arrivals.map((each) => [arrivalKey(each), viewArrival(each)]))
  return bookings.map((booking) => ({
    ...viewParty(booking, names, arrived),
    pickup_location: pickupOf(deps, booking),
    trip_facts: viewTripFacts(deps, booking, booking.leg),
  }))
}
const pickupOf = ({ kinds }: BookingDeps, { leg, service_type, details, pickup_location }: Trip): string | null =>
  leg === 'outbound' ? pickup_location : (kinds.find(service_type)?.returnLeg?.(details)?.pickupLocation ?? null)
const keyOf = ({ booking_id, position }: { booking_id: string; position: number }) => `${booking_id} ${position}`
type ArrivedOn = { booking_id: string; position: number; leg: Leg; departure_id: string | null }
const arrivalKey = ({ leg, departure_id, ...person }: ArrivedOn) => `${keyOf(person)} ${leg} ${departure_id}`

function viewParty(
  booking: Trip,
  names: ReadonlyMap<string, string>,
  arrived: ReadonlyMap<string, Arrival>,
): Omit<CheckInParty, 'trip_facts' | 'pickup_location'> {
  const { id: booking_id, currency, departure_id, leg } = booking
  const due = dueOf(booking)
  return {
    ...{ booking_id, booking_reference: booking.booking_reference, booking_status: booking.booking_status },
    leg,
    ...{ customer_name: booking.customer_name, customer_phone: booking.customer_phone },
    ...{ travel_time: booking.travel_time, selected_language: booking.selected_language },
    to_collect: due > 0 ? money(due, currency) : null,
    people: Array.from({ length: peopleIn(booking) }, (_, position) => ({
      position,
      type: travellerTypeAt(booking, position),
      name: names.get(keyOf({ booking_id, position })) || null,
      arrival: arrived.get(arrivalKey({ booking_id, position, leg, departure_id })) ?? null,
    })),
  }
}
