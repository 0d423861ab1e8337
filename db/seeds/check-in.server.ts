import { addMinutes } from '../../src/kernel/dates.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import { clerk, type DemoBooking, type Writing } from './demo-booking.server.ts'

/** Today's departure is half checked in: every other party has arrived, and of one party half. */
export async function checkIn({ trx, booking }: Writing): Promise<void> {
  const { arrived } = booking.story
  if (arrived) await insertArrivals(trx, booking, arrived)
}

async function insertArrivals(trx: Trx, booking: DemoBooking, arrived: 'all' | 'half'): Promise<void> {
  const { id, now, request } = booking
  const { adults, children, infants } = request.party
  const people = adults + children + infants
  const { departure_id } = await trx
    .selectFrom('bookings')
    .select('departure_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (departure_id === null) return
  // The guide began some minutes ago.
  const at = addMinutes(now, -12 + (booking.n % 9))
  const rows = Array.from({ length: arrived === 'all' ? people : Math.ceil(people / 2) }, (_, position) => ({
    ...{ id: newId(at), mark_id: newId(at), booking_id: id, departure_id, position },
    ...{ arrived_at: at, arrived_by: clerk, despite: null, repeat_of: null, created_at: at },
  }))
  await trx.insertInto('check_ins').values(rows).execute()
}
