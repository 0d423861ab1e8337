/** One-time links to set a password. */
import { addHours } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { addressFor } from '../settings/index.ts'
import type { AccountDeps, Browser } from './deps.server.ts'
import './events.ts'
import { deviceCookie } from './known-device.server.ts'
import { hashPassword, lockAccount, replacePassword } from './passwords.server.ts'
import type { Role } from './rules.ts'
import './tables.server.ts'
import { digestOf, newToken } from './tokens.server.ts'
import { hasTwoFactor } from './two-factor.server.ts'

const identifierOf = (token: string): string => `reset-password:${digestOf(token)}`

/** Returns the token of a one-time link to set the account's password. It works for an hour. */
export async function issueReset(q: Queryable, core: Core, userId: string): Promise<string> {
  const token = newToken()
  const now = core.clock()
  await q
    .insertInto('verifications')
    .values({ id: newId(now), identifier: identifierOf(token), value: userId, expires_at: addHours(now, 1) })
    .execute()
  return token
}

/** Mails a link to set a new password. Does nothing for an unknown address. */
export async function requestReset(deps: AccountDeps, email: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'name', 'language'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!user) return
    const { name, language } = user
    const path = `/reset-password?token=${await issueReset(trx, deps, user.id)}`
    const url = `${deps.baseUrl}${addressFor(await readSettingsIn(trx, deps), language, path)}`
    await emitEvent(trx, 'account.reset-requested', { email, name, url, language }, deps.clock())
  })
}

/** The account of an open link; null for an unknown link. One statement. */
export async function accountOfReset(deps: AccountDeps, token: string): Promise<{ email: string; role: Role } | null> {
  const row = await deps.db
    .selectFrom('verifications')
    .innerJoin('users', 'users.id', 'verifications.value')
    .where('verifications.identifier', '=', identifierOf(token))
    .where('verifications.expires_at', '>', deps.clock())
    .select(['users.email', 'users.role'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Sets the password and ends all sessions and the other links. Returns the cookies: the browser becomes a known device,
 * so that the owner gets in while strangers lock the account. Not with two-factor sign-in: the mailbox alone must not allow
 * more guesses at codes. Refuses 'account/invalid-token'.
 */
export async function resetWithLink(
  deps: AccountDeps,
  browser: Browser,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string[]> {
  const hash = await hashPassword(newPassword)
  return deps.db.transaction().execute(async (trx) => {
    // The account is locked first, as everywhere: the other order could deadlock.
    const link = await trx
      .selectFrom('verifications')
      .select('value')
      .where('identifier', '=', identifierOf(token))
      .executeTakeFirst()
    const user = link && (await lockAccount(trx, link.value))
    const { numDeletedRows } = await trx
      .deleteFrom('verifications')
      .where('identifier', '=', identifierOf(token))
      .where('expires_at', '>', deps.clock())
      .executeTakeFirst()
    if (!user || numDeletedRows === 0n) throw new Refusal('account/invalid-token')
    const userId = user.id
    await replacePassword(trx, { userId, hash, now: deps.clock() })
    if (await hasTwoFactor(trx, userId)) return []
    return [deviceCookie(deps, browser, { userId, hash, twoFactorSince: null })]
  })
}
