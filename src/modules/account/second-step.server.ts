/** Sign-in of an account with two-factor sign-in: between the right password and the code there is no session. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { anonymous } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { cookieOf } from './cookie.server.ts'
import type { AccountDeps } from './tables.server.ts'
import { countGuess, passwordHashOf, recoveryCodesLeft, takeCode, tellOf } from './two-factor.server.ts'

/** So long a code is waited for, and so often a wrong one is taken. */
const challengeSeconds = 5 * 60
const triesOfChallenge = 5

export const challengeCookie = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Host-safar.second-step' : 'safar.second-step'
const cookie = (deps: AccountDeps, value: string, seconds: number): string =>
  `${challengeCookie(deps.baseUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}` +
  (deps.baseUrl.startsWith('https:') ? '; Secure' : '')

/** Whose second step was taken, for as long as their session is being made. */
const proved = new AsyncLocalStorage<string>()
/** Within `work` the library may make sessions of this account. */
export const withSecondStep = <T>(userId: string, work: () => Promise<T>): Promise<T> => proved.run(userId, work)
export const tookSecondStep = (userId: string): boolean => proved.getStore() === userId

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const passwordMark = (deps: AccountDeps, hash: string): string => deps.keys.sign('second-step', hash)

/** The password was right. Gives the cookie by which the browser is known until the code comes. */
export async function beginSecondStep(
  deps: AccountDeps,
  { email, rememberMe }: { email: string; rememberMe?: boolean | undefined },
): Promise<{ setCookie: string }> {
  const user = await deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const hash = await passwordHashOf(deps.db, user.id)
  if (hash === null) throw new Refusal('account/invalid-credentials')
  const token = randomBytes(24).toString('base64url')
  await deps.db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: hashOf(token),
      user_id: user.id,
      remember_me: rememberMe !== false,
      password_mark: passwordMark(deps, hash),
      expires_at: new Date(deps.clock().getTime() + challengeSeconds * 1000),
    })
    .execute()
  return { setCookie: cookie(deps, token, challengeSeconds) }
}

/**
 * Takes the code, once; the challenge is over with it, and after five wrong ones. A code of the app or a recovery code.
 * Refuses 'account/second-step-over', 'account/wrong-code', 'limit/too-many'.
 */
export async function takeSecondStep(
  deps: AccountDeps,
  headers: IncomingHttpHeaders,
  code: string,
  address: string,
): Promise<{ userId: string; rememberMe: boolean; clearCookie: string }> {
  const token = cookieOf(headers, challengeCookie(deps.baseUrl))
  const tokenHash = token === null ? '' : hashOf(token)
  const begun = await openChallenge(deps, tokenHash)
  await countGuess(deps, begun.user_id)
  await countTry(deps, tokenHash)
  const taken = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const by = await takeCode(trx, deps, begun.user_id, code, now)
    if (by === null) return false
    const ended = await trx
      .deleteFrom('sign_in_challenges')
      .where('token_hash', '=', tokenHash)
      .returning('user_id')
      .executeTakeFirst()
    if (!ended) throw new Refusal('account/second-step-over')
    if (by === 'recovery') await tellRecoveryCode(trx, begun.user_id, address, now)
    return true
  })
  if (!taken) throw new Refusal('account/wrong-code')
  return { userId: begun.user_id, rememberMe: begun.remember_me, clearCookie: cookie(deps, '', 0) }
}

/** A new password ends what the one before began. */
async function openChallenge(deps: AccountDeps, tokenHash: string) {
  const challenge = await deps.db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', deps.clock())
    .executeTakeFirst()
  const hash = challenge && (await passwordHashOf(deps.db, challenge.user_id))
  if (!challenge || !hash || !deps.keys.isSigned('second-step', hash, challenge.password_mark))
    throw new Refusal('account/second-step-over')
  return challenge
}

async function countTry(deps: AccountDeps, tokenHash: string): Promise<void> {
  const counted = await deps.db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', triesOfChallenge)
    .executeTakeFirst()
  if (counted.numUpdatedRows === 0n) throw new Refusal('account/second-step-over')
}

async function tellRecoveryCode(trx: Trx, userId: string, address: string, now: Date): Promise<void> {
  const user = await trx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
  const actor = { ...anonymous(address), userId, name: user.name }
  const left = await recoveryCodesLeft(trx, userId)
  const entry = { action: 'account.recovery-code-used', subjectType: 'user', subjectId: userId }
  const change = { before: { recovery_codes_left: left + 1 }, after: { recovery_codes_left: left } }
  await writeAudit(trx, actor, { ...entry, ...change }, now)
  await tellOf(trx, userId, 'recovery-code-used', now)
}
