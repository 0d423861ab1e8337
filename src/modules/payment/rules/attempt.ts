/** One try with one provider, as the rules see it: a row of `payment_attempts` without its action. */
export type AttemptState =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'partially_refunded'
  | 'refunded'

export type Attempt = {
  readonly id: string
  readonly bookingId: string
  readonly provider: string
  readonly state: AttemptState
  /** What the provider was asked for. */
  readonly amountMinor: number
  readonly currency: string
  /** The same in the booking's own money, and the rate that was used (D43). */
  readonly bookingAmountMinor: number
  readonly bookingCurrency: string
  readonly orderRef: string | null
  readonly paymentRef: string | null
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly reviewReason: string | null
  readonly failureMessage: string | null
  /** What the provider keeps of the captured money; null: it has not told. */
  readonly feeMinor: number | null
  /** The payer has disputed the payment. It stays noted, however that ends. */
  readonly isDisputed: boolean
}

export const activeStates = ['created', 'requires_action', 'processing'] as const
const paidStates = ['succeeded', 'partially_refunded', 'refunded'] as const
/** Ends that money can still undo. */
const softEnds = ['failed', 'cancelled', 'expired'] as const

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T => list.includes(value as T)
export const isActive = (state: AttemptState): boolean => isOneOf(activeStates, state)
export const isPaid = (state: AttemptState): boolean => isOneOf(paidStates, state)
export const isSoftEnd = (state: AttemptState): boolean => isOneOf(softEnds, state)
