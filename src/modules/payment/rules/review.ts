/**
 * Why a person has to look at an attempt. A later, weaker reason never hides a stronger one, so that the order in
 * which snapshots arrive does not matter.
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

/** In words, for the back office. */
export const reviewSentences: Readonly<Record<ReviewReason, string>> = {
  disputed: "The payer disputes the payment with the bank: answer in the provider's dashboard",
  'other-mode': 'Money was reported in the wrong mode (test and live do not mix)',
  'other-order': 'The provider reported a payment of another order',
  'other-currency': 'The amount arrived in another currency',
  'second-payment': 'The provider reports a second payment on the same order',
  'double-payment': 'The booking was already paid; this payment is being given back',
  'late-payment': 'The payment came after the booking had ended; it is being given back',
  'double-payment-kept': 'The booking was already paid: give this payment back, or agree with the customer',
  'late-payment-kept': 'The payment came after the booking had ended: give it back, or agree with the customer',
  'price-changed': 'The price of the booking is not the one that was paid',
  held: 'The provider suspects fraud and holds the payment: decide in its dashboard, then have it checked here',
  'refund-unclear': 'The refunds that the provider reports do not match ours',
  'refund-failed': 'A refund did not reach the customer',
  'amount-short': 'Less was paid than asked for',
  'amount-over': 'More was paid than asked for',
}
