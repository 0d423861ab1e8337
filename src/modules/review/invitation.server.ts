import { type BookingDeps, bookingSummaries } from '../booking/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { invitationDue } from './rules.ts'
import './tables.server.ts'

/** When to invite the customer to review a booking; null if it is not completed or has a review. One statement. */
export async function findInvitation(deps: BookingDeps, bookingId: string, completedAt: Date): Promise<Date | null> {
  const booking = await deps.db
    .selectFrom(bookingSummaries)
    .leftJoin('reviews', 'reviews.booking_id', 'booking_summaries.id')
    .select(['booking_status', 'travel_date', 'time_zone', 'reviews.id as review_id'])
    .where('booking_summaries.id', '=', bookingId)
    .executeTakeFirst()
  if (booking?.booking_status !== 'completed' || booking.review_id !== null) return null
  const { review_invitation_days: days } = await readSettings(deps)
  return invitationDue(completedAt, days, booking)
}
