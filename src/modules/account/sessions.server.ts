import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { daysBefore, deleteOld, keptDays } from '../../platform/retention.server.ts'
import { sessionTokenOf, setCookie } from './cookie.server.ts'
import type { Browser } from './deps.server.ts'
import type { OwnSession } from './staff-contract.ts'
import './tables.server.ts'
import { digestOf, newToken } from './tokens.server.ts'

const day = 86_400
const maxUserAgent = 500

/**
 * Starts a session and ends the one that it replaces in this browser. Returns the cookie. The caller has locked the
 * account (for share at least) and has checked that the password is still the one that was entered.
 */
export async function startSession(
  trx: Trx,
  core: Core,
  { userId, browser, isRemembered = true }: { userId: string; browser: Browser; isRemembered?: boolean },
): Promise<string> {
  const replaced = sessionTokenOf(core, browser.headers)
  if (replaced !== null) await endSession(trx, replaced)
  const token = newToken()
  const seconds = isRemembered ? 30 * day : day
  await trx
    .insertInto('sessions')
    .values({
      id: newId(core.clock()),
      token: digestOf(token),
      user_id: userId,
      // Sessions expire by the real clock.
      expires_at: new Date(Date.now() + seconds * 1000),
      ip_address: browser.address,
      user_agent: browser.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
    })
    .execute()
  return setCookie(core, { name: 'session', value: token, ...(isRemembered && { seconds }) })
}

export async function endSession(q: Queryable, token: string): Promise<void> {
  await q.deleteFrom('sessions').where('token', '=', digestOf(token)).execute()
}

/** Deletes expired sessions, and links and challenges that expired a day ago. */
export async function forgetExpiredSignIns({ db, clock }: Core): Promise<void> {
  const now = clock()
  const old = daysBefore(now, keptDays.sign_in_links)
  await deleteOld({ db }, { table: 'sessions', isOld: sql`expires_at < ${now}` })
  for (const table of ['verifications', 'sign_in_challenges'] as const)
    await deleteOld({ db }, { table, isOld: sql`expires_at < ${old}` })
}

const userIdOf = (caller: Caller): string => {
  if (caller.userId === null) throw new Refusal('account/sign-in-needed')
  return caller.userId
}

/** The caller's sessions: the current one first, then the newest. One statement. */
export async function listSessions(core: Core, caller: Caller): Promise<OwnSession[]> {
  const rows = await core.db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userIdOf(caller))
    // Sessions expire by the real clock.
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      started_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      address: row.ip_address,
      user_agent: row.user_agent,
      is_current: row.id === caller.sessionId,
    }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current))
}

/** Ends one of the caller's sessions, or with null all except the current one. Refuses 'account/no-session'. */
export async function endOwnSessions(core: Core, caller: Caller, sessionId: string | null): Promise<{ done: true }> {
  const userId = userIdOf(caller)
  await core.db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(sessionId !== null, (query) => query.where('id', '=', sessionId ?? ''))
      .$if(sessionId === null, (query) => query.where('id', '<>', caller.sessionId ?? ''))
      .returning(['id', 'ip_address'])
      .execute()
    if (ended.length === 0 && sessionId !== null) throw new Refusal('account/no-session')
    if (ended.length === 0) return
    const before = ended.map(({ ip_address }) => ({ address: ip_address }))
    const entry = { action: 'account.sessions-ended', subjectType: 'user', subjectId: userId, before }
    await writeAudit(trx, caller, entry, core.clock())
  })
  return { done: true }
}
