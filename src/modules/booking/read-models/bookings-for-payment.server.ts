import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

/** The columns of a booking that payment queries join and show. A part of a statement: it is never run by itself. */
export const bookingsForPayment = (q: Queryable) =>
  q
    .selectFrom('bookings')
    .select([
      'id',
      'booking_reference',
      'customer_name',
      'service_title',
      'currency',
      'final_minor',
      'paid_minor',
      'refunded_minor',
      'booking_status',
      'payment_status',
      'payment_gateway',
      'verification',
    ])
