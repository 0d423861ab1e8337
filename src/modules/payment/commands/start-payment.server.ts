import { addMinutes } from '../../../kernel/dates.ts'
import { money, type RatesPerUsd } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { once } from '../../../platform/idempotency.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import {
  actorOf,
  type BookingRecord,
  confirmBooking,
  findVisibleBooking,
  lockBooking,
  recordPayment,
} from '../../booking/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import { bookingFacts, getAttempt, insertAttempt, listAttempts, lockAttempt, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import {
  callProvider,
  describedAs,
  findGateway,
  type Gateway,
  inOneAnswer,
  isUsable,
  modeOf,
  ProviderUnreachable,
} from '../gateways.server.ts'
import type { StartOutcome } from '../port.ts'
import { isActive } from '../rules/attempt.ts'
import { isPayable } from '../rules/booking-effect.ts'
import { type Charge, chargeFor } from '../rules/charge.ts'
import { type NextAttempt, nextAttempt } from '../rules/next-attempt.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { applyLocked } from './apply-snapshot.server.ts'
import { closeAttempt, ownSnapshot } from './close-attempt.server.ts'

/** The amount is not among it: what the server worked out is charged (C190, C204). */
export type StartPaymentInput = { bookingId: string; token?: string | undefined; paymentMethod: string }
export type StartedPayment = {
  readonly attempt: AttemptRecord
  /** The provider has not answered: try again, nothing was charged. */
  readonly isUnknown: boolean
}
const starts = { name: 'payment-create', hits: 60, seconds: 600 }
/** Each start may ask a provider, whichever form it comes from. Refuses 'limit/too-many'. */
export const countStart = (deps: PaymentDeps, caller: Caller): Promise<void> => countHit(deps, starts, caller.address)

/** The hold of the booking outlasts the provider's page by so much. */
const graceMinutes = 15

/**
 * Starts a payment, or goes on with the one that is open: a double click, a repeated request and a lost answer all
 * lead to the same attempt and the same provider object. Refuses 'booking/not-found', 'payment/not-payable',
 * 'payment/method-unavailable', 'payment/amount-unavailable', 'payment/still-processing',
 * 'payment/provider-unreachable'.
 */
export async function startPayment(
  server: PaymentDeps,
  caller: Caller,
  input: StartPaymentInput,
  idempotencyKey: string | null,
): Promise<StartedPayment> {
  // Another attempt may have to be closed before this one is begun: the customer waits once for both.
  const deps = inOneAnswer(server)
  const booking = await findVisibleBooking(deps, caller, input)
  const gateway = await findGateway(deps, input.paymentMethod)
  if (!gateway || !isUsable(gateway)) throw new Refusal('payment/method-unavailable', { method: input.paymentMethod })
  const charge = await chargeOf(deps, gateway, booking)
  const attempt = await openAttempt(deps, caller, booking.id, gateway, charge, idempotencyKey)
  // Instructions are told anew, as they are now; a provider's page is not opened twice.
  const isToldAnew = gateway.record.type === 'manual' && isActive(attempt.state)
  // One of which a report or a look-up was faster than the answer has no way to its page yet.
  const isUntold = attempt.state === 'requires_action' && attempt.action === null
  if (attempt.state !== 'created' && !isToldAnew && !isUntold) return { attempt, isUnknown: false }
  const outcome = await askProvider(deps, gateway, booking, attempt)
  const started = await recordStart(deps, caller, gateway, attempt.id, outcome)
  return { attempt: started, isUnknown: outcome.outcome === 'unknown' && started.state === 'created' }
}

async function chargeOf(deps: PaymentDeps, gateway: Gateway, booking: BookingRecord): Promise<Charge> {
  const [settings, rates]: [object, RatesPerUsd] = await Promise.all([readSettings(deps), readRates(deps)])
  const amount = money(booking.final_minor, booking.currency)
  const answer = chargeFor(describedAs(gateway), amount, settings as Record<string, unknown>, rates)
  if ('refusal' in answer) throw new Refusal('payment/amount-unavailable', { reason: answer.refusal })
  return answer.charge
}

/** One active attempt per booking: the open one is used, or closed with its provider before a new one is made. */
async function openAttempt(
  deps: PaymentDeps,
  caller: Caller,
  bookingId: string,
  gateway: Gateway,
  charge: Charge,
  idempotencyKey: string | null,
): Promise<AttemptRecord> {
  const request = { method: gateway.record.name }
  for (let tries = 0; tries < 4; tries++) {
    const step = await deps.db
      .transaction()
      .execute((trx) => {
        const take = async () => {
          const booking = await lockBooking(trx, bookingId)
          return final(await takeAttempt(trx, deps, caller, booking, gateway, charge))
        }
        // A repeated request gets the attempt that it started, whatever became of it.
        return idempotencyKey ? once(trx, `payment.create:${bookingId}`, idempotencyKey, request, take) : take()
      })
      .catch(notYet)
    if (step.kind === 'wait') throw new Refusal('payment/still-processing')
    if (step.kind !== 'close-first') return getAttempt(deps.db, step.attemptId)
    await closeAttempt(deps, step.attemptId, 'cancelled')
  }
  throw new Refusal('payment/still-processing')
}

type Taken = { readonly kind: NextAttempt['kind']; readonly attemptId: string }
/** Leaves the transaction, which has written nothing: only an attempt is an answer worth keeping. */
class NotYet extends Error {
  readonly step: Taken
  constructor(step: Taken) {
    super(step.kind)
    this.step = step
  }
}
function final(step: Taken): Taken {
  if (step.kind === 'create' || step.kind === 'reuse') return step
  throw new NotYet(step)
}
function notYet(error: unknown): Taken {
  if (error instanceof NotYet) return error.step
  throw error
}

