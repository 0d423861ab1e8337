import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { isOpenForDocuments } from '../rules/states.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import { readAdminBooking } from '../views.server.ts'

/** One statement. */
export async function wasSubmitted(q: Queryable, bookingId: string): Promise<boolean> {
  const known = await q
    .selectFrom('booking_history')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'case-submitted')
    .executeTakeFirst()
  return known !== undefined
}

/**
 * Records that the agency has submitted the application, which the customer sees. Audited; repeating it is safe.
 * Refuses 'booking/not-found', 'booking/closed', and 'booking/not-submittable' while documents are missing.
 */
export async function submitCase(deps: BookingDeps, caller: Caller, bookingId: string): Promise<AdminBookingView> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    if (!isOpenForDocuments(booking.booking_status)) throw new Refusal('booking/closed')
    if (booking.case_stage !== 'documents_received') throw new Refusal('booking/not-submittable')
    if (await wasSubmitted(trx, bookingId)) return
    const now = deps.clock()
    await writeHistory(trx, bookingId, { event: 'case-submitted', actor: actorOf(caller) }, now)
    const entry = { action: 'booking.case-submitted', subjectType: 'booking', subjectId: bookingId }
    await writeAudit(trx, caller, { ...entry, before: { submitted: false }, after: { submitted: true } }, now)
  })
  return readAdminBooking(deps, bookingId)
}
