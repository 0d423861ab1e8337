import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { countAttempt, countOnDevice, noteLock } from './attempts.server.ts'
import type { AccountDeps, Browser } from './deps.server.ts'
import { fieldError } from './field-error.ts'
import { deviceCookie, knownDevice } from './known-device.server.ts'
import { padTime } from './pad-time.server.ts'
import {
  type Credential,
  findCredential,
  hashPassword,
  isPassword,
  lockAccount,
  passwordHashOf,
  replacePassword,
  type StoredCredential,
  shareAccount,
} from './passwords.server.ts'
import { beginSecondStep } from './second-step.server.ts'
import { startSession } from './sessions.server.ts'
import './tables.server.ts'
import { text } from './text.ts'
import { hasTwoFactor, notifyUser } from './two-factor.server.ts'

export type SignedIn = { userId: string; isCodeNeeded: boolean; cookies: string[] }

/**
 * Starts a session, or the second step for an account with two-factor sign-in. An unknown address and a wrong password
 * take the same time. Refuses 'account/invalid-credentials', 'limit/too-many'.
 */
export async function signIn(
  deps: AccountDeps,
  browser: Browser,
  { email, password, isRemembered }: { email: string; password: string; isRemembered: boolean },
): Promise<SignedIn> {
  const credential = await findCredential(deps.db, { email })
  const device = credential && knownDevice(deps, browser, credential)
  const attempt = device
    ? await countOnDevice(deps, { what: 'sign-in', device })
    : await countAttempt(deps, { what: 'sign-in', address: browser.address, account: email })
  const isRight = await isPassword(credential?.hash ?? null, password)
  if (!credential || !isRight) {
    if (attempt.isLast) await padTime(deps, () => noteLock(deps, email, lockedOf(credential)))
    throw new Refusal('account/invalid-credentials')
  }
  const cookies = await enter(deps, browser, { credential, isRemembered })
  await attempt.forgive()
  return { userId: credential.userId, isCodeNeeded: cookies.isCodeNeeded, cookies: cookies.list }
}

/** Mails verified addresses only: an unverified one may belong to someone else. */
const lockedOf = (credential: StoredCredential | null) =>
  credential && {
    userId: credential.userId,
    isReachable: credential.email_verified || credential.made_by_bootstrap,
  }

async function enter(
  deps: AccountDeps,
  browser: Browser,
  { credential, isRemembered }: { credential: Credential; isRemembered: boolean },
): Promise<{ isCodeNeeded: boolean; list: string[] }> {
  const { userId, hash } = credential
  return deps.db.transaction().execute(async (trx) => {
    await requireSamePassword(trx, userId, hash)
    if (await hasTwoFactor(trx, userId))
      return { isCodeNeeded: true, list: [await beginSecondStep(trx, deps, { userId, hash, isRemembered })] }
    const session = await startSession(trx, deps, { userId, browser, isRemembered })
    return { isCodeNeeded: false, list: [session, deviceCookie(deps, browser, credential)] }
  })
}

/** Checking a password takes a while: meanwhile the owner may have changed it. */
async function requireSamePassword(trx: Trx, userId: string, hash: string): Promise<void> {
  await shareAccount(trx, userId)
  if ((await passwordHashOf(trx, userId)) !== hash) throw new Refusal('account/invalid-credentials')
}

/**
 * Ends all sessions of the caller and starts a new one in this browser. Returns the cookies. A verified address gets a
 * mail about it.
 */
export async function changePassword(
  deps: AccountDeps,
  browser: Browser,
  { caller, current, next }: { caller: Caller; current: string; next: string },
): Promise<string[]> {
  const { userId, sessionId } = caller
  if (userId === null) throw new Refusal('account/sign-in-needed')
  const credential = await findCredential(deps.db, { userId })
  const wrong = fieldError('currentPassword', text('fields.passwordWrong'))
  if (!credential || !(await isPassword(credential.hash, current))) throw wrong
  const hash = await hashPassword(next)
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    if ((await passwordHashOf(trx, userId)) !== credential.hash) throw wrong
    await requireSession(trx, sessionId)
    const now = deps.clock()
    await replacePassword(trx, { userId, hash, now })
    if (credential.email_verified) await notifyUser(trx, userId, 'password-changed', now)
    const session = await startSession(trx, deps, { userId, browser })
    return [session, deviceCookie(deps, browser, { ...credential, hash })]
  })
}

/** The session may have been ended elsewhere meanwhile. */
async function requireSession(trx: Trx, sessionId: string | null): Promise<void> {
  const open = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId ?? '')
    .executeTakeFirst()
  if (!open) throw new Refusal('account/sign-in-needed')
}
