/** The second step of a sign-in with two factors: the session is created only after the code. */
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { anonymous } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { type Attempt, countAttempt, countCode, countOnDevice } from './attempts.server.ts'
import { readCookie, setCookie } from './cookie.server.ts'
import type { AccountDeps, Browser } from './deps.server.ts'
import { deviceCookie, knownDevice } from './known-device.server.ts'
import { findCredential, passwordHashOf, shareAccount } from './passwords.server.ts'
import { startSession } from './sessions.server.ts'
import { digestOf, newToken } from './tokens.server.ts'
import { acceptCode, notifyUser, recoveryCodesLeft } from './two-factor.server.ts'

const challengeSeconds = 5 * 60
const maxTriesPerChallenge = 5

const passwordMark = (deps: AccountDeps, hash: string): string => deps.keys.sign('second-step', hash)

/** Starts a challenge after the correct password. Returns the cookie that identifies the browser until the code. */
export async function beginSecondStep(
  trx: Trx,
  deps: AccountDeps,
  { userId, hash, isRemembered }: { userId: string; hash: string; isRemembered: boolean },
): Promise<string> {
  const token = newToken()
  await trx
    .insertInto('sign_in_challenges')
    .values({
      token_hash: digestOf(token),
      user_id: userId,
      remember_me: isRemembered,
      password_mark: passwordMark(deps, hash),
      expires_at: new Date(deps.clock().getTime() + challengeSeconds * 1000),
    })
    .execute()
  return setCookie(deps, { name: 'second-step', value: token, seconds: challengeSeconds })
}

/**
 * Accepts an app code or a recovery code, once, and starts the session. The challenge ends with it, or after five wrong
 * codes. Refuses 'account/second-step-over', 'account/wrong-code', 'limit/too-many'.
 */
export async function takeSecondStep(
  deps: AccountDeps,
  browser: Browser,
  code: string,
): Promise<{ userId: string; cookies: string[] }> {
  const token = readCookie(deps, browser.headers, 'second-step')
  const tokenHash = token === null ? '' : digestOf(token)
  const { user_id: userId } = await openChallenge(deps.db, deps, tokenHash)
  const attempts = await countTries(deps, browser, userId)
  await countTry(deps, tokenHash)
  const cookies = await deps.db.transaction().execute(async (trx) => {
    await shareAccount(trx, userId)
    const challenge = await openChallenge(trx, deps, tokenHash)
    const now = deps.clock()
    const kind = await acceptCode(trx, deps, { userId, typed: code, now })
    if (kind === null) return null
    const ended = await trx
      .deleteFrom('sign_in_challenges')
      .where('token_hash', '=', tokenHash)
      .returning('user_id')
      .executeTakeFirst()
    if (!ended) throw new Refusal('account/second-step-over')
    if (kind === 'recovery') await recordRecoveryCode(trx, userId, browser.address, now)
    const session = await startSession(trx, deps, { userId, browser, isRemembered: challenge.remember_me })
    const credential = await findCredential(trx, { userId })
    return credential ? [session, deviceCookie(deps, browser, credential)] : [session]
  })
  if (cookies === null) throw new Refusal('account/wrong-code')
  for (const { forgive } of attempts) await forgive()
  return { userId, cookies: [...cookies, setCookie(deps, { name: 'second-step', value: '', seconds: 0 })] }
}

async function countTries(deps: AccountDeps, browser: Browser, userId: string): Promise<Attempt[]> {
  const credential = await findCredential(deps.db, { userId })
  const device = credential && knownDevice(deps, browser, credential)
  const attempt = device
    ? await countOnDevice(deps, { what: 'second-step', device })
    : await countAttempt(deps, { what: 'second-step', address: browser.address })
  return [attempt, await countCode(deps, userId, device)]
}

/** A changed password ends the open challenges. */
async function openChallenge(q: Queryable, deps: AccountDeps, tokenHash: string) {
  const challenge = await q
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', deps.clock())
    .executeTakeFirst()
  const hash = challenge && (await passwordHashOf(q, challenge.user_id))
  if (!challenge || !hash || !deps.keys.isSigned('second-step', hash, challenge.password_mark))
    throw new Refusal('account/second-step-over')
  return challenge
}

async function countTry(deps: AccountDeps, tokenHash: string): Promise<void> {
  const counted = await deps.db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', maxTriesPerChallenge)
    .executeTakeFirst()
  if (counted.numUpdatedRows === 0n) throw new Refusal('account/second-step-over')
}

async function recordRecoveryCode(trx: Trx, userId: string, address: string, now: Date): Promise<void> {
  const user = await trx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
  const actor = { ...anonymous(address), userId, name: user.name }
  const left = await recoveryCodesLeft(trx, userId)
  const entry = { action: 'account.recovery-code-used', subjectType: 'user', subjectId: userId }
  const change = { before: { recovery_codes_left: left + 1 }, after: { recovery_codes_left: left } }
  await writeAudit(trx, actor, { ...entry, ...change }, now)
  await notifyUser(trx, userId, 'recovery-code-used', now)
}
