import { sql } from 'kysely'
import type { LocalTime } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { arrivedOf } from '../check-in/read-check-in.server.ts'
import type { DeparturePage } from '../departure-contract.ts'
import type { BookingStatus } from '../rules/states.ts'
import '../tables.server.ts'

type Party = DeparturePage['parties'][number]
interface Row {
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
  readonly currency: string
  readonly due_minor: number
  readonly misses_documents: boolean
  readonly arrived: number
  readonly travellers: readonly string[]
}

/**
 * Bookings that travel on a departure, by their own time and customer name: not cancelled ones, nor unpaid ones whose hold
 * has ended. One statement.
 */
export async function listParties(q: Queryable, departureId: string, max: number): Promise<Party[]> {
  const { rows } = await sql<Row>`
    select b.id, b.booking_reference, b.booking_status, b.travel_time, b.customer_name, b.customer_phone,
      b.adults_count, b.children_count, b.infants_count, b.places, b.selected_language, b.pickup_location,
      b.special_requests, b.currency,
      case when b.payment_status in ('completed', 'refunded') then 0 else b.final_minor - b.paid_minor end as due_minor,
      coalesce(b.case_stage = 'waiting_for_documents', false) as misses_documents,
      ${arrivedOf('b')}::int as arrived,
      array(select btrim(concat(t.first_name, ' ', t.last_name)) from booking_travelers t
        where t.booking_id = b.id order by t.position) as travellers
    from bookings b
    where b.departure_id = ${departureId} and b.booking_status <> 'cancelled' and b.released_places = 0
    order by b.travel_time nulls first, lower(b.customer_name), b.id
    limit ${max}`.execute(q)
  return rows.map(partyOf)
}

const partyOf = (row: Row): Party => ({
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
  pickup_location: row.pickup_location,
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
      coalesce(sum(${arrivedOf('b')}) filter (where released_places = 0), 0)::int as arrived
    from bookings b where departure_id = ${departureId} and booking_status <> 'cancelled'`.execute(q)
  return rows[0] ?? { adults: 0, children: 0, infants: 0, held: 0, released: 0, arrived: 0 }
}
