import type { Attempt } from './attempt.ts'
import type { ReviewReason } from './review.ts'
import type { Transition } from './transition.ts'

/** What the payment rules ask of a booking. */
export type BookingFacts = {
  readonly bookingStatus: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  readonly paymentStatus: 'pending' | 'completed' | 'failed' | 'refunded'
  readonly finalMinor: number
  readonly currency: string
  readonly paidMinor: number
  readonly isInstant: boolean
  /** Its hold has ended by now. */
  readonly isExpired: boolean
}

export type BookingEffect =
  | { readonly kind: 'none' }
  /** The money is the booking's: paid, and confirmed when it may be. */
  | { readonly kind: 'paid'; readonly confirm: boolean }
  /** The attempt ended without money; the customer may try again. */
  | { readonly kind: 'payment-failed' }
  /** The booking is left alone and the money goes back. */
  | {
      readonly kind: 'give-back'
      readonly reason: 'late_payment' | 'double_payment'
      readonly review: 'late-payment' | 'double-payment'
    }
  /** The money stays where it is until a person has decided. */
  | { readonly kind: 'review'; readonly review: ReviewReason }

export const isCovered = (booking: BookingFacts): boolean =>
  booking.paymentStatus === 'completed' || booking.paymentStatus === 'refunded' || booking.paidMinor > 0

/** What a transition of the attempt means for its booking. `isApproved`: a person has checked the transfer. */
export function bookingEffect(transition: Transition, booking: BookingFacts, isApproved = false): BookingEffect {
  const { attempt } = transition
  if (transition.becamePaid) return effectOfMoney(attempt, booking, isApproved)
  const failed = transition.outcome === 'applied' && attempt.state === 'failed'
  const isOpen = booking.paymentStatus === 'pending' && booking.bookingStatus !== 'cancelled'
  return failed && isOpen && attempt.capturedMinor === 0 ? { kind: 'payment-failed' } : { kind: 'none' }
}

function effectOfMoney(attempt: Attempt, booking: BookingFacts, isApproved: boolean): BookingEffect {
  if (isCovered(booking)) return { kind: 'give-back', reason: 'double_payment', review: 'double-payment' }
  // A cancelled booking is final: it cannot be confirmed any more, so the money is not kept.
  if (booking.bookingStatus === 'cancelled') {
    return { kind: 'give-back', reason: 'late_payment', review: 'late-payment' }
  }
  const isSamePrice = attempt.bookingAmountMinor === booking.finalMinor && attempt.bookingCurrency === booking.currency
  if (!isSamePrice) return { kind: 'review', review: 'price-changed' }
  const confirm = booking.bookingStatus === 'pending' && (booking.isInstant || isApproved)
  return { kind: 'paid', confirm }
}

export type RefundSettings = { readonly auto_refund_late: boolean; readonly auto_refund_double: boolean }

/** Where the agency gives money back itself, a person is asked instead of the provider. */
export function asAgencyWants(effect: BookingEffect, settings: RefundSettings): BookingEffect {
  if (effect.kind !== 'give-back') return effect
  const isAutomatic = effect.reason === 'late_payment' ? settings.auto_refund_late : settings.auto_refund_double
  return isAutomatic ? effect : { kind: 'review', review: `${effect.review}-kept` }
}

/** May this booking be paid now? */
export function isPayable(booking: BookingFacts): boolean {
  const isOpen = booking.paymentStatus === 'pending' || booking.paymentStatus === 'failed'
  const isAlive = booking.bookingStatus !== 'cancelled'
  return isOpen && isAlive && !booking.isExpired && booking.finalMinor > 0 && booking.paidMinor === 0
}
