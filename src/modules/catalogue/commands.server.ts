import { sql } from 'kysely'
import { type FieldError, Refusal } from '../../kernel/refusal.ts'
import { freeSlug } from '../../kernel/slug.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Details } from '../../services/kind.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { getService } from './queries.server.ts'
import { tagsOf } from './rating.server.ts'
import { type SharedFields, searchTextOf, sharedFields, wantedSlug } from './rules.ts'
import {
  type CatalogueDeps,
  type CatalogueService,
  getKind,
  type ServiceRow,
  serviceColumns,
  viewService,
} from './views.server.ts'

/** What is sent for an item: shared columns and the kind's own fields; on an update what is left out stays. */
export interface SaveServiceInput extends SharedFields {
  readonly kind: string
  /** Left out: a new item. */
  readonly id?: string
  /** The version that was edited; needed for an update. */
  readonly version?: number
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Creates or updates an item; its shared columns are worked out by the kind's rules. Refuses 'catalogue/unknown-kind',
 * 'catalogue/invalid' and 'catalogue/slug-taken' (with field errors; details have the path 'details.name'),
 * 'catalogue/not-found', 'catalogue/version-conflict', 'catalogue/one-active'.
 */
export async function saveService(
  deps: CatalogueDeps,
  caller: Caller,
  input: SaveServiceInput,
): Promise<CatalogueService> {
  const saved = await changing(deps, (trx) => saveServiceIn(trx, deps, caller, input))
  return viewService(getKind(deps, input.kind), saved)
}

/** The same inside a transaction; what the nodes keep is dropped by who ends it. A refusal has changed nothing. */
export async function saveServiceIn(
  trx: Trx,
  deps: CatalogueDeps,
  caller: Caller,
  input: SaveServiceInput,
): Promise<ServiceRow> {
  const kind = getKind(deps, input.kind)
  const before = input.id === undefined ? null : await lockRow(trx, kind.key, input.id, input.version)
  const row = await storeRow(trx, deps, kind, before, readInput(kind, input, before))
  await writeAudit(
    trx,
    caller,
    {
      action: before ? 'service.updated' : 'service.created',
      subjectType: 'service',
      subjectId: row.id,
      ...changesOf(before, row),
    },
    deps.clock(),
  )
  return row
}

/** Puts an item on sale, or takes it off. Refuses as saveService does. */
export async function setServiceStatus(
  deps: CatalogueDeps,
  caller: Caller,
  input: { readonly id: string; readonly version: number; readonly status: 'active' | 'inactive' },
): Promise<CatalogueService> {
  const { kind } = await getService(deps.db, deps, input.id)
  return saveService(deps, caller, { kind, id: input.id, version: input.version, status: input.status })
}

/**
 * Takes an item out of the catalogue for good: it is deleted, or archived when something (a booking) still refers to
 * it (D143). Refuses 'catalogue/not-found', 'catalogue/version-conflict'.
 */
export async function removeService(
  deps: CatalogueDeps,
  caller: Caller,
  input: { readonly id: string; readonly version: number },
): Promise<'deleted' | 'archived'> {
  const { kind } = await getService(deps.db, deps, input.id)
  try {
    await changing(deps, async (trx) => {
      const before = await lockRow(trx, kind, input.id, input.version)
      await trx.deleteFrom('services').where('id', '=', before.id).execute()
      const entry = { action: 'service.deleted', subjectType: 'service', subjectId: before.id, before }
      await writeAudit(trx, caller, entry, deps.clock())
      return before
    })
    return 'deleted'
  } catch (error) {
    if (!isViolation(error, '23503')) throw error
    await archiveService(deps, caller, input)
    return 'archived'
  }
}

/** Keeps the item for its bookings and offers it no more. Refuses as removeService does. */
export async function archiveService(
  deps: CatalogueDeps,
  caller: Caller,
  input: { readonly id: string; readonly version: number },
): Promise<CatalogueService> {
  const { kind } = await getService(deps.db, deps, input.id)
  const archived = await changing(deps, async (trx) => {
    const before = await lockRow(trx, kind, input.id, input.version)
    const row = await trx
      .updateTable('services')
      .set({ status: 'archived', version: before.version + 1, updated_at: deps.clock() })
      .where('id', '=', before.id)
      .returning(serviceColumns)
      .executeTakeFirstOrThrow()
    const entry = { action: 'service.archived', subjectType: 'service', subjectId: row.id }
    await writeAudit(
      trx,
      caller,
      { ...entry, before: { status: before.status }, after: { status: row.status } },
      deps.clock(),
    )
    return row
  })
  return viewService(getKind(deps, kind), archived)
}

/** A transaction that changes one item, and what follows from it on every node. */
async function changing<T extends { readonly id: string }>(
  deps: CatalogueDeps,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const changed = await deps.db
    .transaction()
    .execute(async (trx) => {
      const row = await work(trx)
      await publishInvalidation(trx, tagsOf(row.id))
      return row
    })
    .catch((error: unknown) => {
      if (isViolation(error, '23505', 'services_one_ok_to_board')) throw new Refusal('catalogue/one-active')
      throw error
    })
  dropHere(deps, tagsOf(changed.id))
  return changed
}

function isViolation(error: unknown, code: string, constraint?: string): boolean {
  const given = error as { code?: unknown; constraint?: unknown } | null
  return given?.code === code && (constraint === undefined || given.constraint === constraint)
}

async function lockRow(trx: Trx, kind: string, id: string, version: number | undefined): Promise<ServiceRow> {
  const row = await trx
    .selectFrom('services')
    .select(serviceColumns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('catalogue/not-found', { kind })
  if (row.version !== version) throw new Refusal('catalogue/version-conflict', { version: row.version })
  return row
}

type Read = {
  readonly shared: SharedFields
  readonly details: Details
  readonly title: string
  readonly currency: string
}

/** The input over what is stored, checked by the shared rules and the kind's schema: all errors at once. */
export function readInput(kind: LoadedKind, input: SaveServiceInput, before: ServiceRow | null): Read {
  const { kind: _, id: __, version: ___, details: given, ...rest } = input
  const shared = sharedFields.safeParse(rest)
  const details = kind.details.safeParse({ ...before?.details, ...given })
  const errors: FieldError[] = [
    ...(shared.success ? [] : shared.error.issues.map((issue) => fieldError(issue, ''))),
    ...(details.success ? [] : details.error.issues.map((issue) => fieldError(issue, 'details.'))),
  ]
  if (!shared.success || !details.success) throw new Refusal('catalogue/invalid', {}, errors)
  const currency = shared.data.currency ?? before?.currency ?? kind.kind.defaultCurrency
  const typed = shared.data.title ?? before?.title ?? ''
  const title = kind.displayTitle({ title: typed, currency, details: details.data }).trim()
  if (title === '') throw new Refusal('catalogue/invalid', {}, [{ path: 'title', message: 'Title is required' }])
  return { shared: shared.data, details: details.data, title, currency }
}

type Issue = { readonly code?: string | undefined; readonly path: readonly PropertyKey[]; readonly message: string }
function fieldError(issue: Issue & { readonly keys?: readonly string[] }, prefix: string): FieldError {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys?.[0] : undefined
  return unknown === undefined
    ? { path: `${prefix}${issue.path.map(String).join('.')}`, message: issue.message }
    : { path: `${prefix}${unknown}`, message: 'There is no such field' }
}

async function storeRow(
  trx: Trx,
  deps: CatalogueDeps,
  kind: LoadedKind,
  before: ServiceRow | null,
  { shared, details, title, currency }: Read,
): Promise<ServiceRow> {
  const now = deps.clock()
  const id = before?.id ?? newId(now)
  const priced = { title, currency, details }
  const { from, was } = kind.startingPrice(priced)
  const derived = kind.shared(priced)
  const summary = shared.summary ?? before?.summary ?? ''
  const slug = await chooseSlug(trx, kind, id, before, shared.slug, title)
  const columns = {
    slug,
    title,
    status: shared.status ?? before?.status ?? 'active',
    is_featured: shared.is_featured ?? before?.is_featured ?? false,
    currency,
    from_minor: from.minor,
    was_minor: was && was.minor > from.minor ? was.minor : null,
    summary,
    location: derived.location,
    duration_minutes: derived.durationMinutes,
    featured_image: keep(shared.featured_image, before?.featured_image) || null,
    facets: JSON.stringify(derived.facets),
    details: JSON.stringify(details),
    seo_title: keep(shared.seo_title, before?.seo_title) || null,
    seo_description: keep(shared.seo_description, before?.seo_description) || null,
    search_text: searchTextOf({ title, summary, location: derived.location, details }, kind.specs),
    version: (before?.version ?? 0) + 1,
    updated_at: now,
  }
  const row = before
    ? await trx
        .updateTable('services')
        .set(columns)
        .where('id', '=', id)
        .returning(serviceColumns)
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('services')
        .values({ id, kind: kind.key, ...columns, created_at: now })
        .returning(serviceColumns)
        .executeTakeFirstOrThrow()
  await trx
    .insertInto('service_slugs')
    .values({ kind: kind.key, slug, service_id: id })
    .onConflict((conflict) => conflict.columns(['kind', 'slug']).doNothing())
    .execute()
  return row
}

/** `undefined` = unchanged; null = emptied. */
const keep = (given: string | null | undefined, before: string | null | undefined): string | null =>
  given === undefined ? (before ?? null) : given

/** D126: a slug is kept when the title changes; a new one is unique among all that its kind ever had. */
async function chooseSlug(
  trx: Trx,
  kind: LoadedKind,
  id: string,
  before: ServiceRow | null,
  asked: string | undefined,
  title: string,
): Promise<string> {
  if (before && (asked === undefined || asked === before.slug)) return before.slug
  // Two saves of one kind that look for a free slug at the same time wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slugs:${kind.key}`}, 0))`.execute(trx)
  const wanted = asked ?? wantedSlug(title, kind.kind)
  const rows = await trx
    .selectFrom('service_slugs')
    .select(['slug', 'service_id'])
    .where('kind', '=', kind.key)
    .where((eb) => eb.or([eb('slug', '=', wanted), eb('slug', 'like', `${wanted}-%`)]))
    .execute()
  const taken = new Set(rows.filter((row) => row.service_id !== id).map((row) => row.slug))
  if (asked === undefined) return freeSlug(wanted, (slug) => taken.has(slug))
  if (!taken.has(asked)) return asked
  throw new Refusal('catalogue/slug-taken', {}, [{ path: 'slug', message: 'Another item has or had this address' }])
}

/** What the audit keeps: on an update only the columns that changed. */
function changesOf(before: ServiceRow | null, after: ServiceRow): { before?: unknown; after: unknown } {
  if (!before) return { after }
  const changed = (Object.keys(after) as (keyof ServiceRow)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (row: ServiceRow) => Object.fromEntries(changed.map((key) => [key, row[key]]))
  return { before: only(before), after: only(after) }
}
