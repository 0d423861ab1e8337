import type { ProviderMode, Snapshot } from '../../port.ts'
import { type ReviewReason, strongerReason } from '../../reviews/rules.ts'
import { type Attempt, type AttemptState, isActive, isPaid, isSoftEnd } from './attempt.ts'

/** Allowed transitions. Above all, no status takes back money that has arrived. */
const table: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['requires_action', 'processing', 'succeeded', 'failed', 'cancelled', 'expired'],
  requires_action: ['processing', 'succeeded', 'failed', 'cancelled', 'expired'],
  processing: ['succeeded', 'failed', 'cancelled', 'expired'],
  failed: ['succeeded'],
  cancelled: ['succeeded'],
  expired: ['succeeded'],
  succeeded: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded', 'succeeded'],
  refunded: ['partially_refunded', 'succeeded'],
}
export const canMove = (from: AttemptState, to: AttemptState): boolean => table[from].includes(to)

export type Transition = {
  readonly outcome: 'applied' | 'unchanged' | 'mismatch'
  /** The new attempt, refunds not yet counted. */
  readonly attempt: Attempt
  /** This snapshot made the attempt paid. */
  readonly becamePaid: boolean
  /** It had failed, expired or been cancelled before it was paid. */
  readonly isLate: boolean
  /** The snapshot belongs to another payment; ignore the rest of it. */
  readonly isForeign: boolean
  /** A new reason for a review. */
  readonly review: ReviewReason | null
}

/**
 * The only transition function, for return page, webhook, poller and staff decisions. Captured money only grows; a
 * snapshot of another payment never changes the state.
 */
export function transition(attempt: Attempt, snapshot: Snapshot, expectedMode: ProviderMode): Transition {
  const foreign = foreignReason(attempt, snapshot, expectedMode)
  if (foreign) {
    const reason = snapshot.capturedMinor > 0 ? foreign : null
    return { ...withReview(attempt, attempt, reason, 'mismatch'), isForeign: true }
  }
  if (snapshot.status === 'not-found') return still(attempt)
  const capturedMinor = Math.max(attempt.capturedMinor, snapshot.capturedMinor)
  const withMoney: Attempt = { ...attempt, ...refsAfter(attempt, snapshot), capturedMinor }
  if (snapshot.status !== 'succeeded') return moveTo(attempt, withMoney, snapshot)
  if (capturedMinor < attempt.amountMinor) return withReview(attempt, withMoney, 'amount-short', 'mismatch')
  return succeed(attempt, withMoney)
}

/** Why this snapshot cannot belong to the attempt, if it cannot. */
function foreignReason(attempt: Attempt, snapshot: Snapshot, expectedMode: ProviderMode): ReviewReason | null {
  if (snapshot.mode !== expectedMode) return 'other-mode'
  if (attempt.orderRef !== null && snapshot.orderRef !== null && attempt.orderRef !== snapshot.orderRef) {
    return 'other-order'
  }
  if (snapshot.currency !== attempt.currency) return 'other-currency'
  const isSecond =
    attempt.capturedMinor > 0 &&
    snapshot.capturedMinor > 0 &&
    attempt.paymentRef !== null &&
    snapshot.paymentRef !== null &&
    attempt.paymentRef !== snapshot.paymentRef
  return isSecond ? 'second-payment' : null
}

/** The payment that captured the money stays the attempt's payment. */
function refsAfter(attempt: Attempt, snapshot: Snapshot): Pick<Attempt, 'orderRef' | 'paymentRef'> {
  const keepsPayment = attempt.capturedMinor > 0 && attempt.paymentRef !== null
  return {
    orderRef: attempt.orderRef ?? snapshot.orderRef,
    paymentRef: keepsPayment ? attempt.paymentRef : (snapshot.paymentRef ?? attempt.paymentRef),
  }
}

function succeed(before: Attempt, withMoney: Attempt): Transition {
  const isOver = withMoney.capturedMinor > withMoney.amountMinor
  // The missing or held amount is there now; a stronger reason stays.
  const isSettled = before.reviewReason === 'amount-short' || before.reviewReason === 'held'
  const kept = isSettled ? null : before.reviewReason
  const reviewReason = strongerReason(kept, isOver ? 'amount-over' : null)
  const isNew = !isPaid(before.state)
  const attempt: Attempt = {
    ...withMoney,
    state: isNew ? 'succeeded' : before.state,
    reviewReason,
    failureMessage: isNew ? null : before.failureMessage,
  }
  return {
    outcome: isSame(before, attempt) ? 'unchanged' : 'applied',
    attempt,
    becamePaid: isNew,
    isLate: isNew && isSoftEnd(before.state),
    isForeign: false,
    review: isOver && before.reviewReason !== reviewReason ? 'amount-over' : null,
  }
}

function moveTo(before: Attempt, withMoney: Attempt, snapshot: Snapshot): Transition {
  const to = snapshot.status as AttemptState
  if (!isActive(before.state) || !canMove(before.state, to)) {
    const outcome = sameMoney(before, withMoney)
    // The attempt has ended, so the rest of a partial payment will not be collected: staff must review it.
    const reason = isSoftEnd(before.state) && outcome === 'applied' ? 'amount-short' : null
    const after = { ...before, capturedMinor: withMoney.capturedMinor }
    return isFailedTry(before, snapshot)
      ? withReview(before, { ...after, failureMessage: snapshot.failureMessage }, reason, 'applied')
      : withReview(before, after, reason, outcome)
  }
  const failureMessage = isSoftEnd(to) ? snapshot.failureMessage : withMoney.failureMessage
  const moved: Attempt = { ...withMoney, state: to, failureMessage }
  // A partial payment needs a review.
  const reason = isSoftEnd(to) && moved.capturedMinor > 0 ? 'amount-short' : null
  return withReview(before, moved, reason, 'applied')
}

/** The order stays open after a failed try: keep the message, not the state. */
const isFailedTry = (before: Attempt, { status, failureMessage }: Snapshot): boolean =>
  before.state === status && failureMessage !== null && failureMessage !== before.failureMessage

const sameMoney = (before: Attempt, after: Attempt): 'applied' | 'unchanged' =>
  before.capturedMinor === after.capturedMinor ? 'unchanged' : 'applied'

function withReview(
  before: Attempt,
  after: Attempt,
  reason: ReviewReason | null,
  outcome: Transition['outcome'],
): Transition {
  const reviewReason = strongerReason(before.reviewReason, reason)
  const review = reason !== null && reviewReason !== before.reviewReason ? reason : null
  return { outcome, attempt: { ...after, reviewReason }, becamePaid: false, isLate: false, isForeign: false, review }
}

const still = (attempt: Attempt): Transition => ({
  outcome: 'unchanged',
  attempt,
  becamePaid: false,
  isLate: false,
  isForeign: false,
  review: null,
})

const isSame = (a: Attempt, b: Attempt): boolean =>
  (Object.keys(a) as (keyof Attempt)[]).every((key) => a[key] === b[key])
