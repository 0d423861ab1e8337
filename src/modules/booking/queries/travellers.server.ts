import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

/** The travellers of a booking for staff, in their order. */
export const readTravellers = (q: Queryable, bookingId: string) =>
  q
    .selectFrom('booking_travelers')
    .select([
      'id',
      'position',
      'first_name',
      'last_name',
      'is_single_name',
      'traveler_type',
      'passport_number',
      'passport_expiry',
      'date_of_birth',
      'arrival_date',
      'departure_date',
      'removed_at',
    ])
    .where('booking_id', '=', bookingId)
    .orderBy('position')
    .execute()
