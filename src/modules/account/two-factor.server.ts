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
import { countCode, countOwnPassword } from './attempts.server.ts'
import type { AccountDeps } from './deps.server.ts'
import type { SecurityChange } from './events.ts'
import { isPassword, lockAccount, passwordHashOf } from './passwords.server.ts'
import { groupsOf, recoveryCodeOf, recoveryLetters } from './rules.ts'
import { text } from './text.ts'
import { appAddress, inBase32, keyBytes, stepOfCode } from './totp.server.ts'
import type { TwoFactorSetup, TwoFactorState } from './two-factor-contract.ts'

const purpose = 'two-factor'
const recoveryCodeCount = 10
const setupMinutes = 15

/** Includes staff whose role waits for a second factor. Refuses 'account/sign-in-needed', 'account/not-allowed'. */
function staffIdOf(caller: Caller): string {
  if (caller.userId === null) throw new Refusal('account/sign-in-needed')
  if (!isStaff(caller)) throw new Refusal('account/not-allowed')
  return caller.userId
}

const isStaff = (caller: Caller): boolean => isStaffRole(caller.role) || caller.waitingRole !== null

/** The caller's two-factor sign-in. Customers have none. */
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

/** One statement. */
export async function hasTwoFactor(q: Queryable, userId: string): Promise<boolean> {
  const row = await q
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a pending TOTP secret; it becomes active after the first valid code. Refuses a wrong password, 'account/two-factor-on'. */
export async function startTwoFactor(deps: AccountDeps, caller: Caller, password: string): Promise<TwoFactorSetup> {
  const userId = staffIdOf(caller)
  await checkOwnPassword(deps, userId, password)
  const key = randomBytes(keyBytes)
  const started = { sealed_key: deps.keys.seal(purpose, key), started_at: deps.clock() }
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
 * Turns two-factor sign-in on and ends the caller's other sessions, which needed only a password. Refuses 'account/wrong-code',
 * 'account/two-factor-on', 'account/two-factor-not-started', 'limit/too-many'.
 */
export async function confirmTwoFactor(deps: AccountDeps, caller: Caller, code: string) {
  const userId = staffIdOf(caller)
  const { forgive } = await countCode(deps, userId, sourceOf(caller))
  const codes = await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    const now = deps.clock()
    const started = await factorOf(trx, userId)
    if (started?.confirmed_at) throw new Refusal('account/two-factor-on')
    if (!started || now.getTime() - started.started_at.getTime() > setupMinutes * 60_000)
      throw new Refusal('account/two-factor-not-started')
    const step = stepOfCode(deps.keys.open(purpose, started.sealed_key), code.replace(/\s/g, ''), now, null)
    if (step === null) throw new Refusal('account/wrong-code')
    await isFirstUse(trx, { userId, step, now })
    const on = { confirmed_at: now, last_step: step }
    await trx.updateTable('two_factors').set(on).where('user_id', '=', userId).execute()
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '<>', caller.sessionId ?? '')
      .execute()
    await writeOwn(trx, caller, onEntry, now)
    await notifyUser(trx, userId, 'two-factor-on', now)
    return { recovery_codes: await storeRecoveryCodes(trx, deps, userId, now) }
  })
  await forgive()
  return codes
}

/** An attacker who knows the password cannot use up a signed-in user's attempts. */
const sourceOf = ({ sessionId }: Caller): string => `session-${sessionId}`

/** Replaces the recovery codes. Refuses a wrong password, 'account/wrong-code', 'account/two-factor-off', 'limit/too-many'. */
export async function renewRecoveryCodes(deps: AccountDeps, caller: Caller, input: { password: string; code: string }) {
  return withProof(deps, caller, input, async (trx, userId, now) => {
    const before = await auditedCodes(trx, userId)
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    const recovery_codes = await storeRecoveryCodes(trx, deps, userId, now)
    const entry = { action: 'account.recovery-codes-renewed', subjectType: 'user', before }
    await writeOwn(trx, caller, { ...entry, after: await auditedCodes(trx, userId) }, now)
    await notifyUser(trx, userId, 'recovery-codes-renewed', now)
    return { recovery_codes }
  })
}

/** Refuses the same as renewRecoveryCodes. */
export async function turnOffTwoFactor(deps: AccountDeps, caller: Caller, input: { password: string; code: string }) {
  await withProof(deps, caller, input, async (trx, userId, now) => {
    await endTwoFactor(trx, userId)
    await writeOwn(trx, caller, offEntry, now)
    await notifyUser(trx, userId, 'two-factor-off', now)
  })
  return twoFactorState(deps, caller)
}

