import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { isRefusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { type StoredRow, storedColumns } from '../changing.server.ts'
import { draftOf, readInput } from '../drafts.server.ts'
import { text } from '../text.ts'
import type { ServiceRow } from '../views.server.ts'
import { cellsByName, type Mapping } from './columns.ts'
import { findRepeatedTitles } from './repeated-titles.server.ts'
import {
  type Batch,
  type Checked,
  cellErrorsOf,
  inputOf,
  type Outcome,
  type Upload,
  type WaitingRow,
} from './rows.server.ts'
import type { CellError } from './tables.server.ts'
import { type RowTranslations, readRowTranslations } from './translated-rows.server.ts'
import '../tables.server.ts'

/** Predicts the outcome of each row without changing the catalogue. At most six statements. */
export async function checkRows(
  { trx, deps, pace, kind, upload }: Batch,
  rows: readonly WaitingRow[],
): Promise<Outcome[]> {
  const bySlug = await findKnown(trx, kind, upload, rows)
  const ids = [...bySlug.items.values()].map(({ id }) => id)
  const known = { ...bySlug, translations: await readRowTranslations({ trx, kind, upload }, ids), now: deps.clock() }
  const checked: Checked[] = []
  for (const row of rows) {
    checked.push(checkRow(kind, upload.mapping, row, known))
    await pace.breathe()
  }
  const warnings = await findRepeatedTitles({ trx, kind, upload }, checked)
  return checked.map(({ title: _, ...outcome }) => ({ ...outcome, warning: warnings.get(outcome.line) ?? null }))
}

type RowsBySlug = {
  readonly items: ReadonlyMap<string, StoredRow>
  /** Slugs that an item has or had. */
  readonly taken: ReadonlySet<string>
  readonly firstLine: ReadonlyMap<string, number>
}
type Known = RowsBySlug & { readonly translations: RowTranslations; readonly now: Date }
const slugOfRow = (mapping: Mapping, cells: readonly string[]): string =>
  (cellsByName(mapping, cells).get('slug') ?? '').trim()

/** At most three statements. */
async function findKnown(
  trx: Trx,
  kind: LoadedKind,
  { id, mapping }: Upload,
  rows: readonly WaitingRow[],
): Promise<RowsBySlug> {
  const slugs = [...new Set(rows.map(({ cells }) => slugOfRow(mapping, cells)))].filter((slug) => slug !== '')
  if (slugs.length === 0) return { items: new Map(), taken: new Set(), firstLine: new Map() }
  const items = await trx
    .selectFrom('services')
    .select(storedColumns)
    .where('kind', '=', kind.key)
    .where('slug', 'in', slugs)
    .execute()
  const taken = await trx
    .selectFrom('service_slugs')
    .select('slug')
    .where('kind', '=', kind.key)
    .where('slug', 'in', slugs)
    .execute()
  const { rows: lines } = await sql<{ slug: string; line: number }>`
    select btrim(cells ->> ${mapping.indexOf('slug')}::int) as slug, min(line) as line from catalogue_upload_rows
    where upload_id = ${id} and btrim(cells ->> ${mapping.indexOf('slug')}::int) = any (${slugs}) group by 1`.execute(
    trx,
  )
  return {
    items: new Map(items.map((item) => [item.slug, item])),
    taken: new Set(taken.map(({ slug }) => slug)),
    firstLine: new Map(lines.map(({ slug, line }) => [slug, line])),
  }
}

function checkRow(
  kind: LoadedKind,
  mapping: Mapping,
  { line, cells, fault_line: fault }: WaitingRow,
  known: Known,
): Checked {
  const slug = slugOfRow(mapping, cells)
  const before = known.items.get(slug) ?? null
  const outcome = { line, result: null, errors: [], service_id: before?.id ?? null, version: before?.version ?? null }
  const refused = (errors: readonly CellError[]): Outcome => ({ ...outcome, plan: 'invalid', errors })
  if (fault !== null) return refused([{ column: '', message: text('bulk.strayQuote', { line: fault }) }])
  const first = known.firstLine.get(slug)
  if (first !== undefined && first < line) return refused([{ column: 'slug', message: text('bulk.slugTwice') }])
  if (before?.status === 'archived') {
    const message = text(before.trashed_at === null ? 'bulk.archived' : 'bulk.inTrash')
    return refused([{ column: 'slug', message }])
  }
  if (!before && known.taken.has(slug)) return refused([{ column: 'slug', message: text('editing.slugTaken') }])
  const translated = known.translations.read(cells)
  try {
    const input = readInput(kind, inputOf(kind, mapping, cells, before), before)
    const planned = known.translations.plan(translated, () => draftOf(kind, before, input, known.now), null)
    const errors = [...translated.errors, ...planned.errors]
    if (errors.length > 0) return refused(errors)
    const storable = { ...outcome, translation_versions: planned.versions }
    if (!before) return { ...storable, plan: 'create', title: input.title }
    return { ...storable, plan: planned.changes.length === 0 && isSame(kind, before, input) ? 'same' : 'update' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused([...cellErrorsOf(error), ...translated.errors])
  }
}

/** Compares the stored item as it would be saved today: fields added since are at their default. */
function isSame(
  kind: LoadedKind,
  before: ServiceRow,
  { shared, details, title, currency }: ReturnType<typeof readInput>,
): boolean {
  const stored = kind.details.safeParse(before.details)
  const { title: _, currency: __, ...rest } = shared
  const isKept = Object.entries(rest).every(
    ([name, value]) => (before[name as keyof typeof rest] || '') === (value || ''),
  )
  return isKept && title === before.title && currency === before.currency && isDeepStrictEqual(details, stored.data)
}
