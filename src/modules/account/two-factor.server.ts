import { randomBytes, randomInt } from 'node:crypto'
import { create as createQr } from 'qrcode'
import { Refusal } from '../../kernel/refusal.ts'
import { isStaffRole } from '../../kernel/staff.ts'
import { type AuditEntry, writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId, timeOfId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { SecurityChange } from './events.ts'
import { groupsOf, recoveryCodeOf, recoveryLetters } from './rules.ts'
import type { AccountDeps } from './tables.server.ts'
import { appAddress, inBase32, keyBytes, stepOfCode } from './totp.server.ts'
import type { TwoFactorSetup, TwoFactorState } from './two-factor-contract.ts'

const sealedFor = 'two-factor'
const recoveryCodes = 10
const setupMinutes = 15
const mostCodes = 10

/** Who works here, also while the role waits for a second factor. Refuses 'account/not-allowed'. */
function staffIdOf(caller: Caller): string {
  if (caller.userId === null) throw new Refusal('account/sign-in-needed')
  if (!isStaff(caller)) throw new Refusal('account/not-allowed')
  return caller.userId
}

const isStaff = (caller: Caller): boolean => isStaffRole(caller.role) || caller.waitingRole !== null

/** The own two-factor sign-in; a customer has none, and needs none. */
export async function twoFactorState(deps: AccountDeps, caller: Caller): Promise<TwoFactorState> {
  const { userId } = caller
  if (userId === null) throw new Refusal('account/sign-in-needed')
  const [row, settings] = await Promise.all([
    deps.db
      .selectFrom('two_factors')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .select((eb) => [
        'confirmed_at',
        eb
          .selectFrom('recovery_codes')
          .whereRef('recovery_codes.user_id', '=', 'two_factors.user_id')
          .where('used_at', 'is', null)
          .select(({ fn }) => fn.countAll<string>().as('left'))
          .as('left'),
      ])
      .executeTakeFirst(),
    readSettings(deps),
  ])
  return {
    is_on: row !== undefined,
    since: row?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: Number(row?.left ?? 0),
    is_required: isStaff(caller) && settings.staff_two_factor,
  }
}

/** A sign-in of this account needs a second step. One statement. */
export async function hasTwoFactor(q: Queryable, userId: string): Promise<boolean> {
  const row = await q
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A new key, kept sealed, that counts once a code of it was given. Refuses a wrong password, 'account/two-factor-on'. */
export async function startTwoFactor(deps: AccountDeps, caller: Caller, password: string): Promise<TwoFactorSetup> {
  const userId = staffIdOf(caller)
  await checkOwnPassword(deps, userId, password)
  const key = randomBytes(keyBytes)
  const started = { sealed_key: deps.keys.seal(sealedFor, key), started_at: deps.clock() }
  const stored = await deps.db
    .insertInto('two_factors')
    .values({ user_id: userId, ...started })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(started).where('two_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows === 0n) throw new Refusal('account/two-factor-on')
  const { site_title } = await readSettings(deps)
  return { key: groupsOf(inBase32(key)), qr: drawQr(appAddress(key, site_title, caller.email ?? caller.name)) }
}

function drawQr(text: string): TwoFactorSetup['qr'] {
  const { modules } = createQr(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      let length = 0
      while (x + length < size && modules.get(y, x + length)) length++
      if (length > 0) path += `M${x} ${y}h${length}v1h-${length}z`
      x += length
    }
  return { size, path }
}

/**
 * Turns it on and ends the other own sessions, which a password alone had opened. Refuses 'account/wrong-code',
 * 'account/two-factor-on', 'account/two-factor-not-started', 'limit/too-many'.
 */
export async function confirmTwoFactor(deps: AccountDeps, caller: Caller, code: string) {
  const userId = staffIdOf(caller)
  await countGuess(deps, userId)
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const started = await factorOf(trx, userId)
    if (started?.confirmed_at) throw new Refusal('account/two-factor-on')
    if (!started || now.getTime() - started.started_at.getTime() > setupMinutes * 60_000)
      throw new Refusal('account/two-factor-not-started')
    const step = stepOfCode(deps.keys.open(sealedFor, started.sealed_key), code.replace(/\s/g, ''), now, null)
    if (step === null) throw new Refusal('account/wrong-code')
    const on = { confirmed_at: now, last_step: step }
    await trx.updateTable('two_factors').set(on).where('user_id', '=', userId).execute()
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '<>', caller.sessionId ?? '')
      .execute()
    await writeOwn(trx, caller, onEntry, now)
    await tellOf(trx, userId, 'two-factor-on', now)
    return { recovery_codes: await storeRecoveryCodes(trx, deps, userId, now) }
  })
}

