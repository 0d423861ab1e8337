import { type Attempt, type AttemptState, isPaid } from '../../attempts/rules/attempt.ts'
import type { RefundSnapshot, Snapshot } from '../../port.ts'
import type { ReviewReason } from '../../reviews/rules.ts'

export type RefundState = 'created' | 'pending' | 'succeeded' | 'failed'
export type Refund = {
  readonly id: string
  readonly amountMinor: number
  readonly state: RefundState
  readonly origin: 'ours' | 'external'
  readonly ref: string | null
}

/** A refund can fail days after it succeeded; a failed one never changes again. */
const order: readonly RefundState[] = ['created', 'pending', 'succeeded', 'failed']
const laterState = (a: RefundState, b: RefundState): RefundState => (order.indexOf(a) >= order.indexOf(b) ? a : b)

const total = (refunds: readonly Refund[], states: readonly RefundState[]): number =>
  refunds.filter((refund) => states.includes(refund.state)).reduce((sum, refund) => sum + refund.amountMinor, 0)
const refundedTotal = (refunds: readonly Refund[]): number => total(refunds, ['succeeded'])
/** Refunded or reserved. Never more than the captured money. */
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

/** Matches a snapshot's refunds to ours: by the provider's id or our id, else by the difference of totals. */
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

/**
 * Totals only grow, so a smaller total is an old report. Our open refunds explain the difference first, oldest first;
 * the rest was made in the provider's dashboard.
 */
function byDifference(known: readonly Refund[], reportedTotal: number, capturedMinor: number): RefundReading {
  let unexplained = Math.min(reportedTotal, capturedMinor) - refundedTotal(known)
  if (unexplained <= 0) return { changes: [], review: null }
  // After a failed refund, totals cannot tell an old report from a new refund.
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

/** Applies the changes; external refunds get a new id. */
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

/** Counts the refunds of a paid attempt. A failed refund takes it one step back. */
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
 * What was refunded of the booking's own money, in the currency charged. An overpayment is refunded first and never
 * belonged to the booking.
 */
function ownRefunded(attempt: Attempt, refundedMinor: number): number {
  const excess = Math.max(0, attempt.capturedMinor - attempt.amountMinor)
  return Math.min(Math.max(0, refundedMinor - excess), attempt.amountMinor)
}

/** Nothing is left of the money that paid the booking. */
export const isFullyRefunded = (attempt: Attempt, refundedMinor: number): boolean =>
  attempt.amountMinor > 0 && ownRefunded(attempt, refundedMinor) === attempt.amountMinor

/**
 * What is still to be refunded of an attempt, so that `dueMinor` of the booking's money has gone back in all: any
 * overpayment plus the due share in the currency charged. The share is rounded half up, but never up to the full
 * amount. Reserved refunds count as refunded.
 */
export function refundDue(attempt: Attempt, dueMinor: number, refunds: readonly Refund[]): number {
  const excess = Math.max(0, attempt.capturedMinor - attempt.amountMinor)
  const wanted = excess + inChargedMoney(attempt, dueMinor)
  return Math.min(Math.max(0, wanted - reservedTotal(refunds)), refundable(attempt.capturedMinor, refunds))
}
/**
 * What is refunded when the price of a paid booking falls, in the currency charged. Computed from the totals before and
 * after, so that several moves never round more than one does.
 */
export function refundOfMove(
  attempt: Attempt,
  price: { readonly before: number; readonly after: number },
  refunds: readonly Refund[],
): number {
  const above = (minor: number) => inChargedMoney(attempt, attempt.bookingAmountMinor - minor)
  const difference = above(price.after) - above(price.before)
  return Math.min(Math.max(0, difference), refundable(attempt.capturedMinor, refunds))
}
export interface Paying {
  readonly attempt: Attempt
  readonly refunds: readonly Refund[]
}
const reservedOf = ({ attempt, refunds }: Paying): number =>
  refundedInBookingMoney(attempt, Math.min(reservedTotal(refunds), attempt.capturedMinor))

/**
 * How much of `amountMinor` each payment of a booking returns beyond what is reserved, in the booking's money: the first
 * payments of the list give first, each at most what is left of it.
 */
export function shareRefund(paying: readonly Paying[], amountMinor: number): readonly number[] {
  let rest = Math.max(0, amountMinor)
  return paying.map((each) => {
    const share = Math.min(rest, Math.max(0, each.attempt.bookingAmountMinor - reservedOf(each)))
    rest -= share
    return share
  })
}

/**
 * What is still to be refunded of each payment of a booking, so that `dueMinor` of its money has gone back in all. The
 * newest payments come first.
 */
export function refundsDue(paying: readonly Paying[], dueMinor: number): readonly number[] {
  const [only] = paying
  if (only && paying.length === 1) return [refundDue(only.attempt, dueMinor, only.refunds)]
  const reserved = paying.reduce((sum, each) => sum + reservedOf(each), 0)
  const shares = shareRefund(paying, dueMinor - reserved)
  return paying.map((each, place) => returned(each, shares[place] ?? 0))
}

/** A share of the booking's money in the currency charged, beyond what is reserved. */
function returned(paying: Paying, share: number): number {
  const { attempt, refunds } = paying
  return refundDue(attempt, share === 0 ? 0 : reservedOf(paying) + share, refunds)
}

/** Like `refundOfMove`, for a booking with several payments; newest first. */
export const refundsOfMove = (
  paying: readonly Paying[],
  price: { readonly before: number; readonly after: number },
): readonly number[] => {
  const [only] = paying
  if (only && paying.length === 1) return [refundOfMove(only.attempt, price, only.refunds)]
  return shareRefund(paying, price.before - price.after).map((share, place) => {
    const each = paying[place]
    return each && share > 0 ? returned(each, share) : 0
  })
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
 * In the booking's currency. A full refund is exactly what was paid; a partial one is in proportion, rounded half up,
 * but never up to the full amount.
 */
export function refundedInBookingMoney(attempt: Attempt, refundedMinor: number): number {
  const own = ownRefunded(attempt, refundedMinor)
  if (own === 0) return 0
  if (own === attempt.amountMinor) return attempt.bookingAmountMinor
  const part = proportion(attempt.bookingAmountMinor, own, attempt.amountMinor)
  return Math.min(part, Math.max(0, attempt.bookingAmountMinor - 1))
}
