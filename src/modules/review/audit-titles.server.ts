import { sql } from 'kysely'
import type { TitleSource } from '../../platform/audit.server.ts'
import './tables.server.ts'

/** Reviews by the name they are shown with, for the audit trail. */
export const reviewTitles: readonly TitleSource[] = [
  (
    ids,
  ) => sql`select 'review' as type, id::text, shown_name as title, null as kind, null as currency, null as service_id,
      true as is_open
    from reviews where id = any(${ids})`,
]