/** The codes before end. Refuses a wrong password, 'account/wrong-code', 'account/two-factor-off', 'limit/too-many'. */
export async function renewRecoveryCodes(deps: AccountDeps, caller: Caller, input: { password: string; code: string }) {
  return proved(deps, caller, input, async (trx, userId, now) => {
    const before = await codesOnRecord(trx, userId)
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    const recovery_codes = await storeRecoveryCodes(trx, deps, userId, now)
    const entry = { action: 'account.recovery-codes-renewed', subjectType: 'user', before }
    await writeOwn(trx, caller, { ...entry, after: await codesOnRecord(trx, userId) }, now)
    await tellOf(trx, userId, 'recovery-codes-renewed', now)
    return { recovery_codes }
  })
}

/** Refuses as renewRecoveryCodes does. */
export async function turnOffTwoFactor(deps: AccountDeps, caller: Caller, input: { password: string; code: string }) {
  await proved(deps, caller, input, async (trx, userId, now) => {
    await endTwoFactor(trx, userId)
    await writeOwn(trx, caller, offEntry, now)
    await tellOf(trx, userId, 'two-factor-off', now)
  })
  return twoFactorState(deps, caller)
}

async function proved<T>(
  deps: AccountDeps,
  caller: Caller,
  { password, code }: { password: string; code: string },
  work: (trx: Trx, userId: string, now: Date) => Promise<T>,
): Promise<T> {
  const userId = staffIdOf(caller)
  await checkOwnPassword(deps, userId, password)
  await countGuess(deps, userId)
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    if (!(await hasTwoFactor(trx, userId))) throw new Refusal('account/two-factor-off')
    if (!(await takeCode(trx, deps, userId, code, now))) throw new Refusal('account/wrong-code')
    return work(trx, userId, now)
  })
}

/** The owner's way, for a phone that is lost. Refuses 'account/not-found', 'account/two-factor-own', 'account/two-factor-off'. */
export async function switchOffTwoFactor(deps: AccountDeps, caller: Caller, userId: string): Promise<void> {
  if (userId === caller.userId) throw new Refusal('account/two-factor-own')
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
    if (!isStaffRole(user?.role)) throw new Refusal('account/not-found')
    if (!(await endTwoFactor(trx, userId))) throw new Refusal('account/two-factor-off')
    // Whoever has the phone may be signed in on it.
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    const now = deps.clock()
    await writeAudit(trx, caller, { ...offEntry, subjectId: userId }, now)
    await tellOf(trx, userId, 'two-factor-switched-off', now)
  })
}
/** The person is written to: whoever took over an account would not be heard of otherwise. */
export const tellOf = (trx: Trx, userId: string, what: SecurityChange, now: Date): Promise<string> =>
  emitEvent(trx, 'account.security-changed', { userId, what }, now)

export const offEntry = {
  action: 'account.two-factor-off',
  subjectType: 'user',
  before: { two_factor: true },
  after: { two_factor: false },
} as const

const onEntry = {
  action: 'account.two-factor-on',
  subjectType: 'user',
  before: offEntry.after,
  after: offEntry.before,
} as const

