/**
 * Two people who sign up with one address before it is proved: the password of the first stands, and the second may be
 * the owner of the address. Whoever then proves it keeps neither password and chooses one; else the first, who may have
 * waited for just that, would be let in to what the owner books.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { addHours } from '../../kernel/dates.ts'
import type { Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { AccountDeps } from './tables.server.ts'
import { passwordHashOf } from './two-factor.server.ts'

const markOf = (userId: string): string => `contested:${userId}`
/** Until the address is proved; links to prove it can be asked for again at any time. */
const markedHours = 10 * 365 * 24

/** After a sign-up: marks the account where it has another password, and nobody has proved the address. */
export async function noteSignUp(deps: AccountDeps, given: { email: string; password: string }): Promise<void> {
  const user = await deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', given.email)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  const hash = user ? await passwordHashOf(deps.db, user.id) : null
  if (!user || hash === null) return
  const { password: hasher } = await deps.auth.$context
  if (await hasher.verify({ hash, password: given.password })) return
  const now = deps.clock()
  const mark = { id: newId(now), identifier: markOf(user.id), value: user.id, expires_at: addHours(now, markedHours) }
  await deps.db.insertInto('verifications').values(mark).execute()
}

/** Whose passwords ended while their address is being proved. */
const ended = new AsyncLocalStorage<{ userId: string | null }>()

/** Before the address counts as proved: ends every password and session of a contested account. */
export async function endContest(core: Pick<Core, 'db'>, userId: string, unknowable: string): Promise<void> {
  await core.db.transaction().execute(async (trx) => {
    if (!(await forgetContest(trx, userId))) return
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    await trx.updateTable('accounts').set({ password: unknowable }).where('user_id', '=', userId).execute()
    const told = ended.getStore()
    if (told) told.userId = userId
  })
}

/** True where it was contested. A password that was set by a mailed link is the owner's. */
export async function forgetContest(q: Queryable, userId: string): Promise<boolean> {
  const { numDeletedRows } = await q
    .deleteFrom('verifications')
    .where('identifier', '=', markOf(userId))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Runs `prove`, and gives the address at which the owner chooses a password where none is left. */
export async function withChoice(deps: AccountDeps, prove: () => Promise<void>): Promise<{ setPassword?: string }> {
  const told = { userId: null }
  await ended.run(told, prove)
  return told.userId === null
    ? {}
    : { setPassword: `/reset-password?token=${await issueReset(deps, told.userId)}&for=owner` }
}

/** The token of a one-time link, good for an hour, to set the account's password. */
export async function issueReset(deps: AccountDeps, userId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const { internalAdapter } = await deps.auth.$context
  const expiresAt = new Date(Date.now() + 3_600_000)
  await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt })
  return token
}
