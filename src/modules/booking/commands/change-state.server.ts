import { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { lockInOrder } from '../../inventory/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type Actor, type HistoryEvent, systemActor, writeEntries, writeHistory } from '../history.server.ts'
import { type HoldWork, takePlacesAgain } from '../holds.server.ts'
import { departuresOf, freeSeats } from '../places.server.ts'
import { departuresOfMove, endPreparedMove, findPreparedMove } from '../prepared-moves.server.ts'
import {
  type BookingStatus,
  canPaymentBecome,
  decideTransition,
  type PaymentStatus,
  stateAfter,
  type Transition,
} from '../rules/states.ts'
import type { HistoryName } from '../rules/timeline.ts'
import type { BookingRecord, GatewayResponse } from '../tables.server.ts'
import { mustAgencyDecide } from '../unpaid-places.server.ts'
import '../events.ts'
import { text } from '../text.ts'

/** Cancelling a confirmed booking (D92) and reopening a completed one need a reason. `data` goes into the history. */
export interface StepFacts {
  readonly reason?: string | null | undefined
  readonly data?: Readonly<Record<string, unknown>>
  /** The total refund due after a cancellation, including what was refunded before. Defaults to everything paid. */
  readonly refundDueMinor?: number | null | undefined
}
const tooLate = (status: BookingStatus, step: Transition) =>
  new Refusal('booking/transition-refused', { from: status, step })

const cancelled = (reason: string | null, refundDueMinor: number | null = null) => ({
  cancellation_reason: reason,
  refund_due_minor: refundDueMinor,
  payment_checking_since: null,
  places: 0,
  released_places: 0,
})

const historyNames = {
  confirm: 'booking-confirmed',
  cancel: 'booking-cancelled',
  complete: 'booking-completed',
  reopen: 'booking-reopened',
  expire: 'booking-expired',
} as const satisfies Record<Transition, HistoryName>

const stepped = { expires_at: null, held_until: null, awaits_agency: false }

/** Applies the transition table and writes state and history. `booking` must be locked in this transaction. */
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
    throw new Refusal(decision.refusal, {}, [{ path: 'reason', message: text('errors.reason') }])
  if (decision.refusal) throw new Refusal(decision.refusal, { from: booking.booking_status, step })
  const now = deps.clock()
  const changed = await trx
    .updateTable('bookings')
    .set({
      booking_status: decision.to,
      ...(decision.to === 'cancelled' && cancelled(reason, facts.refundDueMinor)),
      ...stepped,
      updated_at: now,
      version: booking.version + 1,
    })
    .where('id', '=', booking.id)
    .where('booking_status', '=', booking.booking_status)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw tooLate(booking.booking_status, step)
  if (decision.to !== 'confirmed')
    await freeHeld({ trx, deps }, booking, { isCancelled: decision.to === 'cancelled', actor })
  await writeHistory(
    trx,
    booking.id,
    { event: historyNames[step], actor, data: { ...facts.data, ...(reason && { reason }) } },
    now,
  )
  return changed
}

type Freeing = { readonly isCancelled: boolean; readonly actor: Actor }
/** Frees the places of a booking that is over, and those of its prepared move. */
async function freeHeld(
  { trx, deps }: HoldWork,
  booking: BookingRecord,
  { isCancelled, actor }: Freeing,
): Promise<void> {
  const move = await findPreparedMove(trx, booking)
  if (move) await lockInOrder(trx, [...departuresOf(booking), ...departuresOfMove(move)])
  if (isCancelled) await freeSeats(trx, booking, deps.clock())
  if (move) await endPreparedMove({ trx, deps }, move, { outcome: 'booking-changed', actor })
}

type Step = (
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  actor: Actor,
  facts?: StepFacts,
) => Promise<BookingRecord>

