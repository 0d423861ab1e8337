import type { BookingDeps } from '../deps.server.ts'
import '../tables.server.ts'

/** Links guest bookings made with this address to the user. Call it only once the address is verified (D100). */
export async function adoptGuestBookings(
  deps: Pick<BookingDeps, 'db'>,
  user: { userId: string; email: string },
): Promise<number> {
  const { numUpdatedRows } = await deps.db
    .updateTable('bookings')
    .set({ user_id: user.userId })
    .where('user_id', 'is', null)
    .where('customer_email', '=', user.email.trim().toLowerCase())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
