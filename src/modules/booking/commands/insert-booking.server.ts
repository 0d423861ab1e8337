import type { Trx } from '../../../platform/db/database.server.ts'
import type { BookingRecord, NewBooking } from '../tables.server.ts'

const maxTries = 8
/** References are random: draw another one when the first is taken (D10). */
export async function insertWithFreeReference(
  trx: Trx,
  row: Omit<NewBooking, 'booking_reference'>,
  draw: () => string,
): Promise<BookingRecord> {
  for (let tries = 0; tries < maxTries; tries++) {
    const booking = await trx
      .insertInto('bookings')
      .values({ ...row, booking_reference: draw() })
      .onConflict((conflict) => conflict.column('booking_reference').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (booking) return booking
  }
  throw new Error(`No free booking reference in ${maxTries} tries`)
}
