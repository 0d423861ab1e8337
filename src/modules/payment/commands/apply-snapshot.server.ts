import { formatAmount, money } from '../../../kernel/money.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import {
  type Actor,
  actorOf,
  type BookingRecord,
  confirmBooking,
  type GatewayResponse,
  type HistoryEvent,
  lockBooking,
  recordPayment,
  systemActor,
  writeHistory,
} from '../../booking/index.server.ts'
import { readSettingsIn } from '../../settings/index.server.ts'
import { bookingFacts, getAttempt, lockAttempt, saveAttempt, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { modeOfProvider } from '../gateways.server.ts'
import { enterMovements, hasPaidBooking } from '../ledger.server.ts'
import { keepEvent } from '../payment-events.server.ts'
import type { ProviderMode, Snapshot } from '../port.ts'
import { insertRefund, listRefunds, saveRefundChanges, toRefund } from '../refunds.server.ts'
import { type Attempt, type AttemptState, isPaid } from '../rules/attempt.ts'
import { asAgencyWants, type BookingEffect, bookingEffect } from '../rules/booking-effect.ts'
import { type Reading, readSnapshot } from '../rules/reading.ts'
import { isAllGivenBack, refundable, refundedInBookingMoney } from '../rules/refund.ts'
import { type ReviewReason, strongerReason } from '../rules/review.ts'
import type { AttemptRecord, EventOutcome } from '../tables.server.ts'
import '../events.ts'

/** What made us look. None of them is believed; the snapshot is. */
export type Source =
  | { readonly kind: 'webhook'; readonly eventId: string; readonly body: Uint8Array }
  /** Return page, poller, sweep. */
  | { readonly kind: 'check' }
  /** A person has decided. */
  | {
      readonly kind: 'admin'
      readonly caller: Caller
      readonly isApproved: boolean
      /** What they say of the payment, for the history. */
      readonly facts?: Readonly<Record<string, string>>
    }
export type Applied = {
  readonly outcome: EventOutcome | 'duplicate'
  readonly state: AttemptState
  readonly booking: BookingRecord
}
type Locks = { readonly lockBooking: typeof lockBooking; readonly lockAttempt: typeof lockAttempt }

/**
 * The one door (flows.md): booking and attempt are locked, the rules decide, and state, event row, booking and outbox
 * are written in one transaction. Repeating it changes nothing. No provider is called in here.
 */
export async function applySnapshot(
  deps: PaymentDeps,
  attemptId: string,
  snapshot: Snapshot,
  source: Source,
  locks: Locks = { lockBooking, lockAttempt },
): Promise<Applied> {
  const { booking_id: bookingId, provider } = await getAttempt(deps.db, attemptId)
  const mode = await modeOfProvider(deps, provider)
  return deps.db.transaction().execute(async (trx) => {
    // Always this order: two transactions can then never wait for each other in a ring.
    const booking = await locks.lockBooking(trx, bookingId)
    const attempt = await locks.lockAttempt(trx, attemptId)
    return applyLocked(trx, deps, { booking, attempt, mode }, snapshot, source)
  })
}

export type Locked = { readonly booking: BookingRecord; readonly attempt: AttemptRecord; readonly mode: ProviderMode }

/** The same inside a transaction that holds both locks already. */
export async function applyLocked(
  trx: Trx,
  deps: PaymentDeps,
  { booking, attempt: row, mode }: Locked,
  snapshot: Snapshot,
  source: Source,
): Promise<Applied> {
  const now = deps.clock()
  const known = (await listRefunds(trx, [row.id])).map(toRefund)
  const reading = readSnapshot(toAttempt(row), known, snapshot, mode, () => newId(now))
  const outcome = outcomeOf(row, reading)
  const event = eventOf(row, snapshot, source, outcome, newId(now))
  if (event && !(await keepEvent(trx, event, now))) return { outcome: 'duplicate', state: row.state, booking }
  if (outcome === 'unchanged') return { outcome, state: row.state, booking }
  const isApproved = source.kind === 'admin' && source.isApproved
  const usual = bookingEffect(reading.transition, bookingFacts(booking, now), isApproved)
  const effect = usual.kind === 'give-back' ? asAgencyWants(usual, await readSettingsIn(trx, deps)) : usual
  const reviews = [...reading.reviews, ...('review' in effect ? [effect.review] : [])]
  const reviewReason = reviews.reduce<string | null>(strongerReason, reading.attempt.reviewReason)
  const saved = await saveAttempt(trx, row, { ...reading.attempt, reviewReason }, now)
  const actor = actorFor(source, row.provider)
  await saveRefundChanges(trx, saved, reading.refundChanges, reading.refunds, actor, now)
  const said = source.kind === 'admin' ? source.facts : undefined
  const response = source.kind === 'admin' ? undefined : responseOf(row.provider, snapshot)
  let changed = await applyEffect(trx, deps, booking, saved, effect, { actor, said, response })
  if (row.refunded_minor !== saved.refunded_minor) {
    const hasPaid = effect.kind === 'paid' || (await hasPaidBooking(trx, saved.id))
    if (hasPaid) changed = await countRefunds(trx, deps, changed, saved, actor)
  }
  const change = { before: row, after: saved }
  await enterMovements(trx, change, { before: booking, after: changed }, event?.eventId ?? source.kind, now)
  for (const reason of reviews) await askForReview(trx, deps, saved, reason, actor)
  return { outcome, state: saved.state, booking: changed }
}

function outcomeOf(row: AttemptRecord, reading: Reading): EventOutcome {
  if (reading.transition.outcome === 'mismatch') return 'mismatch'
  const before = toAttempt(row)
  const isSame = (Object.keys(before) as (keyof Attempt)[]).every((key) => before[key] === reading.attempt[key])
  return isSame && reading.refundChanges.length === 0 ? 'unchanged' : 'applied'
}

/** Every event of a provider is kept; of our own looking only what has changed something. */
function eventOf(row: AttemptRecord, snapshot: Snapshot, source: Source, outcome: EventOutcome, id: string) {
  const common = { provider: row.provider, attemptId: row.id, outcome, note: noteOf(snapshot) }
  if (source.kind === 'webhook') return { ...common, eventId: source.eventId, body: source.body }
  if (outcome === 'unchanged' || (outcome === 'mismatch' && row.review_reason !== null)) return null
  return { ...common, eventId: `${source.kind}:${id}`, body: Buffer.from(JSON.stringify(snapshot)) }
}
function noteOf({ status, currency, capturedMinor, refundedMinor }: Snapshot): string {
  // Whatever was reported is noted, also what is no amount.
  const isMoney = /^[A-Z]{3}$/.test(currency) && [capturedMinor, refundedMinor].every(Number.isSafeInteger)
  const amount = (minor: number) =>
    isMoney ? `${formatAmount(money(minor, currency))} ${currency}` : `${minor} minor units of '${currency}'`
  return `${status}, captured ${amount(capturedMinor)}, refunded ${amount(refundedMinor)}`
}

function actorFor(source: Source, provider: string): Actor {
  return source.kind === 'admin' ? actorOf(source.caller) : { kind: 'provider', id: null, name: provider }
}

/** What the booking keeps of a verified answer (C211); nothing where a person has said that it is paid. */
const responseOf = (provider: string, snapshot: Snapshot): GatewayResponse => ({
  provider,
  orderRef: snapshot.orderRef,
  paymentRef: snapshot.paymentRef,
  status: snapshot.status,
  captured: { minor: snapshot.capturedMinor, currency: snapshot.currency },
  mode: snapshot.mode,
})
type Told = {
  readonly actor: Actor
  readonly said: Readonly<Record<string, string>> | undefined
  readonly response: GatewayResponse | undefined
}

async function applyEffect(
  trx: Trx,
  deps: PaymentDeps,
  booking: BookingRecord,
  attempt: AttemptRecord,
  effect: BookingEffect,
  { actor, said, response }: Told,
): Promise<BookingRecord> {
  const data = { provider: attempt.provider, attemptId: attempt.id, ...said }
  if (effect.kind === 'paid') return markPaid(trx, deps, booking, attempt, effect.confirm, { actor, data, response })
  if (effect.kind === 'payment-failed') {
    const message = attempt.failure_message
    const entry = { event: 'payment-failed', actor, data: { ...data, ...(message && { message }) } } as const
    return recordPayment(trx, deps, booking, { paymentStatus: 'failed' }, entry)
  }
  if (effect.kind === 'give-back') await giveBack(trx, deps, attempt, effect.reason)
  return booking
}

async function markPaid(
  trx: Trx,
  deps: PaymentDeps,
  booking: BookingRecord,
  attempt: AttemptRecord,
  confirm: boolean,
  { actor, data, response }: Omit<Told, 'said'> & { readonly data: HistoryEvent['data'] & object },
): Promise<BookingRecord> {
  const paid = await recordPayment(
    trx,
    deps,
    booking,
    {
      paymentStatus: 'completed',
      gateway: attempt.provider,
      reference: referenceOf(attempt, booking),
      paidMinor: attempt.booking_amount_minor,
      expiresAt: null,
      ...(response && { gatewayResponse: response }),
    },
    { event: 'payment-completed', actor, data },
  )
  await emitEvent(trx, 'payment.completed', { bookingId: booking.id, attemptId: attempt.id }, deps.clock())
  return confirm ? confirmBooking(trx, deps, paid, actor) : paid
}

/** What the customer and the provider both know the payment by; a transfer carries the booking's reference. */
const referenceOf = (attempt: AttemptRecord, booking: BookingRecord): string =>
  attempt.provider_payment_ref ?? attempt.provider_order_ref ?? booking.booking_reference

async function giveBack(
  trx: Trx,
  deps: PaymentDeps,
  attempt: AttemptRecord,
  reason: 'late_payment' | 'double_payment',
): Promise<void> {
  const refunds = (await listRefunds(trx, [attempt.id])).map(toRefund)
  const left = refundable(attempt.captured_minor, refunds)
  const why = { reason, requestedBy: null, actor: systemActor }
  if (left > 0) await insertRefund(trx, attempt, money(left, attempt.currency), why, deps.clock())
}

/** Refunds of the payment that the booking was paid with show in the booking; those of other attempts do not. */
async function countRefunds(
  trx: Trx,
  deps: PaymentDeps,
  booking: BookingRecord,
  attempt: AttemptRecord,
  actor: Actor,
): Promise<BookingRecord> {
  if (!isPaid(attempt.state)) return booking
  const refundedMinor = refundedInBookingMoney(toAttempt(attempt), attempt.refunded_minor)
  const isAll = isAllGivenBack(toAttempt(attempt), attempt.refunded_minor)
  const paymentStatus = isAll ? 'refunded' : 'completed'
  // What was paid too much has gone back: nothing of what the booking was paid with.
  if (refundedMinor === booking.refunded_minor && paymentStatus === booking.payment_status) return booking
  // A refund that did not reach the customer takes the booking one step back.
  const isBack = refundedMinor < booking.refunded_minor
  const event = isBack ? 'payment-reopened' : isAll ? 'payment-refunded' : 'payment-partly-refunded'
  const data = { provider: attempt.provider, attemptId: attempt.id, refundedMinor, currency: booking.currency }
  const change = { refundedMinor, paymentStatus } as const
  return recordPayment(trx, deps, booking, change, { event, actor, data })
}

async function askForReview(
  trx: Trx,
  deps: PaymentDeps,
  attempt: AttemptRecord,
  reason: ReviewReason,
  actor: Actor,
): Promise<void> {
  const now = deps.clock()
  await emitEvent(trx, 'payment.under-review', { attemptId: attempt.id, reason }, now)
  const entry = { event: 'payment-under-review', actor, data: { attemptId: attempt.id, reason } } as const
  await writeHistory(trx, attempt.booking_id, entry, now)
}
