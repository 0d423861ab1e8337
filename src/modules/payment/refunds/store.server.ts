import { type Money, money } from '../../../kernel/money.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { addJob, emitEvent } from '../../../platform/jobs/events.server.ts'
import { type Actor, writeHistory } from '../../booking/index.server.ts'
import { toAttempt } from '../attempts/store.server.ts'
import { listPaying } from '../ledger/write-entries.server.ts'
import type { AttemptRecord, RefundRecord } from '../tables.server.ts'
import type { Paying, Refund, RefundChange } from './rules/refund.ts'
import '../events.ts'

/** One of our codes, or a sentence typed by staff. */
export type RefundReason = 'late_payment' | 'double_payment' | 'booking_cancelled' | 'booking_moved' | (string & {})

export const toRefund = (row: RefundRecord): Refund => ({
  id: row.id,
  amountMinor: row.amount_minor,
  state: row.state,
  origin: row.origin,
  ref: row.provider_refund_ref,
})
/** Oldest first. */
export const listRefunds = (q: Queryable, attemptIds: readonly string[]): Promise<RefundRecord[]> =>
  q
    .selectFrom('refunds')
    .selectAll()
    .where('attempt_id', 'in', attemptIds.length > 0 ? attemptIds : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The payments of a booking with their refunds, newest first. At most two statements. */
export async function readPaying(q: Queryable, bookingId: string): Promise<readonly PayingRow[]> {
  const rows = await listPaying(q, bookingId)
  const refunds =
    rows.length > 0
      ? await listRefunds(
          q,
          rows.map(({ id }) => id),
        )
      : []
  return rows.map((row) => ({
    ...{ row, attempt: toAttempt(row) },
    refunds: refunds.filter(({ attempt_id: attemptId }) => attemptId === row.id).map(toRefund),
  }))
}
export type PayingRow = Paying & { readonly row: AttemptRecord }

/** Reserves a refund; the job 'run-refund' makes it. The caller holds the attempt's lock and has checked the amount. */
export async function insertRefund(
  trx: Trx,
  attempt: AttemptRecord,
  amount: Money,
  { reason, requestedBy, actor }: { reason: RefundReason; requestedBy: string | null; actor: Actor },
  now: Date,
): Promise<string> {
  const id = newId(now)
  await trx
    .insertInto('refunds')
    .values({
      id,
      attempt_id: attempt.id,
      amount_minor: amount.minor,
      currency: amount.currency,
      origin: 'ours',
      reason,
      provider: attempt.provider,
      provider_refund_ref: null,
      failure_message: null,
      requested_by: requestedBy,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await addJob(trx, 'run-refund', { refundId: id }, { key: `refund:${id}` })
  await writeHistory(trx, attempt.booking_id, { event: 'refund-started', actor, data: dataOf(id, amount, reason) }, now)
  const payload = { bookingId: attempt.booking_id, attemptId: attempt.id, refundId: id, reason }
  await emitEvent(trx, 'payment.refund-created', payload, now)
  return id
}

const dataOf = (refundId: string, amount: Money, reason: string) => ({
  refundId,
  amountMinor: amount.minor,
  currency: amount.currency,
  reason,
})

/** Stores the refund changes of a snapshot. External refunds already have their ids from the rules. */
export async function saveRefundChanges(
  trx: Trx,
  attempt: AttemptRecord,
  { refundChanges: changes, refunds: after }: { refundChanges: readonly RefundChange[]; refunds: readonly Refund[] },
  actor: Actor,
  now: Date,
): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'update') continue
    await trx
      .updateTable('refunds')
      .set({ state: change.state, ...(change.ref !== null && { provider_refund_ref: change.ref }), updated_at: now })
      .where('id', '=', change.id)
      .execute()
  }
  const added = changes.some((change) => change.kind === 'external') ? after.slice(-countExternal(changes)) : []
  for (const refund of added) {
    await trx
      .insertInto('refunds')
      .values({
        id: refund.id,
        attempt_id: attempt.id,
        amount_minor: refund.amountMinor,
        currency: attempt.currency,
        state: refund.state,
        origin: 'external',
        reason: 'external',
        provider: attempt.provider,
        provider_refund_ref: refund.ref,
        failure_message: null,
        requested_by: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
  const updated = changes.flatMap((c) => (c.kind === 'update' && c.state === 'succeeded' ? [c.id] : []))
  const elsewhere = added.flatMap((refund) => (refund.state === 'succeeded' ? [refund.id] : []))
  for (const id of [...updated, ...elsewhere]) await announceRefund(trx, attempt, { id, actor, now })
}

type Announced = { readonly id: string; readonly actor: Actor; readonly now: Date }
async function announceRefund(trx: Trx, attempt: AttemptRecord, { id, actor, now }: Announced): Promise<void> {
  const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const data = dataOf(id, money(refund.amount_minor, refund.currency), refund.reason)
  await writeHistory(trx, attempt.booking_id, { event: 'refund-done', actor, data }, now)
  const payload = { bookingId: attempt.booking_id, attemptId: attempt.id, refundId: id, reason: refund.reason }
  await emitEvent(trx, 'payment.refunded', payload, now)
}
const countExternal = (changes: readonly RefundChange[]): number =>
  changes.filter((change) => change.kind === 'external').length
