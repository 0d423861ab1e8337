import { type Insertable, sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { remember } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import { payloadOf } from '../../platform/jobs/origin.server.ts'
import { daysBefore, deleteOld, keptDays, yearsBefore } from '../../platform/retention.server.ts'
import { readSettings, readSettingsIn } from '../settings/index.server.ts'
import type { Delivery } from './contract.ts'
import { allTemplates } from './default-templates.server.ts'
import { readDelivery } from './queries.server.ts'
import { isDefaultText, renderMail, type Wording, wordingFor } from './render.server.ts'
import { isMailbox, isTrueOf, type MailValues } from './rules.ts'
import type { BookingMailFacts, ComposedMail, MailDeps, MailMessagesTable } from './tables.server.ts'
import { cleanHtml } from './template-html.server.ts'
import { canRetry, oneTimeTemplates, templatesTag } from './templates.ts'

export type QueuedMail = {
  template: string
  to: string
  /** Where answers go, if not to the sender. */
  replyTo?: string | undefined
  values: MailValues
  /** By language: values that take the place of others where the mail is written in it. */
  translated?: Readonly<Record<string, MailValues>>
  /** What the reader has chosen; null or left out: the shop's default. */
  language?: string | null | undefined
  bookingId?: string | undefined
  /** One mail per key, however often the event behind it is delivered. */
  dedupeKey: string
}

/** Adds missing default templates and updates those that nobody has edited. One statement. */
export async function seedTemplates(q: Queryable): Promise<void> {
  const rows = allTemplates.map(({ name, subject, body }) => ({ template_name: name, subject, html_body: body }))
  await q
    .insertInto('mail_templates')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('template_name')
        .doUpdateSet((eb) => ({ subject: eb.ref('excluded.subject'), html_body: eb.ref('excluded.html_body') }))
        // Every edit by staff raises the version.
        .where('mail_templates.version', '=', 1)
        .where((eb) =>
          eb.or([
            eb('mail_templates.subject', '!=', eb.ref('excluded.subject')),
            eb('mail_templates.html_body', '!=', eb.ref('excluded.html_body')),
          ]),
        ),
    )
    .execute()
}

/**
 * Adds a mail and its job to the outbox in the caller's transaction. Returns its id, or null when there is nothing to
 * send: a used key, an inactive template or an invalid address.
 */
export async function queueMail(trx: Queryable, core: Core, mail: QueuedMail): Promise<string | null> {
  const template = await findTemplate(trx, mail.template)
  // Read in this transaction: waiting for a second connection could deadlock the pool.
  return storeMail(trx, core, { mail, template, settings: await readSettingsIn(trx, core) })
}

type Template = Parameters<typeof wordingFor>[0] & { readonly is_active: boolean }

/** One statement. */
async function findTemplate(q: Queryable, name: string): Promise<Template> {
  const template = await q
    .selectFrom('mail_templates')
    .select(['template_name', 'subject', 'html_body', 'is_active'])
    .select(({ selectFrom }) =>
      selectFrom('mail_template_wordings as wording')
        .select(
          sql<Record<string, Words> | null>`jsonb_object_agg(wording.language, jsonb_build_object(
            'subject', wording.subject, 'html_body', wording.html_body))`.as('wordings'),
        )
        .whereRef('wording.template_name', '=', 'mail_templates.template_name')
        .as('wordings'),
    )
    .where('template_name', '=', name)
    .executeTakeFirst()
  if (!template) throw new Error(`No mail template named ${name}`)
  const wordings = Object.entries(template.wordings ?? {}).map(([language, words]) => [language, cleaned(words)])
  return {
    ...template,
    ...cleaned(template),
    isDefault: isDefaultText(template),
    wordings: Object.fromEntries(wordings),
  }
}
type Words = Wording['template']
/** Templates of earlier versions were not checked when they were saved. */
const cleaned = ({ subject, html_body }: Words): Words => ({ subject, html_body: cleanHtml(html_body).html })
/** From memory, until staff change a template. Not for use inside a transaction. */
export const readTemplate = (core: Core, name: string): Promise<Template> =>
  remember(core, `mail-template:${name}`, [templatesTag], () => findTemplate(core.db, name))

type Composing = Pick<Wording, 'settings'> & { readonly template: Template; readonly mail: QueuedMail }
/** The same as queueMail, with what was read before. One statement. */
export async function storeMail(trx: Queryable, core: Core, composing: Composing): Promise<string | null> {
  const mail = composeMail(core, composing)
  return mail && (await insertWithJob(trx, { ...mail, next_attempt_at: mail.created_at })) ? mail.id : null
}

