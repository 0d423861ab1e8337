import { sql } from 'kysely'
import { money } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { trashedUntil } from '../../kernel/trash.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { asBefore, intoTrash } from '../../platform/db/trash-columns.server.ts'
import type { TrendingEntry } from './trending-contract.ts'
import { type CatalogueDeps, getKind } from './views.server.ts'
import './tables.server.ts'

const tags = ['catalogue']

/** In display order, including entries that the shop hides. One statement. */
export const readTrending = async (core: { db: Queryable }): Promise<{ items: TrendingEntry[] }> => ({
  items: await readEntries(core.db),
})

async function readEntries(q: Queryable): Promise<TrendingEntry[]> {
  const rows = await q
    .selectFrom('trending_products as entry')
    .innerJoin('services', 'services.id', 'entry.service_id')
    .select(['entry.id', 'entry.service_id', 'entry.display_order', 'entry.is_active'])
    .select(['services.kind', 'services.title', 'services.featured_image', 'services.status'])
    .select(['services.from_minor', 'services.currency'])
    .where('entry.trashed_at', 'is', null)
    .orderBy('entry.display_order')
    .orderBy('entry.id')
    .execute()
  return rows.map(({ kind, status, from_minor, currency, ...entry }) => ({
    ...entry,
    service_type: kind,
    service_status: status,
    price: from_minor === null ? null : money(from_minor, currency),
  }))
}

/** Active items of the kind, by title. One statement. Refuses 'catalogue/unknown-kind'. */
export async function listChoices(
  deps: CatalogueDeps,
  serviceType: string,
): Promise<{ items: { id: string; title: string; isTrending: boolean }[] }> {
  const kind = getKind(deps, serviceType)
  const rows = await deps.db
    .selectFrom('services')
    .leftJoin('trending_products', (join) =>
      join.onRef('trending_products.service_id', '=', 'services.id').on('trending_products.trashed_at', 'is', null),
    )
    .select(['services.id', 'services.title', 'trending_products.id as entryId'])
    .where('services.kind', '=', kind.key)
    .where('services.status', '=', 'active')
    .orderBy('services.title')
    .orderBy('services.id')
    .limit(2000)
    .execute()
  return { items: rows.map(({ id, title, entryId }) => ({ id, title, isTrending: entryId !== null })) }
}

/**
 * Appends an entry with the highest display_order plus one (D149). Refuses 'catalogue/unknown-kind',
 * 'catalogue/not-found' (no such active item of this kind), 'catalogue/already-trending'. Audited.
 */
export async function addTrending(
  deps: CatalogueDeps,
  caller: Caller,
  { service_type, service_id }: { service_type: string; service_id: string },
): Promise<TrendingEntry> {
  const kind = getKind(deps, service_type)
  return changing(deps, async (trx) => {
    const service = await trx
      .selectFrom('services')
      .select('id')
      .where('id', '=', service_id)
      .where('kind', '=', kind.key)
      .where('status', '=', 'active')
      .executeTakeFirst()
    if (!service) throw new Refusal('catalogue/not-found')
    const entries = await readEntries(trx)
    if (entries.some((entry) => entry.service_id === service_id)) throw new Refusal('catalogue/already-trending')
    const now = deps.clock()
    const id = newId(now)
    const display_order = Math.max(0, ...entries.map((entry) => entry.display_order)) + 1
    // It may have been taken out a moment ago.
    await trx.deleteFrom('trending_products').where('service_id', '=', service_id).execute()
    await trx.insertInto('trending_products').values({ id, service_id, display_order, created_at: now }).execute()
    const added = await findEntry(trx, id)
    await audit(trx, deps, caller, 'trending.added', id, { after: added })
    return added
  })
}

