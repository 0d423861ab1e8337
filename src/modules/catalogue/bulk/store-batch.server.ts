import { sql } from 'kysely'
import { isRefusal, Refusal } from '../../../kernel/refusal.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import { type Draft, draftOf, guardDraft, readInput, storeDrafts } from '../drafts.server.ts'
import { text } from '../text.ts'
import { notThere, type ServiceRow, serviceColumns } from '../views.server.ts'
import { type Batch, cellErrorsOf, inputOf, type Outcome, type Upload, type WaitingRow } from './rows.server.ts'
import type { CellError } from './tables.server.ts'
import '../tables.server.ts'

type Result = ServiceRow | readonly CellError[]

/** The audit records the user who started the import. */
export const uploaderOf = ({ started_by }: Upload): Caller => ({ ...anonymous(''), ...started_by })

/** Stores rows with the same result as one by one. The number of statements does not depend on the number of rows. */
export async function storeRows(batch: Batch, rows: readonly WaitingRow[]): Promise<Outcome[]> {
  const items = await lockItems(batch, rows)
  const results = new Map<number, Result>()
  const drafts = new Map<number, Draft>()
  for (const row of rows) {
    const draft = await guarded(batch, draftRow(batch, row, items))
    if (isRefusal(draft)) results.set(row.line, cellErrorsOf(draft))
    else drafts.set(row.line, draft)
    await batch.pace.breathe()
  }
  for (const [line, result] of await storeAll(batch, drafts)) results.set(line, result)
  return rows.map((row) => outcomeOf(row, results.get(row.line) ?? []))
}

/**
 * Locks in a fixed order, and before choosing slugs like the editor does, to avoid deadlocks. A concurrent booking of
 * an item only waits if the item's slug changes.
 */
async function lockItems({ trx, kind }: Batch, rows: readonly WaitingRow[]): Promise<Map<string, ServiceRow>> {
  const ids = rows.flatMap(({ service_id }) => service_id ?? [])
  if (ids.length === 0) return new Map()
  const items = await trx
    .selectFrom('services')
    .select(serviceColumns)
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
    const read = readInput(kind, inputOf(kind, upload.mapping, cells, before), before)
    // Makes a second row of the same item fail the version check instead of overwriting the first.
    if (before) items.set(before.id, { ...before, version: before.version + 1 })
    return draftOf(kind, before, read, deps.clock())
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error
  }
}

/**
 * Stores all rows together. If the database rejects one that the rules accepted, stores them one by one, so that only
 * that row fails.
 */
async function storeAll(batch: Batch, drafts: ReadonlyMap<number, Draft>): Promise<Map<number, Result>> {
  const together = await attempt(batch, drafts)
  if (!('refused' in together)) return together.stored
  const results = new Map<number, Result>()
  for (const [line, draft] of drafts) {
    const alone = await attempt(batch, new Map([[line, draft]]))
    if ('refused' in alone) results.set(line, errorsOf(batch, line, alone.refused))
    else for (const [at, result] of alone.stored) results.set(at, result)
    await batch.pace.breathe()
  }
  return results
}

/** The other rooms may refuse a row like the rules. Refuses nothing by throwing. */
async function guarded({ trx, deps, kind }: Batch, draft: Draft | Refusal): Promise<Draft | Refusal> {
  if (isRefusal(draft)) return draft
  try {
    await guardDraft(trx, deps, { kind, draft })
    return draft
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error
  }
}

type DatabaseError = { readonly code: string; readonly constraint?: string | undefined }

/** Uses a savepoint, so that the transaction survives a rejected statement. */
async function attempt(
  { trx, deps, kind, upload }: Batch,
  drafts: ReadonlyMap<number, Draft>,
): Promise<{ stored: Map<number, Result> } | { refused: DatabaseError }> {
  await sql`savepoint rows`.execute(trx)
  try {
    const saved = await storeDrafts(trx, deps, uploaderOf(upload), kind, [...drafts.values()])
    await sql`release savepoint rows`.execute(trx)
    const results = saved.map((each) => (isRefusal(each) ? cellErrorsOf(each) : each))
    return { stored: new Map([...drafts.keys()].map((line, at) => [line, results[at] ?? []])) }
  } catch (error) {
    if (!isAboutValues(error)) throw error
    await sql`rollback to savepoint rows`.execute(trx)
    await sql`release savepoint rows`.execute(trx)
    return { refused: error }
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

function errorsOf({ deps, upload }: Batch, line: number, { code, constraint }: DatabaseError): readonly CellError[] {
  if (constraint === 'services_one_active') return [{ column: 'status', message: text('refusals.one-active') }]
  deps.log.error({ upload: upload.id, line, code, constraint }, 'the database refused a row that the rules let pass')
  return [{ column: '', message: text('bulk.notStored') }]
}

function outcomeOf({ line, plan, service_id, version }: WaitingRow, result: Result): Outcome {
  const outcome = { line, plan: plan ?? 'create' }
  return 'id' in result
    ? { ...outcome, result: 'stored', errors: [], service_id: result.id, version: result.version }
    : { ...outcome, result: 'failed', errors: result, service_id, version }
}
