import type { ProviderMode, Snapshot } from '../port.ts'
import type { Attempt } from './attempt.ts'
import { afterChanges, type Refund, type RefundChange, readRefunds, withRefunds } from './refund.ts'
import { type ReviewReason, strongerReason } from './review.ts'
import { type Transition, transition } from './transition.ts'

export type Reading = {
  readonly transition: Transition
  /** The attempt with state and refunds brought up to date. */
  readonly attempt: Attempt
  readonly refundChanges: readonly RefundChange[]
  readonly refunds: readonly Refund[]
  /** Reasons that were not there before; the attempt carries the strongest. */
  readonly reviews: readonly ReviewReason[]
}

/** Everything that a snapshot says about an attempt and its refunds. */
export function readSnapshot(
  attempt: Attempt,
  refunds: readonly Refund[],
  snapshot: Snapshot,
  expectedMode: ProviderMode,
  newId: () => string,
): Reading {
  const step = transition(attempt, snapshot, expectedMode)
  const reviews = step.review ? [step.review] : []
  const saysNothing = step.isForeign || snapshot.status === 'not-found'
  if (saysNothing) return { transition: step, attempt: step.attempt, refundChanges: [], refunds, reviews }
  const reading = readRefunds(refunds, snapshot, step.attempt.capturedMinor)
  const after = afterChanges(refunds, reading.changes, newId)
  const counted = withTold(withRefunds(step.attempt, after), snapshot)
  const dispute: ReviewReason | null = counted.isDisputed && !attempt.isDisputed ? 'disputed' : null
  // Once for the money: a review that people have closed is not asked for again with every look.
  const isNewlyHeld = snapshot.isHeld === true && counted.capturedMinor > attempt.capturedMinor
  const flags: readonly ReviewReason[] = [...(dispute ? [dispute] : []), ...(isNewlyHeld ? (['held'] as const) : [])]
  const reviewReason = [reading.review, ...flags].reduce(strongerReason, counted.reviewReason)
  const isNewReview =
    reading.review !== null && strongerReason(counted.reviewReason, reading.review) !== counted.reviewReason
  return {
    transition: step,
    attempt: { ...counted, reviewReason },
    refundChanges: reading.changes,
    refunds: after,
    reviews: [...reviews, ...(isNewReview && reading.review ? [reading.review] : []), ...flags],
  }
}

/** Fees only grow and a dispute stays noted, so that the order of reports does not matter. */
function withTold(attempt: Attempt, { feeMinor, isDisputed }: Snapshot): Attempt {
  const isFee = feeMinor !== undefined && feeMinor >= 0 && attempt.capturedMinor > 0
  return {
    ...attempt,
    feeMinor: isFee ? Math.max(attempt.feeMinor ?? 0, feeMinor) : attempt.feeMinor,
    isDisputed: attempt.isDisputed || isDisputed === true,
  }
}
