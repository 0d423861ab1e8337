import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import { readAdminBooking } from '../views.server.ts'

/**
 * Replaces the admin notes and audits author, time and previous text (A160). Refuses 'booking/changed' if `version`
 * is outdated.
 */
export async function saveNotes(
  deps: BookingDeps,
  caller: Caller,
  input: { bookingId: string; admin_notes: string; version?: number | undefined },
): Promise<AdminBookingView> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, input.bookingId)
    if (input.version !== undefined && input.version !== booking.version) throw new Refusal('booking/changed')
    const notes = input.admin_notes || null
    if (notes === booking.admin_notes) return
    const now = deps.clock()
    await trx
      .updateTable('bookings')
      .set({ admin_notes: notes, updated_at: now, version: booking.version + 1 })
      .where('id', '=', booking.id)
      .execute()
    const entry = {
      action: 'booking.notes-saved',
      subjectType: 'booking',
      subjectId: booking.id,
      before: { admin_notes: booking.admin_notes },
      after: { admin_notes: notes },
    }
    await writeAudit(trx, caller, entry, now)
  })
  return readAdminBooking(deps, input.bookingId)
}
