import type { Text } from '../../../kernel/messages.ts'
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import type { StoredRow as Item } from '../changing.server.ts'
import { type Draft, draftOf, readInput } from '../drafts.server.ts'
import { removeTogether } from '../removal-together.server.ts'
import type { SharedFields } from '../rules.ts'
import { text } from '../text.ts'
import type { Batch, Upload } from './rows.server.ts'
import { guarded, lockItems, type Stored, storeAll } from './store-batch.server.ts'
import { type OldById, putTranslatedBack, readOld } from './translated-rows.server.ts'
import { type OldValues, oldDetails, type StoredRow, type UndoOutcome, undoStep } from './undo-rules.ts'
import '../tables.server.ts'

export interface UndoableRow extends StoredRow {
  readonly line: number
  readonly service_id: string | null
}
export interface Undone {
  readonly line: number
  readonly id: string | null
  readonly undone: UndoOutcome
  readonly reason: Text | null
}

export const undoerOf = ({ undone_by }: Upload): Caller => ({ ...anonymous(''), ...undone_by })

/** Undoes rows of an import. Without entries in the audit trail: the whole undo is one. */
export async function undoRows(batch: Batch, rows: readonly UndoableRow[]): Promise<Undone[]> {
  const { trx, deps } = batch
  const { left, created, drafts } = await sortRows(batch, rows)
  const removing = { trx, deps, caller: undoerOf(batch.upload) }
  // First, because another item may be the only active one in place of a created one.
  const archived = await removeTogether(
    removing,
    created.map(({ id }) => id),
  )
  const stored = await storeAll(batch, drafts, (all) => putTranslatedBack(batch, all, oldTranslations(rows)))
  return [
    ...left,
    ...created.map(({ line, id }): Undone => {
      const isArchived = archived.has(id)
      return {
        line,
        id,
        undone: isArchived ? 'archived' : 'trashed',
        reason: isArchived ? text('bulk.undo.used') : null,
      }
    }),
    ...[...stored].map(([line, result]): Undone => {
      const reason = reasonOf(batch, line, result)
      return { line, id: drafts.get(line)?.id ?? null, undone: reason === null ? 'put-back' : 'left', reason }
    }),
  ]
}

const oldTranslations = (rows: readonly UndoableRow[]): OldById =>
  new Map(
    rows.flatMap(({ service_id: id, old_values: old }) =>
      id !== null && old?.translations !== undefined ? [[id, old.translations]] : [],
    ),
  )

interface Sorted {
  readonly left: Undone[]
  readonly created: { readonly line: number; readonly id: string }[]
  readonly drafts: Map<number, Draft>
}
async function sortRows(batch: Batch, rows: readonly UndoableRow[]): Promise<Sorted> {
  const items = await lockItems(batch, rows)
  const translationOf = await readOld(batch, oldTranslations(rows))
  const sorted: Sorted = { left: [], created: [], drafts: new Map() }
  for (const row of rows) {
    const { line, service_id: id } = row
    const leave = (reason: Text) => sorted.left.push({ line, id, undone: 'left', reason })
    const item = items.get(id ?? '')
    const step = undoStep(row, item, (language) => translationOf(id ?? '', language).version)
    if (step.step === 'leave') leave(step.reason)
    else if (item && step.step === 'remove') sorted.created.push({ line, id: item.id })
    else if (item && step.step === 'put-back') {
      const draft = await draftBack(batch, item, step.old)
      if (isRefusal(draft)) leave(text('bulk.undo.refused'))
      else sorted.drafts.set(line, draft)
    }
    await batch.pace.breathe()
  }
  return sorted
}

/** The item with its old values, judged by the kind's rules and the other rooms like an edit. */
async function draftBack(batch: Batch, item: Item, old: OldValues): Promise<Draft | Refusal> {
  const { kind, deps } = batch
  const input = { kind: kind.key, ...(old.columns as SharedFields), details: oldDetails(item.details, old) }
  try {
    // Without its details: they would bring back what the import added.
    const restored = readInput(kind, input, { ...item, details: {} })
    return await guarded(batch, draftOf(kind, item, restored, deps.clock()))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error
  }
}

function reasonOf({ deps, upload }: Batch, line: number, result: Stored): Text | null {
  if (isRefusal(result)) return text('bulk.undo.refused')
  if ('id' in result) return null
  const { code, constraint } = result
  if (constraint === 'services_one_active') return text('refusals.one-active')
  deps.log.error({ upload: upload.id, line, code, constraint }, 'the database refused the old values of an item')
  return text('bulk.undo.refused')
}
