/**
 * Outgoing mail. Owns: templates, the outbox (mail_messages), tries and their backoff, the mailer port. Does not own:
 * why a mail is sent (events, subscribed in app/), nor the facts in it (booking, account).
 * Invariants: a mail is written in a transaction before anything is sent; one mail per dedupe key; the Message-ID
 * never changes; values are escaped; a mail goes to one mailbox.
 */
export { forgetOneTimeMail, type QueuedMail, queueMail, seedTemplates, sendQueuedMail } from './commands.server.ts'
export { eraseMailOf } from './erase-person.server.ts'
export { implementMail } from './http.server.ts'
export { mailJobs } from './jobs.server.ts'
export type { Mailer } from './port.ts'
export { countFailedMail, readSmtpSettings, type SmtpSettings } from './queries.server.ts'
export type { MailValues } from './rules.ts'
export type { BookingMailFacts, MailDeps } from './tables.server.ts'
