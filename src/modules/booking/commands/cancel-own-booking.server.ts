import { forAnswer } from '../../../kernel/messages.ts'
import type { Money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { isStaffRole } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { getBooking, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf } from '../history.server.ts'
import { cancelObstacleText, obstacleToCancel, refundOnCancelling } from '../rules/own-cancellation.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { cancelBooking } from './change-state.server.ts'
import { decideLocked, refundFacts } from './decide-status.server.ts'

interface Wanted {
  readonly bookingId: string
  /** The refund that the customer saw. */
  readonly expected_refund: Money
  readonly reason?: string | undefined
}
type HasProof = (q: Queryable, booking: BookingRecord) => Promise<boolean>

/**
 * Cancels a booking for its customer, who gets the refund of the terms. Repeating it is safe. Audited for staff. Refuses
 * 'booking/not-found', 'booking/not-cancellable' with the reason, and 'booking/changed' when the refund is another one
 * than the customer saw.
 */
export async function cancelOwnBooking(
  deps: BookingDeps & { readonly hasProof: HasProof },
  caller: Caller,
  { bookingId, expected_refund: expected, reason }: Wanted,
): Promise<BookingRecord> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    if (booking.booking_status === 'cancelled') return
    const now = deps.clock()
    const [hasProof, isDepartureCancelled] = [await deps.hasProof(trx, booking), await awaitsAgency(trx, booking)]
    const obstacle = obstacleToCancel(booking, { hasProof, isDepartureCancelled }, now)
    if (obstacle) throw new Refusal('booking/not-cancellable', { reason: forAnswer(cancelObstacleText(obstacle)) })
    const refund = refundOnCancelling(booking, now)
    if (refund.minor !== expected.minor || refund.currency !== expected.currency) throw new Refusal('booking/changed')
    const { isAsProposed: _, ...facts } = refundFacts(booking, {}, now)
    const why = reason?.trim() ? text('cancel.because', { reason: reason.trim() }) : text('cancel.byCustomer')
    const step = { reason: say(why), ...facts }
    if (isStaffRole(caller.role)) await decideLocked(trx, deps, { booking, step: 'cancel', caller, facts: step })
    else await cancelBooking(trx, deps, booking, actorOf(caller), step)
  })
  return getBooking(deps.db, bookingId)
}

/** A departure of the booking was cancelled, and the agency has not ended or moved the booking. One statement. */
async function awaitsAgency(trx: Queryable, booking: BookingRecord): Promise<boolean> {
  const cancellation = await trx
    .selectFrom('departure_cancellation_bookings as item')
    .innerJoin('departure_cancellations as cancellation', 'cancellation.id', 'item.cancellation_id')
    .select('item.booking_id')
    .where('item.booking_id', '=', booking.id)
    .where('cancellation.departure_id', 'in', [booking.departure_id, booking.return_leg_departure_id])
    .executeTakeFirst()
  return cancellation !== undefined
}
