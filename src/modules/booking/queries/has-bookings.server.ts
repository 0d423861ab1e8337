import type { Core } from '../../../platform/core.server.ts'
import '../tables.server.ts'

/** Whether anything was ever booked. One statement. */
export async function hasBookings({ db }: Pick<Core, 'db'>): Promise<boolean> {
  const { has } = await db
    .selectNoFrom((eb) => eb.exists(eb.selectFrom('bookings').select('id')).as('has'))
    .executeTakeFirstOrThrow()
  return has === true
}
