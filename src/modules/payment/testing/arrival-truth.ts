import { sql } from 'kysely'
import type { BookingRecord } from '../../booking/index.server.ts'
import { toAttempt } from '../attempts/store.server.ts'
import { callProvider } from '../gateways/call-provider.server.ts'
import { getGateway } from '../gateways/store.server.ts'
import type { Snapshot } from '../port.ts'
import { listRefunds } from '../refunds/store.server.ts'
import type { AttemptRecord, RefundRecord } from '../tables.server.ts'
import type { Outcome } from './arrival-orders.ts'
import type { World } from './world.ts'

/** The shop's records of a booking's money, and the suppliers' view of each attempt. */
export type Books = {
  readonly booking: BookingRecord
  readonly attempts: readonly (AttemptRecord & { snapshot: Snapshot; refunds: readonly RefundRecord[] })[]
  readonly events: readonly { name: string; payload: Record<string, unknown> }[]
}

export async function openBooks(world: World, bookingId: string): Promise<Books> {
  const rows = await world.attempts(bookingId)
  const attempts = []
  for (const row of rows) {
    const gateway = await getGateway(world, row.provider)
    const snapshot = await callProvider(world, gateway, (ctx) => gateway.provider.fetchStatus!(ctx, toAttempt(row)))
    attempts.push({ ...row, snapshot, refunds: await listRefunds(world.db, [row.id]) })
  }
  const events = await world.db
    .selectFrom('events')
    .select(['name', 'payload'])
    .where(sql`payload ->> 'bookingId'`, '=', bookingId)
    .orderBy('id')
    .execute()
  return { booking: await world.booking(bookingId), attempts, events }
}

/** What must stay the same once everything has arrived. */
export const standing = ({ booking, attempts, events }: Books) => ({
  booking: [booking.payment_status, booking.booking_status, booking.paid_minor, booking.refunded_minor],
  names: [booking.payment_gateway, booking.payment_reference],
  attempts: attempts.map((a) => [a.state, a.captured_minor, a.refunded_minor, a.review_reason, a.provider_payment_ref]),
  refunds: attempts.flatMap((a) => a.refunds.map((r) => [r.origin, r.state, r.amount_minor, r.provider_refund_ref])),
  events: events.map(({ name }) => name),
})

/** Every mistake in the books, as sentences. Empty: no money is lost or doubled. */
export function faultsOf(books: Books, outcome: Outcome, supplier: string): string[] {
  const faults = books.attempts.flatMap(faultsOfAttempt)
  return [...faults, ...faultsOfBooking(books), ...faultsOfOutcome(books, outcome, supplier)]
}

type KnownAttempt = Books['attempts'][number]
const sum = (refunds: readonly RefundRecord[], states: readonly string[]): number =>
  refunds.filter(({ state }) => states.includes(state)).reduce((total, refund) => total + refund.amount_minor, 0)

function faultsOfAttempt(attempt: KnownAttempt): string[] {
  const { snapshot, refunds, captured_minor: captured, refunded_minor: refunded } = attempt
  const hasMoney = captured > 0
  const known: readonly [boolean, string][] = [
    [captured !== snapshot.capturedMinor, `captured ${captured}, the supplier says ${snapshot.capturedMinor}`],
    [refunded !== snapshot.refundedMinor, `refunded ${refunded}, the supplier says ${snapshot.refundedMinor}`],
    [hasMoney && attempt.currency !== snapshot.currency, `${attempt.currency}, the supplier says ${snapshot.currency}`],
    [hasMoney && attempt.provider_payment_ref !== snapshot.paymentRef, `payment ${attempt.provider_payment_ref}`],
    [sum(refunds, ['succeeded']) !== refunded, 'the refunds do not add up'],
    [sum(refunds, ['created', 'pending', 'succeeded']) > captured, 'refunds exceed the payment'],
    [!statesFor(attempt).includes(attempt.state), `is ${attempt.state}`],
    [!reasonsFor(attempt).includes(attempt.review_reason), `is under review: ${attempt.review_reason}`],
  ]
  return known.flatMap(([isWrong, fault]) => (isWrong ? [`attempt with ${attempt.provider}: ${fault}`] : []))
}

function statesFor(attempt: KnownAttempt): readonly string[] {
  const { captured_minor: captured, refunded_minor: refunded, amount_minor: amount } = attempt
  if (captured === 0) return ['failed', 'cancelled', 'expired']
  if (captured !== amount) return []
  if (refunded === 0) return ['succeeded']
  return refunded === captured ? ['refunded'] : ['partially_refunded']
}
const ownRefunds = ({ refunds }: KnownAttempt) => refunds.filter(({ origin }) => origin === 'ours')
const reasonsFor = (attempt: KnownAttempt): readonly (string | null)[] =>
  ownRefunds(attempt).length > 0 ? ['late-payment', 'double-payment'] : [null]

