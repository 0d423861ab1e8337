import type { BookingDeps } from '../deps.server.ts'
import '../tables.server.ts'

/** Staff who sold or handled bookings, by name. One statement. */
export const listBookingStaff = ({ db }: BookingDeps): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('booking_staff')
    .select(['id', 'name'])
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .execute()
