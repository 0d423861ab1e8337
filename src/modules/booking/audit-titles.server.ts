import { sql } from 'kysely'
import type { TitleSource } from '../../platform/audit.server.ts'
import './tables.server.ts'

/** Bookings by their reference, and views of their list, for the audit trail. */
export const bookingTitles: readonly TitleSource[] = [
  (
    ids,
  ) => sql`select 'booking' as type, id::text, booking_reference as title, service_type as kind, currency, null as service_id,
      true as is_open
    from bookings where id = any(${ids})`,
  (
    ids,
  ) => sql`select 'booking-view' as type, id::text, name as title, null as kind, null as currency, null as service_id,
      true as is_open
    from booking_views where id = any(${ids})`,
]
