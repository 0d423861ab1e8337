import type { Text } from '../../../kernel/messages.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed, type Repeatable } from '../../../platform/idempotency.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { actorOf, lockBooking, systemActor } from '../../booking/index.server.ts'
import { applyLocked, type Locked, type Source } from '../attempts/apply-snapshot.server.ts'
import { closeAttempt, ownSnapshot } from '../attempts/close-attempt.server.ts'
import { isActive, isPaid } from '../attempts/rules/attempt.ts'
import { getAttempt, listAttempts, lockAttempt, toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider } from '../gateways/call-provider.server.ts'
import { findGateway, modeOfProvider } from '../gateways/store.server.ts'
import type { RefundOutcome, Snapshot } from '../port.ts'
import type { AttemptRecord, RefundRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { refundable, refundsDue } from './rules/refund.ts'
import { insertRefund, listRefunds, type RefundReason, readPaying, toRefund } from './store.server.ts'

type SettledRefund = Exclude<RefundOutcome, { outcome: 'unknown' }>
type WantedRefund = { amountMinor?: number; reason: RefundReason; requestedBy: string | null }

/**
 * Reserves a refund: the given amount, or all that is left. Returns null when nothing is left. Refuses
 * 'payment/refund-too-large'.
 */
export async function createRefund(
  deps: PaymentDeps,
  attemptId: string,
  wanted: WantedRefund,
  caller: Caller | null = null,
  repeatable: Repeatable | null = null,
): Promise<string | null> {
  const { booking_id: bookingId } = await getAttempt(deps.db, attemptId)
  return deps.db.transaction().execute((trx) =>
    onceIfKeyed(trx, repeatable, async () => {
      await lockBooking(trx, bookingId)
      return reserveRefund(trx, deps, await lockAttempt(trx, attemptId), wanted, caller)
    }),
  )
}

async function reserveRefund(
  trx: Trx,
  deps: PaymentDeps,
  attempt: AttemptRecord,
  wanted: WantedRefund,
  caller: Caller | null,
): Promise<string | null> {
  const left = refundable(attempt.captured_minor, (await listRefunds(trx, [attempt.id])).map(toRefund))
  const amount = wanted.amountMinor ?? left
  if (amount > left) throw new Refusal('payment/refund-too-large', { refundable: left })
  if (amount === 0) return null
  const now = deps.clock()
  if (caller) {
    const after = { attemptId: attempt.id, amountMinor: amount, currency: attempt.currency, reason: wanted.reason }
    const entry = { action: 'refund.created', subjectType: 'booking', subjectId: attempt.booking_id, after }
    await writeAudit(trx, caller, entry, now)
  }
  const actor = caller ? actorOf(caller) : systemActor
  const amountBack = money(amount, attempt.currency)
  return insertRefund(trx, attempt, amountBack, { reason: wanted.reason, requestedBy: wanted.requestedBy, actor }, now)
}

/** After a booking is cancelled: refunds what is due (A157, D93) and closes open attempts. Idempotent. */
export async function refundCancelledBooking(deps: PaymentDeps, bookingId: string): Promise<void> {
  for (const attempt of await listAttempts(deps.db, bookingId)) {
    const closed = isActive(attempt.state) ? await closeAttempt(deps, attempt.id, 'cancelled') : null
    if (attempt.captured_minor === 0 && !(closed && isPaid(closed.state))) continue
    await refundDueAmount(deps, attempt.id)
  }
}

/**
 * Refunds the due amount of the payments that paid the booking, the newest first. Other payments, and bookings without a decided amount,
 * are refunded in full.
 */
async function refundDueAmount(deps: PaymentDeps, attemptId: string): Promise<void> {
  const { booking_id: bookingId } = await getAttempt(deps.db, attemptId)
  await deps.db.transaction().execute(async (trx) => {
    const { refund_due_minor: due } = await lockBooking(trx, bookingId)
    const attempt = await lockAttempt(trx, attemptId)
    const paying = await readPaying(trx, bookingId)
    const place = due === null ? -1 : paying.findIndex((each) => each.attempt.id === attemptId)
    const own = (await listRefunds(trx, [attemptId])).map(toRefund)
    const amountMinor =
      due !== null && place >= 0 ? (refundsDue(paying, due)[place] ?? 0) : refundable(attempt.captured_minor, own)
    await reserveRefund(trx, deps, attempt, { amountMinor, reason: 'booking_cancelled', requestedBy: null }, null)
  })
}

/**
 * The job: sends a reserved refund to the provider, with the refund's id as idempotency key. Manual refunds wait for
 * staff.
 */
export async function runRefund(deps: PaymentDeps, refundId: string): Promise<void> {
  const refund = await getRefund(deps, refundId)
  if (refund.state !== 'created') return
  const attempt = await getAttempt(deps.db, refund.attempt_id)
  const gateway = await findGateway(deps, attempt.provider)
  const give = gateway?.provider.refund
  if (!gateway || !give) return
  const amount = money(refund.amount_minor, refund.currency)
  const request = { attempt: toAttempt(attempt), refundId, amount, reason: refund.reason }
  const outcome = await callProvider(deps, gateway, (ctx) => give(ctx, request))
  // The refund may have gone through. The job retries with the same key.
  if (outcome.outcome === 'unknown') throw new Error(`refund ${refundId}: ${say(outcome.message)}`)
  await recordRefund(deps, refund, { outcome, source: { kind: 'check' } })
}

/** Staff made a manual refund, or could not (bank transfer, cash). Refuses 'payment/refund-settled'. */
export async function settleRefund(
  deps: PaymentDeps,
  caller: Caller,
  refundId: string,
  outcome: 'succeeded' | 'failed',
  repeatable: Repeatable | null = null,
): Promise<void> {
  const refund = await getRefund(deps, refundId)
  const ref = `manual:${refundId}`
  const settled: SettledRefund =
    outcome === 'succeeded' ? { outcome, ref } : { outcome, message: text('refunds.byHand') }
  await recordRefund(deps, refund, {
    outcome: settled,
    source: { kind: 'admin', caller, isApproved: false },
    repeatable,
  })
}

export async function bookingOfRefund(deps: PaymentDeps, refundId: string): Promise<string> {
  return (await getAttempt(deps.db, (await getRefund(deps, refundId)).attempt_id)).booking_id
}

async function getRefund(deps: PaymentDeps, refundId: string): Promise<RefundRecord> {
  const row = await deps.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!row) throw new Refusal('payment/unknown-attempt')
  return row
}

