import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed, type Repeatable } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { actorOf, lockBooking, renewHold, writeHistory } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import { text } from '../text.ts'
import { hasWaitingProof, settleProofs } from './read-transfer.server.ts'
import '../events.ts'

/**
 * Asks the customer for a new proof; the booking stays open (D96, A174). Refuses 'payment/reason-required',
 * 'payment/already-decided', 'payment/no-transfer'.
 */
export async function askForProof(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; reason: string },
  repeatable: Repeatable | null = null,
): Promise<void> {
  const reason = input.reason.trim()
  if (!reason)
    throw new Refusal('payment/reason-required', {}, [{ path: 'reason', message: text('transfers.reasonRequired') }])
  const ask = async (trx: Trx): Promise<true> => {
    const booking = await lockBooking(trx, input.bookingId)
    if (booking.verification !== null) throw new Refusal('payment/already-decided')
    const hasTransfer = booking.payment_gateway === bankTransfer || (await hasWaitingProof(trx, booking.id))
    if (!hasTransfer || booking.booking_status === 'cancelled') throw new Refusal('payment/no-transfer')
    const now = deps.clock()
    const bookingId = booking.id
    await settleProofs(trx, bookingId, now)
    await renewHold({ trx, deps }, booking, 'transfer')
    await openRequest(trx, { bookingId, reason, askedBy: caller.name, now })
    await writeHistory(trx, bookingId, { event: 'proof-asked', actor: actorOf(caller), data: { reason } }, now)
    const entry = { action: 'payment.proof-asked', subjectType: 'booking', subjectId: bookingId, after: { reason } }
    await writeAudit(trx, caller, entry, now)
    await emitEvent(trx, 'payment.proof-asked', { bookingId, reason }, now)
    return true
  }
  await deps.db.transaction().execute((trx) => onceIfKeyed(trx, repeatable, () => ask(trx)))
}

type NewRequest = {
  readonly bookingId: string
  readonly reason: string
  readonly askedBy: string
  readonly now: Date
}
/** Closes earlier requests: only the newest is open. */
async function openRequest(trx: Trx, { bookingId, reason, askedBy, now }: NewRequest): Promise<void> {
  await trx
    .updateTable('proof_requests')
    .set({ answered_at: now })
    .where('booking_id', '=', bookingId)
    .where('answered_at', 'is', null)
    .execute()
  await trx
    .insertInto('proof_requests')
    .values({
      id: newId(now),
      booking_id: bookingId,
      reason,
      asked_by: askedBy,
      asked_at: now,
      answered_at: null,
    })
    .execute()
}
