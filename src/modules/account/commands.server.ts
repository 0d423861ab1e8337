import { randomBytes } from 'node:crypto'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { issueReset } from './contested.server.ts'
import type { Profile } from './contract.ts'
import { findProfile } from './queries.server.ts'
import { makeAdmin, operator } from './roles.server.ts'
import type { AccountDeps } from './tables.server.ts'
import { endTwoFactor, offEntry, tellOf } from './two-factor.server.ts'

/** Changes full name and phone of the own profile, nothing else (D13). Refuses 'account/sign-in-needed'. */
export async function saveProfile(
  deps: AccountDeps,
  caller: Caller,
  input: { full_name: string; phone: string | null },
): Promise<Profile> {
  const userId = caller.userId
  if (userId === null) throw new Refusal('account/sign-in-needed')
  if (input.full_name === '') {
    throw new Refusal('account/invalid', {}, [{ path: 'full_name', message: 'Full name is required' }])
  }
  await deps.db
    .updateTable('users')
    .set({ name: input.full_name, phone: input.phone || null, updated_at: deps.clock() })
    .where('id', '=', userId)
    .execute()
  const profile = await findProfile(deps, userId)
  if (!profile) throw new Refusal('account/not-found')
  return profile
}

/** Ends one session, such as the one that a new sign-in replaces. */
export async function endSession(deps: Pick<Core, 'db'>, token: string): Promise<void> {
  await deps.db.deleteFrom('sessions').where('token', '=', token).execute()
}

export type BootstrapResult =
  | { made: false }
  /** `password` is given where it was generated: it is shown once and kept nowhere. */
  | { made: true; email: string; password: string | null }

const unnamedAdmin = 'admin@safar.example'

/**
 * Makes the first administrator: with ADMIN_EMAIL, unless that account exists (its name and password are left alone); without, unless
 * there is an administrator. Nodes that start together make one.
 */
export async function bootstrapAdmin(
  deps: AccountDeps,
  wanted: { email: string | null; password: string | null },
): Promise<BootstrapResult> {
  if (wanted.email === null && (await hasAdmin(deps))) return { made: false }
  const email = wanted.email ?? unnamedAdmin
  const password = wanted.password ?? randomBytes(12).toString('base64url')
  const hash = await hashPassword(deps, password)
  const made = await deps.db.transaction().execute(async (trx) => {
    const account = { email, name: 'Administrator', isVerified: false, isBootstrap: true, password: hash }
    return insertAdmin(trx, deps, account)
  })
  if (made === null) {
    await nameProvedAdmin(deps, email)
    return { made: false }
  }
  return { made: true, email, password: wanted.password === null ? password : null }
}

/** The account was there before its address was named: it counts when the address is proved (A018, D14). */
async function nameProvedAdmin(deps: AccountDeps, email: string): Promise<void> {
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

async function hashPassword(deps: AccountDeps, password: string): Promise<string> {
  const { password: hasher } = await deps.auth.$context
  return hasher.hash(password)
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
 * For the operator at the machine: makes the account administrator (made where there is none) and gives a one-time
 * link, good for an hour, to set its password. The operator vouches for the address. Two-factor sign-in of the account is
 * switched off: this is the way back in for an owner who has lost everything.
 */
export async function adminLink(deps: AccountDeps, email: string): Promise<{ link: string; isTwoFactorOff: boolean }> {
  const address = email.trim().toLowerCase()
  const unknowable = await hashPassword(deps, randomBytes(24).toString('base64url'))
  const { userId, isTwoFactorOff } = await deps.db.transaction().execute(async (trx) => {
    const account = {
      email: address,
      name: 'Administrator',
      isVerified: true,
      isBootstrap: false,
      password: unknowable,
    }
    const made = await insertAdmin(trx, deps, account)
    if (made) return { userId: made, isTwoFactorOff: false }
    const user = await trx
      .updateTable('users')
      .set({ email_verified: true })
      .where('email', '=', address)
      .returning('id')
      .executeTakeFirstOrThrow()
    // Whoever made the account before keeps no way in: neither a session nor a password.
    await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await trx.updateTable('accounts').set({ password: unknowable }).where('user_id', '=', user.id).execute()
    await makeAdmin(trx, deps, user.id, 'operator')
    const isTwoFactorOff = await endTwoFactor(trx, user.id)
    if (isTwoFactorOff) {
      const now = deps.clock()
      await writeAudit(trx, operator, { ...offEntry, subjectId: user.id }, now)
      await tellOf(trx, user.id, 'two-factor-switched-off', now)
    }
    return { userId: user.id, isTwoFactorOff }
  })
  return { link: `${deps.baseUrl}/reset-password?token=${await issueReset(deps, userId)}`, isTwoFactorOff }
}
