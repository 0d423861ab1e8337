import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed, type Repeatable } from '../../../platform/idempotency.server.ts'
import { lockBooking } from '../../booking/index.server.ts'
import { setChecking } from '../attempts/checking.server.ts'
import { getAttempt, lockAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'

/** Closes a review with a note on what was done. Returns the booking's id. */
export async function closeReview(
  deps: PaymentDeps,
  caller: Caller,
  input: { attemptId: string; note: string },
  repeatable: Repeatable | null = null,
): Promise<string> {
  const { booking_id: bookingId } = await getAttempt(deps.db, input.attemptId)
  const close = async (trx: Trx): Promise<true> => {
    const booking = await lockBooking(trx, bookingId)
    const attempt = await lockAttempt(trx, input.attemptId)
    const now = deps.clock()
    await trx
      .updateTable('payment_attempts')
      .set({ review_reason: null, review_since: null, version: attempt.version + 1, updated_at: now })
      .where('id', '=', attempt.id)
      .execute()
    if (attempt.state !== 'processing') await setChecking(trx, { attempt, booking, now }, false)
    const entry = {
      action: 'payment.review-closed',
      subjectType: 'booking',
      subjectId: bookingId,
      before: { attemptId: attempt.id, reason: attempt.review_reason },
      after: { note: input.note },
    }
    await writeAudit(trx, caller, entry, now)
    return true
  }
  await deps.db.transaction().execute((trx) => onceIfKeyed(trx, repeatable, () => close(trx)))
  return bookingId
}
