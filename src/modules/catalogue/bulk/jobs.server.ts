import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../../platform/cache-invalidation.server.ts'
import { anonymous, type Caller, type Core } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Jobs } from '../../../platform/jobs/worker.server.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { readInput, type SaveServiceInput, saveServiceIn } from '../commands.server.ts'
import { type CatalogueDeps, getKind, type ServiceRow, serviceColumns } from '../views.server.ts'
import { cellsByName, columnsOf, type Mapping, readRow } from './columns.ts'
import { lockUpload, runLater, uploadJob, waitingRows } from './commands.server.ts'
import { batchSize } from './limits.ts'
import type { CellError, RowPlan } from './tables.server.ts'
import '../tables.server.ts'

type Upload = Awaited<ReturnType<typeof lockUpload>>
type WaitingRow = Awaited<ReturnType<typeof waitingRows>>[number]

/**
 * One batch a job, and in its transaction the job for the next: whatever ends the process leaves whole batches, each
 * row says whether it is in, and the next process goes on. Other work gets its turn in between.
 */
export const bulkJobs = (deps: CatalogueDeps): Jobs => ({
  [uploadJob]: async ({ uploadId }) => runBatch(deps, String(uploadId)),
})

const keptDays = 7
/** Files and their rows are kept for a week. */
export async function forgetUploads(core: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(core.clock().getTime() - keptDays * 86_400_000)
  await core.db.deleteFrom('catalogue_uploads').where('created_at', '<', before).execute()
}

export async function runBatch(deps: CatalogueDeps, uploadId: string): Promise<void> {
  let changed: readonly string[] = []
  try {
    await deps.db.transaction().execute(async (trx) => {
      const upload = await lockUpload(trx, uploadId)
      if (upload.state === 'checking') await checkBatch(trx, deps, upload)
      if (upload.state === 'storing') changed = await storeBatch(trx, deps, upload)
    })
  } catch (error) {
    // Forgotten meanwhile.
    if (isRefusal(error, 'catalogue/no-upload')) return
    if (!isSecondActive(error)) throw error
    await failFirst(deps, uploadId)
  }
  if (changed.length > 0) dropHere(deps, changed)
}

type Outcome = {
  readonly line: number
  readonly plan: RowPlan
  readonly result: 'stored' | 'failed' | null
  readonly errors: readonly CellError[]
  readonly service_id: string | null
  readonly version: number | null
}

async function writeOutcomes(trx: Trx, uploadId: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`update catalogue_upload_rows as r
    set plan = o.plan, result = o.result, errors = o.errors, service_id = o.service_id, version = o.version
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (line integer, plan text, result text, errors jsonb, service_id uuid, version integer)
    where r.upload_id = ${uploadId} and r.line = o.line`.execute(trx)
}

async function checkBatch(trx: Trx, deps: CatalogueDeps, upload: Upload): Promise<void> {
  const rows = await waitingRows(trx, upload.id, 'check', batchSize)
  if (rows.length === 0) {
    await trx.updateTable('catalogue_uploads').set({ state: 'checked' }).where('id', '=', upload.id).execute()
    return
  }
  const kind = getKind(deps, upload.kind)
  const known = await findKnown(trx, kind, upload, rows)
  const outcomes = rows.map((row) => checkRow(kind, upload.mapping, row, known))
  await writeOutcomes(trx, upload.id, outcomes)
  await runLater(trx, upload.id)
}

type Known = {
  readonly items: ReadonlyMap<string, ServiceRow>
  /** Slugs that some item has or had. */
  readonly taken: ReadonlySet<string>
  /** For each slug the first row of the file that has it. */
  readonly firstLine: ReadonlyMap<string, number>
}
const slugOfRow = (mapping: Mapping, cells: readonly string[]): string =>
  (cellsByName(mapping, cells).get('slug') ?? '').trim()

