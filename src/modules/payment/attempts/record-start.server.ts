import { money } from '../../../kernel/money.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { actorOf, type BookingRecord, lockBooking, recordPayment } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider, ProviderUnreachable } from '../gateways/call-provider.server.ts'
import { type Gateway, modeOf } from '../gateways/store.server.ts'
import type { StartOutcome } from '../port.ts'
import type { AttemptDraft, AttemptRecord } from '../tables.server.ts'
import { applyLocked } from './apply-snapshot.server.ts'
import { ownSnapshot } from './close-attempt.server.ts'
import type { Due } from './due.server.ts'
import { type Grants, grantArrival, holdForMethod } from './grants.server.ts'
import { isActive } from './rules/attempt.ts'
import type { Charge } from './rules/charge.ts'
import { lockAttempt, storeAttempt, toAttempt } from './store.server.ts'

export type Start = {
  readonly deps: PaymentDeps
  readonly caller: Caller
  readonly gateway: Gateway
  readonly charge: Charge
  /** The charge is for this. */
  readonly due: Due
}
type Started = { readonly booking: BookingRecord; readonly attempt: AttemptRecord }

/**
 * Call it outside any transaction, but for manual methods. The idempotency key belongs to the attempt, so a repetition finds the same object.
 */
export async function askProvider(
  { deps, gateway }: Start,
  booking: BookingRecord,
  row: AttemptDraft,
): Promise<StartOutcome> {
  const attempt = toAttempt(row)
  const request = {
    attempt,
    payable: {
      reference: booking.booking_reference,
      amount: money(row.amount_minor, row.currency),
      description: `${booking.service_title} (${booking.booking_reference})`,
      customer: { name: booking.customer_name, email: booking.customer_email, phone: booking.customer_phone },
    },
    returnUrl: `${deps.baseUrl}/api/payments/${row.id}/return`,
    idempotencyKey: `${row.id}:create`,
    expiresAt: row.expires_at,
    language: booking.language,
  }
  try {
    return await callProvider(deps, gateway, (ctx) => gateway.provider.start(ctx, request))
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { outcome: 'unknown', message: error.message }
    throw error
  }
}

/** Stores the provider's answer, unless a webhook has already moved the attempt on. */
export function recordStart(
  start: Start,
  { id, booking_id: bookingId }: AttemptRecord,
  outcome: StartOutcome,
): Promise<AttemptRecord> {
  return start.deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    return recordOutcome(trx, start, { booking, attempt: await lockAttempt(trx, id), outcome })
  })
}

export type Drafted = { readonly booking: BookingRecord; readonly draft: AttemptDraft }
/** A manual method answers without any call: its attempt is stored once, with the answer. `booking` is locked. */
export async function startManual(trx: Trx, start: Start, { booking, draft }: Drafted): Promise<AttemptRecord> {
  const outcome = await askProvider(start, booking, draft)
  if (outcome.outcome !== 'requires_action')
    return recordOutcome(trx, start, { booking, attempt: await storeAttempt(trx, draft), outcome })
  return storeAttempt(trx, draft, {
    state: 'requires_action',
    ...(await recordManualMethod(trx, start, booking)),
    ...answerOf(outcome),
  })
}

type Answer = Extract<StartOutcome, { outcome: 'requires_action' }>
const answerOf = ({ action, orderRef, expiresAt }: Answer) => ({
  action: JSON.stringify(action),
  provider_order_ref: orderRef,
  ...(expiresAt && { expires_at: expiresAt }),
})

/** Both are locked in this transaction. */
export async function recordOutcome(
  trx: Trx,
  start: Start,
  { booking, attempt: row, outcome }: Started & { readonly outcome: StartOutcome },
): Promise<AttemptRecord> {
  const { deps, gateway } = start
  if (outcome.outcome === 'unknown' || !isActive(row.state)) return row
  const mode = modeOf(gateway)
  if (outcome.outcome === 'failed') {
    const snapshot = { ...ownSnapshot(toAttempt(row), 'failed', mode), failureMessage: outcome.message }
    await applyLocked(trx, deps, { booking, attempt: row, mode }, snapshot, { kind: 'check' })
    return lockAttempt(trx, row.id)
  }
  // Two parallel starts got two orders from the supplier: the attempt keeps the first one.
  if (row.provider_order_ref !== null && row.action !== null && row.provider_order_ref !== outcome.orderRef) return row
  const isFirst = row.state === 'created'
  const grants = isFirst && gateway.record.type === 'manual' ? await recordManualMethod(trx, start, booking) : {}
  return trx
    .updateTable('payment_attempts')
    .set({
      state: isFirst ? 'requires_action' : row.state,
      ...grants,
      ...answerOf(outcome),
      ...(row.provider_order_ref !== null && { provider_order_ref: row.provider_order_ref }),
      version: row.version + 1,
      updated_at: deps.clock(),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records the manual method on the booking. Returns what it granted. */
async function recordManualMethod(
  trx: Trx,
  { deps, caller, gateway }: Start,
  booking: BookingRecord,
): Promise<Partial<Grants>> {
  const { name, isDueOnArrival = false } = gateway.provider.describe
  const actor = actorOf(caller)
  if (isDueOnArrival) return grantArrival({ trx, deps }, { booking, provider: name }, actor)
  const event = { event: 'payment-started', actor, data: { provider: name } } as const
  await holdForMethod({ trx, deps }, await recordPayment(trx, deps, booking, { gateway: name }, event))
  return {}
}
