import { randomBytes } from 'node:crypto'
import type { Language } from '../../kernel/language.ts'
import { isPersonName } from '../../kernel/person-name.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { EnvError } from '../../platform/env.server.ts'
import { say } from '../../platform/messages.server.ts'
import type { Profile } from './contract.ts'
import type { AccountDeps } from './deps.server.ts'
import { fieldError } from './field-error.ts'
import { newPasswordObjection } from './password-rules.server.ts'
import { hashPassword, replacePassword, unusablePassword } from './passwords.server.ts'
import { findProfile } from './queries.server.ts'
import { issueReset } from './reset.server.ts'
import { makeAdmin, operator } from './roles.server.ts'
import { text } from './text.ts'
import { endTwoFactor, notifyUser, offEntry } from './two-factor.server.ts'

interface ProfileChange {
  readonly full_name?: string | undefined
  readonly phone?: string | null | undefined
  readonly language?: Language | undefined
}
/** Changes only the given full name, phone and language of the caller (D13). Refuses 'account/sign-in-needed'. */
export async function saveProfile(
  deps: AccountDeps,
  caller: Caller,
  { full_name: name, phone, language }: ProfileChange,
): Promise<Profile> {
  const userId = caller.userId
  if (userId === null) throw new Refusal('account/sign-in-needed')
  if (name === '') throw fieldError('full_name', text('fields.fullName'))
  if (name !== undefined && !isPersonName(name)) throw fieldError('full_name', text('fields.nameOnly'))
  await deps.db
    .updateTable('users')
    .set({
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone: phone || null }),
      ...(language && { language }),
      updated_at: deps.clock(),
    })
    .where('id', '=', userId)
    .execute()
  const profile = await findProfile(deps, userId)
  if (!profile) throw new Refusal('account/not-found')
  return profile
}

export type BootstrapResult =
  | { created: false }
  /** `password` only when it was generated: it is shown once and not stored. */
  | { created: true; email: string; password: string | null }

const unnamedAdmin = 'admin@safar.example'

/** The named administrator's address, else that of the oldest account of an administrator; null if there is none. */
export async function adminAddress({ db, adminEmail }: Pick<AccountDeps, 'db' | 'adminEmail'>): Promise<string | null> {
  if (adminEmail) return adminEmail
  const admin = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    // A made-up address, which no mail reaches.
    .where('email', '<>', unnamedAdmin)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return admin?.email ?? null
}

/**
 * Creates the first administrator. With ADMIN_EMAIL: unless that account exists (its name and password stay). Without:
 * unless there is an administrator. Nodes that start at the same time create one. Throws EnvError for a weak password.
 */
export async function bootstrapAdmin(
  deps: AccountDeps,
  wanted: { email: string | null; password: string | null },
): Promise<BootstrapResult> {
  if (wanted.email === null && (await hasAdmin(deps))) return { created: false }
  const email = wanted.email ?? unnamedAdmin
  const password = wanted.password ?? randomBytes(12).toString('base64url')
  const hash = await hashPassword(password)
  const userId = await deps.db.transaction().execute(async (trx) => {
    const account = { email, name: 'Administrator', isVerified: false, isBootstrap: true, password: hash }
    const created = await insertAdmin(trx, deps, account)
    const objection = created && newPasswordObjection(password, { role: 'admin', email })
    if (objection) throw new EnvError([{ name: 'ADMIN_PASSWORD', message: say(objection) }])
    return created
  })
  if (userId === null) {
    await promoteVerifiedAdmin(deps, email)
    return { created: false }
  }
  return { created: true, email, password: wanted.password === null ? password : null }
}

/** An account that existed before ADMIN_EMAIL named it becomes administrator if its address is verified (A018, D14). */
async function promoteVerifiedAdmin(deps: AccountDeps, email: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('email_verified', '=', true)
      .executeTakeFirst()
    if (user) await makeAdmin(trx, deps, user.id, 'ADMIN_EMAIL')
  })
}

async function hasAdmin(deps: AccountDeps): Promise<boolean> {
  const row = await deps.db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  return row !== undefined
}

type NewAdmin = { email: string; name: string; isVerified: boolean; isBootstrap: boolean; password: string }
/** Null when the address already has an account. */
async function insertAdmin(trx: Trx, core: Core, admin: NewAdmin): Promise<string | null> {
  const now = core.clock()
  const id = newId(now)
  const user = await trx
    .insertInto('users')
    .values({
      id,
      name: admin.name,
      email: admin.email,
      email_verified: admin.isVerified,
      role: 'admin',
      made_by_bootstrap: admin.isBootstrap,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  await trx
    .insertInto('accounts')
    .values({
      id: newId(now),
      account_id: id,
      provider_id: 'credential',
      user_id: id,
      password: admin.password,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const entry = { action: 'account.made-admin', subjectType: 'user', subjectId: id, after: { role: 'admin' } }
  await writeAudit(trx, operator, entry, now)
  return id
}

/**
 * For the operator of the machine: creates the account if needed, makes it administrator, and returns a one-time link to
 * set its password, which works for an hour. The operator vouches for the address. Two-factor sign-in is switched off,
 * so an owner who lost phone and recovery codes gets back in.
 */
export async function adminLink(deps: AccountDeps, email: string): Promise<{ link: string; isTwoFactorOff: boolean }> {
  const address = email.trim().toLowerCase()
  const unusableHash = await unusablePassword()
  const { userId, isTwoFactorOff } = await deps.db.transaction().execute(async (trx) => {
    const account = {
      email: address,
      name: 'Administrator',
      isVerified: true,
      isBootstrap: false,
      password: unusableHash,
    }
    const newUserId = await insertAdmin(trx, deps, account)
    if (newUserId) return { userId: newUserId, isTwoFactorOff: false }
    const user = await trx
      .updateTable('users')
      .set({ email_verified: true })
      .where('email', '=', address)
      .returning('id')
      .executeTakeFirstOrThrow()
    // The account may have been created by someone else, who must lose access.
    await replacePassword(trx, { userId: user.id, hash: unusableHash, now: deps.clock() })
    await makeAdmin(trx, deps, user.id, 'operator')
    const isTwoFactorOff = await endTwoFactor(trx, user.id)
    if (isTwoFactorOff) {
      const now = deps.clock()
      await writeAudit(trx, operator, { ...offEntry, subjectId: user.id }, now)
      await notifyUser(trx, user.id, 'two-factor-switched-off', now)
    }
    return { userId: user.id, isTwoFactorOff }
  })
  return { link: `${deps.baseUrl}/reset-password?token=${await issueReset(deps.db, deps, userId)}`, isTwoFactorOff }
}
