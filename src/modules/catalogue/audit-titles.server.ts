import { sql } from 'kysely'
import type { TitleSource } from '../../platform/audit.server.ts'
import './tables.server.ts'

/** Items and trending products, for the audit trail. */
export const catalogueTitles: readonly TitleSource[] = [
  (ids) => sql`select 'service' as type, id::text, title, kind, currency, null as service_id,
      trashed_at is null as is_open
    from services where id = any(${ids})`,
  (ids) => sql`select 'trending' as type, shown.id::text, item.title, item.kind, item.currency, null,
      shown.trashed_at is null as is_open
    from trending_products as shown join services as item on item.id = shown.service_id
    where shown.id = any(${ids})`,
  (ids) => sql`select 'upload' as type, id::text, file_name, kind, null, null, true
    from catalogue_uploads where id = any(${ids})`,
]
