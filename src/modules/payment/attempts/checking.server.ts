import type { Trx } from '../../../platform/db/database.server.ts'
import { type BookingRecord, lockBooking, setPaymentChecking } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { isAwaited } from './due.server.ts'
import { isPaid } from './rules/attempt.ts'
import { listAttempts, lockAttempt } from './store.server.ts'

/**
 * Starts or ends the check of an attempt, and shows it on the booking. The caller holds both locks. No statement when
 * nothing changes.
 */
export async function setChecking(
  trx: Trx,
  { attempt, booking, now }: { readonly attempt: AttemptRecord; readonly booking: BookingRecord; readonly now: Date },
  isChecking: boolean,
): Promise<BookingRecord> {
  const since = isChecking ? (attempt.checking_since ?? now) : null
  if (since === attempt.checking_since) return booking
  await trx.updateTable('payment_attempts').set({ checking_since: since }).where('id', '=', attempt.id).execute()
  const isOpen = await isAwaited(trx, { booking, attempt }, now)
  const checked = isOpen ? (await listAttempts(trx, booking.id)).flatMap((row) => row.checking_since ?? []) : []
  return setPaymentChecking(trx, booking, checked[0] ?? null)
}

/**
 * The customer returned from the provider with proof, and the provider's answer did not settle the payment: it is
 * checked until it is.
 */
export async function checkAfterReturn(deps: PaymentDeps, { id, booking_id: bookingId }: AttemptRecord): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const attempt = await lockAttempt(trx, id)
    const now = deps.clock()
    if (isPaid(attempt.state) || !(await isAwaited(trx, { booking, attempt }, now))) return
    await setChecking(trx, { attempt, booking, now }, true)
  })
}
