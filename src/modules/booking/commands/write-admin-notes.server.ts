import type { Trx } from '../../../platform/db/database.server.ts'
import type { BookingRecord } from '../tables.server.ts'

/** Replaces the notes that only staff see, without a history or audit entry. The caller holds the booking's lock. */
export const writeAdminNotes = (trx: Trx, bookingId: string, notes: string): Promise<BookingRecord> =>
  trx
    .updateTable('bookings')
    .set({ admin_notes: notes })
    .where('id', '=', bookingId)
    .returningAll()
    .executeTakeFirstOrThrow()