export async function recoveryCodesLeft(q: Queryable, userId: string): Promise<number> {
  const unused = await q
    .selectFrom('recovery_codes')
    .select('id')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return unused.length
}
/** What the audit trail may tell of the codes: how many are left, and since when there are these. */
async function codesOnRecord(trx: Trx, userId: string) {
  const any = await trx.selectFrom('recovery_codes').select('id').where('user_id', '=', userId).executeTakeFirst()
  return {
    recovery_codes_left: await recoveryCodesLeft(trx, userId),
    recovery_codes_made: any ? timeOfId(any.id).toISOString() : null,
  }
}

/** Its key, codes and half-done sign-ins are gone; false where it was not on. */
export async function endTwoFactor(trx: Trx, userId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return gone != null && gone.confirmed_at !== null
}

/** Counts a guess at a code of this account, wherever it is made. Refuses 'limit/too-many'. */
export async function countGuess(deps: AccountDeps, userId: string): Promise<void> {
  const { sign_in_per_account } = await readSettings(deps)
  // More passwords may be tried where a shop wants it: of codes there are a million, not more.
  const hits = Math.min(sign_in_per_account, mostCodes)
  await countHit(deps, { name: 'code-account', hits, seconds: 15 * 60 }, userId)
  // Slow guessing: three codes of a million are right at any moment.
  await countHit(deps, { name: 'code-day', hits: 5 * hits, seconds: 86_400 }, userId)
}

/** Takes a code of the app or a recovery code, each once and also when two come at the same moment. */
export async function takeCode(
  trx: Trx,
  deps: Pick<Core, 'keys'>,
  userId: string,
  given: string,
  now: Date,
): Promise<'app' | 'recovery' | null> {
  const factor = await factorOf(trx, userId)
  if (!factor?.confirmed_at) return null
  const step = stepOfCode(deps.keys.open(sealedFor, factor.sealed_key), given.replace(/\s/g, ''), now, factor.last_step)
  if (step !== null) {
    await trx.updateTable('two_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
    return 'app'
  }
  const code = recoveryCodeOf(given)
  if (code === null) return null
  const kept = await trx
    .selectFrom('recovery_codes')
    .select(['id', 'code_mark'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  const found = kept.find(({ code_mark }) => deps.keys.isSigned(sealedFor, `${userId}:${code}`, code_mark))
  if (!found) return null
  await trx.updateTable('recovery_codes').set({ used_at: now }).where('id', '=', found.id).execute()
  return 'recovery'
}

/** Locked: who takes a code waits for whoever takes one. */
const factorOf = (trx: Trx, userId: string) =>
  trx.selectFrom('two_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

async function storeRecoveryCodes(trx: Trx, deps: Core, userId: string, now: Date): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < recoveryCodes)
    codes.add(Array.from({ length: 10 }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join(''))
  const mark = (code: string) => deps.keys.sign(sealedFor, `${userId}:${code}`)
  const rows = [...codes].map((code) => ({ id: newId(now), user_id: userId, code_mark: mark(code) }))
  await trx.insertInto('recovery_codes').values(rows).execute()
  return [...codes].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

async function checkOwnPassword(deps: AccountDeps, userId: string, password: string): Promise<void> {
  const { sign_in_per_account: hits } = await readSettings(deps)
  await countHit(deps, { name: 'own-password', hits, seconds: 15 * 60 }, userId)
  const hash = await passwordHashOf(deps.db, userId)
  const { password: hasher } = await deps.auth.$context
  if (hash !== null && (await hasher.verify({ hash, password }))) return
  const message = 'The current password is not right'
  throw new Refusal('account/invalid', {}, [{ path: 'password', message }])
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

const writeOwn = (trx: Trx, caller: Caller, entry: Omit<AuditEntry, 'subjectId'>, now: Date) =>
  writeAudit(trx, caller, { ...entry, subjectId: caller.userId ?? '' }, now)
