import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts'
import { addDays, instantAt, isLocalDate } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { selectAudit } from '../../platform/audit.server.ts'
import type { Core } from '../../platform/core.server.ts'
import { readTimeZone } from '../settings/index.server.ts'
import { maskSecrets } from './rules.ts'
import type { AuditLine } from './staff-contract.ts'
import './tables.server.ts'

type Filter = {
  who?: string | undefined
  action?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
  limit: number
  cursor?: string | undefined
}
const like = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Newest first; every filter must match. One statement. Refuses 'list/bad-cursor'. */
export async function searchAudit(
  core: Core,
  { who, action, subject, from, to, limit, cursor }: Filter,
): Promise<{ items: AuditLine[]; nextCursor: string | null }> {
  const zone = await readTimeZone(core)
  let query = selectAudit(core.db)
    .leftJoin('users', 'users.id', 'entry.actor_id')
    .selectAll('entry')
    .select('users.email')
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit + 1)
  if (who) query = query.where((eb) => eb.or([eb('actor_name', 'ilike', like(who)), eb('email', 'ilike', like(who))]))
  if (action) query = query.where('action', 'ilike', like(action))
  if (subject)
    query = query.where((eb) =>
      eb.or([eb('subject_type', 'ilike', like(subject)), eb('subject_id', 'ilike', like(subject))]),
    )
  if (from) query = query.where('entry.at', '>=', instantAt(zone, from, '00:00'))
  if (to) query = query.where('entry.at', '<', instantAt(zone, addDays(to, 1), '00:00'))
  if (cursor !== undefined) {
    const place = placeOf(cursor)
    query = query.where((eb) => eb(eb.refTuple('entry.at', 'entry.id'), '<', eb.tuple(place.at, place.id)))
  }
  const rows = await query.execute()
  const items = rows.slice(0, limit).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    who: row.actor_name,
    email: row.email,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    before: maskSecrets(row.before),
    after: maskSecrets(row.after),
  }))
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? encodeCursor([last.at, last.id]) : null }
}

function placeOf(cursor: string): { at: Date; id: string } {
  const [at, id] = decodeCursor(cursor) ?? []
  const isPlace =
    typeof at === 'string' && typeof id === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(at) && uuid.test(id)
  if (!isPlace || !isLocalDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at))) throw new Refusal('list/bad-cursor')
  return { at: new Date(at), id }
}
