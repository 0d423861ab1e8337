import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import { type Trip, unknownTrip } from './rules/trip.ts'
import { tripIn } from './stored-departure.server.ts'

/**
 * When and how the group of a departure travels, as it is now: staff may still change it. One statement; none without a
 * departure.
 */
export async function findTrip(q: Queryable, departureId: string | null): Promise<Trip> {
  if (departureId === null) return unknownTrip
  const row = await q
    .selectFrom('departures')
    .select(['return_date', 'travel_mode', 'carrier'])
    .where('id', '=', departureId)
    .executeTakeFirst()
  return row ? tripIn(row) : unknownTrip
}

/** A subquery for lists of bookings: the return date of their departure, or null. Select it from `bookings`. */
export const returnDateOfBooking = sql<
  string | null
>`(select return_date from departures where departures.id = bookings.departure_id)`
