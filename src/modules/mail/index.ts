/**
 * Mail, for the browser: the kinds of mail that staff can send, and this room's refusals. Everything else is the
 * server's.
 */
export type BookingMailType = 'confirmation' | 'reminder' | 'cancellation'
export type MailRefusal =
  | 'mail/not-found'
  | 'mail/not-failed'
  | 'mail/unknown-booking'
  | 'mail/not-for-this-booking'
  | 'mail/switched-off'
