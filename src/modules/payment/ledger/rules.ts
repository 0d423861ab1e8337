import type { Attempt } from '../attempts/rules/attempt.ts'

/**
 * `charged`: money came in. `assigned`: earlier money now counts for the booking. `refunded`: money went back.
 * `returned`: a refund failed afterwards. `fee`: kept by the provider.
 */
export const movementKinds = ['charged', 'assigned', 'refunded', 'returned', 'fee'] as const
export type MovementKind = (typeof movementKinds)[number]

/** One ledger entry in minor units: incoming is positive, outgoing negative. */
export type Movement = {
  readonly kind: MovementKind
  /** In the currency charged. */
  readonly amountMinor: number
  /** The part that counts for the booking, in its currency. */
  readonly bookingMinor: number
}

export type AttemptTotals = Pick<Attempt, 'capturedMinor' | 'refundedMinor' | 'feeMinor'>
/** In the booking's currency. */
export type BookingTotals = { readonly paidMinor: number; readonly refundedMinor: number }
export type Totals = { readonly attempt: AttemptTotals; readonly booking: BookingTotals }

/**
 * The entries of one change: the differences of the totals. So entries always add up to the stored totals, however
 * often amounts were rounded.
 */
export function movements(before: Totals, after: Totals): readonly Movement[] {
  const charged = after.attempt.capturedMinor - before.attempt.capturedMinor
  const paid = after.booking.paidMinor - before.booking.paidMinor
  const refunded = after.attempt.refundedMinor - before.attempt.refundedMinor
  const refundedOfBooking = after.booking.refundedMinor - before.booking.refundedMinor
  const fee = (after.attempt.feeMinor ?? 0) - (before.attempt.feeMinor ?? 0)
  const isBack = refunded < 0 || (refunded === 0 && refundedOfBooking < 0)
  const all: readonly Movement[] = [
    { kind: charged === 0 ? 'assigned' : 'charged', amountMinor: charged, bookingMinor: paid },
    { kind: isBack ? 'returned' : 'refunded', amountMinor: 0 - refunded, bookingMinor: 0 - refundedOfBooking },
    { kind: 'fee', amountMinor: 0 - fee, bookingMinor: 0 },
  ]
  return all.filter(({ amountMinor, bookingMinor }) => amountMinor !== 0 || bookingMinor !== 0)
}

/** Sums in one currency, all positive. `net` is what the agency keeps. */
export type LedgerSums = {
  readonly currency: string
  readonly chargedMinor: number
  readonly refundedMinor: number
  readonly feesMinor: number
  readonly netMinor: number
}

/** A stored total that differs from the sum of its entries. */
export type LedgerDifference = {
  readonly subject: 'attempt' | 'booking'
  readonly id: string
  readonly bookingId: string
  readonly reference: string
  readonly what: 'charged' | 'refunded' | 'fee' | 'paid' | 'refund records' | 'currency'
  readonly currency: string
  /** The total of the attempt or booking. */
  readonly storedMinor: number
  /** The sum of the entries or refunds. */
  readonly enteredMinor: number
}
