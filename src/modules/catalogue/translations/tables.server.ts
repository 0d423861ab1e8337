import type { ColumnType } from 'kysely'
import type { Sources, Texts } from '../../../kernel/translations.ts'
import type { Json, Timestamp } from '../../../platform/db/tables.server.ts'

type Counted = ColumnType<number | null, never, never>

export interface ServiceTranslationsTable {
  service_id: string
  language: string
  texts: Json<Texts>
  sources: Json<Sources>
  version: number
  search_text: string
  updated_at: Timestamp
  /** Texts of the item by their state, counted by triggers; null: the item has no digests. */
  translated: Counted
  outdated: Counted
  missing: Counted
}
