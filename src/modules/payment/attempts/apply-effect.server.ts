import { money } from '../../../kernel/money.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import {
  type Actor,
  type BookingRecord,
  endMoveOfRefunded,
  finishConfirmation,
  type GatewayResponse,
  recordPayment,
  systemActor,
  writeHistory,
} from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { listPaying } from '../ledger/write-entries.server.ts'
import { isFullyRefunded, refundable, refundedInBookingMoney } from '../refunds/rules/refund.ts'
import { insertRefund, listRefunds, toRefund } from '../refunds/store.server.ts'
import type { ReviewReason } from '../reviews/rules.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { isPaid } from './rules/attempt.ts'
import type { BookingEffect } from './rules/booking-effect.ts'
import { toAttempt } from './store.server.ts'
import '../events.ts'

/** A change of a locked attempt that was just stored, and where it comes from. */
export type Change = {
  readonly trx: Trx
  readonly deps: PaymentDeps
  readonly attempt: AttemptRecord
  readonly actor: Actor
  /** For the history: reason and receipt by staff. */
  readonly facts: Readonly<Record<string, string>>
  /** Null for a decision by staff. */
  readonly response: GatewayResponse | null
}

/** Applies the effect of a changed attempt to its booking. The caller holds the booking's lock. */
export async function applyEffect(
  change: Change,
  booking: BookingRecord,
  effect: BookingEffect,
): Promise<BookingRecord> {
  const { trx, deps, attempt, actor, facts } = change
  switch (effect.kind) {
    case 'paid':
      return markPaid(change, booking, effect.confirm)
    case 'move':
      return noteDifference(change, booking)
    case 'payment-failed': {
      const message = attempt.failure_message
      const data = { provider: attempt.provider, attemptId: attempt.id, ...facts, ...(message && { message }) }
      return recordPayment(trx, deps, booking, { paymentStatus: 'failed' }, { event: 'payment-failed', actor, data })
    }
    case 'give-back': {
      const isOfBooking = effect.reason === 'late_payment' && attempt.move_id === null
      const noted = isOfBooking ? await notePayment(change, booking) : booking
      await refundAll(change, effect.reason)
      return noted
    }
    case 'review':
      return effect.review === 'late-payment-kept' && attempt.move_id === null ? notePayment(change, booking) : booking
    default:
      return booking
  }
}

async function markPaid(change: Change, booking: BookingRecord, confirm: boolean): Promise<BookingRecord> {
  const { trx, deps, attempt, actor } = change
  const paid = await notePayment(change, booking, confirm)
  await emitEvent(trx, 'payment.completed', { bookingId: booking.id, attemptId: attempt.id }, deps.clock())
  return confirm ? finishConfirmation({ trx, deps }, { before: booking, after: paid, actor }) : paid
}

/** The difference of a move counts beside what was paid before. The mail about the move names it. */
function noteDifference({ trx, deps, attempt, actor, facts }: Change, booking: BookingRecord) {
  const data = { provider: attempt.provider, attemptId: attempt.id, ...facts }
  const paidMinor = booking.paid_minor + attempt.booking_amount_minor
  return recordPayment(trx, deps, booking, { paidMinor }, { event: 'payment-completed', actor, data })
}

/** Also for a booking that has ended: it shows what was paid, and later what was refunded. */
function notePayment(change: Change, booking: BookingRecord, confirms = false) {
  const { trx, deps, attempt, actor, facts, response } = change
  const data = { provider: attempt.provider, attemptId: attempt.id, ...facts }
  const payment = {
    paymentStatus: 'completed',
    gateway: attempt.provider,
    reference: referenceOf(attempt, booking),
    paidMinor: attempt.booking_amount_minor,
    expiresAt: null,
    confirms,
    ...(response && { gatewayResponse: response }),
  } as const
  return recordPayment(trx, deps, booking, payment, { event: 'payment-completed', actor, data })
}

/** A transfer has no provider reference, so it carries the booking's. */
const referenceOf = (attempt: AttemptRecord, booking: BookingRecord): string =>
  attempt.provider_payment_ref ?? attempt.provider_order_ref ?? booking.booking_reference

async function refundAll({ trx, deps, attempt }: Change, reason: 'late_payment' | 'double_payment'): Promise<void> {
  const refunds = (await listRefunds(trx, [attempt.id])).map(toRefund)
  const left = refundable(attempt.captured_minor, refunds)
  const why = { reason, requestedBy: null, actor: systemActor }
  if (left > 0) await insertRefund(trx, attempt, money(left, attempt.currency), why, deps.clock())
}

/** Updates the booking's refunded total. Call it only for an attempt that paid the booking, or the difference of a move. */
export async function countRefunds(
  { trx, deps, attempt, actor }: Change,
  booking: BookingRecord,
): Promise<BookingRecord> {
  if (!isPaid(attempt.state)) return booking
  const others = (await listPaying(trx, booking.id)).filter(({ id }) => id !== attempt.id)
  const paying = [attempt, ...others].map(toAttempt)
  const refundedMinor = paying.reduce((sum, each) => sum + refundedInBookingMoney(each, each.refundedMinor), 0)
  const isAll = paying.every((each) => isFullyRefunded(each, each.refundedMinor))
  const paymentStatus = isAll ? 'refunded' : 'completed'
  // Only an overpayment was refunded, which never belonged to the booking.
  if (refundedMinor === booking.refunded_minor && paymentStatus === booking.payment_status) return booking
  // A refund that failed afterwards reduces the total again.
  const isBack = refundedMinor < booking.refunded_minor
  const event = isBack ? 'payment-reopened' : isAll ? 'payment-refunded' : 'payment-partly-refunded'
  const data = { provider: attempt.provider, attemptId: attempt.id, refundedMinor, currency: booking.currency }
  if (isAll) await endMoveOfRefunded({ trx, deps }, booking, actor)
  return recordPayment(trx, deps, booking, { refundedMinor, paymentStatus }, { event, actor, data })
}

export async function askForReview({ trx, deps, attempt, actor }: Change, reason: ReviewReason): Promise<void> {
  const now = deps.clock()
  await emitEvent(trx, 'payment.under-review', { attemptId: attempt.id, reason }, now)
  const entry = { event: 'payment-under-review', actor, data: { attemptId: attempt.id, reason } } as const
  await writeHistory(trx, attempt.booking_id, entry, now)
}
