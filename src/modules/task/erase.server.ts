import type { Trx } from '../../platform/db/database.server.ts'
import { type Erased, holdsAddress } from '../../platform/erasure.server.ts'
import './tables.server.ts'

/**
 * Deletes the tasks on the person's bookings and records, and removes the person from other tasks that have their
 * address. Call it before the records are deleted.
 */
export async function eraseTasksOf(
  trx: Trx,
  { email, bookingIds, scrub }: Pick<Erased, 'email' | 'bookingIds' | 'scrub'>,
  customerIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('tasks')
    .where(({ eb, fn, or, val }) =>
      or([eb('booking_id', '=', fn.any(val([...bookingIds]))), eb('customer_id', '=', fn.any(val([...customerIds])))]),
    )
    .execute()
  const others = await trx.selectFrom('tasks').select(['id', 'text']).where(holdsAddress('text', email)).execute()
  for (const { id, text } of others)
    await trx
      .updateTable('tasks')
      .set({ text: scrub(text) })
      .where('id', '=', id)
      .execute()
}
