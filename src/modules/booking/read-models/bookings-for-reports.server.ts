import { sql } from 'kysely'
import type { ReadDatabase } from '../../../platform/db/reads.server.ts'
import '../tables.server.ts'

/** The first entry of a booking's history, when it was made: by whom. */
const maker = (what: string) => sql`(select ${sql.raw(what)} from booking_history entry
  where entry.booking_id = bookings.id order by entry.id limit 1)`

/**
 * The columns of a booking that reports count and add up. `seller` is the staff member who made the booking, null for
 * bookings made in the shop. A part of a statement: it is never run by itself, and costs only the columns that are used.
 */
export const bookingsForReports = (q: ReadDatabase) =>
  q
    .selectFrom('bookings')
    .select([
      'id',
      'created_at',
      'service_type',
      'service_id',
      'service_title',
      'booking_status',
      'promo_code',
      'currency',
      'final_minor',
      'tax_minor',
      'paid_minor',
      sql<number>`adults_count + children_count + infants_count`.as('travellers'),
      sql<string | null>`${maker("case when entry.actor = 'admin' then entry.actor_id end")}`.as('seller'),
      sql<string | null>`${maker("entry.data ->> 'actorName'")}`.as('seller_name'),
    ])
