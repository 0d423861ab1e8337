/** Mails that follow from events. Each has a key made of the event's id, so a repeated event sends it once. */
import { createHash } from 'node:crypto'
import type { Core } from '../../platform/core.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { composeMail, type QueuedMail, readTemplate, storeMail } from './commands.server.ts'
import type { MailValues } from './rules.ts'
import type { MailDeps } from './tables.server.ts'

export type BookingMail = Readonly<{
  template: string
  bookingId: string
  /** Values of the event, in place of those of the booking. */
  values?: MailValues
}>

/** Mails the customer of a booking. Does nothing when the booking is gone. */
export async function mailCustomer(deps: MailDeps, eventId: string, mail: BookingMail): Promise<void> {
  const facts = await deps.bookingMailFacts(mail.bookingId)
  if (!facts) return
  const values = { ...facts.values, ...mail.values }
  const { to, language, translated } = facts
  await mailOnce(deps, { ...mail, to, language, values, translated, dedupeKey: `${eventId}:customer` })
}

/** Mails the agency about a booking. Does nothing when the booking is gone. */
export async function mailAgency(deps: MailDeps, eventId: string, mail: BookingMail): Promise<void> {
  const [facts, to] = await Promise.all([deps.bookingMailFacts(mail.bookingId), agencyAddress(deps)])
  if (!facts || to === null) return
  const values = { ...facts.values, ...mail.values }
  await mailOnce(deps, { ...mail, to, values, dedupeKey: `${eventId}:agency` })
}

/** The address for alerts, else the one for contact, else the administrator's; null if the shop has none of them. */
export async function agencyAddress(deps: MailDeps): Promise<string | null> {
  const { alert_email, contact_email } = await readSettings(deps)
  const address = alert_email || contact_email || (await deps.adminAddress())
  if (!address) deps.log.warn('an alert is not sent: the shop has no address for alerts')
  return address
}

/** Adds a mail to those of the event; outside of events queues it by itself, which is one statement. */
export async function mailOnce(deps: Core & Pick<MailDeps, 'eventOutbox'>, mail: QueuedMail): Promise<void> {
  const [template, settings] = await Promise.all([readTemplate(deps, mail.template), readSettings(deps)])
  const composing = { mail, template, settings }
  if (!deps.eventOutbox) return void (await storeMail(deps.db, deps, composing))
  const composed = composeMail(deps, composing)
  if (composed) deps.eventOutbox.add({ ...composed, message_id: lastingMessageId(deps, mail.dedupeKey) })
}

/** The same in every delivery of an event, so that mail programs recognize a mail that a crash has repeated. */
function lastingMessageId({ baseUrl }: Core, dedupeKey: string): string {
  const digest = createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)
  return `<${digest}@${new URL(baseUrl).hostname}>`
}

type BookingEvent = Readonly<{ id: string; payload: { bookingId: string; reason?: string | null } }>

/** A subscriber that mails the customer; the reason of the event replaces the one of the booking. */
export const customerMail =
  (deps: MailDeps, template: string) =>
  ({ id, payload: { bookingId, reason } }: BookingEvent): Promise<void> =>
    mailCustomer(deps, id, { template, bookingId, values: reason ? { reason } : {} })

/** A subscriber that mails the agency. */
export const agencyMail =
  (deps: MailDeps, template: string) =>
  ({ id, payload: { bookingId } }: BookingEvent): Promise<void> =>
    mailAgency(deps, id, { template, bookingId })
