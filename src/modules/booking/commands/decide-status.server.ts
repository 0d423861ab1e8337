import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf } from '../history.server.ts'
import { decideRefund, type WantedRefund } from '../rules/cancellation.ts'
import { stateAfter } from '../rules/states.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord } from '../tables.server.ts'
import { readAdminBooking } from '../views.server.ts'
import { cancelBooking, completeBooking, confirmBooking, type StepFacts } from './change-state.server.ts'

const steps = { confirm: confirmBooking, cancel: cancelBooking, complete: completeBooking } as const

export interface DecisionFacts {
  readonly reason?: string | undefined
  /** Of a cancellation: what goes back; left out: what its terms give. */
  readonly refund?: WantedRefund | undefined
  /** Of the booking that was looked at. */
  readonly version?: number | undefined
}

/**
 * An administrator's decision, in a transaction of its own. Of two at the same time the second is refused. With
 * `version` nothing is done to a booking that has changed since ('booking/changed'); another refund than the terms give
 * is refused with 'booking/invalid', or to those who may not give money back with 'booking/refund-not-allowed'.
 */
export async function decideStatus(
  deps: BookingDeps,
  caller: Caller,
  bookingId: string,
  step: keyof typeof steps,
  facts: DecisionFacts = {},
): Promise<AdminBookingView> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const isPossible = stateAfter(booking.booking_status, step) !== null
    if (isPossible && facts.version !== undefined && facts.version !== booking.version)
      throw new Refusal('booking/changed')
    const refund = isPossible && step === 'cancel' ? refundOf(caller, booking, facts.refund ?? {}, deps.clock()) : {}
    const changed = await steps[step](trx, deps, booking, actorOf(caller), { reason: facts.reason, ...refund })
    const entry = {
      action: `booking.${step}`,
      subjectType: 'booking',
      subjectId: booking.id,
      before: { booking_status: booking.booking_status },
      after: { booking_status: changed.booking_status, reason: changed.cancellation_reason, ...refund.data },
    }
    await writeAudit(trx, caller, entry, changed.updated_at)
  })
  return readAdminBooking(deps, bookingId)
}

/** What goes back, decided here whatever the screen has reckoned; with it what history and audit tell of it. */
function refundOf(
  caller: Caller,
  booking: BookingRecord,
  wanted: WantedRefund,
  now: Date,
): Pick<StepFacts, 'refundDueMinor' | 'data'> {
  const decision = decideRefund(booking, wanted, now)
  if (decision.errors) throw new Refusal('booking/invalid', {}, decision.errors)
  const { proposal, dueMinor, isAsProposed } = decision
  if (!proposal) return {}
  if (!isAsProposed && !mayEnter(caller.role, 'refunds')) throw new Refusal('booking/refund-not-allowed')
  const reason = wanted.reason?.trim()
  const data = {
    refundDueMinor: dueMinor,
    refundByTermsMinor: proposal.percent === null ? null : proposal.amount.minor,
    refundPercent: proposal.percent,
    currency: booking.currency,
    ...(!isAsProposed && { refundReason: reason }),
  }
  return { refundDueMinor: dueMinor, data }
}
