/**
 * Verification of an e-mail address. The link alone verifies nothing: its holder enters the password of the account or
 * chooses a new one. Both end all earlier sessions, which locks out an impostor who signed up with this address
 * (decision 0019).
 */
import { addHours } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { issueToken, readToken } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
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
import './tables.server.ts'
import { text } from './text.ts'
import { hasTwoFactor } from './two-factor.server.ts'

const purpose = 'verify-email'
const linkHours = 24

/** Mails the link. Does nothing for an unknown or verified address. */
export async function mailVerification(q: Queryable, deps: AccountDeps, email: string): Promise<void> {
  const user = await q
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  if (!user) return
  const now = deps.clock()
  const token = issueToken(deps.keys, purpose, user.id, addHours(now, linkHours))
  const url = `${deps.baseUrl}/verify-email?token=${token}`
  await emitEvent(q, 'account.verification-requested', { email, name: user.name, url }, now)
}

export type VerificationInput = { token: string; password?: string | undefined; newPassword?: string | undefined }
export type Verified =
  | { isAlreadyVerified: true }
  /** Without cookies there is no session: two-factor sign-in needs a code. */
  | { isAlreadyVerified: false; userId: string; cookies: string[] }

/**
 * Verifies the address with the password of the account or with a new one, and starts a session in this browser. Does
 * nothing for an address that is verified already. Refuses 'account/invalid-token', 'account/invalid', 'limit/too-many'.
 */
export async function verifyAddress(deps: AccountDeps, browser: Browser, input: VerificationInput): Promise<Verified> {
  const userId = readToken(deps.keys, purpose, input.token, deps.clock())
  const user = userId === null ? undefined : await findUser(deps.db, userId)
  if (!user) throw new Refusal('account/invalid-token')
  if (user.email_verified) return { isAlreadyVerified: true }
  const proof = await proofOf(deps, user, input)
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

/** `known`: the hash that the entered password matches. */
type Proof = { userId: string; known: string } | { userId: string; chosen: string }

async function proofOf(deps: AccountDeps, user: User, { password, newPassword }: VerificationInput): Promise<Proof> {
  const role = isNamedAdmin(user.email, deps.adminEmail) ? 'admin' : user.role
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
