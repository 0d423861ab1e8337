import { sql } from 'kysely'
import type { TitleSource } from '../../platform/audit.server.ts'
import './tables.server.ts'

/** Departures by day and time, resources and entries of waiting lists, for the audit trail. */
export const inventoryTitles: readonly TitleSource[] = [
  (ids) => sql`select 'departure' as type, id::text, concat_ws(' ', local_date, left(local_time::text, 5)) as title,
      null as kind, null as currency, service_id::text, true as is_open
    from departures where id = any(${ids})`,
  (ids) => sql`select 'resource' as type, id::text, name as title, null as kind, null as currency, null as service_id,
      true as is_open
    from resources where id = any(${ids})`,
  (ids) => sql`select 'waiting_entry' as type, id::text, coalesce(name, email) as title, null as kind,
      null as currency, null as service_id, true as is_open
    from waiting_entries where id = any(${ids})`,
]
