import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed, type Repeatable } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { actorOf, lockBooking, writeHistory } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { bankTransfer } from './manual-attempt.server.ts'
import '../events.ts'

/** Asks the customer for another proof; the booking stays open (D96, A174). Refuses 'payment/reason-required'. */
export async function askForProof(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; reason: string },
  repeatable: Repeatable | null = null,
): Promise<void> {
  const reason = input.reason.trim()
  if (!reason) throw new Refusal('payment/reason-required', {}, [{ path: 'reason', message: 'Please give a reason' }])
  const ask = async (trx: Trx): Promise<true> => {
    const booking = await lockBooking(trx, input.bookingId)
    if (booking.verification !== null) throw new Refusal('payment/already-decided')
    if (booking.payment_gateway !== bankTransfer || booking.booking_status === 'cancelled') {
      throw new Refusal('payment/no-transfer')
    }
    const now = deps.clock()
    const bookingId = booking.id
    // The newest question is the one that is open.
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
        asked_by: caller.name,
        asked_at: now,
        answered_at: null,
      })
      .execute()
    await writeHistory(trx, bookingId, { event: 'proof-asked', actor: actorOf(caller), data: { reason } }, now)
    const entry = { action: 'payment.proof-asked', subjectType: 'booking', subjectId: bookingId, after: { reason } }
    await writeAudit(trx, caller, entry, now)
    await emitEvent(trx, 'payment.proof-asked', { bookingId, reason }, now)
    return true
  }
  await deps.db.transaction().execute((trx) => onceIfKeyed(trx, repeatable, () => ask(trx)))
}
