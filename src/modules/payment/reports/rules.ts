import { forAnswer } from '../../../kernel/messages.ts'
import type { Attempt } from '../attempts/rules/attempt.ts'
import type { Snapshot } from '../port.ts'
import { type ReviewReason, reviewSentences } from '../reviews/rules.ts'
import { text } from '../text.ts'

/** A payment that still differs after a check; minor units of `currency`. */
export type PaymentDifference = {
  readonly attemptId: string
  readonly bookingId: string
  readonly reference: string
  readonly what: 'charged' | 'refunded' | 'other'
  readonly currency: string
  readonly providerMinor: number
  readonly ownMinor: number
  /** For staff. */
  readonly why: string
}
type Difference = Pick<PaymentDifference, 'what' | 'currency' | 'providerMinor' | 'ownMinor' | 'why'>

/** What still differs after the snapshot was applied; null: nothing. */
export function differenceOf(attempt: Attempt, snapshot: Snapshot, isMismatch: boolean): Difference | null {
  const charged = {
    currency: snapshot.currency,
    providerMinor: snapshot.capturedMinor,
    ownMinor: attempt.capturedMinor,
  }
  if (snapshot.status === 'not-found') {
    const why = forAnswer(text('reports.unknown'))
    return attempt.capturedMinor > 0 ? { ...charged, what: 'other', why } : null
  }
  if (isMismatch) {
    const why = forAnswer(reviewSentences[attempt.reviewReason as ReviewReason] ?? text('reports.otherPayment'))
    return { ...charged, what: 'other', why }
  }
  if (snapshot.capturedMinor !== attempt.capturedMinor) {
    return { ...charged, what: 'charged', why: forAnswer(text('reports.charged')) }
  }
  const refunded = refundedOf(snapshot)
  if (refunded === attempt.refundedMinor) return null
  const why = forAnswer(text('reports.refunded'))
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
