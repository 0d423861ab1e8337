/** Whether customers may cancel a booking themselves (docs/rules/cancellation.md). */
import type { Instant } from '../../../kernel/dates.ts'
import type { MessageString } from '../../../kernel/messages.ts'
import { type Money, money } from '../../../kernel/money.ts'
import { text } from '../text.ts'
import { type CancellableBooking, proposeRefund } from './cancellation.ts'

export type CancelObstacle = 'over' | 'begun' | 'departure' | 'checking' | 'transfer' | 'noTerms'

export interface OwnCancellation extends CancellableBooking {
  readonly payment_checking_since: Instant | null
}

interface AgencyDecides {
  /** A transfer waits for the agency, which decides on the booking with it (A165). */
  readonly hasProof: boolean
  /** The agency cancelled a departure of the booking: the customer's own terms would give too little. */
  readonly isDepartureCancelled: boolean
}
export function obstacleToCancel(
  booking: OwnCancellation,
  { hasProof, isDepartureCancelled }: AgencyDecides,
  now: Instant,
): CancelObstacle | null {
  const { booking_status: status, starts_at, cancellation_terms: terms } = booking
  if (status === 'cancelled' || status === 'completed') return 'over'
  if (starts_at !== null && starts_at <= now) return 'begun'
  if (isDepartureCancelled) return 'departure'
  if (booking.payment_checking_since !== null) return 'checking'
  if (hasProof) return 'transfer'
  return booking.paid_minor > 0 && (!terms || booking.travel_date === null) ? 'noTerms' : null
}

/** `events`: the history, oldest first. */
export const isDepartureCancelledIn = (events: readonly string[]): boolean =>
  events.findLast((each) => each === 'departure-cancelled' || each === 'booking-moved') === 'departure-cancelled'

/** What the customer gets back, beside earlier refunds. */
export function refundOnCancelling(booking: OwnCancellation, now: Instant): Money {
  const due = proposeRefund(booking, now)?.amount.minor ?? 0
  return money(Math.max(0, due - booking.refunded_minor), booking.currency)
}

export const cancelObstacleText = (obstacle: CancelObstacle): MessageString => text(`cancel.${obstacle}`)
