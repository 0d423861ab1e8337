import { addMinutes } from '../../../kernel/dates.ts'
import type { Money, RatesPerUsd } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { once } from '../../../platform/idempotency.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import {
  actorOf,
  type BookingRecord,
  extendPreparedMove,
  findVisibleBooking,
  lockBooking,
  recordPayment,
} from '../../booking/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { withAnswerBy } from '../gateways/patience.server.ts'
import { describedAs, findGateway, type Gateway, isUsable } from '../gateways/store.server.ts'
import { isUnanswered } from '../rounds/round.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { closeAttempt, refreshAttempt } from './close-attempt.server.ts'
import { type Due, readDue } from './due.server.ts'
import { touchProven } from './grants.server.ts'
import { closeManual } from './manual-attempt.server.ts'
import { askProvider, type Drafted, recordStart, type Start, startManual } from './record-start.server.ts'
import { isActive } from './rules/attempt.ts'
import { type Charge, chargeFor } from './rules/charge.ts'
import { fitsKind } from './rules/method.ts'
import { type NextAttempt, nextAttempt } from './rules/next-attempt.ts'
import { inTime } from './sale-end.server.ts'
import { draftAttempt, getAttempt, listAttempts, storeAttempt, toAttempt } from './store.server.ts'

/** Without an amount: the server decides what is charged (C190, C204). */
export type StartPaymentInput = { bookingId: string; token?: string | undefined; paymentMethod: string }
export type StartedPayment = {
  readonly attempt: AttemptRecord
  readonly gateway: Gateway
  /** The provider did not answer and nothing was charged: the customer may retry. */
  readonly isUnknown: boolean
}
const starts = { name: 'payment-create', hits: 60, seconds: 600 }
/** Every start may call a provider, also from the form without scripts. Refuses 'limit/too-many'. */
export async function limitStarts(deps: PaymentDeps, caller: Caller): Promise<void> {
  await countHit(deps, starts, caller.address)
}

/** The booking expires this much later than the provider's payment page. */
const graceMinutes = 15

/**
 * Starts a payment or continues the open one: a double click, a repeated request and a lost answer all lead to the same
 * attempt and provider object. Refuses 'booking/not-found', 'payment/not-payable', 'payment/method-unavailable',
 * 'payment/amount-unavailable', 'payment/still-processing', 'payment/provider-unreachable', 'booking/places-gone',
 * 'booking/too-many-unpaid'.
 */
export async function startPayment(
  server: PaymentDeps,
  caller: Caller,
  input: StartPaymentInput,
  idempotencyKey: string | null,
): Promise<StartedPayment> {
  // Closing another attempt and starting this one share one time limit.
  const deps = withAnswerBy(server)
  const booking = await findVisibleBooking(deps, caller, input)
  const gateway = await findGateway(deps, input.paymentMethod)
  if (!gateway || !isUsable(gateway)) throw new Refusal('payment/method-unavailable', { method: input.paymentMethod })
  const due = await readDue(deps.db, booking, deps.clock())
  const isOffered = fitsKind(gateway.provider.describe, deps.kinds.find(booking.service_type))
  if (!isOffered || (due.move && gateway.record.type === 'manual'))
    throw new Refusal('payment/method-unavailable', { method: input.paymentMethod })
  const charge = await chargeOf(deps, gateway, due.amount)
  const start = { deps, caller, gateway, charge, due }
  const { attempt, isRecorded } = await openAttempt(start, booking.id, idempotencyKey)
  // Manual instructions may have changed and are shown again; a provider's page is opened once.
  const showsInstructions = gateway.record.type === 'manual' && isActive(attempt.state)
  // A webhook or check may finish the start before the provider's response arrives; then there is no action yet.
  const lacksAction = attempt.state === 'requires_action' && attempt.action === null
  if (isRecorded || (attempt.state !== 'created' && !showsInstructions && !lacksAction))
    return { attempt, gateway, isUnknown: false }
  const outcome = await askProvider(start, booking, attempt)
  const started = await recordStart(start, attempt, outcome)
  return { attempt: started, gateway, isUnknown: outcome.outcome === 'unknown' && started.state === 'created' }
}

async function chargeOf(deps: PaymentDeps, gateway: Gateway, amount: Money): Promise<Charge> {
  const [settings, rates]: [object, RatesPerUsd] = await Promise.all([readSettings(deps), readRates(deps)])
  const answer = chargeFor(describedAs(gateway), amount, settings as Record<string, unknown>, rates)
  if ('refusal' in answer) throw new Refusal('payment/amount-unavailable', { reason: answer.refusal })
  return answer.charge
}

/** `isRecorded`: the method's answer is stored with the attempt, so it is not asked again. */
type Opened = { readonly attempt: AttemptRecord; readonly isRecorded: boolean }

