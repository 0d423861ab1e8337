import { sql } from 'kysely'
import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { BookingDetails } from '../../../services/kind.ts'
import type { Leg } from '../../../services/trip.ts'
import type { DeparturePage } from '../departure-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { BookingStatus } from '../rules/states.ts'
import '../tables.server.ts'
import { viewTripFacts } from '../views.server.ts'

type Party = DeparturePage['parties'][number]
export interface PartyRow {
  readonly id: string
  readonly booking_reference: string
  readonly booking_status: BookingStatus
  readonly travel_time: LocalTime | null
  readonly customer_name: string
  readonly customer_phone: string | null
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
  readonly places: number
  readonly selected_language: string | null
  readonly pickup_location: string | null
  readonly special_requests: string | null
  readonly service_type: string
  readonly service_title: string
  readonly travel_date: LocalDate | null
  readonly details: BookingDetails
  readonly leg: Leg
  readonly currency: string
  readonly due_minor: number
  readonly misses_documents: boolean
  readonly arrived: number
  readonly travellers: readonly string[]
}

/** Both legs of a booking `b`. */
export const legsOf = sql`lateral (values ('outbound', b.departure_id, b.travel_date, b.travel_time),
  ('return', b.return_leg_departure_id, b.return_leg_date, b.return_leg_time)) as leg (name, departure, day, clock)`
/** Each half has its own index. */
export const isOn = (
  departureId: string,
) => sql<boolean>`b.id in (select id from bookings where departure_id = ${departureId}
  union all select id from bookings where return_leg_departure_id = ${departureId}) and leg.departure = ${departureId}`
export const arrivedOnLeg = sql<number>`(select count(*) from check_ins c where c.booking_id = b.id and c.leg = leg.name
  and c.departure_id = leg.departure and c.undone_at is null and c.repeat_of is null)`

/**
 * Bookings that travel on a departure, by their own time and customer name: not cancelled ones, nor unpaid ones whose hold
 * has ended. One statement.
 */
export async function listParties(deps: BookingDeps, departureId: string, max: number): Promise<Party[]> {
  const { rows } = await sql<PartyRow>`${partyRows}
    where ${isOn(departureId)} and b.booking_status <> 'cancelled' and b.released_places = 0
    order by leg.clock nulls first, lower(b.customer_name), b.id
    limit ${max}`.execute(deps.db)
  return rows.map((row) => partyOf(deps, row))
}

/** One row for each leg of a booking `b`; a condition and an order follow. */
export const partyRows = sql`
    select b.id, b.booking_reference, b.booking_status, leg.name as leg, leg.clock as travel_time, b.customer_name, b.customer_phone,
      b.adults_count, b.children_count, b.infants_count, b.places, b.selected_language, b.pickup_location,
      b.special_requests, b.service_type, b.service_title, leg.day as travel_date, b.details, b.currency,
      case when b.payment_status in ('completed', 'refunded') or b.booking_status = 'cancelled' then 0
        else b.final_minor - b.paid_minor end as due_minor,
      coalesce(b.case_stage = 'waiting_for_documents', false) as misses_documents,
      ${arrivedOnLeg}::int as arrived,
      array(select btrim(concat(t.first_name, ' ', t.last_name)) from booking_travelers t
        where t.booking_id = b.id and t.removed_at is null order by t.position) as travellers
    from bookings b, ${legsOf}`

const returnPickup = ({ kinds }: BookingDeps, { service_type, details }: PartyRow): string | null =>
  kinds.find(service_type)?.returnLeg?.(details)?.pickupLocation ?? null

export const partyOf = (deps: BookingDeps, row: PartyRow): Party => ({
  id: row.id,
  booking_reference: row.booking_reference,
  booking_status: row.booking_status,
  travel_time: row.travel_time,
  customer_name: row.customer_name,
  customer_phone: row.customer_phone,
  adults: row.adults_count,
  children: row.children_count,
  infants: row.infants_count,
  places: row.places,
  selected_language: row.selected_language,
  leg: row.leg,
  pickup_location: row.leg === 'return' ? returnPickup(deps, row) : row.pickup_location,
  trip_facts: viewTripFacts(deps, row, row.leg),
  special_requests: row.special_requests,
  to_collect: row.due_minor > 0 ? money(row.due_minor, row.currency) : null,
  misses_documents: row.misses_documents,
  arrived: row.arrived,
  travellers: row.travellers.filter((name) => name !== ''),
})

export interface PartyTotals {
  readonly adults: number
  readonly children: number
  readonly infants: number
  /** Places of unpaid bookings that are not confirmed. */
  readonly held: number
  /** People who were checked in. */
  readonly arrived: number
  /** Places freed when the hold of unpaid bookings ended. */
  readonly released: number
}
/** Sums over all bookings that travel on a departure. One statement. */
export async function countParties(q: Queryable, departureId: string): Promise<PartyTotals> {
  const { rows } = await sql<PartyTotals>`
    select coalesce(sum(adults_count) filter (where released_places = 0), 0)::int as adults,
      coalesce(sum(children_count) filter (where released_places = 0), 0)::int as children,
      coalesce(sum(infants_count) filter (where released_places = 0), 0)::int as infants,
      coalesce(sum(places) filter (where booking_status = 'pending' and payment_status in ('pending', 'failed')), 0)::int
        as held,
      coalesce(sum(released_places), 0)::int as released,
      coalesce(sum(${arrivedOnLeg}) filter (where released_places = 0), 0)::int as arrived
    from bookings b, ${legsOf} where ${isOn(departureId)} and booking_status <> 'cancelled'`.execute(q)
  return rows[0] ?? { adults: 0, children: 0, infants: 0, held: 0, released: 0, arrived: 0 }
}
