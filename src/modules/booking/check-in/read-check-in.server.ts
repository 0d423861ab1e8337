import { sql } from 'kysely'
import { addDays, dateIn } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { peopleIn, travellerTypeAt } from '../rules/travellers.ts'
import type { BookingRecord } from '../tables.server.ts'
import type { Arrival, CheckInParty, DepartureToCheckIn } from './contract.ts'
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
  const rows = await groupDepartures(db)
    // As bookings_by_travel has it.
    .where(
      sql<boolean>`coalesce(b.travel_date, date '0001-01-01') between ${addDays(today, -1)} and ${addDays(today, 1)}`,
    )
    .execute()
  const departures = rows.filter((row) => isToday({ travel_date: row.date, time_zone: row.time_zone }, now))
  return { departures: departures.map(({ time_zone: _, ...departure }) => departure) }
}

/** Departures with bookings; cancelled and released bookings do not count. */
const groupDepartures = (q: Queryable) =>
  q
    .selectFrom('bookings as b')
    .select(['b.departure_id', 'b.service_type', 'b.travel_date as date'])
    // An item may have been renamed, or the agency's zone changed, between two bookings.
    .select(({ fn }) => [fn.max('b.service_title').as('service_title'), fn.max('b.time_zone').as('time_zone')])
    .select(({ fn }) => [fn.min('b.travel_time').as('first_time'), fn.max('b.travel_time').as('last_time')])
    .select([
      sql<number>`sum(b.adults_count + b.children_count + b.infants_count)::int`.as('people'),
      sql<number>`coalesce(sum(${arrivedOf('b')}), 0)::int`.as('arrived'),
    ])
    .where('b.departure_id', 'is not', null)
    .where('b.booking_status', '<>', 'cancelled')
    .where('b.released_places', '=', 0)
    .groupBy(['b.departure_id', 'b.service_type', 'b.travel_date'])
    .orderBy('first_time')
    .orderBy('service_title')
    .$castTo<Grouped>()

/** How many people of a booking have arrived at its departure. */
export const arrivedOf = (booking: 'b') => sql<number>`(
  select count(*) from check_ins c where c.booking_id = ${sql.ref(`${booking}.id`)}
    and c.departure_id = ${sql.ref(`${booking}.departure_id`)} and c.undone_at is null and c.repeat_of is null)`

/** The people of a departure. Four statements. Refuses 'booking/no-check-in', also to guides on other days. */
export async function readDepartureToCheckIn(
  deps: BookingDeps,
  caller: Caller,
  departureId: string,
): Promise<DepartureToCheckIn> {
  const [found] = await groupDepartures(deps.db).where('b.departure_id', '=', departureId).execute()
  if (!found) throw new Refusal('booking/no-check-in')
  const { time_zone, ...departure } = found
  const isOpen = isToday({ travel_date: departure.date, time_zone }, deps.clock())
  if (!isOpen && !mayEnter(caller.role, 'bookings')) throw new Refusal('booking/no-check-in')
  const bookings = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('departure_id', '=', departureId)
    .where('booking_status', '<>', 'cancelled')
    .where('released_places', '=', 0)
    .orderBy('travel_time')
    .orderBy(({ fn }) => fn<string>('lower', ['customer_name']))
    .orderBy('id')
    .limit(maxParties + 1)
    .execute()
  const parties = await viewParties(deps.db, bookings.slice(0, maxParties))
  return { ...departure, is_today: isOpen, parties, has_more: bookings.length > maxParties }
}

/** Two statements. */
export async function viewParties(q: Queryable, bookings: readonly BookingRecord[]): Promise<CheckInParty[]> {
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const travellers = await q
    .selectFrom('booking_travelers')
    .select(['booking_id', 'position', 'first_name', 'last_name'])
    .where('booking_id', 'in', ids)
    .execute()
  const arrivals = await q
    .selectFrom('check_ins')
    .selectAll()
    .where('booking_id', 'in', ids)
    .where('undone_at', 'is', null)
    .where('repeat_of', 'is', null)
    .execute()
  const names = new Map(travellers.map((each) => [keyOf(each), `${each.first_name} ${each.last_name}`.trim()]))
  const arrived = new Map(arrivals.map((each) => [`${keyOf(each)} ${each.departure_id}`, viewArrival(each)]))
  return bookings.map((booking) => viewParty(booking, names, arrived))
}
const keyOf = ({ booking_id, position }: { booking_id: string; position: number }) => `${booking_id} ${position}`

function viewParty(
  booking: BookingRecord,
  names: ReadonlyMap<string, string>,
  arrived: ReadonlyMap<string, Arrival>,
): CheckInParty {
  const { id: booking_id, currency, departure_id } = booking
  const due = dueOf(booking)
  return {
    ...{ booking_id, booking_reference: booking.booking_reference, booking_status: booking.booking_status },
    ...{ customer_name: booking.customer_name, customer_phone: booking.customer_phone },
    ...{ travel_time: booking.travel_time, selected_language: booking.selected_language },
    pickup_location: booking.pickup_location,
    to_collect: due > 0 ? money(due, currency) : null,
    people: Array.from({ length: peopleIn(booking) }, (_, position) => ({
      position,
      type: travellerTypeAt(booking, position),
      name: names.get(keyOf({ booking_id, position })) || null,
      arrival: arrived.get(`${keyOf({ booking_id, position })} ${departure_id}`) ?? null,
    })),
  }
}
