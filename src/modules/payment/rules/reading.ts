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
  const counted = withRefunds(step.attempt, after)
  const reviewReason = strongerReason(counted.reviewReason, reading.review)
  const isNewReview = reading.review !== null && reviewReason !== counted.reviewReason
  return {
    transition: step,
    attempt: { ...counted, reviewReason },
    refundChanges: reading.changes,
    refunds: after,
    reviews: isNewReview && reading.review ? [...reviews, reading.review] : reviews,
  }
}
