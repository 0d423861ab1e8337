import type { ReviewReason } from '../../reviews/rules.ts'
import type { Attempt } from './attempt.ts'
import type { Transition } from './transition.ts'

/** The facts of a booking that the payment rules need. */
export type BookingFacts = {
  readonly bookingStatus: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  readonly paymentStatus: 'pending' | 'completed' | 'failed' | 'refunded'
  readonly finalMinor: number
  readonly currency: string
  readonly paidMinor: number
  readonly isInstant: boolean
  readonly isExpired: boolean
}

export type BookingEffect =
  | { readonly kind: 'none' }
  /** The booking is paid; `confirm` says whether it is confirmed too. */
  | { readonly kind: 'paid'; readonly confirm: boolean }
  /** The difference of a prepared move is paid: the booking moves. */
  | { readonly kind: 'move'; readonly moveId: string }
  /** The attempt failed; the customer may try again. */
  | { readonly kind: 'payment-failed' }
  /** The booking stays as it is and the money is refunded. */
  | {
      readonly kind: 'give-back'
      readonly reason: 'late_payment' | 'double_payment'
      readonly review: 'late-payment' | 'double-payment'
    }
  /** The money is kept until staff decide. */
  | { readonly kind: 'review'; readonly review: ReviewReason }

export const isCovered = (booking: BookingFacts): boolean =>
  booking.paymentStatus === 'completed' || booking.paymentStatus === 'refunded' || booking.paidMinor > 0

/** What an attempt's transition means for its booking. `isApproved`: staff approved the transfer. */
export function bookingEffect(transition: Transition, booking: BookingFacts, isApproved = false): BookingEffect {
  const { attempt } = transition
  if (transition.becamePaid) return effectOfMoney(attempt, booking, isApproved)
  const failed = transition.outcome === 'applied' && attempt.state === 'failed'
  const isOpen = booking.paymentStatus === 'pending' && booking.bookingStatus !== 'cancelled'
  return failed && isOpen && attempt.capturedMinor === 0 ? { kind: 'payment-failed' } : { kind: 'none' }
}

function effectOfMoney(attempt: Attempt, booking: BookingFacts, isApproved: boolean): BookingEffect {
  if (attempt.moveId) return { kind: 'move', moveId: attempt.moveId }
  if (isCovered(booking)) return { kind: 'give-back', reason: 'double_payment', review: 'double-payment' }
  // A cancelled booking is final, so its money is refunded.
  if (booking.bookingStatus === 'cancelled') {
    return { kind: 'give-back', reason: 'late_payment', review: 'late-payment' }
  }
  const isSamePrice = attempt.bookingAmountMinor === booking.finalMinor && attempt.bookingCurrency === booking.currency
  if (!isSamePrice) return { kind: 'review', review: 'price-changed' }
  const confirm = booking.bookingStatus === 'pending' && (booking.isInstant || isApproved)
  return { kind: 'paid', confirm }
}

export type RefundSettings = { readonly auto_refund_late: boolean; readonly auto_refund_double: boolean }

/** Asks for a review instead of a refund when the agency has switched automatic refunds off. */
export function applyRefundSetting(effect: BookingEffect, settings: RefundSettings): BookingEffect {
  if (effect.kind !== 'give-back') return effect
  const isAutomatic = effect.reason === 'late_payment' ? settings.auto_refund_late : settings.auto_refund_double
  return isAutomatic ? effect : { kind: 'review', review: `${effect.review}-kept` }
}

/** Neither paid nor over. */
export const isOpenBooking = (booking: BookingFacts): boolean =>
  !isCovered(booking) && booking.bookingStatus !== 'cancelled'

export function isPayable(booking: BookingFacts): boolean {
  const isOpen = booking.paymentStatus === 'pending' || booking.paymentStatus === 'failed'
  const isAlive = booking.bookingStatus !== 'cancelled'
  return isOpen && isAlive && !booking.isExpired && booking.finalMinor > 0 && booking.paidMinor === 0
}
