import { sql } from 'kysely'
import type { Text } from '../../../kernel/messages.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { inSchedule } from '../../../services/shared/schedule-words.ts'
import type { SaveServiceInput } from '../drafts.server.ts'
import { text } from '../text.ts'
import type { CatalogueDeps, ServiceRow } from '../views.server.ts'
import { columnsOf, type Mapping, readRow } from './columns.ts'
import type { lockUpload, waitingRows } from './commands.server.ts'
import type { Pace } from './pace.server.ts'
import type { CellError, RowPlan, TranslationVersions } from './tables.server.ts'
import type { OldValues } from './undo-rules.ts'

export type Upload = Awaited<ReturnType<typeof lockUpload>>
export type WaitingRow = Awaited<ReturnType<typeof waitingRows>>[number]

export type Batch = {
  readonly trx: Trx
  readonly deps: CatalogueDeps
  readonly pace: Pace
  readonly kind: LoadedKind
  readonly upload: Upload
}
export type Outcome = {
  readonly line: number
  readonly plan: RowPlan
  readonly result: 'stored' | 'failed' | null
  readonly errors: readonly CellError[]
  readonly warning?: Text | null
  readonly service_id: string | null
  readonly version: number | null
  readonly translation_versions?: TranslationVersions | null
  /** Of the item that the row changed. */
  readonly old_values?: OldValues | null
}

/** `title`: of a new item. */
export type Checked = Outcome & { readonly title?: string }

/** One statement for any number of rows. */
export async function writeOutcomes(trx: Trx, uploadId: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`update catalogue_upload_rows as r
    set plan = o.plan, result = o.result, errors = o.errors, service_id = o.service_id, version = o.version,
      warning = coalesce(o.warning, r.warning), old_values = o.old_values,
      translation_versions = coalesce(o.translation_versions, r.translation_versions)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (line integer, plan text, result text, errors jsonb, service_id uuid, version integer, warning text,
        old_values jsonb, translation_versions jsonb)
    where r.upload_id = ${uploadId} and r.line = o.line`.execute(trx)
}

export function inputOf(
  kind: LoadedKind,
  mapping: Mapping,
  cells: readonly string[],
  before: Pick<ServiceRow, 'id' | 'version' | 'currency'> | null,
): SaveServiceInput {
  const { defaultCurrency } = kind.kind
  const { shared, details } = readRow(columnsOf(kind.specs), mapping, cells, { before, defaultCurrency })
  const which = before ? { id: before.id, version: before.version } : {}
  // The kind's schema reports values of the wrong type.
  return { kind: kind.key, ...which, ...(shared as Omit<SaveServiceInput, 'kind'>), details }
}

const rowRefusals: Readonly<Record<string, Text>> = {
  'catalogue/version-conflict': text('bulk.changedMeanwhile'),
  'catalogue/not-found': text('bulk.gone'),
}
/** Maps 'details.itinerary.0' to the column 'itinerary'. */
export function cellErrorsOf({ code, errors }: Refusal): CellError[] {
  if (errors.length === 0) return [{ column: '', message: rowRefusals[code] ?? text('bulk.notStored') }]
  return errors.map(({ path, message }) => ({
    column: path.replace(/^details\./, '').split('.')[0] ?? '',
    message: inSchedule(path, message),
  }))
}
