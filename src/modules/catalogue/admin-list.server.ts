import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { daysLeftInTrash } from '../../kernel/trash.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { readRates, readTargets } from '../settings/index.server.ts'
import { type StoredRow, storedColumns } from './changing.server.ts'
import type { AdminService, AdminServiceRow, adminListInput } from './contract.ts'
import { dollars } from './list.server.ts'
import { excerptOf, plainDetails, shortInputs } from './rules.ts'
import { withWords } from './staff-search.server.ts'
import { text } from './text.ts'
import { type CountedRow, countsOf, isTranslated, progressIn } from './translations/counts.server.ts'
import { restoredStatus } from './trash.ts'
import { type CatalogueDeps, type CatalogueService, getKind, viewService } from './views.server.ts'
import './tables.server.ts'

type ListInput = z.output<typeof adminListInput>

/**
 * Returns a page of a kind's items of any status, with the total. One statement, plus one for the rates. Refuses
 * 'catalogue/unknown-kind', 'catalogue/invalid' (a column that cannot be sorted by, a language without translations).
 */
export async function listForStaff(
  deps: CatalogueDeps,
  input: ListInput,
): Promise<{ items: AdminServiceRow[]; total: number }> {
  const kind = getKind(deps, input.kind)
  const key = await sortKeyOf(deps, kind, input.sort)
  const targets = await readTargets(deps)
  if (input.translated && targets.every(({ language }) => !input.translated?.startsWith(`${language}.`)))
    throw new Refusal('catalogue/invalid', {}, [{ path: 'translated', message: text('translations.language') }])
  const direction = sql.raw(input.direction)
  const where = sql.join(filtersOf(kind, input), sql` and `)
  const { rows } = await sql<StoredRow & CountedRow & { total: number }>`
    with hits as not materialized (
      select ${sql.raw(storedColumns.join(', '))}, text_digests, digested_fields, ${key} as sort_key from services where ${where}
    ), page as (
      select * from hits order by sort_key ${direction} nulls last, id ${direction}
      limit ${input.limit} offset ${(input.page - 1) * input.limit}
    )
    select counted.total, page.*, ${countsOf('page', kind)}
    from (select count(*) as total from hits) counted left join page on true
    order by page.sort_key ${direction} nulls last, page.id ${direction}`.execute(deps.db)
  const items = rows
    .filter((row) => row.id !== null)
    .map((row) => ({ ...viewRow(kind, row, deps.clock()), translations: progressIn(row, targets) }))
  return { items, total: rows[0]?.total ?? 0 }
}

type Filter = Pick<ListInput, 'q' | 'status' | 'translated'>
export function filtersOf(kind: LoadedKind, { q, status, translated }: Filter): RawBuilder<unknown>[] {
  return [
    sql`kind = ${kind.key}`,
    statusFilter(status),
    ...(translated ? [isTranslated(kind, translated)] : []),
    ...withWords(q ?? ''),
  ]
}

function statusFilter(status: ListInput['status']): RawBuilder<unknown> {
  if (status === 'trash') return sql`trashed_at is not null`
  if (status === 'archived') return sql`status = 'archived' and trashed_at is null`
  return status ? sql`status = ${status}` : sql`status <> 'archived'`
}

const sharedKeys: Readonly<Record<string, RawBuilder<unknown>>> = {
  title: sql`lower(title)`,
  status: sql`status`,
  is_featured: sql`is_featured`,
  currency: sql`currency`,
  slug: sql`slug`,
  created_at: sql`created_at`,
  updated_at: sql`updated_at`,
}

/** Amounts are compared across currencies by value; empty values come last. */
async function sortKeyOf(deps: CatalogueDeps, kind: LoadedKind, column: string): Promise<RawBuilder<unknown>> {
  const shared = Object.hasOwn(sharedKeys, column) ? sharedKeys[column] : undefined
  if (shared) return shared
  if (column === 'from') return dollars(await readRates(deps))
  const spec = kind.specs.find(({ name, input }) => name === column && shortInputs.has(input))
  if (!spec) throw new Refusal('catalogue/invalid', {}, [{ path: 'sort', message: text('editing.unknownColumn') }])
  const value = sql`nullif(details ->> ${spec.name}, '')`
  if (spec.input === 'money') return dollars(await readRates(deps), sql`(${value})::numeric`)
  return spec.input === 'number' || spec.input === 'ratio' ? sql`(${value})::numeric` : sql`lower(${value})`
}

/** One statement. Refuses 'catalogue/not-found'. */
export async function getForStaff(deps: CatalogueDeps, id: string): Promise<AdminService> {
  const row = await deps.db.selectFrom('services').select(storedColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('catalogue/not-found')
  return viewStored(deps, row)
}

export const viewStored = (deps: CatalogueDeps, row: StoredRow): AdminService =>
  viewForStaff(viewService(getKind(deps, row.kind), row), removedOf(row, deps.clock()))

function removedOf(row: StoredRow, now: Date): AdminServiceRow['removed'] {
  if (row.status !== 'archived') return null
  const { trashed_at: trashedAt, trashed_by: by, archived_at: archivedAt } = row
  return {
    is_in_trash: trashedAt !== null,
    at: (trashedAt ?? archivedAt)?.toISOString() ?? null,
    by,
    days_left: trashedAt && daysLeftInTrash(trashedAt, now),
    restores_to: restoredStatus(row, now),
  }
}

/** Only archived items have `removed`. */
export function viewForStaff(service: CatalogueService, removed: AdminServiceRow['removed'] = null): AdminService {
  return {
    id: service.id,
    kind: service.kind,
    version: service.version,
    slug: service.slug,
    href: service.href,
    title: service.title,
    status: service.status,
    is_featured: service.isFeatured,
    currency: service.currency,
    from: service.from,
    was: service.was,
    summary: service.summary,
    featured_image: service.featuredImage,
    rating: service.rating,
    total_reviews: service.totalReviews,
    seo_title: service.seoTitle,
    seo_description: service.seoDescription,
    details: { ...service.details },
    created_at: service.createdAt.toISOString(),
    updated_at: service.updatedAt.toISOString(),
    removed,
  }
}

function viewRow(kind: LoadedKind, stored: StoredRow, now: Date): Omit<AdminServiceRow, 'translations'> {
  const service = viewForStaff(viewService(kind, stored), removedOf(stored, now))
  const { summary, seo_title: _, seo_description: __, details, ...row } = service
  const short = kind.specs.filter(({ name, input }) => shortInputs.has(input) && name in details)
  const texts = plainDetails(details, kind.specs)
  const description = texts.short_description || texts.description
  return {
    ...row,
    excerpt: String(excerptOf(typeof description === 'string' && description !== '' ? description : summary)),
    details: Object.fromEntries(short.map(({ name }) => [name, details[name]])),
  }
}
