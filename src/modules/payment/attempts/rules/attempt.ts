import type { Text } from '../../../../kernel/messages.ts'

/** One try with one provider: a row of `payment_attempts` without its action. */
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
  /** The prepared move whose difference it pays; none: it pays the booking. */
  readonly moveId?: string | null
  readonly provider: string
  readonly state: AttemptState
  /** What the provider was asked to charge. */
  readonly amountMinor: number
  readonly currency: string
  /** The same in the booking's currency, with the rate used (D43). */
  readonly bookingAmountMinor: number
  readonly bookingCurrency: string
  readonly orderRef: string | null
  readonly paymentRef: string | null
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly reviewReason: string | null
  readonly failureMessage: Text | null
  /** The provider's fee; null: not reported. */
  readonly feeMinor: number | null
  /** The payer disputed the payment. Never reset. */
  readonly isDisputed: boolean
}

export const activeStates = ['created', 'requires_action', 'processing'] as const
const paidStates = ['succeeded', 'partially_refunded', 'refunded'] as const
/** Final unless money arrives after all. */
const softEnds = ['failed', 'cancelled', 'expired'] as const

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T => list.includes(value as T)
export const isActive = (state: AttemptState): boolean => isOneOf(activeStates, state)
export const isPaid = (state: AttemptState): boolean => isOneOf(paidStates, state)
export const isSoftEnd = (state: AttemptState): boolean => isOneOf(softEnds, state)
