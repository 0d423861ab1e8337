/** The facts that this room writes. */
interface PaymentEvents {
  'payment.completed': { bookingId: string; attemptId: string }
  'payment.rejected': { bookingId: string; attemptId: string; reason: string }
  'payment.proof-uploaded': { bookingId: string; proofId: string }
  'payment.proof-asked': { bookingId: string; reason: string }
  'payment.under-review': { attemptId: string; reason: string }
  /** Money is on its way back: the reason is late_payment, double_payment or booking_cancelled. */
  'payment.refund-created': { bookingId: string; attemptId: string; refundId: string; reason: string }
  'payment.refunded': { bookingId: string; attemptId: string; refundId: string }
  /** A day before an unpaid booking expires. */
  'payment.reminder-due': { bookingId: string }
}

declare module '../../platform/jobs/events.server.ts' {
  interface Events extends PaymentEvents {}
}

export {}
