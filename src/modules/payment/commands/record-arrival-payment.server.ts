import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Repeatable } from '../../../platform/idempotency.server.ts'
import { lockBooking } from '../../booking/index.server.ts'
import { bookingFacts, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { getGateway, modeOf } from '../gateways.server.ts'
import { isCovered } from '../rules/booking-effect.ts'
import { applyLocked } from './apply-snapshot.server.ts'
import { closeAttempt, ownSnapshot } from './close-attempt.server.ts'
import { cashOnArrival, manualAttempt, withOthersClosed } from './manual-attempt.server.ts'

/**
 * Marks a booking as paid by hand: cash on arrival, or money that came another way (A158, D94). Why, and the number of
 * the receipt where there is one, stand in the booking's history and in the audit. Refuses 'payment/reason-required',
 * 'payment/not-payable'.
 */
export async function recordArrivalPayment(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; reason: string; receipt?: string | undefined },
  repeatable: Repeatable | null = null,
): Promise<void> {
  const reason = input.reason.trim()
  if (!reason) throw new Refusal('payment/reason-required', {}, [{ path: 'reason', message: 'Please give a reason' }])
  const facts = { reason, ...(input.receipt && { receipt: input.receipt }) }
  const mode = modeOf(await getGateway(deps, cashOnArrival))
  const record = async (trx: Trx) => {
    const booking = await lockBooking(trx, input.bookingId)
    const now = deps.clock()
    const isOpen = booking.booking_status !== 'cancelled' && !isCovered(bookingFacts(booking, now))
    if (!isOpen || booking.final_minor === 0) throw new Refusal('payment/not-payable')
    const attempt = await manualAttempt(trx, deps, booking, cashOnArrival)
    if (!attempt) return null
    const snapshot = {
      ...ownSnapshot(toAttempt(attempt), 'succeeded', mode),
      capturedMinor: attempt.amount_minor,
    } as const
    const source = { kind: 'admin', caller, isApproved: false, facts } as const
    await applyLocked(trx, deps, { booking, attempt, mode }, snapshot, source)
    const entry = {
      action: 'payment.recorded-by-hand',
      subjectType: 'booking',
      subjectId: booking.id,
      before: { payment_status: booking.payment_status },
      after: { payment_status: 'completed', ...facts },
    }
    await writeAudit(trx, caller, entry, now)
    return true
  }
  await withOthersClosed(deps, input.bookingId, cashOnArrival, closeAttempt, record, repeatable)
}