async function withProof<T>(
  deps: AccountDeps,
  caller: Caller,
  { password, code }: { password: string; code: string },
  work: (trx: Trx, userId: string, now: Date) => Promise<T>,
): Promise<T> {
  const userId = staffIdOf(caller)
  await checkOwnPassword(deps, userId, password)
  const { forgive } = await countCode(deps, userId, sourceOf(caller))
  const result = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    if (!(await hasTwoFactor(trx, userId))) throw new Refusal('account/two-factor-off')
    if (!(await acceptCode(trx, deps, { userId, typed: code, now }))) throw new Refusal('account/wrong-code')
    return work(trx, userId, now)
  })
  await forgive()
  return result
}

/**
 * Switches it off for another staff member who lost the phone. Refuses 'account/not-found', 'account/two-factor-own',
 * 'account/two-factor-off'.
 */
export async function switchOffTwoFactor(deps: AccountDeps, caller: Caller, userId: string): Promise<void> {
  if (userId === caller.userId) throw new Refusal('account/two-factor-own')
  await deps.db.transaction().execute(async (trx) => {
    const user = await lockAccount(trx, userId)
    if (!isStaffRole(user?.role)) throw new Refusal('account/not-found')
    if (!(await endTwoFactor(trx, userId))) throw new Refusal('account/two-factor-off')
    // A stolen phone may still be signed in.
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    const now = deps.clock()
    await writeAudit(trx, caller, { ...offEntry, subjectId: userId }, now)
    await notifyUser(trx, userId, 'two-factor-switched-off', now)
  })
}
/** Mails the user, who would not notice a takeover of the account otherwise. */
export const notifyUser = (trx: Trx, userId: string, what: SecurityChange, now: Date): Promise<string> =>
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
/** The audit entry shows how many codes are left and when they were created, never a code. */
async function auditedCodes(trx: Trx, userId: string) {
  const any = await trx.selectFrom('recovery_codes').select('id').where('user_id', '=', userId).executeTakeFirst()
  return {
    recovery_codes_left: await recoveryCodesLeft(trx, userId),
    recovery_codes_made: any ? timeOfId(any.id).toISOString() : null,
  }
}

/** Deletes the secret, the codes and open challenges. False when two-factor sign-in was not on. */
export async function endTwoFactor(trx: Trx, userId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted != null && deleted.confirmed_at !== null
}

/** Accepts an app code or a recovery code. Each works once, also when it arrives twice at the same time. */
export async function acceptCode(
  trx: Trx,
  deps: Pick<Core, 'keys'>,
  { userId, typed, now }: { userId: string; typed: string; now: Date },
): Promise<'app' | 'recovery' | null> {
  const factor = await factorOf(trx, userId)
  if (!factor?.confirmed_at) return null
  const step = stepOfCode(deps.keys.open(purpose, factor.sealed_key), typed.replace(/\s/g, ''), now, factor.last_step)
  if (step !== null) {
    if (!(await isFirstUse(trx, { userId, step, now }))) return null
    await trx.updateTable('two_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
    return 'app'
  }
  const code = recoveryCodeOf(typed)
  if (code === null) return null
  const unused = await trx
    .selectFrom('recovery_codes')
    .select(['id', 'code_mark'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  const match = unused.find(({ code_mark }) => deps.keys.isSigned(purpose, `${userId}:${code}`, code_mark))
  if (!match) return null
  await trx.updateTable('recovery_codes').set({ used_at: now }).where('id', '=', match.id).execute()
  return 'recovery'
}

/** Counts the use of a code. The last step alone would not recognise an earlier code after the clock was set back. */
async function isFirstUse(
  trx: Trx,
  { userId, step, now }: { userId: string; step: number; now: Date },
): Promise<boolean> {
  const once = { name: 'code-step', hits: 1, seconds: 86_400 }
  return countHit({ db: trx, clock: () => now }, once, `${userId}:${step}`).then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
}

/** Locks the row, so that two requests cannot use the same code. */
const factorOf = (trx: Trx, userId: string) =>
  trx.selectFrom('two_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

async function storeRecoveryCodes(trx: Trx, deps: Core, userId: string, now: Date): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount)
    codes.add(Array.from({ length: 10 }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join(''))
  const mark = (code: string) => deps.keys.sign(purpose, `${userId}:${code}`)
  const rows = [...codes].map((code) => ({ id: newId(now), user_id: userId, code_mark: mark(code) }))
  await trx.insertInto('recovery_codes').values(rows).execute()
  return [...codes].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

async function checkOwnPassword(deps: AccountDeps, userId: string, password: string): Promise<void> {
  const { forgive } = await countOwnPassword(deps, userId)
  const hash = await passwordHashOf(deps.db, userId)
  if (await isPassword(hash, password)) return forgive()
  const message = text('fields.passwordWrong')
  throw new Refusal('account/invalid', {}, [{ path: 'password', message }])
}

const writeOwn = (trx: Trx, caller: Caller, entry: Omit<AuditEntry, 'subjectId'>, now: Date) =>
  writeAudit(trx, caller, { ...entry, subjectId: caller.userId ?? '' }, now)
