import { decodeCursor, encodeCursor } from '../../../kernel/cursor.ts'
import { isLocalDate } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { bookingsForPayment } from '../../booking/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { canAsk, labelOf } from '../gateways/store.server.ts'
import { refundable } from '../refunds/rules/refund.ts'
import { listRefunds, toRefund } from '../refunds/store.server.ts'
import type { AttemptRecord, RefundRecord } from '../tables.server.ts'
import type { PaymentReview } from './contract.ts'

const maxEvents = 5
type Page = { items: PaymentReview[]; total: number; nextCursor: string | null }
type Row = AttemptRecord & { booking_reference: string; customer_name: string }
type Mismatch = PaymentReview['events'][number] & { attemptId: string }

/** Payments to review, oldest first. Four statements. Refuses 'list/bad-cursor'. */
export async function listReviews(
  deps: PaymentDeps,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page> {
  const [rows, total] = await Promise.all([readRows(deps.db, limit, cursor), countReviews(deps.db)])
  const pageRows = rows.slice(0, limit)
  const ids = pageRows.map(({ id }) => id)
  const [refunds, events] = await Promise.all([listRefunds(deps.db, ids), listMismatches(deps.db, ids)])
  const items = pageRows.map((row) => viewOf(deps, row, refunds, events))
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, total, nextCursor: last ? encodeCursor([last.since, last.attemptId]) : null }
}

function readRows(q: Queryable, limit: number, cursor: string | undefined): Promise<Row[]> {
  let query = q
    .selectFrom('payment_attempts as attempt')
    .innerJoin(bookingsForPayment(q).as('booking'), 'booking.id', 'attempt.booking_id')
    .selectAll('attempt')
    .select(['booking.booking_reference', 'booking.customer_name'])
    .where('attempt.review_reason', 'is not', null)
    .orderBy('attempt.review_since')
    .orderBy('attempt.id')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const { at, id } = placeOf(cursor)
    query = query.where((eb) => eb(eb.refTuple('attempt.review_since', 'attempt.id'), '>', eb.tuple(at, id)))
  }
  return query.execute()
}

async function countReviews(q: Queryable): Promise<number> {
  const row = await q
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('review_reason', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.items
}

async function listMismatches(q: Queryable, attemptIds: readonly string[]): Promise<Mismatch[]> {
  if (attemptIds.length === 0) return []
  const rows = await q
    .selectFrom('payment_events')
    .select(['id', 'attempt_id', 'outcome', 'note', 'received_at'])
    .where('attempt_id', 'in', attemptIds)
    .where('outcome', 'in', ['mismatch', 'rejected'])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(attemptIds.length * maxEvents * 4)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    attemptId: row.attempt_id ?? '',
    outcome: row.outcome,
    note: row.note,
    at: row.received_at.toISOString(),
  }))
}

function viewOf(
  deps: PaymentDeps,
  row: Row,
  refunds: readonly RefundRecord[],
  events: readonly Mismatch[],
): PaymentReview {
  const own = refunds.filter((refund) => refund.attempt_id === row.id).map(toRefund)
  const mismatches = events.filter(({ attemptId }) => attemptId === row.id).slice(0, maxEvents)
  return {
    attemptId: row.id,
    bookingId: row.booking_id,
    booking_reference: row.booking_reference,
    customer_name: row.customer_name,
    provider: row.provider,
    label: labelOf(deps, row.provider),
    state: row.state,
    reason: row.review_reason ?? '',
    since: (row.review_since ?? row.updated_at).toISOString(),
    amount: money(row.amount_minor, row.currency),
    captured: money(row.captured_minor, row.currency),
    refunded: money(row.refunded_minor, row.currency),
    refundable: money(refundable(row.captured_minor, own), row.currency),
    reference: row.provider_payment_ref ?? row.provider_order_ref,
    canCheck: canAsk(deps, row.provider),
    events: mismatches.map(({ attemptId: _attemptId, ...event }) => event),
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
function placeOf(cursor: string): { at: Date; id: string } {
  const [at, id] = decodeCursor(cursor) ?? []
  const isPlace = typeof at === 'string' && typeof id === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/.test(at)
  if (!isPlace || !uuid.test(id) || !isLocalDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at)))
    throw new Refusal('list/bad-cursor')
  return { at: new Date(at), id }
}
