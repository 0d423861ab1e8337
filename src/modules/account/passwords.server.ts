import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import './tables.server.ts'

const cost = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }
const keyBytes = 64

/** Runs in the thread pool. The salt is used as text: stored hashes were made that way. */
const deriveKey = (password: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** 'salt:key', both in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}

/** For accounts whose password must be set by a mailed link. */
export const unusablePassword = (): Promise<string> => hashPassword(randomBytes(24).toString('base64url'))

/** Takes as long without a hash, so that the time does not reveal whether there is an account. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const [salt = '', key = ''] = hash?.split(':') ?? []
  const derived = await deriveKey(password, salt)
  const stored = Buffer.from(key, 'hex')
  return stored.length === derived.length && timingSafeEqual(stored, derived)
}

/** What a sign-in checks. */
export type Credential = Readonly<{ userId: string; hash: string; twoFactorSince: Date | null }>
/** A credential with the facts of its account. */
export type StoredCredential = Credential & { email_verified: boolean; made_by_bootstrap: boolean }

/** Null without an account or a password. One statement. */
export async function findCredential(
  q: Queryable,
  by: { email: string } | { userId: string },
): Promise<StoredCredential | null> {
  const [column, value] = 'email' in by ? (['users.email', by.email] as const) : (['users.id', by.userId] as const)
  const row = await q
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .leftJoin('two_factors', 'two_factors.user_id', 'users.id')
    .select(['users.id', 'email_verified', 'made_by_bootstrap', 'accounts.password', 'confirmed_at'])
    .where(column, '=', value)
    .where('accounts.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!row || row.password === null) return null
  const { id: userId, password: hash, confirmed_at: twoFactorSince, ...facts } = row
  return { ...facts, userId, hash, twoFactorSince }
}

export async function passwordHashOf(q: Queryable, userId: string): Promise<string | null> {
  const row = await q
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * Locks the account until the transaction ends. Take this lock to change a password or end all sessions;
 * a starting session waits for it (shareAccount) and then sees the new password.
 */
export const lockAccount = (trx: Trx, userId: string) =>
  trx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()

/** Keeps the password and the second factor of an account from changing until the transaction ends. */
export const shareAccount = (trx: Trx, userId: string) =>
  trx.selectFrom('users').select('id').where('id', '=', userId).forShare().executeTakeFirst()

/** Ends all sessions and the links to set a password. Needs lockAccount. */
export async function endAccess(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
}

/** Sets the password, and ends all sessions and the links to set a password. Needs lockAccount. */
export async function replacePassword(
  trx: Trx,
  { userId, hash, now }: { userId: string; hash: string; now: Date },
): Promise<void> {
  const credential = { account_id: userId, provider_id: 'credential', user_id: userId }
  await trx
    .insertInto('accounts')
    .values({ id: newId(now), ...credential, password: hash, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: now }),
    )
    .execute()
  await endAccess(trx, userId)
}