/** A mail of the outbox before its first try; null when there is nothing to send. */
export function composeMail(core: Core, { mail, template, settings }: Composing): ComposedMail | null {
  if (!template.is_active) return null
  if (!isMailbox(mail.to)) {
    core.log.warn({ template: mail.template }, 'mail not queued: the address is invalid')
    return null
  }
  const wording = wordingFor(template, { settings, language: mail.language ?? null })
  const content = renderMail(wording, { ...mail.values, ...mail.translated?.[wording.language] })
  const now = core.clock()
  const id = newId(now)
  return {
    id,
    dedupe_key: mail.dedupeKey,
    template_name: mail.template,
    booking_id: mail.bookingId ?? null,
    to_address: mail.to,
    reply_to: mail.replyTo && isMailbox(mail.replyTo) ? mail.replyTo : null,
    ...content,
    message_id: `<${id}@${new URL(core.baseUrl).hostname}>`,
    created_at: now,
  }
}

/** One statement. False when the key is used. */
async function insertWithJob(trx: Queryable, mail: Insertable<MailMessagesTable>): Promise<boolean> {
  const row = await trx
    .with('mail', (q) =>
      q
        .insertInto('mail_messages')
        .values(mail)
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .returning('id'),
    )
    .selectFrom('mail')
    .select(sql`graphile_worker.add_job('send-mail', ${payloadOf(sql`id`)}, job_key => 'send-mail:' || id)`.as('job'))
    .executeTakeFirst()
  return row !== undefined
}

export interface ShownMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** False: the template is switched off, so it would not be sent. */
  readonly is_active: boolean
}
/** Whether mails of this template are sent. One statement. */
export async function isMailActive(q: Queryable, name: string): Promise<boolean> {
  const query = q.selectFrom('mail_templates').select('is_active').where('template_name', '=', name)
  return (await query.executeTakeFirst())?.is_active ?? false
}

/** A mail as it would be queued, for a preview. */
export async function showMail(
  core: Core,
  name: string,
  { values, language }: Pick<BookingMailFacts, 'values' | 'language'>,
): Promise<ShownMail> {
  const [template, settings] = await Promise.all([findTemplate(core.db, name), readSettings(core)])
  return { ...renderMail(wordingFor(template, { settings, language }), values), is_active: template.is_active }
}

/** Deletes unsent mails with one-time links after a day, because the links have expired, and all mails after `years`. */
export async function purgeMail(core: Core, years: number): Promise<void> {
  const now = core.clock()
  const isUseless = sql<boolean>`template_name = any (${[...oneTimeTemplates]}::text[]) and status <> 'sent'
    and created_at < ${daysBefore(now, keptDays.unsent_links)}`
  await deleteOld(core, { table: 'mail_messages', isOld: isUseless })
  await deleteOld(core, { table: 'mail_messages', isOld: sql`created_at < ${yearsBefore(now, years)}` })
}

async function factsOfMail(deps: MailDeps, id: string): Promise<BookingMailFacts | null> {
  const query = deps.db.selectFrom('mail_messages').select('booking_id').where('id', '=', id)
  const bookingId = (await query.executeTakeFirst())?.booking_id
  return bookingId ? deps.bookingMailFacts(bookingId) : null
}

/**
 * Queues a mail again that failed or was not sent, with all its tries. Refuses 'mail/not-found', 'mail/not-failed', and
 * 'mail/not-for-this-booking' when it is no longer true.
 */
export async function retryMail(deps: MailDeps, caller: Caller, id: string): Promise<void> {
  const facts = await factsOfMail(deps, id)
  await deps.db.transaction().execute(async (trx) => {
    const mail = await trx
      .selectFrom('mail_messages')
      .select(['status', 'template_name'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) throw new Refusal('mail/not-found')
    if (!canRetry(mail.status, mail.template_name)) throw new Refusal('mail/not-failed')
    if (facts) requireTrue(mail.template_name, facts)
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

/** Refuses a mail that is not true of its booking. */
function requireTrue(template: string, { bookingStatus: status, ...state }: BookingMailFacts): void {
  if (isTrueOf(template, { status, ...state })) return
  throw new Refusal('mail/not-for-this-booking', { template, status })
}

const templateOf = {
  confirmation: 'booking_confirmation',
  reminder: 'reminder',
  cancellation: 'cancellation',
  payment_due: 'booking_received',
  documents: 'documents_needed',
} as const

/**
 * Sends a confirmation, reminder, cancellation, payment link or request for documents for staff. Refuses
 * 'mail/unknown-booking', and 'mail/not-for-this-booking' for a mail that would be false (D106).
 */
export async function sendBookingMail(
  deps: MailDeps,
  caller: Caller,
  bookingId: string,
  type: keyof typeof templateOf,
): Promise<{ messageId: string; to: string; delivery: Delivery }> {
  const delivery = await readDelivery(deps)
  const facts = await deps.bookingMailFacts(bookingId)
  if (!facts) throw new Refusal('mail/unknown-booking')
  requireTrue(templateOf[type], facts)
  // Its text says that the booking is paid.
  if (type === 'documents' && !facts.isPaid)
    throw new Refusal('mail/not-for-this-booking', { template: templateOf[type], status: facts.bookingStatus })
  return deps.db.transaction().execute(async (trx) => {
    const request = {
      template: templateOf[type],
      to: facts.to,
      values: facts.values,
      ...{ language: facts.language, bookingId },
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
    return { messageId, to: facts.to, delivery }
  })
}
