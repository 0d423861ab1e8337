import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { lockBooking } from '../access.server.ts'
import type { AdminBookingView } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf } from '../history.server.ts'
import { readAdminBooking } from '../views.server.ts'
import { cancelBooking, completeBooking, confirmBooking, type StepFacts } from './change-state.server.ts'

const steps = { confirm: confirmBooking, cancel: cancelBooking, complete: completeBooking } as const

/** An administrator's decision, in a transaction of its own. Of two at the same time the second is refused. */
export async function decideStatus(
  deps: BookingDeps,
  caller: Caller,
  bookingId: string,
  step: keyof typeof steps,
  facts: Pick<StepFacts, 'reason'> = {},
): Promise<AdminBookingView> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const changed = await steps[step](trx, deps, booking, actorOf(caller), facts)
    const entry = {
      action: `booking.${step}`,
      subjectType: 'booking',
      subjectId: booking.id,
      before: { booking_status: booking.booking_status },
      after: { booking_status: changed.booking_status, reason: changed.cancellation_reason },
    }
    await writeAudit(trx, caller, entry, changed.updated_at)
  })
  return readAdminBooking(deps, bookingId)
}
