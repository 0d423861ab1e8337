import type { Text } from '../../../kernel/messages.ts'
import { text } from '../text.ts'

/**
 * Why staff must review an attempt. A weaker reason never replaces a stronger one, so the order of snapshots does not
 * matter.
 */
const reviewReasons = [
  'disputed',
  'other-mode',
  'other-order',
  'other-currency',
  'second-payment',
  'double-payment',
  'late-payment',
  'double-payment-kept',
  'late-payment-kept',
  'price-changed',
  'held',
  'unsettled',
  'refund-unclear',
  'refund-failed',
  'amount-short',
  'amount-over',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

const rank = (reason: string): number => {
  const index = reviewReasons.indexOf(reason as ReviewReason)
  return index === -1 ? reviewReasons.length : index
}
export function strongerReason(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return rank(a) <= rank(b) ? a : b
}

/** For the back office and mails. */
export const reviewSentences = Object.fromEntries(
  reviewReasons.map((reason) => [reason, text(`reviews.${reason}`)]),
) as unknown as Readonly<Record<ReviewReason, Text>>