/** Reuses the open attempt, or closes it with its provider and creates a new one: a booking has one active attempt. */
async function openAttempt(start: Start, bookingId: string, idempotencyKey: string | null): Promise<Opened> {
  const { deps, gateway } = start
  const request = { method: gateway.record.name }
  let isSettlingTried = false
  let created: Opened | null = null
  for (let tries = 0; tries < 4; tries++) {
    const step = await deps.db
      .transaction()
      .execute((trx) => {
        const take = async () => {
          const booking = await lockBooking(trx, bookingId)
          const taken = final(await reuseOrCreate(trx, start, booking))
          if (taken.opened) created = taken.opened
          return { kind: taken.kind, attemptId: taken.attemptId }
        }
        // A repeated request returns its own attempt, whatever state that is in now.
        return idempotencyKey ? once(trx, `payment.create:${bookingId}`, idempotencyKey, request, take) : take()
      })
      .catch(notYet)
    if (step.kind === 'wait' || (step.kind === 'settle' && isSettlingTried)) {
      throw new Refusal('payment/still-processing')
    }
    if (step.kind === 'create' || step.kind === 'reuse')
      return created ?? { attempt: await getAttempt(deps.db, step.attemptId), isRecorded: false }
    if (step.kind === 'settle') {
      await settleAttempt(deps, step.attemptId)
      isSettlingTried = true
    } else await closeAttempt(deps, step.attemptId, 'cancelled')
  }
  throw new Refusal('payment/still-processing')
}

/** Asks the provider about an attempt under check. Without an answer it stays under check. */
async function settleAttempt(deps: PaymentDeps, attemptId: string): Promise<void> {
  const row = await getAttempt(deps.db, attemptId)
  const mayClose = isActive(row.state) && row.state !== 'processing'
  try {
    await (mayClose ? closeAttempt(deps, attemptId, 'cancelled') : refreshAttempt(deps, row))
  } catch (error) {
    if (!isUnanswered(error)) throw error
  }
}

/** 'settle': the customer may have paid this attempt, so its provider is asked first. */
type Taken = {
  readonly kind: NextAttempt['kind'] | 'settle'
  readonly attemptId: string
  /** Of a new attempt. */
  readonly opened?: Opened
}
/** Rolls the transaction back, so that no idempotency key is stored for an unfinished request. */
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

/** The charge was computed for what was due before the booking was locked. */
const isSameDue = (a: Due, b: Due): boolean =>
  a.move?.id === b.move?.id && a.amount.minor === b.amount.minor && a.amount.currency === b.amount.currency

async function reuseOrCreate(trx: Trx, start: Start, before: BookingRecord): Promise<Taken> {
  const { deps, caller, gateway, charge } = start
  const now = deps.clock()
  // Also when an open attempt is reused: the booking may have been cancelled or paid since.
  const due = await readDue(trx, before, now)
  if (!due.isPayable) throw new Refusal('payment/not-payable')
  if (!isSameDue(due, start.due)) throw new Refusal('booking/changed')
  if (due.move) await extendPreparedMove({ trx, deps }, before, due.move)
  const touched = await touchProven({ trx, deps }, before, { occasion: 'start', actor: actorOf(caller) })
  if ((await inTime(trx, deps, { booking: touched, gateways: [gateway] })).length === 0)
    throw new Refusal('payment/amount-unavailable', { reason: text('charge.tooLate') })
  const rows = await listAttempts(trx, touched.id)
  const checked = touched.payment_checking_since && rows.find(({ checking_since: since }) => since !== null)
  if (checked) return { kind: 'settle', attemptId: checked.id }
  const expired = new Set(rows.filter((row) => row.expires_at !== null && row.expires_at <= now).map((row) => row.id))
  const next = nextAttempt(rows.map(toAttempt), {
    provider: gateway.record.name,
    amountMinor: charge.amount.minor,
    currency: charge.amount.currency,
    moveId: due.move?.id ?? null,
    isManual: (provider) => deps.providers.find(provider)?.describe.type === 'manual',
    isExpired: (attempt) => expired.has(attempt.id),
  })
  const replaced = next.kind === 'close-first' && rows.find(({ id }) => id === next.attempt.id)
  const taken = replaced ? await closeManual({ trx, deps }, { booking: touched, attempt: replaced }) : null
  if (next.kind !== 'create' && !taken) return { kind: next.kind, attemptId: next.attempt.id }
  const booking = taken ?? touched
  const minutes = gateway.provider.describe.opensForMinutes
  const expiresAt = minutes === null ? booking.expires_at : addMinutes(now, minutes)
  const provider = gateway.record.name
  const draft = draftAttempt(booking, { provider, charge, expiresAt, now, move: due.move })
  const started = await recordStarted(trx, start, { booking, draft })
  const isRecorded = gateway.record.type === 'manual'
  const attempt = await (isRecorded ? startManual(trx, start, { booking: started, draft }) : storeAttempt(trx, draft))
  return { kind: 'create', attemptId: attempt.id, opened: { attempt, isRecorded } }
}

/** Extends the booking's expiry to cover the provider's page, and resets a failed payment (D82). */
async function recordStarted(
  trx: Trx,
  { deps, caller }: Start,
  { booking, draft: attempt }: Drafted,
): Promise<BookingRecord> {
  const needed = attempt.expires_at && addMinutes(attempt.expires_at, graceMinutes)
  const isLonger = needed !== null && booking.expires_at !== null && needed > booking.expires_at
  const isManual = deps.providers.find(attempt.provider)?.describe.type === 'manual'
  const change = {
    ...(booking.payment_status === 'failed' && { paymentStatus: 'pending' as const }),
    ...(isLonger && !isManual && { expiresAt: needed }),
  }
  // Manual methods are recorded later, when their instructions are shown.
  if (isManual && !change.paymentStatus) return booking
  const data = { provider: attempt.provider, attemptId: attempt.id }
  return recordPayment(trx, deps, booking, change, { event: 'payment-started', actor: actorOf(caller), data })
}