/** What the catalogue and the rest of the file have of these rows' slugs. Three statements at most. */
async function findKnown(
  trx: Trx,
  kind: LoadedKind,
  { id, mapping }: Upload,
  rows: readonly WaitingRow[],
): Promise<Known> {
  const slugs = [...new Set(rows.map(({ cells }) => slugOfRow(mapping, cells)))].filter((slug) => slug !== '')
  if (slugs.length === 0) return { items: new Map(), taken: new Set(), firstLine: new Map() }
  const items = await trx
    .selectFrom('services')
    .select(serviceColumns)
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

function checkRow(kind: LoadedKind, mapping: Mapping, { line, cells }: WaitingRow, known: Known): Outcome {
  const slug = slugOfRow(mapping, cells)
  const before = known.items.get(slug) ?? null
  const outcome = { line, result: null, errors: [], service_id: before?.id ?? null, version: before?.version ?? null }
  const refused = (errors: readonly CellError[]): Outcome => ({ ...outcome, plan: 'invalid', errors })
  const first = known.firstLine.get(slug)
  if (first !== undefined && first < line) return refused([{ column: 'slug', message: 'An earlier row has this slug' }])
  if (before?.status === 'archived') return refused([{ column: 'slug', message: 'This item is archived' }])
  if (!before && known.taken.has(slug)) return refused([{ column: 'slug', message: 'Another item had this address' }])
  try {
    const input = inputOf(kind, mapping, cells, before)
    const read = readInput(kind, input, before)
    return { ...outcome, plan: before ? (isSame(before, read) ? 'same' : 'update') : 'create' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(cellErrorsOf(error))
  }
}

function inputOf(
  kind: LoadedKind,
  mapping: Mapping,
  cells: readonly string[],
  before: Pick<ServiceRow, 'id' | 'version' | 'currency'> | null,
): SaveServiceInput {
  const { defaultCurrency } = kind.kind
  const { shared, details } = readRow(columnsOf(kind.specs), mapping, cells, { before, defaultCurrency })
  const which = before ? { id: before.id, version: before.version } : {}
  // The schemas say what is wrong with a value of another type.
  return { kind: kind.key, ...which, ...(shared as Omit<SaveServiceInput, 'kind'>), details }
}

function isSame(before: ServiceRow, { shared, details, title, currency }: ReturnType<typeof readInput>): boolean {
  const { title: _, currency: __, ...rest } = shared
  const isKept = Object.entries(rest).every(
    ([name, value]) => (before[name as keyof typeof rest] || '') === (value || ''),
  )
  return isKept && title === before.title && currency === before.currency && isDeepStrictEqual(details, before.details)
}

const refusalWords: Readonly<Record<string, string>> = {
  'catalogue/version-conflict': 'Somebody else has changed this item meanwhile',
  'catalogue/not-found': 'This item is not there any more',
}
/** 'details.itinerary.0' is the column 'itinerary'. */
function cellErrorsOf({ code, errors }: Refusal): CellError[] {
  if (errors.length === 0) return [{ column: '', message: refusalWords[code] ?? 'This row could not be stored' }]
  return errors.map(({ path, message }) => ({ column: path.replace(/^details\./, '').split('.')[0] ?? '', message }))
}

/** Stores a batch and gives the tags of what it changed. */
async function storeBatch(trx: Trx, deps: CatalogueDeps, upload: Upload): Promise<readonly string[]> {
  const kind = getKind(deps, upload.kind)
  // Where one item may be active, a second one ends its transaction.
  const rows = await waitingRows(trx, upload.id, 'store', kind.kind.isSingle ? 1 : batchSize)
  if (rows.length === 0) {
    await finish(trx, deps, upload)
    return []
  }
  const currencies = await lockItems(trx, rows)
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes.push(await storeRow(trx, deps, kind, upload, row, currencies))
  await writeOutcomes(trx, upload.id, outcomes)
  const tags = ['catalogue', ...outcomes.flatMap(({ service_id }) => (service_id ? [`service:${service_id}`] : []))]
  // Two messages: one of them all would be too long, and drop everything.
  await publishInvalidation(trx, tags.slice(0, 101))
  await publishInvalidation(trx, tags.slice(101))
  await runLater(trx, upload.id)
  return tags
}

/**
 * In one order and before any slug is looked for, as the editor does: nobody waits for each other in a circle. Gives the
 * items' currencies.
 */
async function lockItems(trx: Trx, rows: readonly WaitingRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ service_id }) => service_id ?? [])
  if (ids.length === 0) return new Map()
  const query = trx.selectFrom('services').select(['id', 'currency']).where('id', 'in', ids)
  const items = await query.orderBy('id').forUpdate().execute()
  return new Map(items.map(({ id, currency }) => [id, currency]))
}

const callerOf = ({ started_by }: Upload): Caller => ({ ...anonymous(''), ...started_by })

async function storeRow(
  trx: Trx,
  deps: CatalogueDeps,
  kind: LoadedKind,
  upload: Upload,
  { line, cells, plan, service_id, version }: WaitingRow,
  currencies: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const outcome = { line, plan: plan ?? 'create', service_id, version }
  try {
    const currency = currencies.get(service_id ?? '') ?? kind.kind.defaultCurrency
    const before = service_id === null ? null : { id: service_id, version: version ?? 0, currency }
    const saved = await saveServiceIn(trx, deps, callerOf(upload), inputOf(kind, upload.mapping, cells, before))
    return { ...outcome, result: 'stored', errors: [], service_id: saved.id, version: saved.version }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ...outcome, result: 'failed', errors: cellErrorsOf(error) }
  }
}

async function finish(trx: Trx, deps: CatalogueDeps, upload: Upload): Promise<void> {
  const now = deps.clock()
  const set = { state: 'done', finished_at: now } as const
  await trx.updateTable('catalogue_uploads').set(set).where('id', '=', upload.id).execute()
  const { rows } = await sql<{ stored: number; refused: number }>`
    select count(*) filter (where result = 'stored')::int as stored,
      count(*) filter (where errors <> '[]')::int as refused
    from catalogue_upload_rows where upload_id = ${upload.id}`.execute(trx)
  const entry = { action: 'catalogue.upload-done', subjectType: 'upload', subjectId: upload.id, after: rows[0] }
  await writeAudit(trx, callerOf(upload), entry, now)
}

function isSecondActive(error: unknown): boolean {
  const given = error as { code?: unknown; constraint?: unknown } | null
  return given?.code === '23505' && given.constraint === 'services_one_ok_to_board'
}
/** The row whose transaction was ended because another item is active. */
async function failFirst(deps: CatalogueDeps, uploadId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockUpload(trx, uploadId)
    const [row] = await waitingRows(trx, uploadId, 'store', 1)
    if (row) {
      const { line, plan, service_id, version } = row
      const errors = [{ column: 'status', message: 'Only one active item of this kind can exist' }]
      const outcome = { line, plan: plan ?? 'create', service_id, version, result: 'failed', errors } as const
      await writeOutcomes(trx, uploadId, [outcome])
    }
    await runLater(trx, uploadId)
  })
}
