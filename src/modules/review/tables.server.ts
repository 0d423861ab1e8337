import type { ColumnType, Selectable } from 'kysely'
import type { Defaulted } from '../../platform/db/tables.server.ts'
import type { ReviewStatus } from './rules.ts'

type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
interface ReviewsTable {
  id: string
  booking_id: string
  service_id: string
  rating: number
  body: Defaulted<string>
  shown_name: string
  status: Defaulted<ReviewStatus>
  hidden_reason: string | null
  decided_at: MaybeInstant
  decided_by: string | null
  reply: string | null
  replied_at: MaybeInstant
  replied_by: string | null
  version: Defaulted<number>
  written_at: ColumnType<Date, Date, never>
  updated_at: Date
}
declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    reviews: ReviewsTable
  }
}
export type ReviewRow = Selectable<ReviewsTable>
