import type { ExpressionBuilder } from 'kysely'
import * as z from 'zod'
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { remember } from '../../platform/cache-invalidation.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { say } from '../../platform/messages.server.ts'
import type { Delivery, MailStatus, mailRow } from './contract.ts'
import { deliveryOf, maskLinks } from './rules.ts'
import type { MailDeps, MailMessage } from './tables.server.ts'
import { canRetry, oneTimeTemplates, testTemplate } from './templates.ts'
import { text } from './text.ts'

type MailRow = z.infer<typeof mailRow>
const place = z.tuple([z.iso.datetime(), z.uuid()])
const present = (mail: Omit<MailMessage, 'html' | 'text'>): MailRow => ({
  id: mail.id,
  template: mail.template_name,
  to: mail.to_address,
  subject: mail.subject,
  status: mail.status,
  canRetry: canRetry(mail.status, mail.template_name),
  attempts: mail.attempts,
  lastError: mail.last_error,
  bookingId: mail.booking_id,
  createdAt: mail.created_at.toISOString(),
  sentAt: mail.sent_at?.toISOString() ?? null,
})
type Filter = {
  status?: MailStatus | undefined
  bookingId?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** The outbox, newest first. One statement. Refuses 'list/bad-cursor'. */
export async function listMail(core: Core, filter: Filter): Promise<{ items: MailRow[]; nextCursor: string | null }> {
  let query = core.db
    .selectFrom('mail_messages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.bookingId) query = query.where('booking_id', '=', filter.bookingId)
  if (filter.cursor !== undefined) {
    const [at, id] = decodeCursor(filter.cursor) ?? []
    if (typeof at !== 'string' || typeof id !== 'string' || !place.safeParse([at, id]).success)
      throw new Refusal('list/bad-cursor')
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(at), id)))
  }
  const rows = await query.execute()
  const items = rows.slice(0, filter.limit).map(present)
  const last = rows.length > filter.limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? encodeCursor([last.createdAt, last.id]) : null }
}

/** The mails about bookings, for other rooms' queries: joined as `mail`. */
export const bookingMails = (q: Queryable) =>
  q
    .selectFrom((eb) =>
      eb
        .selectFrom('mail_messages')
        .select([
          'id',
          'booking_id',
          'template_name as template',
          'to_address as to',
          'subject',
          'status',
          'last_error as lastError',
          'created_at as at',
        ])
        .select((column) => column.cast<boolean>(column('text', '<>', ''), 'boolean').as('hasText'))
        .as('mail'),
    )
    .selectAll()

/** How mails stand, for other rooms. One statement; none without ids. */
export async function mailStates(
  q: Queryable,
  ids: readonly string[],
): Promise<readonly { id: string; status: MailStatus; lastError: string | null; canRetry: boolean }[]> {
  if (ids.length === 0) return []
  const rows = await q
    .selectFrom('mail_messages')
    .select(['id', 'status', 'last_error', 'template_name'])
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id, status, last_error: lastError, template_name: template }) => ({
    ...{ id, status, lastError, canRetry: canRetry(status, template) },
  }))
}

/**
 * The text of a mail about a booking, for staff who may see the booking. Private links in it are masked: they would let
 * staff act as the customer, unnoticed by the audit trail. Refuses 'mail/not-found', also for a mail of another booking.
 */
export async function readBookingMail(
  core: Core,
  { bookingId, messageId }: { readonly bookingId: string; readonly messageId: string },
): Promise<{ subject: string; to: string; text: string }> {
  const mail = await core.db
    .selectFrom('mail_messages')
    .select(['subject', 'to_address', 'text', 'template_name'])
    .where('id', '=', messageId)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  if (!mail) throw new Refusal('mail/not-found')
  const isOneTime = oneTimeTemplates.includes(mail.template_name)
  return {
    subject: mail.subject,
    to: mail.to_address,
    text: isOneTime ? removedContent() : maskLinks(mail.text),
  }
}

/** Replaces the content of mails with one-time links. */
export const removedContent = (): string => say(text('outbox.removed'))

/** One mail, without the content if it has a one-time link. Refuses 'mail/not-found'. */
export async function getMail(core: Core, id: string): Promise<MailRow & { html: string; text: string }> {
  const mail = await core.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!mail) throw new Refusal('mail/not-found')
  const isOneTime = oneTimeTemplates.includes(mail.template_name)
  const content = isOneTime ? { html: `<p>${removedContent()}</p>`, text: removedContent() } : mail
  return { ...present(mail), html: content.html, text: content.text }
}

/** The number of failed mails, for the dashboard. Without test mails, whose sender sees the failure. */
export async function countFailedMail(core: Core): Promise<number> {
  const row = await core.db
    .selectFrom('mail_messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'failed')
    .where('template_name', '<>', testTemplate)
    .executeTakeFirstOrThrow()
  return row.n
}

/** For how many seconds the oldest unsent mail has been waiting; 0 without one. One statement. */
export async function longestMailWait(core: Core): Promise<number> {
  const row = await core.db
    .selectFrom('mail_messages')
    .select((eb) => eb.fn.min('created_at').as('since'))
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return row?.since ? Math.max(0, (core.clock().getTime() - row.since.getTime()) / 1_000) : 0
}

/** False while mail is only written to files. Cached until the mail server changes; else at most one statement. */
export const sendsMail = (deps: Pick<MailDeps, 'mailer' | 'pool'>): Promise<boolean> =>
  remember(deps, 'sends-mail', ['settings'], async () => (await deps.mailer()).way !== 'files')

/** Whether mail reaches people now. At most two statements. */
export async function readDelivery(deps: MailDeps): Promise<Delivery> {
  const { way = 'settings' } = await deps.mailer()
  if (way === 'files') return 'none'
  const { savedAt, lastError, sentAt } = await deps.db
    .selectNoFrom((eb) => [
      eb.selectFrom('email_settings').select('updated_at').as('savedAt'),
      newest(eb).select('last_error').where('attempts', '>', 0).as('lastError'),
      newest(eb).select('sent_at').where('status', '=', 'sent').as('sentAt'),
    ])
    .executeTakeFirstOrThrow()
  const times = { sentAt: sentAt?.getTime() ?? null, savedAt: way === 'settings' ? (savedAt?.getTime() ?? null) : null }
  return deliveryOf({ lastError, ...times })
}
const newest = (eb: ExpressionBuilder<Tables, never>) =>
  eb.selectFrom('mail_messages').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1)

export type SmtpSettings = {
  host: string
  port: number
  user: string
  password: string
  tls: 'starttls' | 'tls' | 'none'
  fromName: string
  fromEmail: string
}
const passwordPurpose = 'smtp-password'
export const sealPassword = (core: Pick<Core, 'keys'>, password: string): Buffer =>
  core.keys.seal(passwordPurpose, Buffer.from(password))

/** The stored mail server with its decrypted password; null without one or when it is switched off (D107). */
export async function readSmtpSettings(core: Core): Promise<SmtpSettings | null> {
  const row = await core.db.selectFrom('email_settings').selectAll().executeTakeFirst()
  if (!row?.is_enabled) return null
  const password = row.sealed_password ? core.keys.open(passwordPurpose, row.sealed_password).toString() : ''
  return {
    host: row.smtp_host,
    port: row.smtp_port,
    user: row.smtp_user,
    password,
    tls: row.tls_mode,
    fromName: row.from_name,
    fromEmail: row.from_email,
  }
}