const stepOf =
  (
    step: Transition,
    tell: (trx: Trx, changed: BookingRecord) => Promise<unknown>,
    prepare?: (work: HoldWork, booking: BookingRecord, actor: Actor) => Promise<BookingRecord>,
  ): Step =>
  async (trx, deps, booking, actor, facts = {}) => {
    const ready = prepare ? await prepare({ trx, deps }, booking, actor) : booking
    const changed = await takeStep(trx, deps, ready, step, actor, facts)
    await tell(trx, changed)
    return changed
  }

/** Released places are taken again. Refuses 'booking/places-gone'. */
async function withPlaces(work: HoldWork, booking: BookingRecord, actor: Actor): Promise<BookingRecord> {
  if (booking.released_places === 0 || booking.booking_status !== 'pending') return booking
  const held = await takePlacesAgain(work, booking, { occasion: 'staff', actor })
  if (!held) throw new Refusal('booking/places-gone')
  return held
}

const announceConfirmed = (trx: Trx, { id: bookingId, updated_at: now }: BookingRecord) =>
  emitEvent(trx, 'booking.confirmed', { bookingId }, now)

/** pending -> confirmed, with places. Refuses 'booking/places-gone'. */
export const confirmBooking = stepOf('confirm', announceConfirmed, withPlaces)

type Recorded = { readonly before: BookingRecord; readonly after: BookingRecord; readonly actor: Actor }
/** Completes a `recordPayment` that was to confirm the booking: announces it, or confirms it now if that had to wait. */
export async function finishConfirmation(
  { trx, deps }: HoldWork,
  { before, after, actor }: Recorded,
): Promise<BookingRecord> {
  if (after.booking_status === before.booking_status) return confirmBooking(trx, deps, after, actor)
  await announceConfirmed(trx, after)
  return after
}

/** pending -> cancelled, or with a reason confirmed -> cancelled. The payment room refunds on the event. */
export const cancelBooking = stepOf('cancel', (trx, { id: bookingId, cancellation_reason: reason, updated_at: now }) =>
  emitEvent(trx, 'booking.cancelled', { bookingId, reason }, now),
)

/** confirmed -> completed. */
export const completeBooking = stepOf('complete', (trx, { id: bookingId, updated_at: now }) =>
  emitEvent(trx, 'booking.completed', { bookingId }, now),
)

/** completed -> confirmed, with a reason. Customers are not notified; completing it again announces it again. */
export const reopenBooking = stepOf('reopen', async () => {})

/** pending and unpaid -> cancelled, because the payment deadline has passed (D64). Ask the provider first. */
export const expireBooking = stepOf('expire', (trx, { id: bookingId, updated_at: now }) =>
  emitEvent(trx, 'booking.expired', { bookingId }, now),
)

/**
 * pending -> cancelled, because its payment arrived after the hold of its places had ended, and no places are left.
 * `isRefunded`: refunded automatically; otherwise staff decide.
 */
export const endWithoutPlaces = ({ trx, deps }: HoldWork, booking: BookingRecord, isRefunded: boolean) =>
  stepOf('expire', (_, { id: bookingId, updated_at: now }) =>
    emitEvent(trx, 'booking.places-gone', { bookingId, isRefunded }, now),
  )(trx, deps, booking, systemActor)

/**
 * confirmed -> pending: another method replaces the one that had confirmed the unpaid booking. `booking` must be locked
 * in this transaction.
 */
