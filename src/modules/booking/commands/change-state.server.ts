import { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type Actor, type HistoryEvent, writeHistory } from '../history.server.ts'
import {
  type BookingStatus,
  canPaymentBecome,
  decideTransition,
  type PaymentStatus,
  type Transition,
} from '../rules/states.ts'
import type { BookingRecord, GatewayResponse } from '../tables.server.ts'
import '../events.ts'

/** Facts of a step: the reason is required to cancel a confirmed booking (D92); the rest goes into the history. */
export interface StepFacts {
  readonly reason?: string | null | undefined
  readonly data?: Readonly<Record<string, unknown>>
  /** Of a cancellation: what is to have gone back in all, of what the booking was paid with. Left out: all of it. */
  readonly refundDueMinor?: number | null | undefined
}
const tooLate = (status: BookingStatus, step: Transition) =>
  new Refusal('booking/transition-refused', { from: status, step })

/** Decides by the table, writes state and history. `booking` must be locked (lockBooking) in this transaction. */
async function takeStep(
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  step: Transition,
  actor: Actor,
  facts: StepFacts,
): Promise<BookingRecord> {
  const reason = facts.reason?.trim() || null
  const decision = decideTransition(booking, step, reason)
  if (decision.refusal === 'booking/reason-required')
    throw new Refusal(decision.refusal, {}, [{ path: 'reason', message: 'Please give a reason' }])
  if (decision.refusal) throw new Refusal(decision.refusal, { from: booking.booking_status, step })
  const now = deps.clock()
  const changed = await trx
    .updateTable('bookings')
    .set({
      booking_status: decision.to,
      ...(decision.to === 'cancelled' && {
        cancellation_reason: reason,
        refund_due_minor: facts.refundDueMinor ?? null,
      }),
      expires_at: null,
      updated_at: now,
      version: booking.version + 1,
    })
    .where('id', '=', booking.id)
    .where('booking_status', '=', booking.booking_status)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw tooLate(booking.booking_status, step)
  const event = ({ confirm: 'confirmed', cancel: 'cancelled', complete: 'completed', expire: 'expired' } as const)[step]
  await writeHistory(
    trx,
    booking.id,
    { event: `booking-${event}`, actor, data: { ...facts.data, ...(reason && { reason }) } },
    now,
  )
  return changed
}

type Step = (
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  actor: Actor,
  facts?: StepFacts,
) => Promise<BookingRecord>

const stepOf =
  (step: Transition, tell: (trx: Trx, changed: BookingRecord) => Promise<unknown>): Step =>
  async (trx, deps, booking, actor, facts = {}) => {
    const changed = await takeStep(trx, deps, booking, step, actor, facts)
    await tell(trx, changed)
    return changed
  }

/** pending -> confirmed. */
export const confirmBooking = stepOf('confirm', (trx, { id: bookingId, updated_at: now }) =>
  emitEvent(trx, 'booking.confirmed', { bookingId }, now),
)

/** pending or, with a reason, confirmed -> cancelled. What was paid is refunded by the payment room, on the event. */
export const cancelBooking = stepOf('cancel', (trx, { id: bookingId, cancellation_reason: reason, updated_at: now }) =>
  emitEvent(trx, 'booking.cancelled', { bookingId, reason }, now),
)

/** confirmed -> completed. */
export const completeBooking = stepOf('complete', (trx, { id: bookingId, updated_at: now }) =>
  emitEvent(trx, 'booking.completed', { bookingId }, now),
)

/** pending and unpaid -> cancelled, because the time to pay is over (D64). The provider has been asked before. */
export const expireBooking = stepOf('expire', (trx, { id: bookingId, updated_at: now }) =>
  emitEvent(trx, 'booking.expired', { bookingId }, now),
)

/** What the payment room may change of a booking; left out = stays as it is. */
export interface PaymentChange {
  readonly paymentStatus?: PaymentStatus
  readonly gateway?: string
  readonly reference?: string | null
  readonly gatewayResponse?: GatewayResponse
  /** Totals from the provider, never "plus this event". */
  readonly paidMinor?: number
  readonly refundedMinor?: number
  /** Null = does not expire (a proof is being checked, paid on arrival). A completed payment clears it anyway. */
  readonly expiresAt?: Date | null
  readonly verification?: { readonly decision: 'approved' | 'rejected'; readonly by: string }
  /** What the customer wrote to the agency; never the admin notes (D25). */
  readonly customerNote?: string
}

/**
 * Writes what became of a payment, with its entry in the history (A162). The payment table decides; a step that is not
 * in it is refused ('booking/payment-refused'). `booking` must be locked in this transaction. Confirming an
 * item with instant confirmation is the caller's next step (D83).
 */
export async function recordPayment(
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  change: PaymentChange,
  event: HistoryEvent,
): Promise<BookingRecord> {
  const to = change.paymentStatus ?? booking.payment_status
  if (!canPaymentBecome(booking.payment_status, to))
    throw new Refusal('booking/payment-refused', { from: booking.payment_status, to })
  const now = deps.clock()
  const { verification } = change
  const changed = await trx
    .updateTable('bookings')
    .set({
      payment_status: to,
      ...(change.gateway !== undefined && { payment_gateway: change.gateway }),
      ...(change.reference !== undefined && { payment_reference: change.reference }),
      ...(change.gatewayResponse && { gateway_response: JSON.stringify(change.gatewayResponse) }),
      ...(change.paidMinor !== undefined && { paid_minor: change.paidMinor }),
      ...(change.refundedMinor !== undefined && { refunded_minor: change.refundedMinor }),
      ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
      ...(to === 'completed' && { expires_at: null }),
      ...(verification && { verification: verification.decision, verified_at: now, verified_by: verification.by }),
      ...(change.customerNote !== undefined && { customer_note: change.customerNote }),
      updated_at: now,
      version: booking.version + 1,
    })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeHistory(trx, booking.id, event, now)
  return changed
}
