import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
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

/** A rule of the payment room, which this room may not import. */
export type IsDecidedByTransfer = (q: Queryable, booking: BookingRecord) => Promise<boolean>

export interface DecisionFacts {
  readonly reason?: string | undefined
  /** Only for a cancellation. Defaults to what the terms give. */
  readonly refund?: WantedRefund | undefined
  /** Whether a bank transfer waits, which is then decided instead (A165). */
  readonly isDecidedByTransfer?: IsDecidedByTransfer | undefined
  /** The version of the booking that staff looked at. */
  readonly version?: number | undefined
}

/**
 * Confirms, cancels or completes a booking, in its own transaction. Of two concurrent decisions the second is
 * refused. Refuses 'booking/decided-by-transfer', 'booking/changed' when `version` is outdated, 'booking/invalid' for a
 * bad refund, and 'booking/refund-not-allowed' when the caller may not deviate from the terms.
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
    if (isPossible && step !== 'complete' && (await facts.isDecidedByTransfer?.(trx, booking)))
      throw new Refusal('booking/decided-by-transfer')
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

/** The refund, with the facts for history and audit. The screen's own amount is ignored. */
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
