import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

export type ExpiredBooking = { readonly id: string; readonly expiresAt: Date }

/**
 * Pending bookings past their expiry without a check-in, oldest expiry first; `after` continues a list. One statement.
 */
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
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('check_ins as arrival')
            .select('arrival.id')
            .whereRef('arrival.booking_id', '=', 'bookings.id')
            .where(({ eb, or, ref }) =>
              or([
                eb('arrival.departure_id', '=', ref('bookings.departure_id')),
                eb('arrival.departure_id', '=', ref('bookings.return_leg_departure_id')),
              ]),
            )
            .where('arrival.undone_at', 'is', null),
        ),
      ),
    )
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
