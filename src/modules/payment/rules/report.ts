import type { Snapshot } from '../port.ts'
import type { Attempt } from './attempt.ts'
import { type ReviewReason, reviewSentences } from './review.ts'

/** A payment about which the provider still says something else after it was asked; minor units of `currency`. */
export type PaymentDifference = {
  readonly attemptId: string
  readonly bookingId: string
  readonly reference: string
  readonly what: 'charged' | 'refunded' | 'other'
  readonly currency: string
  readonly providerMinor: number
  readonly ownMinor: number
  /** In words for staff. */
  readonly why: string
}
type Difference = Pick<PaymentDifference, 'what' | 'currency' | 'providerMinor' | 'ownMinor' | 'why'>

/** What provider and shop still disagree about once the snapshot was applied; null: nothing. */
export function differenceOf(attempt: Attempt, snapshot: Snapshot, isMismatch: boolean): Difference | null {
  const charged = {
    currency: snapshot.currency,
    providerMinor: snapshot.capturedMinor,
    ownMinor: attempt.capturedMinor,
  }
  if (snapshot.status === 'not-found') {
    const why = 'The provider knows no such payment'
    return attempt.capturedMinor > 0 ? { ...charged, what: 'other', why } : null
  }
  if (isMismatch) {
    const why =
      reviewSentences[attempt.reviewReason as ReviewReason] ?? 'What the provider reports is of another payment'
    return { ...charged, what: 'other', why }
  }
  if (snapshot.capturedMinor !== attempt.capturedMinor) {
    return { ...charged, what: 'charged', why: 'The provider and the shop name different amounts' }
  }
  const refunded = refundedOf(snapshot)
  if (refunded === attempt.refundedMinor) return null
  const why = 'The provider and the shop name different refunds'
  return {
    what: 'refunded',
    currency: snapshot.currency,
    providerMinor: refunded,
    ownMinor: attempt.refundedMinor,
    why,
  }
}

const refundedOf = ({ refunds, refundedMinor }: Snapshot): number =>
  refunds
    ? refunds.filter(({ state }) => state === 'succeeded').reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    : refundedMinor
