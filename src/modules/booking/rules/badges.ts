import type { BookingStatus, PaymentStatus } from './states.ts'

/** Tones of ui/badge.tsx. */
export type BadgeTone = 'neutral' | 'info' | 'success' | 'warn' | 'danger' | 'gold'

/** C244: confirmed green, pending yellow, cancelled red, completed blue. */
export const bookingTones: Readonly<Record<BookingStatus, BadgeTone>> = {
  pending: 'gold',
  confirmed: 'success',
  cancelled: 'danger',
  completed: 'info',
}
/** C244: completed green, pending orange, failed red; refunded grey (D176). */
export const paymentTones: Readonly<Record<PaymentStatus, BadgeTone>> = {
  pending: 'warn',
  completed: 'success',
  failed: 'danger',
  refunded: 'neutral',
}
/** A139: what is none of pending, completed and failed stands in upper case in the back office. */
export const adminPaymentLabel = (status: string): string =>
  ['pending', 'completed', 'failed'].includes(status) ? status : status.toUpperCase()
