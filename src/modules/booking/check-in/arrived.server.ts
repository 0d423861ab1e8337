import type { Queryable } from '../../../platform/db/database.server.ts'
import type { BookingRecord } from '../tables.server.ts'

/** Whether anybody of the booking has arrived for either leg. One statement. */
export async function hasArrived(
  q: Queryable,
  { id, departure_id, return_leg_departure_id }: BookingRecord,
): Promise<boolean> {
  const query = q.selectFrom('check_ins').select('id').where('booking_id', '=', id).where('undone_at', 'is', null)
  const departures = [departure_id, return_leg_departure_id].flatMap((departure) => departure ?? [])
  if (departures.length === 0) return false
  return (await query.where('departure_id', 'in', departures).executeTakeFirst()) !== undefined
}