/** Refuses 'catalogue/not-trending'. */
export async function setTrendingActive(
  deps: CatalogueDeps,
  caller: Caller,
  { trendingId, is_active }: { trendingId: string; is_active: boolean },
): Promise<TrendingEntry> {
  return changing(deps, async (trx) => {
    const before = await findEntry(trx, trendingId)
    await trx.updateTable('trending_products').set({ is_active }).where('id', '=', trendingId).execute()
    const changes = { before: { is_active: before.is_active }, after: { is_active } }
    await audit(trx, deps, caller, 'trending.updated', trendingId, changes)
    return { ...before, is_active }
  })
}

/** Takes an entry out; it can be put back for 30 days. Refuses 'catalogue/not-trending'. */
export async function removeTrending(
  deps: CatalogueDeps,
  caller: Caller,
  trendingId: string,
): Promise<{ removed: true }> {
  return changing(deps, async (trx) => {
    const before = await findEntry(trx, trendingId)
    const trashed = intoTrash(caller, before, deps.clock())
    await trx.updateTable('trending_products').set(trashed).where('id', '=', trendingId).execute()
    await audit(trx, deps, caller, 'trending.removed', trendingId, { before })
    return { removed: true }
  })
}

/** Puts an entry back in its place. Repeats change nothing. Refuses 'catalogue/not-trending'. */
export async function restoreTrending(deps: CatalogueDeps, caller: Caller, trendingId: string): Promise<TrendingEntry> {
  return changing(deps, async (trx) => {
    const row = await trx
      .selectFrom('trending_products')
      .select(['trashed_at', 'trashed_active'])
      .where('id', '=', trendingId)
      .executeTakeFirst()
    if (!row) throw new Refusal('catalogue/not-trending')
    if (row.trashed_at === null) return findEntry(trx, trendingId)
    await trx.updateTable('trending_products').set(asBefore(row)).where('id', '=', trendingId).execute()
    const after = await findEntry(trx, trendingId)
    await audit(trx, deps, caller, 'trending.restored', trendingId, { after })
    return after
  })
}

/** One statement. */
export const forgetTrending = ({ db, clock }: CatalogueDeps) =>
  db.deleteFrom('trending_products').where('trashed_at', '<=', trashedUntil(clock())).execute()

/** Renumbers the list from 1. Refuses 'catalogue/order-changed' if the ids are not exactly the current entries. */
export async function reorderTrending(
  deps: CatalogueDeps,
  caller: Caller,
  ids: readonly string[],
): Promise<{ items: TrendingEntry[] }> {
  return changing(deps, async (trx) => {
    const before = (await readEntries(trx)).map(({ id }) => id)
    const isWhole =
      ids.length === before.length && new Set(ids).size === ids.length && before.every((id) => ids.includes(id))
    if (!isWhole) throw new Refusal('catalogue/order-changed')
    for (const [place, id] of ids.entries())
      await trx
        .updateTable('trending_products')
        .set({ display_order: place + 1 })
        .where('id', '=', id)
        .execute()
    await audit(trx, deps, caller, 'trending.reordered', 'all', { before, after: ids })
    return { items: await readEntries(trx) }
  })
}

/** Serialises changes, so that display_order stays unique and complete. */
async function changing<T>(deps: CatalogueDeps, work: (trx: Trx) => Promise<T>): Promise<T> {
  const changed = await deps.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('catalogue:trending', 0))`.execute(trx)
    const result = await work(trx)
    await publishInvalidation(trx, tags)
    return result
  })
  dropHere(deps, tags)
  return changed
}

async function findEntry(trx: Trx, id: string): Promise<TrendingEntry> {
  const entry = (await readEntries(trx)).find((each) => each.id === id)
  if (!entry) throw new Refusal('catalogue/not-trending')
  return entry
}

const audit = (
  trx: Trx,
  deps: CatalogueDeps,
  caller: Caller,
  action: string,
  subjectId: string,
  changes: { before?: unknown; after?: unknown },
): Promise<void> => writeAudit(trx, caller, { action, subjectType: 'trending', subjectId, ...changes }, deps.clock())