/** Goes through applyLocked, so that totals, states and the booking change in one transaction. */
async function recordRefund(
  deps: PaymentDeps,
  refund: RefundRecord,
  { outcome, source, repeatable = null }: { outcome: SettledRefund; source: Source; repeatable?: Repeatable | null },
): Promise<void> {
  const { booking_id: bookingId, provider } = await getAttempt(deps.db, refund.attempt_id)
  const mode = await modeOfProvider(deps, provider)
  const record = async (trx: Trx): Promise<true> => {
    const booking = await lockBooking(trx, bookingId)
    const attempt = await lockAttempt(trx, refund.attempt_id)
    const current = await trx.selectFrom('refunds').selectAll().where('id', '=', refund.id).executeTakeFirstOrThrow()
    const isSettled = current.state === 'succeeded' || current.state === 'failed'
    if (isSettled && source.kind === 'admin') throw new Refusal('payment/refund-settled')
    if (isSettled) return true
    if (outcome.outcome === 'failed')
      await storeFailure(trx, refund.id, { message: outcome.message, now: deps.clock() })
    const snapshot = refundSnapshot({ booking, attempt, mode }, current, outcome)
    await applyLocked(trx, deps, { booking, attempt, mode }, snapshot, source)
    if (source.kind === 'admin') {
      const entry = {
        action: 'refund.settled',
        subjectType: 'booking',
        subjectId: bookingId,
        before: { state: current.state },
        after: { outcome: outcome.outcome },
      }
      await writeAudit(trx, source.caller, entry, deps.clock())
    }
    return true
  }
  await deps.db.transaction().execute((trx) => onceIfKeyed(trx, repeatable, () => record(trx)))
}

async function storeFailure(
  trx: Trx,
  refundId: string,
  { message, now }: { readonly message: Text; readonly now: Date },
): Promise<void> {
  const change = { failure_message: message, updated_at: now }
  await trx.updateTable('refunds').set(change).where('id', '=', refundId).execute()
}

/** The attempt unchanged, with the new state of this refund. */
function refundSnapshot({ attempt, mode }: Locked, refund: RefundRecord, outcome: SettledRefund): Snapshot {
  const ref = 'ref' in outcome ? outcome.ref : (refund.provider_refund_ref ?? `failed:${refund.id}`)
  const report = { ref, ourId: refund.id, amountMinor: refund.amount_minor, state: outcome.outcome }
  return { ...ownSnapshot(toAttempt(attempt), 'succeeded', mode), refunds: [report] }
}
