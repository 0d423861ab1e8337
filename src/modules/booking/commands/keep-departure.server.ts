import { Refusal } from '../../../kernel/refusal.ts'
import { isStaffRole } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { getBooking, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf } from '../history.server.ts'
import type { MovePayments } from '../move-payments.server.ts'
import { endPreparedMove, findPreparedMove } from '../prepared-moves.server.ts'
import type { BookingRecord } from '../tables.server.ts'
import { closingPayment, PaymentIsOpen } from './closing-payment.server.ts'

/**
 * Ends the prepared move: the booking stays as it is, and the new places are freed. A payment that was made meanwhile
 * completes the move instead. Audited for staff. Refuses 'booking/not-found', 'payment/still-processing'.
 */
export async function keepDeparture(
  deps: BookingDeps & { readonly payments: MovePayments },
  caller: Caller,
  bookingId: string,
): Promise<BookingRecord> {
  await closingPayment(deps.payments, bookingId, () =>
    deps.db.transaction().execute(async (trx) => {
      const booking = await lockBooking(trx, bookingId)
      const prepared = await findPreparedMove(trx, booking)
      if (!prepared) return
      if (booking.payment_checking_since !== null) throw new Refusal('payment/still-processing')
      if (await deps.payments.hasOpen(trx, bookingId)) throw new PaymentIsOpen()
      await endPreparedMove({ trx, deps }, prepared, { outcome: 'kept', actor: actorOf(caller) })
      if (!isStaffRole(caller.role)) return
      const { travel_date, travel_time } = prepared.change
      const entry = { action: 'booking.move-ended', subjectType: 'booking', subjectId: bookingId }
      await writeAudit(trx, caller, { ...entry, before: { travel_date, travel_time } }, deps.clock())
    }),
  )
  return getBooking(deps.db, bookingId)
}