export async function withdrawConfirmation(
  trx: Trx,
  booking: BookingRecord,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<BookingRecord> {
  if (booking.booking_status !== 'confirmed') throw tooLate(booking.booking_status, 'confirm')
  const changed = await trx
    .updateTable('bookings')
    .set({ booking_status: 'pending', updated_at: now, version: booking.version + 1 })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeHistory(trx, booking.id, { event: 'confirmation-withdrawn', actor }, now)
  await emitEvent(trx, 'booking.confirmation-withdrawn', { bookingId: booking.id }, now)
  return changed
}

/** Marks that a payment is being checked. `booking` must be locked in this transaction. */
export function setPaymentChecking(trx: Trx, booking: BookingRecord, since: Date | null): Promise<BookingRecord> {
  return trx
    .updateTable('bookings')
    .set({ payment_checking_since: since })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What the payment room may change. Omitted fields stay as they are. */
export interface PaymentChange {
  readonly paymentStatus?: PaymentStatus
  readonly gateway?: string | null
  readonly reference?: string | null
  readonly gatewayResponse?: GatewayResponse
  /** Absolute totals from the provider, never increments. */
  readonly paidMinor?: number
  readonly refundedMinor?: number
  /** Null: does not expire (proof under review, payment on arrival). A completed payment always clears it. */
  readonly expiresAt?: Date | null
  readonly verification?: { readonly decision: 'approved' | 'rejected'; readonly by: string }
  /** The customer's note to the agency; separate from the admin notes (D25). */
  readonly customerNote?: string
  /**
   * Confirms the pending booking in the same write, unless the result awaits the agency or its places were released.
   * `finishConfirmation` must follow, but not for a result that awaits the agency.
   */
  readonly confirms?: boolean
}

const isConfirmable = ({ booking_status: status, released_places }: BookingRecord): boolean =>
  stateAfter(status, 'confirm') === 'confirmed' && released_places === 0

function paymentAfter(
  { payment_status: from }: BookingRecord,
  { paymentStatus: to = from }: PaymentChange,
): PaymentStatus {
  if (!canPaymentBecome(from, to)) throw new Refusal('booking/payment-refused', { from, to })
  return to
}

const confirmedBy = ({ actor }: HistoryEvent): HistoryEvent => ({ event: 'booking-confirmed', actor })

const settled = { expires_at: null, held_until: null, awaits_agency: false, payment_checking_since: null }
/**
 * Records the result of a payment with its history entry (A162). `booking` must be locked in this transaction.
 * Refuses 'booking/payment-refused' for a step that the payment table lacks. The caller confirms bookings with
 * instant confirmation afterwards (D83), unless the result awaits the agency: a cash booking that staff must check
 * keeps its expiry.
 */
export async function recordPayment(
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  change: PaymentChange,
  event: HistoryEvent,
): Promise<BookingRecord> {
  const to = paymentAfter(booking, change)
  const now = deps.clock()
  const { verification } = change
  const waits = event.event === 'pay-on-arrival' && (await mustAgencyDecide({ trx, deps }, booking, event.actor))
  const confirms = change.confirms === true && !waits && isConfirmable(booking)
  const changed = await trx
    .updateTable('bookings')
    .set({
      payment_status: to,
      ...(change.gateway !== undefined && { payment_gateway: change.gateway }),
      ...(change.reference !== undefined && { payment_reference: change.reference }),
      ...(change.gatewayResponse && { gateway_response: JSON.stringify(change.gatewayResponse) }),
      ...(change.paidMinor !== undefined && { paid_minor: change.paidMinor }),
      ...(change.refundedMinor !== undefined && { refunded_minor: change.refundedMinor }),
      ...(change.expiresAt !== undefined && !waits && { expires_at: change.expiresAt }),
      // Another method, or none, needs no decision.
      ...(change.gateway !== undefined && { awaits_agency: waits }),
      ...(to === 'completed' && settled),
      ...(confirms && { booking_status: 'confirmed' as const, ...stepped }),
      ...(verification && { verification: verification.decision, verified_at: now, verified_by: verification.by }),
      ...(change.customerNote !== undefined && { customer_note: change.customerNote }),
      updated_at: now,
      version: booking.version + 1,
    })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const entries = [
    waits ? { ...event, event: 'awaiting-agency' as const } : event,
    ...(confirms ? [confirmedBy(event)] : []),
  ]
  await writeEntries(trx, { bookingId: booking.id, entries }, now)
  return changed
}
