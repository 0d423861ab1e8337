import type { ColumnType } from 'kysely'
import type { Sources } from '../../kernel/translations.ts'
import type { Defaulted, Json, Timestamp } from '../../platform/db/tables.server.ts'
import type { TrashColumns } from '../../platform/db/trash-columns.server.ts'
import type { Details } from '../../services/kind.ts'
import type { UploadRowsTable, UploadsTable } from './bulk/tables.server.ts'
import type { PriceChangesTable } from './prices/tables.server.ts'
import type { ServiceStatus } from './rules.ts'
import type { ServiceTranslationsTable } from './translations/tables.server.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    services: ServicesTable
    service_slugs: ServiceSlugsTable
    service_availability: ServiceAvailabilityTable
    service_search: ServiceSearchTable
    service_translations: ServiceTranslationsTable
    search_words: SearchWordsTable
    trending_products: TrendingProductsTable
    price_changes: PriceChangesTable
    catalogue_uploads: UploadsTable
    catalogue_upload_rows: UploadRowsTable
  }
}

export interface ServicesTable {
  id: string
  kind: string
  slug: string
  title: string
  status: Defaulted<ServiceStatus>
  is_featured: Defaulted<boolean>
  /** The kind allows at most one active item. */
  is_single: Defaulted<boolean>
  currency: string
  /** The lowest price on sale in the next days; the item's own until that is computed (`saveAvailability`). */
  from_minor: number | null
  was_minor: number | null
  summary: Defaulted<string>
  location: Defaulted<string>
  duration_minutes: number | null
  featured_image: string | null
  facets: Json<Readonly<Record<string, string | number | readonly string[]>>>
  details: Json<Details>
  rating: ColumnType<string, string | number | undefined, string | number>
  total_reviews: Defaulted<number>
  seo_title: string | null
  seo_description: string | null
  search_text: Defaulted<string>
  /** By field: the digest of a text that can be translated. Null: not computed (translations/digests.server.ts). */
  text_digests: ColumnType<Sources | null, undefined, never>
  digested_version: ColumnType<number | null, undefined, never>
  digested_fields: ColumnType<string | null, undefined, never>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
  /** Null: not archived, or archived by an earlier version. */
  archived_at: Date | null
  archived_from: 'active' | 'inactive' | null
  /** Not null: in the trash. The status is 'archived' then. */
  trashed_at: Date | null
  trashed_by: string | null
  trashed_from: ServiceStatus | null
}
interface ServiceSlugsTable {
  kind: string
  slug: string
  service_id: string
}
/** On which of the next days an item can be booked; written by `saveAvailability` only. */
interface ServiceAvailabilityTable {
  service_id: string
  service_version: number
  terms: string
  first_day: string
  days: string
  next_day: string | null
  stale_at: Date
}
/** What visitors search, of active items only; written by triggers of `services`. */
interface ServiceSearchTable {
  service_id: ColumnType<string, never, never>
  kind: ColumnType<string, never, never>
  place: ColumnType<string, never, never>
  appeal: ColumnType<number, never, never>
}
/** Each word that was ever searchable; written by the same triggers. */
interface SearchWordsTable {
  word: ColumnType<string, never, never>
}
interface TrendingProductsTable extends TrashColumns {
  id: string
  service_id: string
  display_order: number
  is_active: Defaulted<boolean>
  created_at: Timestamp
}
