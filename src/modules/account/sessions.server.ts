import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { OwnSession } from './staff-contract.ts'
import './tables.server.ts'

const ownerOf = (caller: Caller): string => {
  if (caller.userId === null) throw new Refusal('account/sign-in-needed')
  return caller.userId
}

/** Where the caller is signed in, this one first, then the newest. One statement. */
export async function listSessions(core: Core, caller: Caller): Promise<OwnSession[]> {
  const rows = await core.db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', ownerOf(caller))
    // Sessions end by the real clock.
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

/** Ends one of the own sessions, or with null all but the present one. Refuses 'account/no-session'. */
export async function endOwnSessions(core: Core, caller: Caller, sessionId: string | null): Promise<{ done: true }> {
  const userId = ownerOf(caller)
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
