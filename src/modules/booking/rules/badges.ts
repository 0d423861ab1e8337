import type { BookingStatus, PaymentStatus } from './states.ts'

/** Tones of ui/badge.tsx. */
export type BadgeTone = 'neutral' | 'info' | 'success' | 'warn' | 'danger' | 'gold'

/** C244 */
export const bookingTones: Readonly<Record<BookingStatus, BadgeTone>> = {
  pending: 'gold',
  confirmed: 'success',
  cancelled: 'danger',
  completed: 'info',
}
/** C244; refunded is grey (D176). */
export const paymentTones: Readonly<Record<PaymentStatus, BadgeTone>> = {
  pending: 'warn',
  completed: 'success',
  failed: 'danger',
  refunded: 'neutral',
}
/** Other states are shown in upper case in the back office (A139). */
export const adminPaymentLabel = (status: string): string =>
  ['pending', 'completed', 'failed'].includes(status) ? status : status.toUpperCase()
