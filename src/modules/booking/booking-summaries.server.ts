import { expressionBuilder } from 'kysely'
import type { Tables } from '../../platform/db/tables.server.ts'
import './tables.server.ts'

/** What a booking was for and how it stands, for joins in other rooms' queries. */
export const bookingSummaries = expressionBuilder<Tables, never>()
  .selectFrom('bookings')
  .select([
    'bookings.id',
    'bookings.booking_reference',
    'bookings.service_type',
    'bookings.service_title',
    'bookings.customer_name',
    'bookings.booking_status',
    'bookings.travel_date',
    'bookings.time_zone',
  ])
  .as('booking_summaries')
