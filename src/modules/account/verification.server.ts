/**
 * Verification of an email address. The link alone verifies nothing: its holder enters the password of the account or
 * chooses a new one. Both end all earlier sessions, which locks out an impostor who signed up with this address
 * (decision 0019). The browser that signed up has chosen the password already (decision 0038).
 */
import { addHours } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { isStaffRole } from '../../kernel/staff.ts'
import { issueToken, readToken } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { addressFor } from '../settings/index.ts'
import { countOwnPassword } from './attempts.server.ts'
import type { AccountDeps, Browser } from './deps.server.ts'
import './events.ts'
import { fieldError } from './field-error.ts'
import { deviceCookie } from './known-device.server.ts'
import { objectionToPassword } from './password-rules.server.ts'
import {
  endAccess,
  findCredential,
  hashPassword,
  isPassword,
  lockAccount,
  passwordHashOf,
  replacePassword,
} from './passwords.server.ts'
import { promoteNamedAdmin } from './roles.server.ts'
import { isNamedAdmin, passwordObjection } from './rules.ts'
import { startSession } from './sessions.server.ts'
import { hasSignedUp } from './sign-up-browser.server.ts'
import './tables.server.ts'
import { text } from './text.ts'
import { hasTwoFactor } from './two-factor.server.ts'

const purpose = 'verify-email'
const linkHours = 24

/** Mails the link. Does nothing for an unknown or verified address. */
export async function mailVerification(q: Queryable, deps: AccountDeps, email: string): Promise<void> {
  const user = await q
    .selectFrom('users')
    .select(['id', 'name', 'language'])
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  if (!user) return
  const now = deps.clock()
  const token = issueToken(deps.keys, purpose, user.id, addHours(now, linkHours))
  const { name, language } = user
  const path = addressFor(await readSettingsIn(q, deps), language, `/verify-email?token=${token}`)
  const url = `${deps.baseUrl}${path}`
  await emitEvent(q, 'account.verification-requested', { email, name, url, language }, now)
}

/** With neither password, this browser must be the one that signed up. */
export type VerificationInput = { token: string; password?: string | undefined; newPassword?: string | undefined }
export type Verified =
  | { isAlreadyVerified: true }
  /** Without cookies there is no session: two-factor sign-in needs a code. */
  | { isAlreadyVerified: false; userId: string; cookies: string[] }

export type LinkState = { email: string; isVerified: boolean; isSignedUpHere: boolean }

/** Whose address the link verifies, and whether this browser may do so without a password. Changes nothing. */
export async function readVerificationLink(deps: AccountDeps, browser: Browser, token: string): Promise<LinkState> {
  const user = await userOfLink(deps, token)
  const isSignedUpHere = !user.email_verified && (await signedUpHere(deps, browser, user)) !== null
  return { email: user.email, isVerified: user.email_verified, isSignedUpHere }
}

/**
 * Verifies the address with the password of the account or with a new one, and starts a session in this browser. Does
 * nothing for an address that is verified already. Refuses 'account/invalid-token', 'account/invalid', 'limit/too-many'.
 */
export async function verifyAddress(deps: AccountDeps, browser: Browser, input: VerificationInput): Promise<Verified> {
  const user = await userOfLink(deps, input.token)
  if (user.email_verified) return { isAlreadyVerified: true }
  const proof = await proofOf(deps, { user, browser }, input)
  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockAccount(trx, user.id)
    if (!locked) throw new Refusal('account/invalid-token')
    if (locked.email_verified) return { isAlreadyVerified: true }
    await applyProof(trx, deps, proof)
    return { isAlreadyVerified: false, userId: user.id, cookies: await finish(trx, deps, { user, browser }) }
  })
}

const findUser = (q: Queryable, userId: string) =>
  q.selectFrom('users').select(['id', 'email', 'role', 'email_verified']).where('id', '=', userId).executeTakeFirst()
type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

async function userOfLink(deps: AccountDeps, token: string): Promise<User> {
  const userId = readToken(deps.keys, purpose, token, deps.clock())
  const user = userId === null ? undefined : await findUser(deps.db, userId)
  if (!user) throw new Refusal('account/invalid-token')
  return user
}

const roleOf = (deps: AccountDeps, { email, role }: User) => (isNamedAdmin(email, deps.adminEmail) ? 'admin' : role)

/** The hash of the password that this browser chose at sign-up. Staff always enter theirs. */
async function signedUpHere(deps: AccountDeps, browser: Browser, user: User): Promise<string | null> {
  if (isStaffRole(roleOf(deps, user))) return null
  const hash = await passwordHashOf(deps.db, user.id)
  return hash !== null && hasSignedUp(deps, browser, { userId: user.id, hash }) ? hash : null
}

/** `known`: the hash that the entered password matches. */
type Proof = { userId: string; known: string } | { userId: string; chosen: string }

async function proofOf(
  deps: AccountDeps,
  { user, browser }: { user: User; browser: Browser },
  { password, newPassword }: VerificationInput,
): Promise<Proof> {
  if (password === undefined && newPassword === undefined) {
    const known = await signedUpHere(deps, browser, user)
    if (known === null) throw fieldError('password', text('fields.passwordOrNew'))
    return { userId: user.id, known }
  }
  const role = roleOf(deps, user)
  if (newPassword !== undefined) {
    const objection = await objectionToPassword(deps, newPassword, { role, email: user.email })
    if (objection) throw fieldError('newPassword', objection)
    return { userId: user.id, chosen: await hashPassword(newPassword) }
  }
  await countOwnPassword(deps, user.id)
  const known = await passwordHashOf(deps.db, user.id)
  if (known === null || !(await isPassword(known, password ?? '')))
    throw fieldError('password', text('fields.passwordOfOther'))
  // The account of ADMIN_EMAIL may be older than this setting.
  if (passwordObjection(password ?? '', role)) throw fieldError('password', text('fields.passwordOrNew'))
  return { userId: user.id, known }
}

async function applyProof(trx: Trx, deps: AccountDeps, proof: Proof): Promise<void> {
  const { userId } = proof
  if ('chosen' in proof) return replacePassword(trx, { userId, hash: proof.chosen, now: deps.clock() })
  // The password may have been changed since it was entered.
  if ((await passwordHashOf(trx, userId)) !== proof.known) throw fieldError('password', text('fields.passwordOfOther'))
  await endAccess(trx, userId)
}

/** Returns the cookies of the new session; none with two-factor sign-in. */
async function finish(
  trx: Trx,
  deps: AccountDeps,
  { user, browser }: { user: User; browser: Browser },
): Promise<string[]> {
  const { id: userId, email } = user
  const now = deps.clock()
  await trx.updateTable('users').set({ email_verified: true, updated_at: now }).where('id', '=', userId).execute()
  await promoteNamedAdmin(trx, deps, { userId, email }, deps.adminEmail)
  await emitEvent(trx, 'account.email-verified', { userId, email }, now)
  const credential = await findCredential(trx, { userId })
  if (!credential || (await hasTwoFactor(trx, userId))) return []
  return [await startSession(trx, deps, { userId, browser }), deviceCookie(deps, browser, credential)]
}
