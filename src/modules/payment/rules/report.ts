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
