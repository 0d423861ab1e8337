import { type RawBuilder, sql } from 'kysely'
import { jsonOf } from '../kernel/json.ts'
import type { Caller, Core } from './core.server.ts'
import { newId } from './crypto/keyring.server.ts'
import type { Queryable } from './db/database.server.ts'
import type { ReadDatabase } from './db/reads.server.ts'
import { deleteOld, yearsBefore } from './retention.server.ts'
import { currentWork } from './work.server.ts'

export type AuditEntry = { action: string; subjectType: string; subjectId: string; before?: unknown; after?: unknown }

/** Records who changed what, in the transaction of the change. Entries are never altered. */
export const writeAudit = (trx: Queryable, caller: Caller, entry: AuditEntry, now: Date): Promise<void> =>
  writeAudits(trx, caller, [entry], now)

/** The audit log, for reading: joined as `entry`. */
export const selectAudit = (q: ReadDatabase) => q.selectFrom('audit_entries as entry')

/** Writes several entries in one statement. */
export async function writeAudits(
  trx: Queryable,
  caller: Caller,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const requestId = currentWork()?.requestId
  await trx
    .insertInto('audit_entries')
    .values(
      entries.map((entry) => ({
        id: newId(now),
        actor_id: caller.userId,
        actor_name: caller.name,
        action: entry.action,
        subject_type: entry.subjectType,
        subject_id: entry.subjectId,
        before: entry.before === undefined ? null : jsonOf(entry.before),
        after: entry.after === undefined ? null : jsonOf(entry.after),
        at: now,
        ...(requestId && { request_id: requestId }),
        ...(caller.partOf && { part_of: caller.partOf }),
      })),
    )
    .execute()
}

export interface Deed {
  readonly subject_type: string
  readonly action: string
}
type Actor = { readonly actor_id: string | null } | null

/**
 * What was done, by everybody or by one actor (`actor_id` null: the shop itself); parts of bulk actions are left out. One
 * statement, with one look-up in an index for each of them, however many entries there are.
 */
export async function findDeeds(q: ReadDatabase, actor: Actor): Promise<readonly Deed[]> {
  // Sorted by the actor too: the planner knows the order of an index after `= value`, but not after `is null`.
  const order = actor ? sql`actor_id, subject_type, action` : sql`subject_type, action`
  const isTheirs =
    actor === null ? sql`true` : actor.actor_id === null ? sql`actor_id is null` : sql`actor_id = ${actor.actor_id}`
  const { rows } = await sql<Deed>`
    with recursive deeds as (
      (select subject_type, action from audit_entries where part_of is null and ${isTheirs} order by ${order} limit 1)
      union all
      select next.subject_type, next.action from deeds cross join lateral (
        select entry.subject_type, entry.action from audit_entries as entry
        where part_of is null and ${isTheirs} and (entry.subject_type, entry.action) > (deeds.subject_type, deeds.action)
        order by ${order} limit 1
      ) as next
    )
    select subject_type, action from deeds`.execute(q)
  return rows
}

/** Deletes entries that are older than so many years. The database refuses fewer than five. */
export async function purgeTrail({ db, clock }: Pick<Core, 'db' | 'clock'>, years: number): Promise<void> {
  await deleteOld({ db }, { table: 'audit_entries', isOld: sql`at < ${yearsBefore(clock(), years)}` })
}

/** What an id of the audit log stands for now. */
export interface TitleRow {
  /** The `subject_type` of its entries. */
  readonly type: string
  readonly id: string
  readonly title: string
  /** Of an item: its kind and the currency of its prices. */
  readonly kind: string | null
  readonly currency: string | null
  /** Of a departure. */
  readonly service_id: string | null
  /** False in the trash. */
  readonly is_open: boolean
}
/** Selects the columns of `TitleRow`, of the rows with these UUIDs. By primary key: many types share one statement. */
export type TitleSource = (ids: RawBuilder<unknown>) => RawBuilder<unknown>

interface Subject {
  readonly subject_type: string
  readonly subject_id: string
}
const nameKeys = ['title', 'full_name', 'name', 'code', 'service_title', 'booking_reference', 'email', 'fileName']
export const subjectKey = ({ subject_type, subject_id }: Subject): string => `${subject_type} ${subject_id}`

/** The newest title that the entries of each subject hold, for what is gone. One statement. */
export async function lastTitles(q: ReadDatabase, subjects: readonly Subject[]): Promise<ReadonlyMap<string, string>> {
  if (subjects.length === 0) return new Map()
  const { rows } = await sql<Subject & { title: string }>`
    select gone.type as subject_type, gone.id as subject_id, last.title
    from unnest(${subjects.map((one) => one.subject_type)}::text[], ${subjects.map((one) => one.subject_id)}::text[])
      as gone (type, id)
    cross join lateral (
      select named.title from audit_entries as entry
      cross join lateral (
        select side ->> key as title
        from unnest(array[entry.after, entry.before]) with ordinality as sides (side, place),
          unnest(${nameKeys}::text[]) with ordinality as keys (key, rank)
        where jsonb_typeof(side) = 'object' and side ->> key <> ''
        order by place, rank limit 1
      ) as named
      where entry.subject_type = gone.type and entry.subject_id = gone.id
      order by entry.at desc limit 1
    ) as last`.execute(q)
  return new Map(rows.map((row) => [subjectKey(row), row.title]))
}

const maxCounted = 10_000
export interface CountedParts {
  readonly count: number
  readonly outcome: unknown
}
/**
 * How many parts each bulk action has, and what the newest entry of `ends` says about it. One statement, which reads at
 * most `maxCounted` parts of each.
 */
export async function countParts(
  q: ReadDatabase,
  wholes: readonly string[],
  ends: readonly string[],
): Promise<ReadonlyMap<string, CountedParts>> {
  if (wholes.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number; outcome: unknown }>`
    select whole.id, counted.count, counted.outcome
    from unnest(${[...new Set(wholes)]}::text[]) as whole (id)
    cross join lateral (
      select count(*) filter (where action <> all(${ends}))::int as count,
        (array_agg(after) filter (where action = any(${ends})))[1] as outcome
      from (
        select action, after from audit_entries where part_of = whole.id order by at desc, id desc limit ${maxCounted}
      ) as part
    ) as counted`.execute(q)
  return new Map(rows.map(({ id, count, outcome }) => [id, { count, outcome }]))
}
