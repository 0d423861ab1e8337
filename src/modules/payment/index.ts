/**
 * Payments: attempts with providers, bank transfers with proofs, refunds, ledger. Owns: what is charged, when money
 * counts as received, and the payment fields of a booking. Does not own: prices and booking states (modules/booking),
 * suppliers' APIs (src/adapters/payments). Invariants: no status takes back money that has arrived; a booking has one
 * active attempt; a booking is paid once and later money is refunded; only a verified answer or staff make it paid.
 */

export { previewOf } from './attempts/rules/method.ts'
export { translatableWords } from './gateways/rules/translated-words.ts'
export type { CheckoutPopup } from './port.ts'
export { type ReviewReason, reviewSentences } from './reviews/rules.ts'
export { type ReportGroup, reportGroups } from './sales-report/rules.ts'

/** The refusals of this room, with their HTTP status. */
export type PaymentRefusal =
  /** 409: paid, cancelled or expired. */
  | 'payment/not-payable'
  /** 409, facts: method. Switched off, unknown or not set up. */
  | 'payment/method-unavailable'
  /** 409, facts: reason, a sentence to show. The currency, rate or amount does not allow it. */
  | 'payment/amount-unavailable'
  /** 409: the last payment is not settled yet. */
  | 'payment/still-processing'
  /** 503: the provider did not answer in time. Retry. */
  | 'payment/provider-unreachable'
  /** 404 */
  | 'payment/unknown-provider'
  /** 404 */
  | 'payment/unknown-attempt'
  /** 400: a webhook with a bad signature. */
  | 'payment/bad-signature'
  /** 409: a transfer is decided once. */
  | 'payment/already-decided'
  /** 409: the booking is not paid by bank transfer. */
  | 'payment/no-transfer'
  /** 409, facts: provider. Another user saved this gateway in the meantime. */
  | 'payment/gateway-changed'
  /** 422, with the fields. */
  | 'payment/gateway-invalid'
  /** 422 */
  | 'payment/reason-required'
  | 'payment/wrong-amount'
  /** 422: only http and https are allowed. */
  | 'payment/proof-address'
  /** 409, facts: refundable (minor units). */
  | 'payment/refund-too-large'
  /** 409 */
  | 'payment/refund-settled'
