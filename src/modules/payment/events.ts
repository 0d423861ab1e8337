interface PaymentEvents {
  'payment.completed': { bookingId: string; attemptId: string }
  'payment.rejected': { bookingId: string; attemptId: string; reason: string }
  'payment.proof-uploaded': { bookingId: string; proofId: string }
  'payment.proof-asked': { bookingId: string; reason: string }
  'payment.under-review': { attemptId: string; reason: string }
  /**
   * A refund was reserved. The reason is late_payment, double_payment, booking_cancelled, booking_moved, or a sentence by
   * staff.
   */
  'payment.refund-created': { bookingId: string; attemptId: string; refundId: string; reason: string }
  'payment.refunded': { bookingId: string; attemptId: string; refundId: string; reason: string }
  /** The bank account of an open transfer was changed or withdrawn. */
  'payment.account-changed': { bookingId: string; attemptId: string }
  /** An unpaid booking expires soon. */
  'payment.reminder-due': { bookingId: string }
}

declare module '../../platform/jobs/events.server.ts' {
  interface Events extends PaymentEvents {}
}

export {}
