import { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed, type Repeatable } from '../../../platform/idempotency.server.ts'
import type { BookingRecord } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { applyLocked } from './apply-snapshot.server.ts'
import { closeAttempt, ownSnapshot } from './close-attempt.server.ts'
import { readDue } from './due.server.ts'
import { isActive } from './rules/attempt.ts'
import { insertAttempt, listAttempts, lockAttempt, toAttempt } from './store.server.ts'

type Work = { readonly trx: Trx; readonly deps: PaymentDeps }
type Pair = { readonly booking: BookingRecord; readonly attempt: AttemptRecord }

const isManual = (deps: PaymentDeps, provider: string): boolean =>
  deps.providers.find(provider)?.describe.type === 'manual'

/**
 * Ends the open attempt of a manual method and takes back what it granted, in the caller's transaction: no provider has
 * to be asked. Null for other methods.
 */
export async function closeManual({ trx, deps }: Work, { booking, attempt }: Pair): Promise<BookingRecord | null> {
  const provider = deps.providers.find(attempt.provider)
  if (provider?.describe.type !== 'manual') return null
  const mode = provider.mode({ settings: {}, secrets: {} })
  const locked = { booking, attempt: await lockAttempt(trx, attempt.id), mode }
  const snapshot = ownSnapshot(toAttempt(locked.attempt), 'cancelled', mode)
  return (await applyLocked(trx, deps, locked, snapshot, { kind: 'check' })).booking
}

/**
 * The open attempt of this manual method, else a new one, locked, with the booking as it is then. Another manual method
 * is closed. Null when an online method is open: close that first.
 */
export async function manualAttempt(work: Work, before: BookingRecord, provider: string): Promise<Pair | null> {
  const { trx, deps } = work
  const rows = await listAttempts(trx, before.id)
  const open = rows.find((row) => isActive(row.state))
  if (open?.provider === provider) return { booking: before, attempt: await lockAttempt(trx, open.id) }
  const booking = open ? await closeManual(work, { booking: before, attempt: open }) : before
  if (!booking) return null
  const now = deps.clock()
  const { amount, move } = await readDue(trx, booking, now)
  const charge = { amount, rate: '1', isConverted: false }
  const created = await insertAttempt(trx, booking, { provider, charge, expiresAt: null, now, move })
  return { booking, attempt: await lockAttempt(trx, created.id) }
}

/** Manual methods need no call to a provider, so `manualAttempt` closes them. */
async function otherOpenAttempt(deps: PaymentDeps, bookingId: string, provider: string): Promise<string | null> {
  const rows = await listAttempts(deps.db, bookingId)
  const isOther = (row: AttemptRecord) => row.provider !== provider && !isManual(deps, row.provider)
  return rows.find((row) => isActive(row.state) && isOther(row))?.id ?? null
}

type ManualWrite = {
  readonly bookingId: string
  readonly provider: string
  readonly repeatable?: Repeatable | null
  /** Staff decide, so a payment under check is given up for review. */
  readonly isStaff?: boolean
}

/**
 * Closes attempts of other methods with their providers, then runs `work` in a transaction. `work` returns null when
 * another method was opened in the meantime. Refuses 'payment/still-processing'.
 */
export async function withOtherMethodsClosed<T>(
  deps: PaymentDeps,
  { bookingId, provider, repeatable = null, isStaff = false }: ManualWrite,
  work: (trx: Trx) => Promise<T | null>,
): Promise<T> {
  for (let tries = 0; tries < 3; tries++) {
    const other = await otherOpenAttempt(deps, bookingId, provider)
    if (other) await closeAttempt(deps, other, isStaff ? 'given-up' : 'cancelled')
    const done = await deps.db
      .transaction()
      .execute((trx) => onceIfKeyed(trx, repeatable, async () => (await work(trx)) ?? leave()))
      .catch(nullWhenLeft)
    if (done !== null) return done
  }
  throw new Refusal('payment/still-processing')
}

/** Rolls the transaction back, so that no idempotency key is stored for an unfinished request. */
class OtherIsOpen extends Error {}
function leave(): never {
  throw new OtherIsOpen()
}
function nullWhenLeft(error: unknown): null {
  if (error instanceof OtherIsOpen) return null
  throw error
}
