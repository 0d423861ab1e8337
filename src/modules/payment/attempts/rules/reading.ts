import type { ProviderMode, Snapshot } from '../../port.ts'
import { afterChanges, type Refund, type RefundChange, readRefunds, withRefunds } from '../../refunds/rules/refund.ts'
import { type ReviewReason, strongerReason } from '../../reviews/rules.ts'
import type { Attempt } from './attempt.ts'
import { type Transition, transition } from './transition.ts'

export type Reading = {
  readonly transition: Transition
  /** The attempt with its new state and refunds. */
  readonly attempt: Attempt
  readonly refundChanges: readonly RefundChange[]
  readonly refunds: readonly Refund[]
  /** New reasons; the attempt carries the strongest one. */
  readonly reviews: readonly ReviewReason[]
}

/** Applies a snapshot to an attempt and its refunds. */
export function readSnapshot(
  attempt: Attempt,
  refunds: readonly Refund[],
  snapshot: Snapshot,
  expectedMode: ProviderMode,
  newId: () => string,
): Reading {
  const step = transition(attempt, snapshot, expectedMode)
  const reviews = step.review ? [step.review] : []
  const isUninformative = step.isForeign || snapshot.status === 'not-found'
  if (isUninformative) return { transition: step, attempt: step.attempt, refundChanges: [], refunds, reviews }
  const reading = readRefunds(refunds, snapshot, step.attempt.capturedMinor)
  const after = afterChanges(refunds, reading.changes, newId)
  const counted = withFeeAndDispute(withRefunds(step.attempt, after), snapshot)
  const dispute: ReviewReason | null = counted.isDisputed && !attempt.isDisputed ? 'disputed' : null
  // Only when money arrives, so that later checks do not reopen a closed review.
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

/** Fees only grow and a dispute stays set, so that the order of reports does not matter. */
function withFeeAndDispute(attempt: Attempt, { feeMinor, isDisputed }: Snapshot): Attempt {
  const isFee = feeMinor !== undefined && feeMinor >= 0 && attempt.capturedMinor > 0
  return {
    ...attempt,
    feeMinor: isFee ? Math.max(attempt.feeMinor ?? 0, feeMinor) : attempt.feeMinor,
    isDisputed: attempt.isDisputed || isDisputed === true,
  }
}
