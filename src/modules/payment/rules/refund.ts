import type { RefundSnapshot, Snapshot } from '../port.ts'
import { type Attempt, type AttemptState, isPaid } from './attempt.ts'
import type { ReviewReason } from './review.ts'

export type RefundState = 'created' | 'pending' | 'succeeded' | 'failed'
export type Refund = {
  readonly id: string
  readonly amountMinor: number
  readonly state: RefundState
  readonly origin: 'ours' | 'external'
  readonly ref: string | null
}

/** A refund can fail days after it went through; a failed one never comes back. */
const order: readonly RefundState[] = ['created', 'pending', 'succeeded', 'failed']
const laterState = (a: RefundState, b: RefundState): RefundState => (order.indexOf(a) >= order.indexOf(b) ? a : b)

const total = (refunds: readonly Refund[], states: readonly RefundState[]): number =>
  refunds.filter((refund) => states.includes(refund.state)).reduce((sum, refund) => sum + refund.amountMinor, 0)
/** Given back for certain. */
const refundedTotal = (refunds: readonly Refund[]): number => total(refunds, ['succeeded'])
/** Given back or promised: what must never exceed the captured money. */
const reservedTotal = (refunds: readonly Refund[]): number => total(refunds, ['created', 'pending', 'succeeded'])
export const refundable = (capturedMinor: number, refunds: readonly Refund[]): number =>
  Math.max(0, capturedMinor - reservedTotal(refunds))

export type RefundChange =
  | { readonly kind: 'update'; readonly id: string; readonly state: RefundState; readonly ref: string | null }
  | {
      readonly kind: 'external'
      readonly amountMinor: number
      readonly state: RefundState
      readonly ref: string | null
    }
export type RefundReading = { readonly changes: readonly RefundChange[]; readonly review: ReviewReason | null }

/** What a snapshot says about the refunds: matched by the provider's id or ours, else by the difference of totals. */
export function readRefunds(known: readonly Refund[], snapshot: Snapshot, capturedMinor: number): RefundReading {
  return snapshot.refunds ? byId(known, snapshot.refunds) : byDifference(known, snapshot.refundedMinor, capturedMinor)
}

function byId(known: readonly Refund[], reported: readonly RefundSnapshot[]): RefundReading {
  const changes: RefundChange[] = []
  for (const report of reported) {
    const ours =
      known.find((refund) => refund.ref === report.ref) ??
      known.find((refund) => refund.ref === null && refund.id === report.ourId)
    if (!ours) {
      changes.push({ kind: 'external', amountMinor: report.amountMinor, state: report.state, ref: report.ref })
      continue
    }
    const state = laterState(ours.state, report.state)
    if (state !== ours.state || ours.ref === null) changes.push({ kind: 'update', id: ours.id, state, ref: report.ref })
  }
  const failed = changes.some((change) => change.state === 'failed')
  return { changes, review: failed ? 'refund-failed' : null }
}

/** Totals only grow, so a smaller one is an old one. What ours explain is ours, oldest first; the rest was made elsewhere. */
function byDifference(known: readonly Refund[], reportedTotal: number, capturedMinor: number): RefundReading {
  let unexplained = Math.min(reportedTotal, capturedMinor) - refundedTotal(known)
  if (unexplained <= 0) return { changes: [], review: null }
  // After a failed refund a total no longer tells an old report from a new refund.
  if (known.some((refund) => refund.state === 'failed')) return { changes: [], review: 'refund-unclear' }
  const changes: RefundChange[] = []
  for (const refund of known) {
    const isOpen = refund.state === 'created' || refund.state === 'pending'
    if (!isOpen || refund.amountMinor > unexplained) continue
    changes.push({ kind: 'update', id: refund.id, state: 'succeeded', ref: refund.ref })
    unexplained -= refund.amountMinor
  }
  if (unexplained > 0) changes.push({ kind: 'external', amountMinor: unexplained, state: 'succeeded', ref: null })
  return { changes, review: null }
}

/** The list after the changes; those made elsewhere get a new id. */
export function afterChanges(
  known: readonly Refund[],
  changes: readonly RefundChange[],
  newId: () => string,
): readonly Refund[] {
  const added: Refund[] = []
  let list = known
  for (const change of changes) {
    if (change.kind === 'update') {
      list = list.map((r) => (r.id === change.id ? { ...r, state: change.state, ref: r.ref ?? change.ref } : r))
    } else {
      const { amountMinor, state, ref } = change
      added.push({ id: newId(), amountMinor, state, ref, origin: 'external' })
    }
  }
  return [...list, ...added]
}

/** The paid attempt with its refunds counted; one step back when a refund has failed. */
export function withRefunds(attempt: Attempt, refunds: readonly Refund[]): Attempt {
  if (!isPaid(attempt.state)) return attempt
  const refundedMinor = Math.min(refundedTotal(refunds), attempt.capturedMinor)
  return { ...attempt, refundedMinor, state: refundStateOf(refundedMinor, attempt.capturedMinor) }
}
function refundStateOf(refundedMinor: number, capturedMinor: number): AttemptState {
  if (refundedMinor === 0) return 'succeeded'
  return refundedMinor >= capturedMinor ? 'refunded' : 'partially_refunded'
}

/**
 * What has gone back of the money that the booking was paid with, in the currency charged. What was paid too much never
 * was the booking's: it goes back first.
 */
function ownRefunded(attempt: Attempt, refundedMinor: number): number {
  const excess = Math.max(0, attempt.capturedMinor - attempt.amountMinor)
  return Math.min(Math.max(0, refundedMinor - excess), attempt.amountMinor)
}

/** Nothing of what the booking was paid with is left. */
export const isAllGivenBack = (attempt: Attempt, refundedMinor: number): boolean =>
  attempt.amountMinor > 0 && ownRefunded(attempt, refundedMinor) === attempt.amountMinor

/**
 * What of an attempt's captured money is still to be given back, so that `dueMinor` of the booking's money has gone back
 * in all: what was paid too much, and the due share in the currency charged, in proportion, rounded half up, and never
 * rounded up to all of it. What has gone back or is promised already counts.
 */
export function refundDue(attempt: Attempt, dueMinor: number, refunds: readonly Refund[]): number {
  const excess = Math.max(0, attempt.capturedMinor - attempt.amountMinor)
  const wanted = excess + inChargedMoney(attempt, dueMinor)
  return Math.min(Math.max(0, wanted - reservedTotal(refunds)), refundable(attempt.capturedMinor, refunds))
}
function inChargedMoney(attempt: Attempt, dueMinor: number): number {
  if (dueMinor <= 0) return 0
  if (dueMinor >= attempt.bookingAmountMinor) return attempt.amountMinor
  return Math.min(proportion(attempt.amountMinor, dueMinor, attempt.bookingAmountMinor), attempt.amountMinor - 1)
}
/** whole × part / of, rounded half up. */
function proportion(whole: number, part: number, of: number): number {
  const top = BigInt(whole) * BigInt(part)
  const bottom = BigInt(of)
  return Number((2n * top + bottom) / (2n * bottom))
}

/**
 * In the booking's money: all of it is exactly what was paid, a part is in proportion, rounded half up, and never
 * rounded up to all of it.
 */
export function refundedInBookingMoney(attempt: Attempt, refundedMinor: number): number {
  const own = ownRefunded(attempt, refundedMinor)
  if (own === 0) return 0
  if (own === attempt.amountMinor) return attempt.bookingAmountMinor
  const part = proportion(attempt.bookingAmountMinor, own, attempt.amountMinor)
  return Math.min(part, Math.max(0, attempt.bookingAmountMinor - 1))
}
