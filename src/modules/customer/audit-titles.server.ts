import { sql } from 'kysely'
import type { TitleSource } from '../../platform/audit.server.ts'
import './tables.server.ts'

/** Customers, for the audit trail. */
export const customerTitles: readonly TitleSource[] = [
  (ids) => sql`select 'customer' as type, id::text, coalesce(nullif(name, ''), email, phone, '') as title, null as kind,
      null as currency, null as service_id,
      true as is_open
    from customers where id = any(${ids})`,
]
