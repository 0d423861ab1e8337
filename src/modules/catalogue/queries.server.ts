import { type AliasableExpression, type Expression, type SqlBool, sql } from 'kysely'
import { languageOf } from '../../kernel/language-offer.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Reader } from '../../kernel/translations.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { readDisplayZone, readerOf, readLanguages } from '../settings/index.server.ts'
import { availabilityOf } from './availability.server.ts'
import type { ServiceCard, ServiceDetail } from './contract.ts'
import { naming } from './named-resources.server.ts'
import { hrefOf, isUuid } from './rules.ts'
import { similarTo, viewSimilar } from './similar.server.ts'
import { withWords } from './staff-search.server.ts'
import { translationOf } from './translations/column.server.ts'
import type { Shown } from './translations/rules.ts'
import {
  type CardRow,
  type CatalogueDeps,
  type CatalogueReading,
  type CatalogueService,
  getKind,
  notThere,
  type ServiceRow,
  serviceColumns,
  shownItem,
  viewCard,
  viewDetail,
  viewService,
  withDayNote,
} from './views.server.ts'
import './tables.server.ts'

/** The active item with that id or a current or earlier slug; null if none can match. */
function activeItem({ db }: Pick<CatalogueDeps, 'db'>, kindKey: string, idOrSlug: string) {
  // PostgreSQL rejects null bytes in text, so no item matches.
  if (idOrSlug.includes('\0')) return null
  const active = db
    .selectFrom('services')
    .select(serviceColumns)
    .where('services.kind', '=', kindKey)
    .where('services.status', '=', 'active')
  if (isUuid(idOrSlug)) return active.where('services.id', '=', idOrSlug)
  return active.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('service_slugs')
        .select('service_slugs.service_id')
        .whereRef('service_slugs.service_id', '=', 'services.id')
        .where('service_slugs.kind', '=', kindKey)
        .where('service_slugs.slug', '=', idOrSlug),
    ),
  )
}

/** One statement. */
const findActiveRow = async (
  deps: Pick<CatalogueDeps, 'db'>,
  kindKey: string,
  idOrSlug: string,
): Promise<ServiceRow | undefined> => activeItem(deps, kindKey, idOrSlug)?.executeTakeFirst()

/**
 * Finds an active item by id, slug or earlier slug. Returns null if the item or the kind does not exist. One
 * statement.
 */
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
 * Like `findActiveService`, with a column that another room reads in the same statement. `beside` may refer to
 * services.id.
 */
export async function findServiceBeside<T>(
  deps: CatalogueDeps,
  { kind: kindKey, idOrSlug }: { readonly kind: string; readonly idOrSlug: string },
  beside: AliasableExpression<T>,
): Promise<{ readonly service: CatalogueService; readonly beside: T } | null> {
  const kind = deps.kinds.find(kindKey)
  const row =
    kind &&
    (await activeItem(deps, kind.key, idOrSlug)
      ?.select(() => [beside.as('beside')])
      .executeTakeFirst())
  return row ? { service: viewService(kind, row), beside: row.beside as T } : null
}

/** The active ones of these items, with a column that another room reads in the same statement. */
export async function listServicesById<T>(
  { db, kinds }: CatalogueDeps,
  ids: readonly string[],
  beside: AliasableExpression<T>,
): Promise<readonly { readonly service: CatalogueService; readonly beside: T }[]> {
  const rows = await db
    .selectFrom('services')
    .select(serviceColumns)
    .select(() => [beside.as('beside')])
    .where('services.id', 'in', ids)
    .where('services.status', '=', 'active')
    .execute()
  return viewBeside<T>(kinds, rows)
}

/** Skips rows whose kind this version no longer has. */
const viewBeside = <T>(kinds: CatalogueDeps['kinds'], rows: readonly (ServiceRow & { readonly beside: unknown })[]) =>
  rows.flatMap((row) => {
    const kind = kinds.find(row.kind)
    return kind ? [{ service: viewService(kind, row), beside: row.beside as T }] : []
  })

export interface ServicesBeside<T> {
  readonly kinds: readonly string[]
  /** Words of the title, the place or the summary; '' is every item. */
  readonly q: string
  readonly max: number
  /** Listed first, even when inactive. Both expressions may refer to services.id. */
  readonly first: Expression<SqlBool>
  /** Listed too, even when inactive. */
  readonly also?: Expression<SqlBool>
  readonly serviceId?: string | undefined
  /** Only items that need this resource. */
  readonly resourceId?: string | undefined
  /** Only these; may refer to services.id. */
  readonly only?: Expression<SqlBool> | undefined
  /** The sort values of the last item of the page before. */
  readonly after?: { readonly isFirst: boolean; readonly title: string; readonly id: string } | null
  readonly beside: AliasableExpression<T>
}
/** Active items of several kinds by title, with a column that another room reads in the same statement. */
export async function listServicesBeside<T>(
  { db, kinds }: CatalogueReading,
  { kinds: keys, q, max, first, also, serviceId, resourceId, only, after, beside }: ServicesBeside<T>,
): Promise<readonly { readonly service: CatalogueService; readonly beside: T }[]> {
  const rows = await db
    .selectFrom('services')
    .select(serviceColumns)
    .select(() => [beside.as('beside')])
    .where('services.kind', 'in', keys)
    .where(({ and, eb, or }) =>
      and([
        or([eb('services.status', '=', 'active'), first, ...(also ? [also] : [])]),
        ...(serviceId ? [eb('services.id', '=', serviceId)] : []),
        ...(resourceId ? [naming(resourceId)] : []),
        ...(only ? [only] : []),
        ...(after
          ? [
              sql<SqlBool>`(not ${first}, lower(services.title), services.id)
              > (${!after.isFirst}::boolean, ${after.title}, ${after.id}::uuid)`,
            ]
          : []),
        ...withWords(q),
      ]),
    )
    .orderBy(first, 'desc')
    .orderBy(({ fn }) => fn('lower', ['services.title']))
    .orderBy('services.id')
    .limit(max)
    .execute()
  return viewBeside<T>(kinds, rows)
}

