/**
 * Outgoing mail. Owns: templates, the outbox (mail_messages), retries, the mailer port. Does not own:
 * why a mail is sent (the reactions of each room), nor the facts in it (booking, account).
 * Invariants: before a mail is sent, it is stored or the event behind it is; one mail for each dedupe key; the Message-ID
 * never changes; values are escaped; a mail has one recipient.
 */
export {
  isMailActive,
  purgeMail,
  type QueuedMail,
  queueMail,
  type ShownMail,
  seedTemplates,
  showMail,
} from './commands.server.ts'
export { eraseMailOf } from './erase-person.server.ts'
export { agencyAddress, agencyMail, customerMail, mailAgency, mailCustomer, mailOnce } from './event-mails.server.ts'
export { openEventOutbox } from './event-outbox.server.ts'
export { implementMail } from './http.server.ts'
export { mailJobs } from './jobs.server.ts'
export type { Mailer } from './port.ts'
export {
  bookingMails,
  countFailedMail,
  longestMailWait,
  mailStates,
  readDelivery,
  readSmtpSettings,
  type SmtpSettings,
  sendsMail,
} from './queries.server.ts'
export { type MailValues, maskLinks } from './rules.ts'
export { sendQueuedMail } from './send.server.ts'
export type { BookingMailFacts, MailDeps } from './tables.server.ts'
