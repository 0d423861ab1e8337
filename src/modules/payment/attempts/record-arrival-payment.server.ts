import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Repeatable } from '../../../platform/idempotency.server.ts'
import { lockBooking } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { getGateway, modeOf } from '../gateways/store.server.ts'
import { cashOnArrival } from '../manual-methods.ts'
import { text } from '../text.ts'
import { settleProofs } from '../transfers/read-transfer.server.ts'
import { applyLocked } from './apply-snapshot.server.ts'
import { ownSnapshot } from './close-attempt.server.ts'
import { readDue } from './due.server.ts'
import { manualAttempt, withOtherMethodsClosed } from './manual-attempt.server.ts'
import { isCovered } from './rules/booking-effect.ts'
import { bookingFacts, toAttempt } from './store.server.ts'

/**
 * Marks a booking as paid by hand: cash on arrival, or money received another way (A158, D94). Reason and receipt
 * number go into the booking's history and the audit trail. Refuses 'payment/reason-required', 'payment/not-payable'.
 */
export async function recordArrivalPayment(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; reason: string; receipt?: string | undefined },
  repeatable: Repeatable | null = null,
): Promise<void> {
  const reason = input.reason.trim()
  if (!reason)
    throw new Refusal('payment/reason-required', {}, [{ path: 'reason', message: text('transfers.reasonRequired') }])
  const facts = { reason, ...(input.receipt && { receipt: input.receipt }) }
  const mode = modeOf(await getGateway(deps, cashOnArrival))
  const record = async (trx: Trx) => {
    const locked = await lockBooking(trx, input.bookingId)
    const now = deps.clock()
    const due = await readDue(trx, locked, now)
    const isOpen = locked.booking_status !== 'cancelled' && (due.move !== null || !isCovered(bookingFacts(locked, now)))
    if (!isOpen || due.amount.minor === 0) throw new Refusal('payment/not-payable')
    const opened = await manualAttempt({ trx, deps }, locked, cashOnArrival)
    if (!opened) return null
    const { booking, attempt } = opened
    const snapshot = { ...ownSnapshot(toAttempt(attempt), 'succeeded', mode), capturedMinor: attempt.amount_minor }
    const source = { kind: 'admin', caller, isApproved: false, facts } as const
    await applyLocked(trx, deps, { booking, attempt, mode }, snapshot, source)
    await settleProofs(trx, booking.id, now)
    const entry = {
      action: 'payment.recorded-by-hand',
      subjectType: 'booking',
      subjectId: booking.id,
      before: { payment_status: booking.payment_status },
      after: { payment_status: 'completed', ...(due.move && { difference_minor: due.amount.minor }), ...facts },
    }
    await writeAudit(trx, caller, entry, now)
    return true
  }
  await withOtherMethodsClosed(
    deps,
    { bookingId: input.bookingId, provider: cashOnArrival, repeatable, isStaff: true },
    record,
  )
}
