import type { ColumnType, Selectable } from 'kysely'
import type { Text } from '../../../kernel/messages.ts'
import type { Defaulted, Json } from '../../../platform/db/tables.server.ts'
import type { RunAction } from './rules.ts'

declare module '../../../platform/db/tables.server.ts' {
  interface Tables {
    booking_runs: BookingRunsTable
    booking_run_items: BookingRunItemsTable
  }
}

/** Of a confirmation, or of a message. Subject and text are erased with a person whose booking got it. */
export interface RunOptions {
  readonly confirm_unpaid?: boolean
  readonly subject?: string
  readonly text?: string
}
interface BookingRunsTable {
  id: string
  action: ColumnType<RunAction, RunAction, never>
  options: Json<RunOptions>
  started_by: Json<{ readonly userId: string | null; readonly name: string }>
  total: ColumnType<number, number, never>
  /** Null until the run has finished. */
  done: ColumnType<number | null, never, number>
  refused: ColumnType<number | null, never, number>
  mails: Defaulted<number>
  created_at: ColumnType<Date, Date, never>
  finished_at: ColumnType<Date | null, never, Date>
}
export type BookingRun = Selectable<BookingRunsTable>

interface BookingRunItemsTable {
  run_id: string
  booking_id: string
  position: number
  version: number
  /** Null while pending. */
  outcome: ColumnType<'done' | 'refused' | null, never, 'done' | 'refused'>
  /** Why it was refused. */
  reason: ColumnType<Text | null, never, string>
  tries: Defaulted<number>
}