/**
 * Returns the detail page's data with similar items, or the new address for an earlier slug (D126). One statement. Refuses
 * 'catalogue/unknown-kind', 'catalogue/not-found' (also for an inactive item).
 */
export async function getDetail(
  deps: CatalogueDeps,
  input: { kind: string; idOrSlug: string },
  reader: Reader | null = null,
): Promise<{ service: ServiceDetail } | { movedTo: string }> {
  const kind = getKind(deps, input.kind)
  const row = await activeItem(deps, kind.key, input.idOrSlug)
    ?.select(availabilityOf('services', deps.clock()).as('availability'))
    .select(similarTo(kind, deps.clock(), reader).as('similar'))
    .select(translationOf('services', reader).as('translation'))
    .executeTakeFirst()
  if (!row) throw notThere(kind.kind)
  const isEarlierSlug = !isUuid(input.idOrSlug) && row.slug !== input.idOrSlug
  return isEarlierSlug
    ? { movedTo: hrefOf(kind.kind, row.slug) }
    : {
        service: {
          ...viewDetail(kind, viewService(kind, row), await readDisplayZone(deps)),
          availability: withDayNote(kind, row.availability),
          similar: viewSimilar(kind, row.similar),
        },
      }
}

/** Returns the item whatever its status. One statement. Refuses 'catalogue/not-found'. */
export async function getService(
  q: Queryable,
  deps: Pick<CatalogueDeps, 'kinds'>,
  id: string,
): Promise<CatalogueService> {
  const row = await q.selectFrom('services').select(serviceColumns).where('services.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('catalogue/not-found')
  return viewService(getKind(deps, row.kind), row)
}

/** The item and how it reads in this language (null: the shop's default). One statement. Refuses 'catalogue/not-found'. */
export async function getServiceInLanguage(
  deps: CatalogueDeps,
  id: string,
  language: string | null,
): Promise<{ readonly service: CatalogueService; readonly shown: Shown }> {
  const offer = await readLanguages(deps)
  const reader = await readerOf(deps, languageOf(language, offer))
  const row = await deps.db
    .selectFrom('services')
    .select(serviceColumns)
    .select(translationOf('services', reader).as('translation'))
    .where('services.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('catalogue/not-found')
  const kind = getKind(deps, row.kind)
  const service = viewService(kind, row)
  return { service, shown: shownItem(kind, service) }
}

/** Returns the active items in the order of `ids`. One statement. */
export async function listCards(
  deps: CatalogueDeps,
  ids: readonly string[],
  reader: Reader | null = null,
): Promise<ServiceCard[]> {
  const wanted = ids.filter(isUuid)
  if (wanted.length === 0) return []
  const rows = await deps.db
    .selectFrom('services')
    .select(serviceColumns)
    .select(availabilityOf('services', deps.clock()).as('availability'))
    .select(translationOf('services', reader).as('translation'))
    .where('services.id', 'in', wanted)
    .where('services.status', '=', 'active')
    .execute()
  const cards = new Map(cardsOf(deps, rows).map((card) => [card.id, card]))
  return wanted.flatMap((id) => cards.get(id) ?? [])
}

/** Skips rows whose kind this version no longer has. */
const cardsOf = (deps: CatalogueDeps, rows: readonly CardRow[]): ServiceCard[] =>
  rows.flatMap((row) => {
    const kind = deps.kinds.find(row.kind)
    return kind ? [viewCard(kind, viewService(kind, row), row.availability)] : []
  })

/** Active entries with active items, in display order. One statement. */
export async function listTrending(deps: CatalogueDeps, reader: Reader | null = null): Promise<ServiceCard[]> {
  const rows = await deps.db
    .selectFrom('trending_products')
    .innerJoin('services', 'services.id', 'trending_products.service_id')
    .select(serviceColumns)
    .select(availabilityOf('services', deps.clock()).as('availability'))
    .select(translationOf('services', reader).as('translation'))
    .where('trending_products.is_active', '=', true)
    .where('services.status', '=', 'active')
    .orderBy('trending_products.display_order')
    .orderBy('trending_products.id')
    .limit(24)
    .execute()
  return cardsOf(deps, rows)
}

/** Active items, newest first. One statement. Refuses 'catalogue/unknown-kind'. */
export async function listFeatured(
  deps: CatalogueDeps,
  {
    kind: kindKey,
    limit,
    reader = null,
  }: { readonly kind: string; readonly limit: number; readonly reader?: Reader | null },
): Promise<ServiceCard[]> {
  const kind = getKind(deps, kindKey)
  const rows = await deps.db
    .selectFrom('services')
    .select(serviceColumns)
    .select(availabilityOf('services', deps.clock()).as('availability'))
    .select(translationOf('services', reader).as('translation'))
    .where('services.kind', '=', kind.key)
    .where('services.status', '=', 'active')
    .where('services.is_featured', '=', true)
    .orderBy('services.created_at', 'desc')
    .orderBy('services.id', 'desc')
    .limit(limit)
    .execute()
  return cardsOf(deps, rows)
}

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

/** Number of items per kind, without archived ones; 0 if there are none. One statement. */
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
