import type { BookingDeps } from '../booking/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { invitationDue } from './rules.ts'
import './tables.server.ts'

/**
 * When the holder of a booking is asked for a review; null where nobody is asked: it is not completed, or its review is
 * written. One statement.
 */
export async function findInvitation(deps: BookingDeps, bookingId: string, completedAt: Date): Promise<Date | null> {
  const booking = await deps.db
    .selectFrom('bookings')
    .leftJoin('reviews', 'reviews.booking_id', 'bookings.id')
    .select(['booking_status', 'travel_date', 'time_zone', 'reviews.id as review_id'])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
  if (booking?.booking_status !== 'completed' || booking.review_id !== null) return null
  const { review_invitation_days: days } = await readSettings(deps)
  return invitationDue(completedAt, days, booking)
}
