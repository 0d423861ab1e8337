import type { Trx } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

const maxClaimed = 100

/**
 * Marks unpaid bookings that expire between `now` and `until` as reminded, at most 100, and returns their ids. A booking
 * is returned once, also to callers that run in parallel. One statement.
 */
export async function claimReminders(trx: Trx, now: Date, until: Date): Promise<readonly string[]> {
  const rows = await trx
    .updateTable('bookings')
    .set({ reminded_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bookings')
        .select('id')
        .where('expires_at', '>', now)
        .where('expires_at', '<=', until)
        .where('booking_status', '=', 'pending')
        .where('payment_status', 'in', ['pending', 'failed'])
        .where('reminded_at', 'is', null)
        .where('payment_checking_since', 'is', null)
        // The customer has chosen cash and waits for the agency.
        .where('awaits_agency', '=', false)
        .orderBy('expires_at')
        .limit(maxClaimed)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
