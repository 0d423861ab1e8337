import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf } from '../history.server.ts'
import { decideRefund, type WantedRefund } from '../rules/cancellation.ts'
import { stateAfter } from '../rules/states.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord } from '../tables.server.ts'
import { readAdminBooking } from '../views.server.ts'
import { cancelBooking, completeBooking, confirmBooking, reopenBooking, type StepFacts } from './change-state.server.ts'

const steps = {
  confirm: confirmBooking,
  cancel: cancelBooking,
  complete: completeBooking,
  reopen: reopenBooking,
} as const

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
 * Confirms, cancels, completes or reopens a booking, in its own transaction. Of two concurrent decisions the second is
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
    if (isPossible && (step === 'confirm' || step === 'cancel') && (await facts.isDecidedByTransfer?.(trx, booking)))
      throw new Refusal('booking/decided-by-transfer')
    const refund = isPossible && step === 'cancel' ? refundOf(caller, booking, facts.refund ?? {}, deps.clock()) : {}
    await decideLocked(trx, deps, { booking, step, caller, facts: { reason: facts.reason, ...refund } })
  })
  return readAdminBooking(deps, bookingId)
}

export interface LockedDecision {
  readonly booking: BookingRecord
  readonly step: keyof typeof steps
  readonly caller: Caller
  readonly facts: StepFacts
}
/** Takes a step with a booking that is locked in this transaction. Audited. */
export async function decideLocked(
  trx: Trx,
  deps: BookingDeps,
  { booking, step, caller, facts }: LockedDecision,
): Promise<void> {
  const changed = await steps[step](trx, deps, booking, actorOf(caller), facts)
  const entry = {
    action: `booking.${step}`,
    subjectType: 'booking',
    subjectId: booking.id,
    before: { booking_status: booking.booking_status },
    after: { booking_status: changed.booking_status, reason: facts.reason?.trim() || null, ...facts.data },
  }
  await writeAudit(trx, caller, entry, changed.updated_at)
}

type RefundFacts = Pick<StepFacts, 'refundDueMinor' | 'data'>

/** The refund that the caller may decide. The screen's own amount is ignored. */
function refundOf(caller: Caller, booking: BookingRecord, wanted: WantedRefund, now: Date): RefundFacts {
  const { isAsProposed, ...facts } = refundFacts(booking, wanted, now)
  if (!isAsProposed && !mayEnter(caller.role, 'refunds')) throw new Refusal('booking/refund-not-allowed')
  return facts
}

/** The refund, with the facts for history and audit. Refuses 'booking/invalid' for a bad refund. */
export function refundFacts(
  booking: BookingRecord,
  wanted: WantedRefund,
  now: Date,
): RefundFacts & { readonly isAsProposed: boolean } {
  const decision = decideRefund(booking, wanted, now)
  if (decision.errors) throw new Refusal('booking/invalid', {}, decision.errors)
  const { proposal, dueMinor, isAsProposed } = decision
  if (!proposal) return { isAsProposed }
  const reason = wanted.reason?.trim()
  const data = {
    refundDueMinor: dueMinor,
    refundByTermsMinor: proposal.percent === null ? null : proposal.amount.minor,
    refundPercent: proposal.percent,
    currency: booking.currency,
    ...(!isAsProposed && { refundReason: reason }),
  }
  return { refundDueMinor: dueMinor, data, isAsProposed }
}
