import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Repeatable } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { actorOf, type BookingRecord, cancelBooking, lockBooking, recordPayment } from '../../booking/index.server.ts'
import { toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { getGateway, modeOf } from '../gateways.server.ts'
import type { ProviderMode } from '../port.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { applyLocked } from './apply-snapshot.server.ts'
import { closeAttempt, ownSnapshot } from './close-attempt.server.ts'
import { bankTransfer, manualAttempt, withOthersClosed } from './manual-attempt.server.ts'
import '../events.ts'

export type TransferDecision = {
  readonly bookingId: string
  readonly decision: 'approved' | 'rejected'
  readonly admin_notes?: string | undefined
}

/**
 * Approves or rejects a bank transfer, once (A167-A173). Approved: the money counts and the booking is confirmed.
 * Rejected: payment failed and booking cancelled (D96). Refuses 'payment/already-decided', 'payment/no-transfer'.
 */
export async function decideTransfer(
  deps: PaymentDeps,
  caller: Caller,
  input: TransferDecision,
  repeatable: Repeatable | null = null,
): Promise<void> {
  const mode = modeOf(await getGateway(deps, bankTransfer))
  await requireUndecided(deps, input.bookingId)
  const decide = async (trx: Trx) => {
    const booking = await lockBooking(trx, input.bookingId)
    requireTransfer(booking)
    const attempt = await manualAttempt(trx, deps, booking, bankTransfer)
    if (!attempt) return null
    const decided = await writeDecision(trx, deps, caller, booking, input)
    const what = { booking: decided, attempt, mode }
    if (input.decision === 'approved') await approve(trx, deps, caller, what)
    else await reject(trx, deps, caller, what)
    return true
  }
  await withOthersClosed(deps, input.bookingId, bankTransfer, closeAttempt, decide, repeatable)
}

async function requireUndecided(deps: PaymentDeps, bookingId: string): Promise<void> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  requireTransfer(booking)
}
function requireTransfer(booking: BookingRecord): void {
  if (booking.verification !== null) throw new Refusal('payment/already-decided')
  const isOpen = booking.payment_status === 'pending' || booking.payment_status === 'failed'
  if (booking.payment_gateway !== bankTransfer || !isOpen || booking.booking_status === 'cancelled') {
    throw new Refusal('payment/no-transfer')
  }
}

/** Who, when and with which notes (A169, A170); notes that were not given stay as they were. */
async function writeDecision(
  trx: Trx,
  deps: PaymentDeps,
  caller: Caller,
  booking: BookingRecord,
  input: TransferDecision,
): Promise<BookingRecord> {
  const { decision } = input
  const notes = input.admin_notes?.trim()
  const entry = {
    action: `payment.transfer-${decision}`,
    subjectType: 'booking',
    subjectId: booking.id,
    before: { payment_status: booking.payment_status, admin_notes: booking.admin_notes },
    after: { decision, ...(notes && { admin_notes: notes }) },
  }
  await writeAudit(trx, caller, entry, deps.clock())
  const verification = { decision, by: caller.name }
  const event = { event: `transfer-${decision}`, actor: actorOf(caller) } as const
  const recorded = await recordPayment(trx, deps, booking, { verification }, event)
  if (!notes) return recorded
  return trx
    .updateTable('bookings')
    .set({ admin_notes: notes })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Decided = { readonly booking: BookingRecord; readonly attempt: AttemptRecord; readonly mode: ProviderMode }

async function approve(trx: Trx, deps: PaymentDeps, caller: Caller, what: Decided): Promise<void> {
  const { amount_minor: amount } = what.attempt
  const snapshot = { ...ownSnapshot(toAttempt(what.attempt), 'succeeded', what.mode), capturedMinor: amount }
  await applyLocked(trx, deps, what, snapshot, { kind: 'admin', caller, isApproved: true })
}

async function reject(trx: Trx, deps: PaymentDeps, caller: Caller, what: Decided): Promise<void> {
  const snapshot = ownSnapshot(toAttempt(what.attempt), 'failed', what.mode)
  const { booking } = await applyLocked(trx, deps, what, snapshot, { kind: 'admin', caller, isApproved: false })
  // The staff's notes are theirs (D25): the customer reads only this.
  const reason = 'The bank transfer could not be verified'
  await cancelBooking(trx, deps, booking, actorOf(caller), { reason })
  const payload = { bookingId: booking.id, attemptId: what.attempt.id, reason }
  await emitEvent(trx, 'payment.rejected', payload, deps.clock())
}
