/**
 * Prepares items without the database and then stores them together, so that 200 items take as many statements as one.
 */
import { sql } from 'kysely'
import { messageOfIssue } from '../../kernel/issue-message.ts'
import { jsonOf } from '../../kernel/json.ts'
import { type FieldError, isRefusal, Refusal } from '../../kernel/refusal.ts'
import { type AuditEntry, writeAudits } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Details } from '../../services/kind.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { latinOf } from './latin.server.ts'
import { type SharedFields, searchTextOf, sharedFields, wantedSlug } from './rules.ts'
import { chooseSlugs } from './slugs.server.ts'
import { text } from './text.ts'
import { fieldsMark, textDigests } from './translations/digests.server.ts'
import type { Original } from './translations/original.ts'
import { type CatalogueDeps, type ServiceRow, serviceColumns } from './views.server.ts'
import './tables.server.ts'

/** Shared columns and the kind's own fields. On an update, omitted fields stay unchanged. */
export interface SaveServiceInput extends SharedFields {
  readonly kind: string
  readonly id?: string
  /** The edited version; required for an update. */
  readonly version?: number
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** Of a refused change that staff want all the same: the fact `confirm` of the refusal. */
  readonly confirmed?: string | undefined
}

type Read = {
  readonly shared: SharedFields
  readonly details: Details
  readonly title: string
  readonly currency: string
}

/**
 * Merges the input into the stored item and validates it with the shared rules and the kind's schema. Refuses
 * 'catalogue/invalid' with all errors at once.
 */
export function readInput(kind: LoadedKind, input: SaveServiceInput, before: ServiceRow | null): Read {
  const { kind: _, id: __, version: ___, confirmed: ____, details: given, ...rest } = input
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
  if (title === '')
    throw new Refusal('catalogue/invalid', {}, [
      { path: 'title', message: text('editing.required', { label: text('fields.title') }) },
    ])
  return { shared: shared.data, details: details.data, title, currency }
}

type Issue = { readonly code?: string | undefined; readonly path: readonly PropertyKey[]; readonly message: string }
function fieldError(issue: Issue & { readonly keys?: readonly string[] }, prefix: string): FieldError {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys?.[0] : undefined
  const path = `${prefix}${[...issue.path, ...(unknown === undefined ? [] : [unknown])].map(String).join('.')}`
  return { path, message: unknown === undefined ? messageOfIssue(issue) : text('editing.unknownField') }
}

/** An item ready to be stored, except for its slug. */
export type Draft = {
  readonly id: string
  readonly before: ServiceRow | null
  readonly asked: string | undefined
  readonly columns: Omit<StoredRow, 'slug'>
}
type StoredRow = Readonly<Record<(typeof stored)[number], unknown>>

/** Columns written on each save; new items get defaults for the others. */
const changing = [
  'slug',
  'title',
  'status',
  'is_featured',
  'currency',
  'from_minor',
  'was_minor',
  'summary',
  'location',
  'duration_minutes',
  'featured_image',
  'facets',
  'details',
  'seo_title',
  'seo_description',
  'search_text',
  'text_digests',
  'digested_version',
  'digested_fields',
  'version',
  'updated_at',
] as const
const stored = ['id', 'kind', 'is_single', 'created_at', ...changing] as const

export function draftOf(
  kind: LoadedKind,
  before: ServiceRow | null,
  { shared, details, title, currency }: Read,
  now: Date,
): Draft {
  const id = before?.id ?? newId(now)
  const priced = { title, currency, details }
  const { from, was } = kind.startingPrice(priced)
  const { location, durationMinutes, facets } = kind.shared(priced)
  const summary = shared.summary ?? before?.summary ?? ''
  const seoTitle = keep(shared.seo_title, before?.seo_title) || null
  const seoDescription = keep(shared.seo_description, before?.seo_description) || null
  const featuredImage = keep(shared.featured_image, before?.featured_image) || null
  const version = (before?.version ?? 0) + 1
  const columns = {
    id,
    kind: kind.key,
    is_single: kind.kind.isSingle === true,
    created_at: before?.created_at ?? now,
    title,
    status: shared.status ?? before?.status ?? 'active',
    is_featured: shared.is_featured ?? before?.is_featured ?? false,
    currency,
    from_minor: from.minor,
    was_minor: was && was.minor > from.minor ? was.minor : null,
    summary,
    location,
    duration_minutes: durationMinutes,
    featured_image: featuredImage,
    facets,
    details,
    ...{ seo_title: seoTitle, seo_description: seoDescription },
    search_text: searchTextOf({ title, summary, location, details }, kind.specs),
    ...digestColumns(kind, { title, summary, seoTitle, seoDescription, featuredImage, details }, version),
    version,
    updated_at: now,
  }
  return { id, before, asked: shared.slug, columns }
}

const digestColumns = ({ specs }: LoadedKind, texts: Original, version: number) => ({
  text_digests: textDigests(texts, specs),
  digested_version: version,
  digested_fields: fieldsMark(specs),
})

/** `undefined` keeps the value; null clears it. */
const keep = (given: string | null | undefined, before: string | null | undefined): string | null =>
  given === undefined ? (before ?? null) : given

