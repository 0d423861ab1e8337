import type { ColumnType, Selectable } from 'kysely'
import type { LocalDate } from '../../kernel/dates.ts'
import type { Defaulted } from '../../platform/db/tables.server.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    tasks: TasksTable
  }
}

interface TasksTable {
  id: string
  booking_id: string | null
  customer_id: string | null
  text: string
  due_on: LocalDate
  /** Null: nobody in particular. */
  assignee_id: string | null
  author_id: string | null
  author_name: string
  done_at: ColumnType<Date | null, never, Date | null>
  done_by: ColumnType<string | null, never, string | null>
  deleted_at: ColumnType<Date | null, never, Date | null>
  version: Defaulted<number>
  created_at: ColumnType<Date, Date, never>
  updated_at: Date
}
export type TaskRecord = Selectable<TasksTable>
