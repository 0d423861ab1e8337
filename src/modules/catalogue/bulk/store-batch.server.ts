import { sql } from 'kysely'
import { isRefusal, Refusal } from '../../../kernel/refusal.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import { type StoredRow, storedColumns } from '../changing.server.ts'
import { type Draft, draftOf, guardDraft, readInput } from '../drafts.server.ts'
import { text } from '../text.ts'
import { notThere, type ServiceRow } from '../views.server.ts'
import { type Batch, cellErrorsOf, inputOf, type Outcome, type Upload, type WaitingRow } from './rows.server.ts'
import type { CellError } from './tables.server.ts'
import { oldTranslation, type TranslationChange } from './translated-cells.server.ts'
import { readRowTranslations, storeTranslated } from './translated-rows.server.ts'
import { type OldValues, oldValues } from './undo-rules.ts'
import '../tables.server.ts'

type Result = ServiceRow | readonly CellError[]
type DatabaseError = { readonly code: string; readonly constraint?: string | undefined }
type Store = (drafts: readonly Draft[]) => Promise<(ServiceRow | Refusal)[]>
/** A stored item, or why the rules or the database refused it. */
export type Stored = ServiceRow | Refusal | DatabaseError

/** The audit records the user who started the import. */
export const uploaderOf = ({ id, started_by }: Upload): Caller => ({
  ...anonymous(''),
  ...{ ...started_by, partOf: id },
})

/** Stores rows with the same result as one by one. The number of statements does not depend on the number of rows. */
export async function storeRows(batch: Batch, rows: readonly WaitingRow[]): Promise<Outcome[]> {
  const items = await lockItems(batch, rows)
  const translations = await readRowTranslations(batch, [...items.keys()])
  const results = new Map<number, Result>()
  const drafts = new Map<number, Draft>()
  const changes = new Map<string, readonly TranslationChange[]>()
  for (const row of rows) {
    const draft = await guarded(batch, draftRow(batch, row, items))
    if (isRefusal(draft)) results.set(row.line, cellErrorsOf(draft))
    else {
      const planned = translations.plan(translations.read(row.cells), () => draft, row.translation_versions)
      if (planned.changes.length > 0) changes.set(draft.id, planned.changes)
      if (planned.errors.length > 0) results.set(row.line, planned.errors)
      else drafts.set(row.line, draft)
    }
    await batch.pace.breathe()
  }
  const storing = { ...batch, caller: uploaderOf(batch.upload) }
  const store: Store = (all) => storeTranslated(storing, all, changes)
  for (const [line, stored] of await storeAll(batch, drafts, store)) results.set(line, resultOf(batch, line, stored))
  return rows.map((row) => {
    const draft = drafts.get(row.line)
    return outcomeOf(row, results.get(row.line) ?? [], (stored) => draft && oldOf(draft, stored, changes))
  })
}

/**
 * The items of the rows, by id. Locks in a fixed order, and before choosing slugs like the editor does, to avoid
 * deadlocks. A concurrent booking of an item only waits if the item's slug changes. One statement.
 */
export async function lockItems(
  { trx, kind }: Batch,
  rows: readonly { readonly service_id: string | null }[],
): Promise<Map<string, StoredRow>> {
  const ids = rows.flatMap(({ service_id }) => service_id ?? [])
  if (ids.length === 0) return new Map()
  const items = await trx
    .selectFrom('services')
    .select(storedColumns)
    .where('id', 'in', ids)
    .where('kind', '=', kind.key)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(items.map((item) => [item.id, item]))
}

function draftRow(
  { deps, kind, upload }: Batch,
  { cells, service_id, version }: WaitingRow,
  items: Map<string, ServiceRow>,
): Draft | Refusal {
  const before = service_id === null ? null : items.get(service_id)
  if (before === undefined) return notThere(kind.kind)
  if (before && before.version !== version)
    return new Refusal('catalogue/version-conflict', { version: before.version })
  try {
    const input = readInput(kind, inputOf(kind, upload.mapping, cells, before), before)
    // Makes a second row of the same item fail the version check instead of overwriting the first.
    if (before) items.set(before.id, { ...before, version: before.version + 1 })
    return draftOf(kind, before, input, deps.clock())
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error
  }
}

/**
 * Stores all items together, by line. If the database rejects one that the rules accepted, stores them one by one, so
 * that only that one fails.
 */
export async function storeAll(
  batch: Pick<Batch, 'trx' | 'pace'>,
  drafts: ReadonlyMap<number, Draft>,
  store: Store,
): Promise<ReadonlyMap<number, Stored>> {
  const together = await attempt(batch, drafts, store)
  if (together instanceof Map) return together
  const results = new Map<number, Stored>()
  for (const [line, draft] of drafts) {
    const alone = await attempt(batch, new Map([[line, draft]]), store)
    results.set(line, alone instanceof Map ? (alone.get(line) as Stored) : alone)
    await batch.pace.breathe()
  }
  return results
}

/** The other rooms may refuse a row like the rules. Refuses nothing by throwing. */
export async function guarded(
  { trx, deps, kind }: Pick<Batch, 'trx' | 'deps' | 'kind'>,
  draft: Draft | Refusal,
): Promise<Draft | Refusal> {
  if (isRefusal(draft)) return draft
  try {
    await guardDraft(trx, deps, { kind, draft })
    return draft
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error
  }
}

/** Uses a savepoint, so that the transaction survives a rejected statement. */
async function attempt(
  { trx }: Pick<Batch, 'trx'>,
  drafts: ReadonlyMap<number, Draft>,
  store: Store,
): Promise<Map<number, Stored> | DatabaseError> {
  await sql`savepoint rows`.execute(trx)
  try {
    const saved = await store([...drafts.values()])
    await sql`release savepoint rows`.execute(trx)
    return new Map([...drafts.keys()].map((line, at) => [line, saved[at] as Stored]))
  } catch (error) {
    if (!isAboutValues(error)) throw error
    await sql`rollback to savepoint rows`.execute(trx)
    await sql`release savepoint rows`.execute(trx)
    return error
  }
}

/**
 * Data exceptions and constraint violations would happen again for the same rows. Other errors are not the row's
 * fault.
 */
function isAboutValues(error: unknown): error is DatabaseError {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^2[23]...$/.test(code)
}

function resultOf({ deps, upload }: Batch, line: number, stored: Stored): Result {
  if (isRefusal(stored)) return cellErrorsOf(stored)
  if ('id' in stored) return stored
  const { code, constraint } = stored
  if (constraint === 'services_one_active') return [{ column: 'status', message: text('refusals.one-active') }]
  deps.log.error({ upload: upload.id, line, code, constraint }, 'the database refused a row that the rules let pass')
  return [{ column: '', message: text('bulk.notStored') }]
}

function outcomeOf(
  { line, plan, service_id, version }: WaitingRow,
  result: Result,
  old: (stored: ServiceRow) => OldValues | null | undefined,
): Outcome {
  const outcome = { line, plan: plan ?? 'create' }
  if (!('id' in result)) return { ...outcome, result: 'failed', errors: result, service_id, version }
  const stored = { service_id: result.id, version: result.version, old_values: old(result) ?? null }
  return { ...outcome, result: 'stored', errors: [], ...stored }
}

function oldOf(
  { id, before }: Draft,
  stored: ServiceRow,
  changes: ReadonlyMap<string, readonly TranslationChange[]>,
): OldValues | null {
  const translations = changes.get(id)?.map(oldTranslation)
  return before && { ...oldValues(before, stored), ...(translations && { translations }) }
}
