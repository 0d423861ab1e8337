import { addHours, addMinutes } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import { withoutAddresses } from '../../platform/log.server.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { layout } from './layout.ts'
import { notKept } from './queries.server.ts'
import { fillHtml, fillSubject, hoursInWords, isMailbox, type MailValues, nextTryInMinutes, textOf } from './rules.ts'
import type { MailDeps, MailMessage } from './tables.server.ts'
import { defaultTemplates, oneTimeTemplates } from './templates.ts'

export type QueuedMail = {
  template: string
  to: string
  values: MailValues
  bookingId?: string | undefined
  /** One mail per key, however often the event behind it is delivered. */
  dedupeKey: string
}

/** Puts the default templates there; ones that exist are left as staff have made them. */
export async function seedTemplates(q: Queryable): Promise<void> {
  const rows = defaultTemplates.map(({ name, subject, body }) => ({ template_name: name, subject, html_body: body }))
  await q
    .insertInto('mail_templates')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Writes a mail into the outbox, with the job that sends it, in the caller's transaction. Returns its id, or null when
 * there is nothing to send: the key was used before, the template is switched off, or the address is none.
 */
export async function queueMail(trx: Queryable, core: Core, mail: QueuedMail): Promise<string | null> {
  const template = await trx
    .selectFrom('mail_templates')
    .selectAll()
    .where('template_name', '=', mail.template)
    .executeTakeFirst()
  if (!template) throw new Error(`No mail template named ${mail.template}`)
  if (!template.is_active) return null
  if (!isMailbox(mail.to)) {
    core.log.warn({ template: mail.template }, 'a mail was not queued: its address is not a mailbox')
    return null
  }
  // In this transaction: it holds one connection, and must never wait for a second one.
  const settings = await readSettingsIn(trx, core)
  const values: MailValues = {
    site_title: settings.site_title,
    contact_phone: settings.contact_phone,
    contact_email: settings.contact_email,
    verification_time: hoursInWords(settings.transfer_verification_hours),
    ...mail.values,
  }
  const html = fillHtml(layout(template.html_body), values)
  const now = core.clock()
  const id = newId(now)
  const row = await trx
    .insertInto('mail_messages')
    .values({
      id,
      dedupe_key: mail.dedupeKey,
      template_name: mail.template,
      booking_id: mail.bookingId ?? null,
      to_address: mail.to,
      subject: fillSubject(template.subject, values),
      html,
      text: textOf(html),
      message_id: `<${id}@${new URL(core.baseUrl).hostname}>`,
      next_attempt_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await addJob(trx, 'send-mail', { id }, { key: `send-mail:${id}` })
  return id
}

/**
 * Sends a queued mail. A failure is written down and tried again later and later (rules: nextTryInMinutes); after the
 * last try it stays 'failed' for staff. At least once: a crash between handing over and writing down sends it again,
 * under the same Message-ID.
 */
export async function sendQueuedMail(deps: MailDeps, id: string): Promise<void> {
  const mail = await deps.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (mail?.status !== 'queued') return
  try {
    const mailer = await deps.mailer()
    await mailer.send({
      to: mail.to_address,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      messageId: mail.message_id,
    })
  } catch (error) {
    return writeDownFailure(deps, mail, error instanceof Error ? error.message : String(error))
  }
  const now = deps.clock()
  const isOneTime = oneTimeTemplates.includes(mail.template_name)
  await deps.db
    .updateTable('mail_messages')
    .set({
      status: 'sent',
      sent_at: now,
      attempts: mail.attempts + 1,
      last_error: null,
      next_attempt_at: null,
      ...(isOneTime && { html: notKept, text: notKept }),
    })
    .where('id', '=', id)
    .execute()
}

const oneTimeHours = 24

/** Mail with a link for one use that could not be sent for a day: the link no longer works, and asking again is easy. */
export async function forgetOneTimeMail(core: Core): Promise<void> {
  await core.db
    .deleteFrom('mail_messages')
    .where('template_name', 'in', oneTimeTemplates)
    .where('status', '<>', 'sent')
    .where('created_at', '<', addHours(core.clock(), -oneTimeHours))
    .execute()
}

async function writeDownFailure(deps: MailDeps, mail: MailMessage, reason: string): Promise<void> {
  const attempts = mail.attempts + 1
  const minutes = nextTryInMinutes(attempts)
  const again = minutes === null ? null : addMinutes(deps.clock(), minutes)
  deps.log.warn(
    { mailId: mail.id, attempts, reason: withoutAddresses(reason) },
    again ? 'mail not sent, will be tried again' : 'mail not sent, given up',
  )
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('mail_messages')
      .set({ attempts, last_error: reason.slice(0, 500), next_attempt_at: again, status: again ? 'queued' : 'failed' })
      .where('id', '=', mail.id)
      .execute()
    if (again) await addJob(trx, 'send-mail', { id: mail.id }, { key: `send-mail:${mail.id}`, runAt: again })
  })
}

/** Queues a failed mail again from its first step. Refuses 'mail/not-found', 'mail/not-failed'. */
export async function retryMail(deps: MailDeps, caller: Caller, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const mail = await trx
      .selectFrom('mail_messages')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) throw new Refusal('mail/not-found')
    if (mail.status !== 'failed') throw new Refusal('mail/not-failed')
    await trx
      .updateTable('mail_messages')
      .set({ status: 'queued', attempts: 0, next_attempt_at: deps.clock() })
      .where('id', '=', id)
      .execute()
    await addJob(trx, 'send-mail', { id }, { key: `send-mail:${id}` })
    const entry = { action: 'mail.retry', subjectType: 'mail', subjectId: id }
    const change = { before: { status: mail.status }, after: { status: 'queued' } }
    await writeAudit(trx, caller, { ...entry, ...change }, deps.clock())
  })
}

const templateOf = {
  confirmation: 'booking_confirmation',
  reminder: 'reminder',
  cancellation: 'cancellation',
  payment_due: 'booking_received',
} as const

/**
 * Sends a booking's confirmation, reminder, cancellation or payment link on staff's request. Refuses
 * 'mail/unknown-booking', and 'mail/not-for-this-booking' for a reminder of a cancelled booking (D106), a cancellation
 * of one that is not, or a payment link where nothing can be paid.
 */
export async function sendBookingMail(
  deps: MailDeps,
  caller: Caller,
  bookingId: string,
  type: keyof typeof templateOf,
): Promise<{ messageId: string; to: string }> {
  const facts = await deps.bookingMailFacts(bookingId)
  if (!facts) throw new Refusal('mail/unknown-booking')
  const isCancelled = facts.bookingStatus === 'cancelled'
  const isFit = {
    confirmation: true,
    reminder: !isCancelled,
    cancellation: isCancelled,
    payment_due: facts.isPaymentDue,
  }
  if (!isFit[type]) throw new Refusal('mail/not-for-this-booking')
  return deps.db.transaction().execute(async (trx) => {
    const request = {
      template: templateOf[type],
      to: facts.to,
      values: facts.values,
      bookingId,
      dedupeKey: `staff:${newId(deps.clock())}`,
    }
    const messageId = await queueMail(trx, deps, request)
    if (!messageId) throw new Refusal('mail/switched-off')
    await writeAudit(
      trx,
      caller,
      { action: `mail.${type}`, subjectType: 'booking', subjectId: bookingId, after: { messageId } },
      deps.clock(),
    )
    return { messageId, to: facts.to }
  })
}
