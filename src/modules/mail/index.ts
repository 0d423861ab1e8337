/**
 * Mail, for the browser: the kinds of mail that staff can send, and this room's refusals. Everything else is the
 * server's.
 */
export type BookingMailType = 'confirmation' | 'reminder' | 'cancellation' | 'payment_due'
export type MailRefusal =
  | 'mail/not-found'
  | 'mail/not-failed'
  | 'mail/unknown-booking'
  | 'mail/not-for-this-booking'
  | 'mail/switched-off'
  /** 422, facts: reason, the sentence of the first fault. */
  | 'mail/settings-invalid'
  | 'mail/unknown-template'
  | 'mail/owners-template'
  | 'mail/template-invalid'
  | 'mail/template-changed'
  | 'mail/test-address'
  /** 409, facts: reason, what the mail server answered, without secrets. */
  | 'mail/test-failed'
