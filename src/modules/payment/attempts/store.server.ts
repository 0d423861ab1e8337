import { Refusal } from '../../../kernel/refusal.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { BookingRecord, PreparedMove } from '../../booking/index.server.ts'
import type { AnsweredAttempt, AttemptDraft, AttemptRecord } from '../tables.server.ts'
import { type Attempt, isPaid } from './rules/attempt.ts'
import { type BookingFacts, isPayable } from './rules/booking-effect.ts'
import type { Charge } from './rules/charge.ts'

export const toAttempt = (row: AttemptDraft): Attempt => ({
  id: row.id,
  bookingId: row.booking_id,
  moveId: row.move_id,
  provider: row.provider,
  state: row.state,
  amountMinor: row.amount_minor,
  currency: row.currency,
  bookingAmountMinor: row.booking_amount_minor,
  bookingCurrency: row.booking_currency,
  orderRef: row.provider_order_ref,
  paymentRef: row.provider_payment_ref,
  capturedMinor: row.captured_minor,
  refundedMinor: row.refunded_minor,
  reviewReason: row.review_reason,
  failureMessage: row.failure_message,
  feeMinor: row.fee_minor,
  isDisputed: row.disputed_at !== null,
})

export const bookingFacts = (booking: BookingRecord, now: Date): BookingFacts => ({
  bookingStatus: booking.booking_status,
  paymentStatus: booking.payment_status,
  finalMinor: booking.final_minor,
  currency: booking.currency,
  paidMinor: booking.paid_minor,
  isInstant: booking.instant_confirmation,
  isExpired: booking.expires_at !== null && booking.expires_at <= now,
})

/** The customer may be asked to pay: not while a payment is being checked. */
export const isOpenToPayment = (booking: BookingRecord, now: Date): boolean =>
  isPayable(bookingFacts(booking, now)) && booking.payment_checking_since === null

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

async function findAttempt(q: Queryable, attemptId: string): Promise<AttemptRecord | null> {
  if (!isId.test(attemptId)) return null
  const row = await q.selectFrom('payment_attempts').selectAll().where('id', '=', attemptId).executeTakeFirst()
  return row ?? null
}
export async function getAttempt(q: Queryable, attemptId: string): Promise<AttemptRecord> {
  const row = await findAttempt(q, attemptId)
  if (!row) throw new Refusal('payment/unknown-attempt')
  return row
}
/** Finds an attempt by our id, else by the provider's order: an event may carry either. */
export async function findAttemptOf(
  q: Queryable,
  provider: string,
  event: { attemptId: string | null; orderRef: string | null },
): Promise<AttemptRecord | null> {
  const byId = event.attemptId ? await findAttempt(q, event.attemptId) : null
  if (byId) return byId.provider === provider ? byId : null
  if (!event.orderRef) return null
  const row = await q
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_order_ref', '=', event.orderRef)
    .executeTakeFirst()
  return row ?? null
}

/** Newest first. */
export const listAttempts = (q: Queryable, bookingId: string): Promise<AttemptRecord[]> =>
  q.selectFrom('payment_attempts').selectAll().where('booking_id', '=', bookingId).orderBy('begun', 'desc').execute()

/** Locks the attempt. The caller has locked the booking before. */
export async function lockAttempt(trx: Trx, attemptId: string): Promise<AttemptRecord> {
  const row = await trx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('payment/unknown-attempt')
  return row
}

type NewAttempt = {
  readonly provider: string
  readonly charge: Charge
  readonly expiresAt: Date | null
  readonly now: Date
  /** It pays the difference of this move. */
  readonly move?: PreparedMove | null
}
export const draftAttempt = (
  booking: BookingRecord,
  { provider, charge, expiresAt, now, move = null }: NewAttempt,
): AttemptDraft => ({
  id: newId(now),
  ...{ booking_id: booking.id, move_id: move?.id ?? null },
  provider,
  amount_minor: charge.amount.minor,
  currency: charge.amount.currency,
  booking_amount_minor: move?.difference_minor ?? booking.final_minor,
  booking_currency: booking.currency,
  exchange_rate: charge.rate,
  state: 'created',
  provider_order_ref: null,
  provider_payment_ref: null,
  ...{ captured_minor: 0, refunded_minor: 0, fee_minor: null },
  ...{ review_reason: null, failure_message: null, disputed_at: null },
  expires_at: expiresAt,
  created_at: now,
  updated_at: now,
})

/** A draft with what its provider has answered already, if it has. */
export const storeAttempt = (trx: Trx, draft: AttemptDraft, answered: AnsweredAttempt = {}): Promise<AttemptRecord> =>
  trx
    .insertInto('payment_attempts')
    .values({ ...draft, ...answered })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertAttempt = (trx: Trx, booking: BookingRecord, given: NewAttempt): Promise<AttemptRecord> =>
  storeAttempt(trx, draftAttempt(booking, given))

/** Stores the attempt as the rules changed it. The caller holds its lock. */
export async function saveAttempt(trx: Trx, row: AttemptRecord, after: Attempt, now: Date): Promise<AttemptRecord> {
  return trx
    .updateTable('payment_attempts')
    .set({
      state: after.state,
      provider_order_ref: after.orderRef,
      provider_payment_ref: after.paymentRef,
      captured_minor: after.capturedMinor,
      refunded_minor: after.refundedMinor,
      review_reason: after.reviewReason,
      review_since: after.reviewReason === null ? null : (row.review_since ?? now),
      failure_message: after.failureMessage,
      fee_minor: after.feeMinor,
      ...(after.isDisputed && !row.disputed_at && { disputed_at: now }),
      ...(isPaid(after.state) && !row.succeeded_at && { succeeded_at: now }),
      version: row.version + 1,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
