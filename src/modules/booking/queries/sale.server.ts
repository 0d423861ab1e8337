import { type Money, money } from '../../../kernel/money.ts'
import type { Core } from '../../../platform/core.server.ts'

/** A booking as a sale, for advertising events. */
export type Sale = Readonly<{
  bookingId: string
  reference: string
  value: Money
  itemId: string
  email: string
  phone: string | null
}>

/** Null when the booking is gone. One statement. */
export async function findSale(core: Core, bookingId: string): Promise<Sale | null> {
  const booking = await core.db
    .selectFrom('bookings')
    .select(['booking_reference', 'service_id', 'final_minor', 'currency', 'customer_email', 'customer_phone'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (!booking) return null
  return {
    bookingId,
    reference: booking.booking_reference,
    value: money(booking.final_minor, booking.currency),
    itemId: booking.service_id,
    email: booking.customer_email,
    phone: booking.customer_phone,
  }
}
