import type { ColumnType } from 'kysely'
import type { Text } from '../../../kernel/messages.ts'
import type { Json, Timestamp } from '../../../platform/db/tables.server.ts'
import type { Mapping } from './columns.ts'
import type { OldValues, UndoOutcome } from './undo-rules.ts'

export type RowPlan = 'create' | 'update' | 'same' | 'invalid'
export type TranslationVersions = Readonly<Record<string, number>>
export type CellError = Readonly<{ column: string; message: Text }>

type Who = { readonly userId: string | null; readonly name: string }

export interface UploadsTable {
  id: string
  kind: string
  file_name: string
  state: 'checking' | 'checked' | 'storing' | 'done'
  headers: Json<readonly string[]>
  mapping: Json<Mapping>
  started_by: Json<Who>
  created_at: Timestamp
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Null: no undo was requested. */
  undo_state: ColumnType<'undoing' | 'undone' | null, undefined, 'undoing' | 'undone'>
  undone_by: ColumnType<Who | null, undefined, string>
  undone_at: ColumnType<Date | null, undefined, Date>
}
export interface UploadRowsTable {
  upload_id: string
  line: number
  cells: Json<readonly string[]>
  plan: ColumnType<RowPlan | null, RowPlan | null | undefined, RowPlan | null>
  result: ColumnType<'stored' | 'failed' | null, undefined, 'stored' | 'failed' | null>
  errors: ColumnType<readonly CellError[], string | undefined, string>
  /** The line in the file of a row that cannot be read. */
  fault_line: ColumnType<number | null, number | null | undefined, never>
  /** A message about a row that is stored all the same. */
  warning: ColumnType<Text | null, undefined, string | null>
  service_id: ColumnType<string | null, undefined, string | null>
  version: ColumnType<number | null, undefined, number | null>
  /** Of the item's translations that the preview was made from, by language. Null in checks of earlier versions. */
  translation_versions: ColumnType<TranslationVersions | null, undefined, string | null>
  /** Of a changed item. Null also in imports of earlier versions. */
  old_values: ColumnType<OldValues | null, undefined, string | null>
  /** What the undo did with the row's item. */
  undone: ColumnType<UndoOutcome | null, undefined, UndoOutcome>
  undone_reason: ColumnType<Text | null, undefined, string | null>
}
