import { Refusal } from '../../kernel/refusal.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { ServiceCard, ServiceDetail } from './contract.ts'
import { hrefOf, isUuid } from './rules.ts'
import {
  type CatalogueDeps,
  type CatalogueService,
  getKind,
  notThere,
  type ServiceRow,
  serviceColumns,
  viewCard,
  viewDetail,
  viewService,
} from './views.server.ts'
import './tables.server.ts'

/** The active item with this id, or with this slug, now or earlier. One statement. */
async function findActiveRow(deps: CatalogueDeps, kindKey: string, idOrSlug: string): Promise<ServiceRow | undefined> {
  // The database takes no text with a null byte, so nothing is called that.
  if (idOrSlug.includes('\0')) return undefined
  const active = deps.db
    .selectFrom('services')
    .select(serviceColumns)
    .where('services.kind', '=', kindKey)
    .where('services.status', '=', 'active')
  if (isUuid(idOrSlug)) return active.where('services.id', '=', idOrSlug).executeTakeFirst()
  return active
    .innerJoin('service_slugs', 'service_slugs.service_id', 'services.id')
    .where('service_slugs.kind', '=', kindKey)
    .where('service_slugs.slug', '=', idOrSlug)
    .executeTakeFirst()
}

/** The active item by id, slug or earlier slug; null when there is none or no such kind. One statement. */
export async function findActiveService(
  deps: CatalogueDeps,
  kindKey: string,
  idOrSlug: string,
): Promise<CatalogueService | null> {
  const kind = deps.kinds.find(kindKey)
  if (!kind) return null
  const row = await findActiveRow(deps, kind.key, idOrSlug)
  return row ? viewService(kind, row) : null
}

/**
 * What the detail page shows, or where an item that had this slug earlier is now (D126). One statement.
 * Refuses 'catalogue/unknown-kind', 'catalogue/not-found' (also for an item that is not active).
 */
export async function getDetail(
  deps: CatalogueDeps,
  input: { kind: string; idOrSlug: string },
): Promise<{ service: ServiceDetail } | { movedTo: string }> {
  const kind = getKind(deps, input.kind)
  const row = await findActiveRow(deps, kind.key, input.idOrSlug)
  if (!row) throw notThere(kind.kind)
  const isEarlierSlug = !isUuid(input.idOrSlug) && row.slug !== input.idOrSlug
  return isEarlierSlug
    ? { movedTo: hrefOf(kind.kind, row.slug) }
    : { service: viewDetail(kind, viewService(kind, row)) }
}

/** The item whatever its status. One statement. Refuses 'catalogue/not-found'. */
export async function getService(
  q: Queryable,
  deps: Pick<CatalogueDeps, 'kinds'>,
  id: string,
): Promise<CatalogueService> {
  const row = await q.selectFrom('services').select(serviceColumns).where('services.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('catalogue/not-found')
  return viewService(getKind(deps, row.kind), row)
}

/** The cards of the active ones of these items, in the order asked for. One statement. */
export async function listCards(deps: CatalogueDeps, ids: readonly string[]): Promise<ServiceCard[]> {
  const wanted = ids.filter(isUuid)
  if (wanted.length === 0) return []
  const rows = await deps.db
    .selectFrom('services')
    .select(serviceColumns)
    .where('services.id', 'in', wanted)
    .where('services.status', '=', 'active')
    .execute()
  const cards = new Map(cardsOf(deps, rows).map((card) => [card.id, card]))
  return wanted.flatMap((id) => cards.get(id) ?? [])
}

/** A row of a kind that this version no longer has is not shown. */
const cardsOf = (deps: CatalogueDeps, rows: readonly ServiceRow[]): ServiceCard[] =>
  rows.flatMap((row) => {
    const kind = deps.kinds.find(row.kind)
    return kind ? [viewCard(kind, viewService(kind, row))] : []
  })

/** Trending items of every kind in the order of the back office; only active ones of active items. One statement. */
export async function listTrending(deps: CatalogueDeps): Promise<ServiceCard[]> {
  const rows = await deps.db
    .selectFrom('trending_products')
    .innerJoin('services', 'services.id', 'trending_products.service_id')
    .select(serviceColumns)
    .where('trending_products.is_active', '=', true)
    .where('services.status', '=', 'active')
    .orderBy('trending_products.display_order')
    .orderBy('trending_products.id')
    .limit(24)
    .execute()
  return cardsOf(deps, rows)
}

/** Active and featured items of a kind, newest first. One statement. Refuses 'catalogue/unknown-kind'. */
export async function listFeatured(deps: CatalogueDeps, kindKey: string, limit: number): Promise<ServiceCard[]> {
  const kind = getKind(deps, kindKey)
  const rows = await deps.db
    .selectFrom('services')
    .select(serviceColumns)
    .where('services.kind', '=', kind.key)
    .where('services.status', '=', 'active')
    .where('services.is_featured', '=', true)
    .orderBy('services.created_at', 'desc')
    .orderBy('services.id', 'desc')
    .limit(limit)
    .execute()
  return cardsOf(deps, rows)
}

/** The currencies that items on sale are priced in, by code. */
export async function listPricedCurrencies(core: Pick<CatalogueDeps, 'db'>): Promise<readonly string[]> {
  const rows = await core.db
    .selectFrom('services')
    .select('currency')
    .distinct()
    .where('status', '=', 'active')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}

/** How many items each kind has, archived ones left out; 0 where there are none. One statement. */
export async function countServices(
  deps: CatalogueDeps,
  options: { activeOnly?: boolean } = {},
): Promise<Record<string, number>> {
  const rows = await deps.db
    .selectFrom('services')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('items')])
    .where('status', 'in', options.activeOnly ? ['active'] : ['active', 'inactive'])
    .groupBy('kind')
    .execute()
  const counts = new Map(rows.map((row) => [row.kind, row.items]))
  return Object.fromEntries(deps.kinds.all.map((kind) => [kind.key, counts.get(kind.key) ?? 0]))
}
