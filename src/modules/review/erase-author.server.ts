import { scrubberOf } from '../../kernel/scrub.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import { recountReviews } from './commands.server.ts'
import './tables.server.ts'
import { say } from '../../platform/messages.server.ts'
import { text } from './text.ts'

/** Keeps the reviews without their author. Returns their ids, and the services for dropRated after the commit. */
export async function eraseAuthor(
  trx: Trx,
  { bookingIds, scrub }: Erased,
): Promise<{ readonly ids: readonly string[]; readonly serviceIds: readonly string[] }> {
  const rows = await trx
    .selectFrom('reviews')
    .selectAll()
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val([...bookingIds]))))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, shown_name, body, reply, hidden_reason, version } of rows) {
    // Also removes parts of the shown name, such as the first name.
    const parts = scrubberOf(shown_name.split(/[\s.]+/))
    const words = parts(scrub({ body, reply, hidden_reason }))
    await trx
      .updateTable('reviews')
      .set({ ...words, shown_name: say(text('erasedName')), version: version + 1 })
      .where('id', '=', id)
      .execute()
  }
  const serviceIds = [...new Set(rows.map(({ service_id }) => service_id))].sort()
  for (const serviceId of serviceIds) await recountReviews(trx, serviceId)
  return { ids: rows.map(({ id }) => id), serviceIds }
}
