import type { Trx } from '../../../platform/db/database.server.ts'
import { type BookingRecord, lockBooking } from '../../booking/index.server.ts'
import { applyLocked, type Locked } from '../attempts/apply-snapshot.server.ts'
import { ownSnapshot } from '../attempts/close-attempt.server.ts'
import { manualAttempt } from '../attempts/manual-attempt.server.ts'
import { isActive, isPaid } from '../attempts/rules/attempt.ts'
import { listAttempts, lockAttempt, toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import { refundable } from '../refunds/rules/refund.ts'
import { listRefunds, toRefund } from '../refunds/store.server.ts'
import type { AttemptRecord } from '../tables.server.ts'

type Work = { readonly trx: Trx; readonly deps: PaymentDeps }

/**
 * The attempt that counts the money of an approved transfer, given the open one. If the customer switched to another
 * method and back, money recorded before is on an ended attempt. That attempt is continued, or the money would count
 * twice. Money that was refunded since no longer counts, so a new attempt follows.
 */
export async function attemptToApprove({ trx, deps }: Work, open: Locked): Promise<Locked> {
  const { attempt, mode, booking } = open
  if (attempt.captured_minor > 0) {
    if ((await keptOf(trx, attempt)) > 0) return open
    const opened = await manualAttempt({ trx, deps }, await endOpen({ trx, deps }, open), bankTransfer)
    return opened ? { ...opened, mode } : open
  }
  for (const row of await listAttempts(trx, booking.id))
    if (isLeft(row, attempt) && (await keptOf(trx, row)) === row.captured_minor)
      return { booking, attempt: await lockAttempt(trx, row.id), mode }
  return open
}

/** Ends an open attempt that another one of the same method follows. */
export async function endOpen({ trx, deps }: Work, open: Locked): Promise<BookingRecord> {
  const snapshot = ownSnapshot(toAttempt(open.attempt), 'cancelled', open.mode)
  await applyLocked(trx, deps, open, snapshot, { kind: 'check', isCarriedOn: true })
  return lockBooking(trx, open.booking.id)
}

const isLeft = (row: AttemptRecord, open: AttemptRecord): boolean =>
  row.provider === bankTransfer &&
  !isActive(row.state) &&
  !isPaid(row.state) &&
  row.captured_minor > 0 &&
  row.amount_minor === open.amount_minor &&
  row.currency === open.currency &&
  row.move_id === open.move_id

const keptOf = async (trx: Trx, { id, captured_minor }: AttemptRecord): Promise<number> =>
  refundable(captured_minor, (await listRefunds(trx, [id])).map(toRefund))
