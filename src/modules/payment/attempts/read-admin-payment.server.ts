import { forAnswer } from '../../../kernel/messages.ts'
import { money } from '../../../kernel/money.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { getBooking } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { canAsk, labelOf } from '../gateways/store.server.ts'
import { refundable } from '../refunds/rules/refund.ts'
import { listRefunds, toRefund } from '../refunds/store.server.ts'
import type { AttemptRecord, RefundRecord } from '../tables.server.ts'
import { besideTransfer, readTransfer, transferFacts } from '../transfers/read-transfer.server.ts'
import { canDecide, proofBadge, proofState } from '../transfers/rules/proof.ts'
import type { AdminPayment } from './contract.ts'
import { listAttempts } from './store.server.ts'

/** All payments of a booking, for the back office. Seven statements. Refuses 'booking/not-found'. */
export async function readAdminPayment(deps: PaymentDeps, bookingId: string): Promise<AdminPayment> {
  const booking = await getBooking(deps.db, bookingId)
  const [transfer, attempts] = await Promise.all([readTransfer(deps.db, bookingId), listAttempts(deps.db, bookingId)])
  const ids = attempts.map((attempt) => attempt.id)
  const [refunds, events, beside] = await Promise.all([
    listRefunds(deps.db, ids),
    listEvents(deps.db, ids),
    besideTransfer(deps.db, booking),
  ])
  const facts = transferFacts(booking, transfer)
  const { openRequest } = transfer
  const badge = proofBadge(facts)
  return {
    bookingId,
    isBankTransfer: facts.isBankTransfer,
    badge: badge && forAnswer(badge),
    proofState: proofState(facts),
    canDecide: canDecide(facts),
    besideTransfer: beside,
    proofs: transfer.proofs.map(({ isWaiting: _, ...proof }) => ({ ...proof, at: proof.at.toISOString() })),
    openRequest: openRequest && { reason: openRequest.reason, at: openRequest.at.toISOString() },
    attempts: attempts.map((attempt) => viewAttempt(deps, attempt, refunds)),
    refunds: refunds.map(viewRefund),
    events,
  }
}

const viewAttempt = (
  deps: PaymentDeps,
  row: AttemptRecord,
  refunds: readonly RefundRecord[],
): AdminPayment['attempts'][number] => ({
  id: row.id,
  provider: row.provider,
  label: labelOf(deps, row.provider),
  canCheck: canAsk(deps, row.provider),
  state: row.state,
  amount: money(row.amount_minor, row.currency),
  captured: money(row.captured_minor, row.currency),
  refunded: money(row.refunded_minor, row.currency),
  refundable: money(refundable(row.captured_minor, refunds.filter(isOf(row)).map(toRefund)), row.currency),
  fee: row.fee_minor === null ? null : money(row.fee_minor, row.currency),
  converted:
    row.currency === row.booking_currency
      ? null
      : { amount: money(row.booking_amount_minor, row.booking_currency), rate: row.exchange_rate },
  isDisputed: row.disputed_at !== null,
  reference: row.provider_payment_ref ?? row.provider_order_ref,
  reviewReason: row.review_reason,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
const isOf =
  ({ id }: AttemptRecord) =>
  ({ attempt_id }: RefundRecord) =>
    attempt_id === id
const viewRefund = (row: RefundRecord): AdminPayment['refunds'][number] => ({
  id: row.id,
  amount: money(row.amount_minor, row.currency),
  state: row.state,
  origin: row.origin,
  reason: row.reason,
  at: row.created_at.toISOString(),
})

async function listEvents(q: Queryable, attemptIds: readonly string[]): Promise<AdminPayment['events']> {
  if (attemptIds.length === 0) return []
  const rows = await q
    .selectFrom('payment_events')
    .select(['id', 'provider', 'outcome', 'note', 'received_at'])
    .where('attempt_id', 'in', attemptIds)
    .orderBy('received_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    outcome: row.outcome,
    note: row.note,
    at: row.received_at.toISOString(),
  }))
}
