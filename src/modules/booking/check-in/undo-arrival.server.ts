import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { renewHold } from '../holds.server.ts'
import { hasArrived } from './arrived.server.ts'
import { onLeg } from './legs.ts'
import { isToday } from './rules.ts'

interface Undone {
  readonly check_in_id: string
  readonly undone_at: string
  readonly undone_by: string
}

/**
 * Undoes an arrival. Repeating it changes nothing and says who did it first. Refuses 'booking/no-arrival', also for
 * guides on other days.
 */
export async function undoArrival(deps: BookingDeps, caller: Caller, checkInId: string): Promise<Undone> {
  const checkIn = await deps.db
    .selectFrom('check_ins')
    .select('booking_id')
    .where('id', '=', checkInId)
    .where('repeat_of', 'is', null)
    .executeTakeFirst()
  if (!checkIn) throw new Refusal('booking/no-arrival')
  return deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, checkIn.booking_id)
    const now = deps.clock()
    const row = await trx.selectFrom('check_ins').selectAll().where('id', '=', checkInId).executeTakeFirstOrThrow()
    const trip = onLeg(booking, row.leg)
    if (!mayEnter(caller.role, 'bookings') && !(trip && isToday(trip, now))) throw new Refusal('booking/no-arrival')
    const { undone_at: before, undone_by: who } = row
    if (before && who !== null) return { check_in_id: row.id, undone_at: before.toISOString(), undone_by: who }
    const undone_by = caller.name ?? ''
    await trx.updateTable('check_ins').set({ undone_at: now, undone_by }).where('id', '=', row.id).execute()
    const entry = {
      action: 'booking.arrival-undone',
      subjectType: 'booking',
      subjectId: booking.id,
      before: {
        ...{ checkInId: row.id, departureId: row.departure_id, leg: row.leg, position: row.position },
        ...{ arrivedAt: row.arrived_at.toISOString(), arrivedBy: row.arrived_by },
      },
    }
    await writeAudit(trx, caller, entry, now)
    await writeHistory(trx, booking.id, { event: 'arrival-undone', actor: actorOf(caller), data: { people: 1 } }, now)
    // Without an arrival, an unpaid booking follows the rules of holds again.
    if (!(await hasArrived(trx, booking))) await renewHold({ trx, deps }, booking)
    return { check_in_id: row.id, undone_at: now.toISOString(), undone_by }
  })
}
