import type { Selectable } from 'kysely'
import type { Message } from '../../kernel/messages.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { say } from '../../platform/messages.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { MailFailure } from './port.ts'
import { sealPassword } from './queries.server.ts'
import { type RenderedMail, renderMail } from './render.server.ts'
import { isMailbox, readPort, smtpErrors } from './rules.ts'
import type { EmailSettings, EmailSettingsInput } from './settings-contract.ts'
import type { MailDeps } from './tables.server.ts'
import { text } from './text.ts'

const defaults = {
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  tls_mode: 'starttls',
  from_name: '',
  from_email: '',
  is_enabled: true,
} as const

/** The stored mail server or the defaults, without the password. */
export async function readEmailSettings(deps: MailDeps): Promise<EmailSettings> {
  const row = await deps.db.selectFrom('email_settings').selectAll().executeTakeFirst()
  const { smtp_host, smtp_port, smtp_user, tls_mode, from_name, from_email, is_enabled } = row ?? defaults
  return {
    ...{ smtp_host, smtp_port, smtp_user, tls_mode, from_name, from_email, is_enabled },
    is_password_set: Boolean(row?.sealed_password),
    updated_at: row?.updated_at.toISOString() ?? null,
    way: (await deps.mailer()).way ?? 'settings',
  }
}

/** Saves the mail server. An empty password keeps the stored one. Refuses 'mail/settings-invalid' with fields. */
export async function saveEmailSettings(
  deps: MailDeps,
  caller: Caller,
  input: EmailSettingsInput,
): Promise<EmailSettings> {
  const errors = smtpErrors(input)
  const port = readPort(input.smtp_port)
  if (errors[0] || port === null)
    throw new Refusal('mail/settings-invalid', { reason: errors[0]?.message ?? '' }, errors)
  const { smtp_password, ...shown } = { ...input, smtp_port: port }
  const now = deps.clock()
  const row = {
    ...shown,
    updated_at: now,
    ...(smtp_password && { sealed_password: sealPassword(deps, smtp_password) }),
  }
  await deps.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('email_settings').selectAll().forUpdate().executeTakeFirst()
    await trx
      .insertInto('email_settings')
      .values({ sealed_password: null, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await auditSaved(trx, caller, { before, shown, smtp_password, now })
    await publishInvalidation(trx, ['settings'])
  })
  dropHere(deps, ['settings'])
  return readEmailSettings(deps)
}

type Saved = {
  before: Selectable<Tables['email_settings']> | undefined
  shown: Omit<EmailSettingsInput, 'smtp_password'>
  smtp_password: string
  now: Date
}

/** Records what changed, without the password. */
async function auditSaved(trx: Trx, caller: Caller, { before, shown, smtp_password, now }: Saved): Promise<void> {
  const {
    id: _,
    sealed_password,
    updated_at: __,
    ...was
  } = before ?? { id: true, sealed_password: null, updated_at: 0 }
  const entry = { action: 'email-settings.saved', subjectType: 'email-settings', subjectId: 'smtp' }
  const after = {
    ...shown,
    is_password_set: Boolean(smtp_password || sealed_password),
    password_changed: smtp_password !== '',
  }
  const past = before ? { ...was, is_password_set: Boolean(sealed_password) } : null
  await writeAudit(trx, caller, { ...entry, before: past, after }, now)
}

export const testLimit = { name: 'mail-test', hits: 10, seconds: 600 }

/** Refuses 'mail/test-address'. */
export function readTestAddress(to: string): string {
  if (!isMailbox(to)) throw new Refusal('mail/test-address', {}, [{ path: 'to', message: badAddress(to) }])
  return to
}

type TestDelivery = { id: string; way: EmailSettings['way']; failure: MailFailure['reason'] | null }

/** Sends at once with the present configuration, once and not through the outbox. */
export async function deliverTest(deps: MailDeps, to: string, content: RenderedMail): Promise<TestDelivery> {
  const id = newId(deps.clock())
  const mailer = await deps.mailer()
  const messageId = `<${id}@${new URL(deps.baseUrl).hostname}>`
  const failure = await mailer.send({ to, ...content, messageId }).then(
    () => null,
    (error: unknown) => (error instanceof MailFailure ? error.reason : 'connection'),
  )
  return { id, way: mailer.way ?? 'settings', failure }
}

/**
 * Sends a test mail with the present configuration. Only the address comes from the browser (D27). Refuses
 * 'mail/test-address', 'mail/test-failed' with a fixed reason, 'limit/too-many'.
 */
export async function sendTestMail(
  deps: MailDeps,
  caller: Caller,
  typed: string,
): Promise<{ to: string; way: EmailSettings['way'] }> {
  const to = readTestAddress(typed)
  await countHit(deps, testLimit, caller.userId ?? caller.address)
  const shop = '{{site_title}}'
  const template = {
    subject: say(text('test.subject', { shop })),
    html_body: `<p>${say(text('test.works', { shop }))}</p><p>${say(text('test.settings'))}</p>`,
  }
  const content = renderMail({ template, settings: await readSettings(deps) }, {})
  const { id, way, failure } = await deliverTest(deps, to, content)
  const entry = { action: 'mail.test', subjectType: 'mail', subjectId: id, after: { to, way, failure } }
  await writeAudit(deps.db, caller, entry, deps.clock())
  if (failure !== null) throw new Refusal('mail/test-failed', { reason: failure })
  return { to, way }
}
const badAddress = (to: string): Message => text(to.trim() === '' ? 'test.address' : 'smtp.fromEmail')