function faultsOfBooking({ booking, attempts, events }: Books): string[] {
  const completed = events.filter(({ name }) => name === 'payment.completed')
  const confirmed = events.filter(({ name }) => name === 'booking.confirmed')
  const payer = attempts.find(({ id }) => id === completed[0]?.payload.attemptId)
  const others = attempts.filter((attempt) => attempt !== payer && attempt.captured_minor > 0)
  // In the booking's currency; a converted refund may be off by one unit.
  const balance = attempts.reduce(
    (total, a) => total + ((a.captured_minor - a.refunded_minor) * a.booking_amount_minor) / a.amount_minor,
    0,
  )
  const isLate = booking.booking_status === 'cancelled'
  const isPaid = booking.paid_minor > 0 && !isLate
  const known: readonly [boolean, string][] = [
    [completed.length !== (isPaid ? 1 : 0), `${completed.length} payment events`],
    [confirmed.length !== (isPaid && booking.instant_confirmation ? 1 : 0), `${confirmed.length} confirmation events`],
    [isPaid && booking.paid_minor !== booking.final_minor, `paid ${booking.paid_minor} of ${booking.final_minor}`],
    [isPaid && booking.payment_gateway !== payer?.provider, `paid by ${booking.payment_gateway}`],
    [isPaid && booking.payment_reference !== payer?.provider_payment_ref, `paid as ${booking.payment_reference}`],
    [
      Math.abs(booking.paid_minor - booking.refunded_minor - balance) > 2,
      `has ${booking.paid_minor} - ${booking.refunded_minor}, and ${balance} is left`,
    ],
    [!others.every(isRefundedOnce), 'other money was not refunded once and in full'],
  ]
  return known.flatMap(([isWrong, fault]) => (isWrong ? [`booking: ${fault}`] : []))
}

const isRefundedOnce = (attempt: KnownAttempt): boolean => {
  const ours = ownRefunds(attempt)
  const isNamed = ours.every(({ reason }) => reason === 'late_payment' || reason === 'double_payment')
  return ours.length === 1 && isNamed && sum(ours, ['succeeded']) === attempt.captured_minor
}

type Definite = Exclude<Outcome, 'paid-if-it-can-be'>
/** A retry makes a new order, which can be paid; only the supplier knows the state of the old one. */
const definite = (outcome: Outcome, attempts: Books['attempts']): Definite => {
  if (outcome !== 'paid-if-it-can-be') return outcome
  return attempts.length > 1 || attempts.some(({ snapshot }) => snapshot.capturedMinor > 0) ? 'paid' : 'given-back'
}
const expected: Readonly<Record<Definite, { payment: readonly string[]; booking: string; isPaid: boolean }>> = {
  paid: { payment: ['completed'], booking: 'confirmed', isPaid: true },
  'paid-and-partly-refunded': { payment: ['completed'], booking: 'confirmed', isPaid: true },
  refunded: { payment: ['refunded'], booking: 'confirmed', isPaid: true },
  'paid-once': { payment: ['completed'], booking: 'confirmed', isPaid: true },
  'given-back': { payment: ['pending', 'failed', 'refunded'], booking: 'cancelled', isPaid: false },
}

function faultsOfOutcome({ booking, attempts }: Books, hoped: Outcome, supplier: string): string[] {
  const outcome = definite(hoped, attempts)
  const { payment, booking: status, isPaid } = expected[outcome]
  const shown = status === 'confirmed' && !booking.instant_confirmation ? 'pending' : status
  const hasLateMoney = outcome === 'given-back' && attempts.some((attempt) => attempt.captured_minor > 0)
  const isPartly = outcome === 'paid-and-partly-refunded'
  const refunded = attempts.flatMap(({ refunds }) => refunds).filter(({ origin }) => origin === 'external')
  const known: readonly [boolean, string][] = [
    [!payment.includes(booking.payment_status), `payment ${booking.payment_status}`],
    [booking.booking_status !== shown, `booking ${booking.booking_status}`],
    [booking.paid_minor > 0 !== (isPaid || hasLateMoney), `paid ${booking.paid_minor}`],
    [hasLateMoney && booking.refunded_minor !== booking.paid_minor, `refunded ${booking.refunded_minor}`],
    [hasLateMoney && booking.payment_status !== 'refunded', `late, and ${booking.payment_status}`],
    [isPaid && outcome !== 'paid-once' && booking.payment_gateway !== supplier, `by ${booking.payment_gateway}`],
    [isPartly && booking.refunded_minor !== booking.final_minor * 0.4, `refunded ${booking.refunded_minor}`],
    [refunded.length > 0 && !isPartly && outcome !== 'refunded', 'unexpected external refunds'],
  ]
  return known.flatMap(([isWrong, fault]) => (isWrong ? [`expected ${outcome}: ${fault}`] : []))
}