/** Asks the other rooms whether an item may be stored like this; they refuse by throwing. */
export async function guardDraft(
  trx: Trx,
  { guardChange }: CatalogueDeps,
  {
    kind,
    draft,
    confirmed,
  }: { readonly kind: LoadedKind; readonly draft: Draft; readonly confirmed?: string | undefined },
): Promise<void> {
  const { id, before, columns } = draft
  if (guardChange === undefined) return
  const after = {
    title: String(columns.title),
    currency: String(columns.currency),
    details: columns.details as Details,
  }
  await guardChange(trx, { serviceId: id, kind, before, after, confirmed: confirmed ?? null })
}

/**
 * Stores drafts of one kind with the same result as one by one. Each item occurs once, and the caller has locked
 * existing items. Returns the stored row or the refusal ('catalogue/slug-taken') for each draft. At most seven
 * statements if the slugs are free.
 */
export async function storeDrafts(
  trx: Trx,
  deps: CatalogueDeps,
  caller: Caller,
  kind: LoadedKind,
  drafts: readonly Draft[],
): Promise<(ServiceRow | Refusal)[]> {
  const results = await storeUnaudited(trx, deps, { kind, drafts })
  const entries = results.flatMap((row, at) => (isRefusal(row) ? [] : [auditOf(drafts[at]?.before ?? null, row)]))
  await writeAudits(trx, caller, entries, deps.clock())
  return results
}

/** Like `storeDrafts`, for callers that write one audit entry of all items. */
export async function storeUnaudited(
  trx: Trx,
  deps: CatalogueDeps,
  { kind, drafts }: { readonly kind: LoadedKind; readonly drafts: readonly Draft[] },
): Promise<(ServiceRow | Refusal)[]> {
  const requests = drafts.map((draft) => slugRequestOf(kind, draft))
  const slugs = await chooseSlugs(trx, kind.key, requests)
  const rows = drafts.flatMap(({ before, columns }, at) => {
    const slug = slugs[at]
    return typeof slug === 'string' ? { isNew: before === null, row: { ...columns, slug } } : []
  })
  const of = (wanted: boolean) => rows.flatMap(({ isNew, row }) => (isNew === wanted ? row : []))
  const created = await insertRows(trx, of(true))
  const changed = await updateRows(trx, of(false))
  const saved = [...created, ...changed]
  await keepSlugs(trx, kind.key, saved)
  const byId = new Map(saved.map((row) => [row.id, row]))
  await deps.onStored?.(trx, { created: created.map(({ id }) => id), changed: changed.map(({ id }) => id) })
  return drafts.map(({ id }, at) => {
    const slug = slugs[at]
    const row = byId.get(id)
    if (isRefusal(slug)) return slug
    if (!row) throw new Error(`The database stored no row for item ${id}`)
    return row
  })
}

const slugRequestOf = (kind: LoadedKind, { id, before, asked, columns }: Draft) => ({
  id,
  before: before?.slug ?? null,
  asked,
  wanted: wantedSlug(latinOf(String(columns.title)), kind.kind),
})

const names = (columns: readonly string[]) => sql.raw(columns.join(', '))
/** Sends all rows as one parameter, whatever their number. */
const givenRows = (rows: readonly StoredRow[]) => sql`jsonb_populate_recordset(null::services, ${jsonOf(rows)}::jsonb)`

async function insertRows(trx: Trx, rows: readonly StoredRow[]): Promise<ServiceRow[]> {
  if (rows.length === 0) return []
  const { rows: inserted } = await sql<ServiceRow>`insert into services (${names(stored)})
    select ${names(stored)} from ${givenRows(rows)} returning ${names(serviceColumns)}`.execute(trx)
  return inserted
}

async function updateRows(trx: Trx, rows: readonly StoredRow[]): Promise<ServiceRow[]> {
  if (rows.length === 0) return []
  const set = sql.raw(
    [
      ...changing.map((name) => `${name} = given.${name}`),
      // An item that is activated is archived no longer.
      ...['archived_at', 'archived_from'].map(
        (name) => `${name} = case when given.status = 'archived' then services.${name} end`,
      ),
    ].join(', '),
  )
  const { rows: updated } = await sql<ServiceRow>`update services set ${set}
    from ${givenRows(rows)} as given where services.id = given.id returning ${names(serviceColumns)}`.execute(trx)
  return updated
}

async function keepSlugs(trx: Trx, kind: string, rows: readonly ServiceRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into service_slugs (kind, slug, service_id)
    select ${kind}, slug, id from unnest(${rows.map(({ slug }) => slug)}::text[], ${rows.map(({ id }) => id)}::uuid[])
      as given (slug, id)
    on conflict (kind, slug) do nothing`.execute(trx)
}

const auditOf = (before: ServiceRow | null, row: ServiceRow): AuditEntry => ({
  action: before ? 'service.updated' : 'service.created',
  subjectType: 'service',
  subjectId: row.id,
  ...changesOf(before, row),
})

/** They also change with the departures on sale, without an edit. */
const derivedPrices: readonly string[] = ['from_minor', 'was_minor']

/** On an update, the audit keeps only the changed columns. */
function changesOf(before: ServiceRow | null, after: ServiceRow): { before?: unknown; after: unknown } {
  if (!before) return { after }
  const isPriced = JSON.stringify(before.details) !== JSON.stringify(after.details)
  const changed = (Object.keys(after) as (keyof ServiceRow)[]).filter(
    (key) => (isPriced || !derivedPrices.includes(key)) && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (row: ServiceRow) => Object.fromEntries(changed.map((key) => [key, row[key]]))
  return { before: only(before), after: only(after) }
}
