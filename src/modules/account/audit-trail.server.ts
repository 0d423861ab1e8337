import { sql } from 'kysely'
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts'
import { addDays, instantAt, isLocalDate } from '../../kernel/dates.ts'
import { foldText } from '../../kernel/fold-text.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  countParts,
  findDeeds,
  lastTitles,
  selectAudit,
  subjectKey,
  type TitleRow,
} from '../../platform/audit.server.ts'
import { type ReadDatabase, type Reader, upToDate } from '../../platform/db/reads.server.ts'
import { readTimeZone } from '../settings/index.server.ts'
import { type AuditThing, auditThings, endActions, wholeActions } from './audit-rules.ts'
import { idsIn, readTitles } from './audit-titles.server.ts'
import type { AuditDeps } from './deps.server.ts'
import { maskSecrets } from './rules.ts'
import type { AuditLine } from './staff-contract.ts'
import './tables.server.ts'

type Filter = {
  person?: string | undefined
  thing?: AuditThing | undefined
  part_of?: string | undefined
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

/** Newest first; every filter must match. At most six statements for a page. Refuses 'list/bad-cursor'. */
export async function searchAudit(
  deps: AuditDeps,
  filter: Filter,
  reader: Reader = upToDate,
): Promise<{ items: AuditLine[]; nextCursor: string | null }> {
  const zone = await readTimeZone(deps)
  return deps.reads.recent(reader, async (db) => {
    const entries = await readEntries(db, filter, zone)
    const rows = entries.slice(0, filter.limit)
    const last = entries.length > filter.limit ? rows.at(-1) : undefined
    return {
      items: await named(db, deps.auditTitles, rows),
      nextCursor: last ? encodeCursor([last.at.toISOString(), last.id]) : null,
    }
  })
}

/**
 * By kind of thing or action: the newest entries of each type and action that match, each by its index. One query for
 * several would read all entries where these are rare.
 */
async function readEntries(q: ReadDatabase, filter: Filter, zone: string): Promise<readonly Row[]> {
  const { person, thing, action = '', part_of, subject, limit } = filter
  const all = matching(q, filter, zone)
  const types: readonly string[] | undefined = thing && auditThings[thing]
  if (part_of || subject) {
    const few = types ? all.where('entry.subject_type', 'in', types) : all
    return few.where('entry.action', 'ilike', like(action)).execute()
  }
  if (!types && !action) return all.execute()
  const candidates = await findDeeds(q, person ? { actor_id: person === 'shop' ? null : person } : null)
  const deeds = candidates.filter(
    (deed) => (types?.includes(deed.subject_type) ?? true) && deed.action.includes(action.toLowerCase()),
  )
  const ofDeed = all.where(sql<boolean>`(entry.subject_type, entry.action) = (deed.subject_type, deed.action)`)
  return q
    .selectFrom(
      sql<Row>`(
        select entry.* from unnest(${deeds.map((deed) => deed.subject_type)}::text[],
          ${deeds.map((deed) => deed.action)}::text[]) as deed (subject_type, action)
        cross join lateral (${ofDeed}) as entry)`.as('entry'),
    )
    .selectAll('entry')
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Folding is slow, and millions of names may be read: one in ASCII has nothing to fold but its case. */
const foldedName = sql`case when octet_length(actor_name) = length(actor_name) then lower(actor_name)
  else fold_text(actor_name) end`

function matching(q: ReadDatabase, filter: Filter, zone: string) {
  const { person, part_of, who, subject, from, to, limit, cursor } = filter
  let query = selectAudit(q).leftJoin('users', 'users.id', 'entry.actor_id').selectAll('entry').select('users.email')
  // The planner knows the order of an index after `= value`, but not after `is null`.
  if (person === 'shop') query = query.orderBy('entry.actor_id')
  query = query
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit + 1)
  if (part_of) query = query.where('entry.part_of', '=', part_of)
  else if (!subject) query = query.where('entry.part_of', 'is', null)
  if (person === 'shop') query = query.where('entry.actor_id', 'is', null)
  else if (person) query = query.where('entry.actor_id', '=', person)
  if (who)
    query = query.where((eb) =>
      eb.or([sql<boolean>`${foldedName} like ${like(foldText(who) || who)}`, eb('email', 'ilike', like(who))]),
    )
  // By the index; a part of a type or id is looked for from the newest entry on.
  if (subject && uuid.test(subject)) query = query.where('entry.subject_id', '=', subject)
  else if (subject)
    query = query.where((eb) =>
      eb.or([eb('subject_type', 'ilike', like(subject)), eb('subject_id', 'ilike', like(subject))]),
    )
  if (from) query = query.where('entry.at', '>=', instantAt(zone, from, '00:00'))
  const place = cursor === undefined ? null : placeOf(cursor)
  const end = to ? instantAt(zone, addDays(to, 1), '00:00') : null
  // One of the two: with both, an index is read from the later one on.
  if (end && !(place && place.at < end)) query = query.where('entry.at', '<', end)
  if (place) query = query.where((eb) => eb(eb.refTuple('entry.at', 'entry.id'), '<', eb.tuple(place.at, place.id)))
  return query
}
type Row = Awaited<ReturnType<ReturnType<typeof matching>['execute']>>[number]

/** Adds what the ids stand for. Three statements for any number of entries. */
async function named(
  db: ReadDatabase,
  auditTitles: AuditDeps['auditTitles'],
  rows: readonly Row[],
): Promise<AuditLine[]> {
  const idsOf = (row: Row) => [...idsIn(row.before), ...idsIn(row.after)]
  const wholes = rows.filter(({ action }) => wholeActions.includes(action)).map(({ subject_id }) => subject_id)
  const [titles, parts] = await Promise.all([
    readTitles(db, auditTitles, [...rows.map(({ subject_id }) => subject_id), ...rows.flatMap(idsOf)]),
    countParts(db, wholes, endActions),
  ])
  const gone = rows.filter(({ subject_id }) => !titles.has(subject_id) && uuid.test(subject_id))
  const last = await lastTitles(db, gone)
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    who: row.actor_name,
    email: row.email,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    before: maskSecrets(row.before),
    after: maskSecrets(row.after),
    subject: subjectOf(titles.get(row.subject_id), last.get(subjectKey(row))),
    names: Object.fromEntries(idsOf(row).flatMap((id) => (titles.has(id) ? [[id, titles.get(id)?.title ?? '']] : []))),
    parts: wholeActions.includes(row.action) ? (parts.get(row.subject_id) ?? null) : null,
  }))
}

function subjectOf(row: TitleRow | undefined, last: string | undefined): AuditLine['subject'] {
  if (row) {
    const { title, kind, currency, service_id, is_open: exists } = row
    return { title, exists, kind, currency, service_id }
  }
  return last === undefined ? null : { title: last, exists: false, kind: null, currency: null, service_id: null }
}

function placeOf(cursor: string): { at: Date; id: string } {
  const [at, id] = decodeCursor(cursor) ?? []
  const isPlace =
    typeof at === 'string' && typeof id === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(at) && uuid.test(id)
  if (!isPlace || !isLocalDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at))) throw new Refusal('list/bad-cursor')
  return { at: new Date(at), id }
}
