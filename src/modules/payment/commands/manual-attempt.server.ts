import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed, type Repeatable } from '../../../platform/idempotency.server.ts'
import type { BookingRecord } from '../../booking/index.server.ts'
import { insertAttempt, listAttempts, lockAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { isActive } from '../rules/attempt.ts'
import type { AttemptRecord } from '../tables.server.ts'

export const bankTransfer = 'bank_transfer'
export const cashOnArrival = 'cash_on_arrival'

/**
 * The attempt that a transfer or cash belongs to, in the caller's transaction: the newest that can still be paid, else
 * a new one. Null when another method is open: it has to be closed first.
 */
export async function manualAttempt(
  trx: Trx,
  deps: PaymentDeps,
  booking: BookingRecord,
  provider: string,
): Promise<AttemptRecord | null> {
  const rows = await listAttempts(trx, booking.id)
  const open = rows.find((row) => isActive(row.state))
  if (open) return open.provider === provider ? lockAttempt(trx, open.id) : null
  const charge = { amount: money(booking.final_minor, booking.currency), rate: '1', isConverted: false }
  const created = await insertAttempt(trx, booking, provider, charge, null, deps.clock())
  return lockAttempt(trx, created.id)
}

/** The other method that is open, to be closed outside the transaction. */
async function otherOpenAttempt(deps: PaymentDeps, bookingId: string, provider: string): Promise<string | null> {
  const rows = await listAttempts(deps.db, bookingId)
  return rows.find((row) => isActive(row.state) && row.provider !== provider)?.id ?? null
}

/** Runs `work` in a transaction once no other method is open for the booking. */
export async function withOthersClosed<T>(
  deps: PaymentDeps,
  bookingId: string,
  provider: string,
  close: (deps: PaymentDeps, attemptId: string, end: 'cancelled') => Promise<unknown>,
  work: (trx: Trx) => Promise<T | null>,
  repeatable: Repeatable | null = null,
): Promise<T> {
  for (let tries = 0; tries < 3; tries++) {
    const other = await otherOpenAttempt(deps, bookingId, provider)
    if (other) await close(deps, other, 'cancelled')
    const done = await deps.db
      .transaction()
      .execute((trx) => onceIfKeyed(trx, repeatable, async () => (await work(trx)) ?? leave()))
      .catch(nullWhenLeft)
    if (done !== null) return done
  }
  throw new Refusal('payment/still-processing')
}

/** Leaves the transaction, which has written nothing: only what was done is an answer worth keeping. */
class OtherIsOpen extends Error {}
function leave(): never {
  throw new OtherIsOpen()
}
function nullWhenLeft(error: unknown): null {
  if (error instanceof OtherIsOpen) return null
  throw error
}
