import type { Selectable } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { sealPassword } from './queries.server.ts'
import { readPort, smtpErrors } from './rules.ts'
import type { EmailSettings, EmailSettingsInput } from './settings-contract.ts'
import type { MailDeps } from './tables.server.ts'

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

/**
 * Saves the mail server. An empty password keeps the stored one. Refuses 'mail/settings-invalid' with fields, and
 * 'mail/settings-changed'.
 */
export async function saveEmailSettings(
  deps: MailDeps,
  caller: Caller,
  input: EmailSettingsInput,
): Promise<EmailSettings> {
  const errors = smtpErrors(input)
  const port = readPort(input.smtp_port)
  if (errors[0] || port === null)
    throw new Refusal('mail/settings-invalid', { reason: errors[0]?.message ?? '' }, errors)
  const { smtp_password, updated_at, ...shown } = { ...input, smtp_port: port }
  const now = deps.clock()
  const row = {
    ...shown,
    updated_at: now,
    ...(smtp_password && { sealed_password: sealPassword(deps, smtp_password) }),
  }
  await deps.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('email_settings').selectAll().forUpdate().executeTakeFirst()
    if (updated_at !== undefined && updated_at !== (before?.updated_at.toISOString() ?? null))
      throw new Refusal('mail/settings-changed')
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
  shown: Omit<EmailSettingsInput, 'smtp_password' | 'updated_at'>
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
