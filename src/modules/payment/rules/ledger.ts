import type { Attempt } from './attempt.ts'

/**
 * What moved. `charged`: money came in; `assigned`: money that had come before counts for the booking now; `refunded`:
 * it went back; `returned`: a refund did not reach the payer after all; `fee`: what the provider keeps.
 */
export const movementKinds = ['charged', 'assigned', 'refunded', 'returned', 'fee'] as const
export type MovementKind = (typeof movementKinds)[number]

/** One line of the ledger, in minor units: in is positive, out negative. */
export type Movement = {
  readonly kind: MovementKind
  /** With the provider, in the currency charged. */
  readonly amountMinor: number
  /** What of it counts for the booking, in the booking's currency. */
  readonly bookingMinor: number
}

export type AttemptTotals = Pick<Attempt, 'capturedMinor' | 'refundedMinor' | 'feeMinor'>
/** The booking's own totals, in its currency. */
export type BookingTotals = { readonly paidMinor: number; readonly refundedMinor: number }
export type Totals = { readonly attempt: AttemptTotals; readonly booking: BookingTotals }

/**
 * What one change has moved: the differences of the totals, so that all lines of an attempt, and of a booking, always
 * add up to what is stored there, to the last minor unit, however often amounts were rounded on the way.
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

/** What has moved in one currency, all of it positive numbers; `net`: what is left of it for the agency. */
export type LedgerSums = {
  readonly currency: string
  readonly chargedMinor: number
  readonly refundedMinor: number
  readonly feesMinor: number
  readonly netMinor: number
}

/** A total that its lines do not add up to. */
export type LedgerDifference = {
  readonly subject: 'attempt' | 'booking'
  readonly id: string
  readonly bookingId: string
  readonly reference: string
  readonly what: 'charged' | 'refunded' | 'fee' | 'paid' | 'refund records' | 'currency'
  readonly currency: string
  /** What attempt or booking say. */
  readonly storedMinor: number
  /** What the lines, or the records of refunds, add up to. */
  readonly enteredMinor: number
}
