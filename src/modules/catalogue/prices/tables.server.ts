import type { Json, Timestamp } from '../../../platform/db/tables.server.ts'
import type { Details } from '../../../services/kind.ts'
import type { PriceChange } from './rules.ts'

/** The fields of an item's details that a price change replaced. */
export interface ChangedItem {
  readonly id: string
  readonly title: string
  readonly currency: string
  readonly before: Details
  readonly after: Details
}
export interface PriceChangesTable {
  id: string
  kind: string
  change: Json<PriceChange>
  items: Json<readonly ChangedItem[]>
  made_by: string
  created_at: Timestamp
  undone_by: string | null
  undone_at: Date | null
}
