/** Mail, for the browser: the mails that staff can send, the parts of a template, and the refusals of this room. */
export { bookingRowsIn, buttonWith } from './layout.ts'

export type BookingMailType = 'confirmation' | 'reminder' | 'cancellation' | 'payment_due' | 'documents'
export type MailRefusal =
  | 'mail/not-found'
  | 'mail/not-failed'
  | 'mail/unknown-booking'
  | 'mail/not-for-this-booking'
  | 'mail/switched-off'
  /** 422, facts: reason, the first error message. */
  | 'mail/settings-invalid'
  | 'mail/settings-changed'
  | 'mail/unknown-template'
  | 'mail/owners-template'
  | 'mail/template-invalid'
  | 'mail/template-changed'
  | 'mail/test-address'
  /** 409, facts: reason, the answer of the mail server without secrets. */
  | 'mail/test-failed'
