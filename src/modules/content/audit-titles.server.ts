import { sql } from 'kysely'
import type { TitleSource } from '../../platform/audit.server.ts'
import './tables.server.ts'

/** Sliders, menu items, messages and canned replies, for the audit trail. */
export const contentTitles: readonly TitleSource[] = [
  (ids) => sql`select 'slider' as type, id::text, title, null as kind, null as currency, null as service_id,
      trashed_at is null as is_open
    from homepage_sliders where id = any(${ids})`,
  (ids) => sql`select 'menu-item' as type, id::text, name as title, null as kind, null as currency, null as service_id,
      trashed_at is null as is_open
    from menu_items where id = any(${ids})`,
  (ids) => sql`select 'enquiry' as type, id::text, name as title, null as kind, null as currency, null as service_id,
      true as is_open
    from contact_messages where id = any(${ids})`,
  (ids) => sql`select 'canned-reply' as type, id::text, title, null as kind, null as currency, null as service_id,
      deleted_at is null as is_open
    from canned_replies where id = any(${ids})`,
]
