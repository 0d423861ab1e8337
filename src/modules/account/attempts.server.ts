/** Limits on guessing (D180). Only failures count: an attempt is counted first and taken back when it succeeds. */
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { countHit, type RateLimit, takeHitBack } from '../../platform/rate-limit.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { AccountDeps } from './deps.server.ts'
import './events.ts'

const seconds = 15 * 60
const day = 86_400

export type Attempt = Readonly<{
  /** Call it when the attempt has succeeded. */
  forgive: () => Promise<void>
  /** The account is locked for unknown devices if this attempt fails. */
  isLast: boolean
}>

/** Counts attempts in the order of the list, and refuses 'limit/too-many' at the first that is over its limit. */
async function countAll(deps: AccountDeps, counts: readonly (readonly [RateLimit, string])[]): Promise<Attempt> {
  let isLast = false
  for (const [limit, subject] of counts) isLast = (await countHit(deps, limit, subject)) === limit.hits
  const forgive = async () => {
    for (const [limit, subject] of counts) await takeHitBack(deps, limit, subject)
  }
  return { forgive, isLast }
}

const accountKey = (deps: AccountDeps, account: string): string => deps.keys.sign('limit', account)

/** Factor on the limit for each IP address: these calls are less useful to an attacker than guessing a password. */
const addressFactor = {
  'sign-in': 1,
  'second-step': 1,
  'sign-up': 4,
  verification: 4,
  verify: 4,
  'verification-link': 4,
  reset: 4,
  'reset-use': 4,
  'change-password': 4,
}

/** By IP address and account, also for accounts that do not exist. */
export async function countAttempt(
  deps: AccountDeps,
  { what, address, account = null }: { what: keyof typeof addressFactor; address: string; account?: string | null },
): Promise<Attempt> {
  const settings = await readSettings(deps)
  const ofAddress = { name: `${what}-address`, hits: settings.sign_in_per_address * addressFactor[what], seconds }
  const ofAccount = { name: `${what}-account`, hits: settings.sign_in_per_account, seconds }
  const counts = [[ofAddress, address] as const]
  return countAll(deps, account === null ? counts : [...counts, [ofAccount, accountKey(deps, account)]])
}

/** The limit of a known device. Attempts from other devices or the same IP address do not count. */
export async function countOnDevice(
  deps: AccountDeps,
  { what, device }: { what: 'sign-in' | 'second-step'; device: string },
): Promise<Attempt> {
  const { sign_in_per_account: hits } = await readSettings(deps)
  const attempt = await countAll(deps, [[{ name: `${what}-device`, hits, seconds }, device]])
  return { ...attempt, isLast: false }
}

/** The password of the account, entered again by its signed-in user or with a mailed link. */
export async function countOwnPassword(deps: AccountDeps, userId: string): Promise<Attempt> {
  const { sign_in_per_account: hits } = await readSettings(deps)
  return countAll(deps, [[{ name: 'own-password', hits, seconds }, userId]])
}

const maxCodes = 10

/**
 * A guess at a code of the account. `source` separates known devices and sessions from strangers who know the password.
 */
export async function countCode(deps: AccountDeps, userId: string, source: string | null): Promise<Attempt> {
  const { sign_in_per_account } = await readSettings(deps)
  const subject = source === null ? userId : `${userId}:${source}`
  // A shop may allow more tries of passwords. There are only a million codes, so their limit stays low.
  const hits = Math.min(sign_in_per_account, maxCodes)
  return countAll(deps, [
    [{ name: 'code-account', hits, seconds }, subject],
    // Against slow guessing: three of a million codes are valid at any time.
    [{ name: 'code-day', hits: 5 * hits, seconds: day }, subject],
  ])
}

type Locked = { userId: string; isReachable: boolean } | null
/** Mails the owner of an account that was locked for unknown devices, once a day. */
export async function noteLock(deps: AccountDeps, email: string, locked: Locked): Promise<void> {
  const once = { name: 'lock-notice', hits: Number.MAX_SAFE_INTEGER, seconds: day }
  const isFirst = (await countHit(deps, once, accountKey(deps, email))) === 1
  if (!isFirst || !locked?.isReachable) return
  const now = deps.clock()
  const until = new Date((Math.floor(now.getTime() / 1000 / seconds) + 1) * seconds * 1000)
  await emitEvent(deps.db, 'account.sign-in-locked', { userId: locked.userId, until: until.toISOString() }, now)
}
