import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

export type ExpiredBooking = { readonly id: string; readonly expiresAt: Date }

/** Pending bookings past their expiry, the longest expired first; `after` continues a list. One statement. */
export async function listExpired(
  q: Queryable,
  now: Date,
  { after, limit }: { readonly after: ExpiredBooking | undefined; readonly limit: number },
): Promise<readonly ExpiredBooking[]> {
  let query = q
    .selectFrom('bookings')
    .select(['id', 'expires_at'])
    .where('expires_at', '<=', now)
    .where('booking_status', '=', 'pending')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
  if (after) {
    const { id, expiresAt } = after
    query = query.where((eb) => eb(eb.refTuple('expires_at', 'id'), '>', eb.tuple(expiresAt, id)))
  }
  const rows = await query.execute()
  return rows.map(({ id, expires_at }) => ({ id, expiresAt: expires_at ?? now }))
}
