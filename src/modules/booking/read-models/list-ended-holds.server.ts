import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

export type EndedHold = { readonly id: string; readonly endedAt: Date }

/** Pending bookings whose hold is over, the longest first; `after` continues a list. One statement. */
export async function listEndedHolds(
  q: Queryable,
  now: Date,
  { after, limit }: { readonly after: EndedHold | undefined; readonly limit: number },
): Promise<readonly EndedHold[]> {
  let query = q
    .selectFrom('bookings')
    .select(['id', 'held_until'])
    .where('held_until', '<=', now)
    .where('places', '>', 0)
    .where('booking_status', '=', 'pending')
    .where('payment_checking_since', 'is', null)
    .orderBy('held_until')
    .orderBy('id')
    .limit(limit)
  if (after) {
    const { id, endedAt } = after
    query = query.where((eb) => eb(eb.refTuple('held_until', 'id'), '>', eb.tuple(endedAt, id)))
  }
  const rows = await query.execute()
  return rows.map(({ id, held_until }) => ({ id, endedAt: held_until ?? now }))
}
