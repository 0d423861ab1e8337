/**
 * Which of the next days an item can be booked on, as cards and lists show it. The inventory room computes it and says
 * when; it is the same for everybody. An item without a current row shows nothing, and a list filtered by a day leaves it
 * out.
 */
import { type RawBuilder, sql } from 'kysely'
import type { LocalDate } from '../../kernel/dates.ts'
import { jsonOf } from '../../kernel/json.ts'
import { dropHere, publishInvalidation, throttledTag } from '../../platform/cache-invalidation.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import './tables.server.ts'

/** Null: not known, or the kind has no departures. */
export type CardAvailability = { readonly next_day: LocalDate | null } | null

const isCurrent = (of: string, now: Date) => sql`a.service_id = ${sql.ref(`${of}.id`)} and a.stale_at > ${now}`

/** A column for cards of `of`, a table or query with the item's id. */
export const availabilityOf = (of: string, now: Date): RawBuilder<CardAvailability> =>
  sql<CardAvailability>`(select json_build_object('next_day', a.next_day) from service_availability a
    where ${isCurrent(of, now)})`

/**
 * A condition: the item can be booked on that day. "Not 0" and not "1": the planner takes the first for common and the
 * second for rare, and reads ten thousand items one by one. Days beyond the known ones have no bit.
 */
export const isOnSaleOn = (date: LocalDate, now: Date): RawBuilder<unknown> =>
  sql`exists (select from service_availability a where ${isCurrent('services', now)}
    and coalesce(nullif(substring(a.days from (${date}::date - a.first_day + 1) for 1), B''), B'0') <> B'0')`

export interface ItemAvailability {
  readonly service_id: string
  readonly service_version: number
  readonly terms: string
  readonly first_day: LocalDate
  /** A bit for each day from the first on. */
  readonly days: string
  readonly next_day: LocalDate | null
  readonly stale_at: Date
  /** The lowest price on sale on these days. */
  readonly from_minor: number
  readonly was_minor: number | null
}

/**
 * Stores what is on sale, and the lowest price as the item's starting price. Items that were changed meanwhile keep what
 * they have. Pages are dropped if anything they show has changed. Two statements, and one to notify the nodes.
 */
export async function saveAvailability(core: Core, items: readonly ItemAvailability[]): Promise<void> {
  if (items.length === 0) return
  const changed = await core.db.transaction().execute(async (trx) => {
    const ids = new Set([...(await storeDays(trx, items)), ...(await storePrices(trx, items))])
    await publishInvalidation(trx, tagsOf(ids))
    return ids
  })
  dropHere(core, tagsOf(changed))
}

/** Lists show many items, so they are dropped at most once in three seconds. */
const tagsOf = (ids: ReadonlySet<string>): readonly string[] =>
  ids.size === 0 ? [] : [throttledTag('catalogue'), ...[...ids].map((id) => `service:${id}`)]

const given = (items: readonly ItemAvailability[]) => sql`jsonb_to_recordset(${jsonOf(items)}::jsonb) as given
  (service_id uuid, service_version integer, terms text, first_day date, days text, next_day date,
    stale_at timestamptz, from_minor bigint, was_minor bigint)`

/** Returns the items whose pages are out of date. */
async function storeDays(trx: Trx, items: readonly ItemAvailability[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with before as materialized (
      select a.* from service_availability a where a.service_id = any(${items.map((item) => item.service_id)}::uuid[])
    ), stored as (
      insert into service_availability as a
        (service_id, service_version, terms, first_day, days, next_day, stale_at)
      select given.service_id, given.service_version, given.terms, given.first_day, given.days::bit varying,
        given.next_day, given.stale_at
      from ${given(items)} join services on services.id = given.service_id and services.version = given.service_version
      order by given.service_id
      on conflict (service_id) do update set service_version = excluded.service_version, terms = excluded.terms,
        first_day = excluded.first_day, days = excluded.days, next_day = excluded.next_day, stale_at = excluded.stale_at
      returning a.*
    )
    select stored.service_id as id from stored left join before using (service_id)
    where (before.service_version, before.first_day, before.days)
      is distinct from (stored.service_version, stored.first_day, stored.days)`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The version stays the same, so that editors are not interrupted. */
async function storePrices(trx: Trx, items: readonly ItemAvailability[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update services set from_minor = given.from_minor, was_minor = given.was_minor
    from ${given(items)}
    where services.id = given.service_id and services.version = given.service_version
      and (services.from_minor, services.was_minor) is distinct from (given.from_minor, given.was_minor)
    returning services.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Nothing is known of these items, or (null) of any, until it is recomputed. One statement. */
export async function expireAvailability(trx: Trx, ids: readonly string[] | null, now: Date): Promise<void> {
  const expire = trx.updateTable('service_availability').set({ stale_at: now }).where('stale_at', '>', now)
  await (ids === null ? expire : expire.where('service_id', 'in', ids)).execute()
}

/** Active items without a current row, at most `max`: the ids that a next call would find again. One statement. */
export async function listStaleItems(
  { db, clock }: Core,
  { kinds, terms, max }: { readonly kinds: readonly string[]; readonly terms: string; readonly max: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('services')
    .leftJoin('service_availability as a', 'a.service_id', 'services.id')
    .select('services.id')
    .where('services.status', '=', 'active')
    .where('services.kind', 'in', kinds)
    .where((eb) =>
      eb.or([
        eb('a.service_id', 'is', null),
        eb('a.service_version', '<>', eb.ref('services.version')),
        eb('a.terms', '<>', terms),
        eb('a.stale_at', '<=', clock()),
      ]),
    )
    .orderBy('services.id')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}
