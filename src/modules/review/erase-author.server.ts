import { sql } from 'kysely'
import { scrubberOf } from '../../kernel/scrub.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import { recountReviews } from './commands.server.ts'
import './tables.server.ts'

/** Whose name is gone. */
const nobody = 'A traveller'

/**
 * What was written of a service stays without whose it is; its page is drawn anew. Gives back the reviews, and the
 * services, for dropRated after the commit.
 */
export async function eraseAuthor(
  trx: Trx,
  { bookingIds, scrub }: Erased,
): Promise<{ readonly ids: readonly string[]; readonly serviceIds: readonly string[] }> {
  const rows = await trx
    .selectFrom('reviews')
    .selectAll()
    .where(sql<boolean>`booking_id = any (${[...bookingIds]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, shown_name, body, reply, hidden_reason, version } of rows) {
    // Here a part of the name that was shown, such as the first, is that name.
    const parts = scrubberOf(shown_name.split(/[\s.]+/))
    const words = parts(scrub({ body, reply, hidden_reason }))
    await trx
      .updateTable('reviews')
      .set({ ...words, shown_name: nobody, version: version + 1 })
      .where('id', '=', id)
      .execute()
  }
  const serviceIds = [...new Set(rows.map(({ service_id }) => service_id))].sort()
  for (const serviceId of serviceIds) await recountReviews(trx, serviceId)
  return { ids: rows.map(({ id }) => id), serviceIds }
}
