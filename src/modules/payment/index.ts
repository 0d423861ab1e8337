/**
 * Payments: attempts with providers, transfers with proof, refunds. Owns: what is charged, when money counts as
 * received, and the payment fields of a booking. Does not own: prices and booking states (modules/booking), suppliers'
 * APIs (src/adapters/payments). Invariants: money that has arrived never disappears by a status; one active attempt
 * per booking; a booking is paid once, later money goes back; only a verified answer or a person makes it paid.
 */
export type { CheckoutPopup } from './port.ts'
export { previewOf } from './rules/method.ts'
export { refundReasonForCustomer, refundReasonForStaff } from './rules/refund-words.ts'
export { type ReviewReason, reviewSentences } from './rules/review.ts'

/** Every "no" of this room, for the table in web/refusals. */
export type PaymentRefusal =
  /** 409: paid, cancelled or expired. */
  | 'payment/not-payable'
  /** 409, facts: method: switched off, unknown or not set up. */
  | 'payment/method-unavailable'
  /** 409, facts: reason, a sentence to show: currency, rate or amount limits. */
  | 'payment/amount-unavailable'
  /** 409: the bank is still deciding about the last try. */
  | 'payment/still-processing'
  /** 503: the provider gave no answer in time; nothing was charged twice, try again. */
  | 'payment/provider-unreachable'
  /** 404 */
  | 'payment/unknown-provider'
  /** 404 */
  | 'payment/unknown-attempt'
  /** 400: a webhook that is not signed by the provider. */
  | 'payment/bad-signature'
  /** 409: a transfer is decided once. */
  | 'payment/already-decided'
  /** 409: the booking is not paid by bank transfer. */
  | 'payment/no-transfer'
  /** 409, facts: provider: somebody else has saved this gateway since it was shown. */
  | 'payment/gateway-changed'
  /** 422, with the fields. */
  | 'payment/gateway-invalid'
  /** 422 */
  | 'payment/reason-required'
  /** 422: only http and https. */
  | 'payment/proof-address'
  /** 409, facts: refundable (minor units). */
  | 'payment/refund-too-large'
  /** 409 */
  | 'payment/refund-settled'