async function takeAttempt(
  trx: Trx,
  deps: PaymentDeps,
  caller: Caller,
  booking: BookingRecord,
  gateway: Gateway,
  charge: Charge,
): Promise<Taken> {
  const now = deps.clock()
  // Also before an open attempt is used again: its booking may have been cancelled or paid since.
  if (!isPayable(bookingFacts(booking, now))) throw new Refusal('payment/not-payable')
  const rows = await listAttempts(trx, booking.id)
  const expired = new Set(rows.filter((row) => row.expires_at !== null && row.expires_at <= now).map((row) => row.id))
  const next = nextAttempt(rows.map(toAttempt), {
    provider: gateway.record.name,
    amountMinor: charge.amount.minor,
    currency: charge.amount.currency,
    isManual: (provider) => deps.providers.find(provider)?.describe.type === 'manual',
    isExpired: (attempt) => expired.has(attempt.id),
  })
  if (next.kind !== 'create') return { kind: next.kind, attemptId: next.attempt.id }
  const minutes = gateway.provider.describe.opensForMinutes
  const expiresAt = minutes === null ? booking.expires_at : addMinutes(now, minutes)
  const attempt = await insertAttempt(trx, booking, gateway.record.name, charge, expiresAt, now)
  await noteStart(trx, deps, caller, booking, attempt)
  return { kind: 'create', attemptId: attempt.id }
}

/** The hold lasts at least as long as the provider's page, and a failed try is forgotten (D82). */
async function noteStart(
  trx: Trx,
  deps: PaymentDeps,
  caller: Caller,
  booking: BookingRecord,
  attempt: AttemptRecord,
): Promise<void> {
  const needed = attempt.expires_at && addMinutes(attempt.expires_at, graceMinutes)
  const isLonger = needed !== null && booking.expires_at !== null && needed > booking.expires_at
  const isManual = deps.providers.find(attempt.provider)?.describe.type === 'manual'
  const change = {
    ...(booking.payment_status === 'failed' && { paymentStatus: 'pending' as const }),
    ...(isLonger && !isManual && { expiresAt: needed }),
  }
  // A manual method is noted when its instructions are shown.
  if (isManual && !change.paymentStatus) return
  const data = { provider: attempt.provider, attemptId: attempt.id }
  await recordPayment(trx, deps, booking, change, { event: 'payment-started', actor: actorOf(caller), data })
}

/** Outside any transaction. The key is the attempt's own, so that a repetition finds the same object. */
async function askProvider(
  deps: PaymentDeps,
  gateway: Gateway,
  booking: BookingRecord,
  row: AttemptRecord,
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
  }
  try {
    return await callProvider(deps, gateway, (ctx) => gateway.provider.start(ctx, request))
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { outcome: 'unknown', message: error.message }
    throw error
  }
}

/** Writes the answer down. A webhook may have been faster: then the attempt keeps what is known of it by now. */
async function recordStart(
  deps: PaymentDeps,
  caller: Caller,
  gateway: Gateway,
  attemptId: string,
  outcome: StartOutcome,
): Promise<AttemptRecord> {
  const { booking_id: bookingId } = await getAttempt(deps.db, attemptId)
  return deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const row = await lockAttempt(trx, attemptId)
    if (outcome.outcome === 'unknown' || !isActive(row.state)) return row
    const mode = modeOf(gateway)
    const now = deps.clock()
    if (outcome.outcome === 'failed') {
      const snapshot = { ...ownSnapshot(toAttempt(row), 'failed', mode), failureMessage: outcome.message }
      await applyLocked(trx, deps, { booking, attempt: row, mode }, snapshot, { kind: 'check' })
      return lockAttempt(trx, attemptId)
    }
    // Two at a time, and the supplier made an order for each: the first is the attempt's, the other is shown to nobody.
    if (row.provider_order_ref !== null && row.action !== null && row.provider_order_ref !== outcome.orderRef)
      return row
    const isFirst = row.state === 'created'
    const started = await trx
      .updateTable('payment_attempts')
      .set({
        state: isFirst ? 'requires_action' : row.state,
        action: JSON.stringify(outcome.action),
        provider_order_ref: row.provider_order_ref ?? outcome.orderRef,
        ...(outcome.expiresAt && { expires_at: outcome.expiresAt }),
        version: row.version + 1,
        updated_at: now,
      })
      .where('id', '=', attemptId)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (isFirst && gateway.record.type === 'manual') await noteManual(trx, deps, caller, booking, gateway)
    return started
  })
}

/** A transfer or cash is the booking's method from now on; what is due on arrival no longer expires (D80). */
async function noteManual(
  trx: Trx,
  deps: PaymentDeps,
  caller: Caller,
  booking: BookingRecord,
  gateway: Gateway,
): Promise<void> {
  const { name, isDueOnArrival = false } = gateway.provider.describe
  const actor = actorOf(caller)
  const noted = await recordPayment(
    trx,
    deps,
    booking,
    { gateway: name, ...(isDueOnArrival && { expiresAt: null }) },
    { event: isDueOnArrival ? 'pay-on-arrival' : 'payment-started', actor, data: { provider: name } },
  )
  const mayConfirm = isDueOnArrival && noted.instant_confirmation && noted.booking_status === 'pending'
  if (mayConfirm) await confirmBooking(trx, deps, noted, actor)
}
