import { type Expression, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { namedResources } from '../../catalogue/index.server.ts'
import './tables.server.ts'

export interface UseDifference {
  /** 'twice': one unit at one time; 'idle': nothing is booked on it; 'missing': booked, but without a unit. */
  readonly fault: 'twice' | 'idle' | 'missing'
  readonly resource: string
  readonly unit: number | null
  readonly departureId: string | null
  readonly bookingId: string | null
}
interface Proving {
  readonly now: Date
  /** Kinds whose bookings each have a unit of their own. */
  readonly perBooking: readonly string[]
  /** A query of the room that owns bookings: booking_id, departure_id, leg and places. */
  readonly booked: Expression<unknown>
}

/**
 * Uses that do not agree with departures and bookings; an empty list is the proof. Units are missed only on departures
 * that are ahead. One statement that reads every use.
 */
export async function findDifferingUses(
  q: Queryable,
  { now, perBooking, booked }: Proving,
): Promise<readonly UseDifference[]> {
  const { rows } = await sql<UseDifference>`
    with booked as ${booked}, faults as (
      select 'twice' as fault, a.resource_id, a.unit, a.departure_id, a.booking_id
      from resource_uses a join resource_uses b
        on a.resource_id = b.resource_id and a.unit = b.unit and a.id < b.id and a.during && b.during
      union all
      select 'idle', u.resource_id, u.unit, u.departure_id, u.booking_id
      from resource_uses u join departures d on d.id = u.departure_id
      where u.booking_id is null and d.taken = 0
      union all
      select 'idle', u.resource_id, u.unit, u.departure_id, u.booking_id
      from resource_uses u left join booked on booked.booking_id = u.booking_id and booked.leg = u.leg
        and booked.departure_id = u.departure_id
      where u.booking_id is not null and coalesce(booked.places, 0) = 0
      union all
      select 'missing', n.resource_id, null, d.id, null
      from ${namedResources} n join departures d on d.service_id = n.service_id
      where d.taken > 0 and d.local_date > (${now}::timestamptz at time zone 'UTC')::date + 1
        and n.kind <> all (${[...perBooking]}::text[])
        and not exists (select from resource_uses u where u.departure_id = d.id and u.resource_id = n.resource_id
          and u.booking_id is null)
      union all
      select 'missing', n.resource_id, null, d.id, booked.booking_id
      from ${namedResources} n join departures d on d.service_id = n.service_id
        join booked on booked.departure_id = d.id and booked.places > 0
      where d.local_date > (${now}::timestamptz at time zone 'UTC')::date + 1 and n.kind = any (${[...perBooking]}::text[])
        and not exists (select from resource_uses u where u.booking_id = booked.booking_id and u.leg = booked.leg
          and u.resource_id = n.resource_id))
    select f.fault, r.name as resource, f.unit, f.departure_id as "departureId", f.booking_id as "bookingId"
    from faults f join resources r on r.id = f.resource_id order by 1, 2, 4, 5`.execute(q)
  return rows
}
