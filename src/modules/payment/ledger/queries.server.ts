import { type Expression, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { bookingsForPayment } from '../../booking/index.server.ts'
import type { LedgerDifference, LedgerSums, MovementKind } from './rules.ts'

/**
 * Returns every stored total that differs from the sum of its ledger entries; an empty list is the proof. One statement,
 * so that it reads one snapshot while the shop keeps selling: entries and totals are written in the same transaction.
 */
export async function proveLedger(q: Queryable): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with by_attempt as (
      select attempt_id,
        coalesce(sum(amount_minor) filter (where kind in ('charged', 'assigned')), 0) as charged,
        0 - coalesce(sum(amount_minor) filter (where kind in ('refunded', 'returned')), 0) as refunded,
        0 - coalesce(sum(amount_minor) filter (where kind = 'fee'), 0) as fee
      from ledger_entries where attempt_id is not null group by attempt_id
    ), by_booking as (
      select booking_id,
        coalesce(sum(booking_minor) filter (where kind in ('charged', 'assigned')), 0) as paid,
        0 - coalesce(sum(booking_minor) filter (where kind in ('refunded', 'returned')), 0) as refunded
      from ledger_entries group by booking_id
    ), given_back as (
      select attempt_id, sum(amount_minor) as total from refunds where state = 'succeeded' group by attempt_id
    ), attempts as (
      select 'attempt' as subject, a.id, a.booking_id, what, a.currency, stored, entered
      from payment_attempts a left join by_attempt l on l.attempt_id = a.id left join given_back g on g.attempt_id = a.id
      cross join lateral (values
        ('charged', a.captured_minor, coalesce(l.charged, 0)),
        ('refunded', a.refunded_minor, coalesce(l.refunded, 0)),
        ('fee', coalesce(a.fee_minor, 0), coalesce(l.fee, 0)),
        ('refund records', a.refunded_minor, case when a.state in ('succeeded', 'partially_refunded', 'refunded')
          then least(coalesce(g.total, 0), a.captured_minor) else a.refunded_minor end)) v (what, stored, entered)
    ), payments as (
      select 'booking' as subject, b.id, b.id as booking_id, what, b.currency, stored, entered
      from ${bookingsForPayment(q)} b left join by_booking l on l.booking_id = b.id
      cross join lateral (values
        ('paid', b.paid_minor, coalesce(l.paid, 0)),
        ('refunded', b.refunded_minor, coalesce(l.refunded, 0))) v (what, stored, entered)
    ), misplaced as (
      select 'attempt' as subject, a.id, a.booking_id, 'currency' as what, e.currency, 0 as stored, e.amount_minor as entered
      from ledger_entries e join payment_attempts a on a.id = e.attempt_id
      where (e.booking_id, e.currency, e.booking_currency) <> (a.booking_id, a.currency, a.booking_currency)
    ), differences as (
      select * from attempts where stored <> entered
      union all select * from payments where stored <> entered
      union all select * from misplaced
    )
    select d.subject, d.id, d.booking_id as "bookingId", b.booking_reference as reference, d.what, d.currency,
      d.stored::bigint as "storedMinor", d.entered::bigint as "enteredMinor"
    from differences d join ${bookingsForPayment(q)} b on b.id = d.booking_id
    order by b.booking_reference, d.subject, d.what`.execute(q)
  return rows
}

export type ProviderSums = LedgerSums & {
  /** null: money from before the ledger, without an attempt. */
  readonly provider: string | null
}

/** Sums of the ledger by provider and currency: over all time, or from `from` (inclusive) to `to` (exclusive). */
export function sumLedger(q: Queryable, period: { from: Date; to: Date } | null = null): Promise<ProviderSums[]> {
  let query = q
    .selectFrom('ledger_entries as entry')
    .leftJoin('payment_attempts as attempt', 'attempt.id', 'entry.attempt_id')
    .select(({ fn, eb }) => {
      const sumOf = (...kinds: MovementKind[]) =>
        fn.coalesce(fn.sum<number>('entry.amount_minor').filterWhere('entry.kind', 'in', kinds), eb.lit(0))
      const minus = (sum: Expression<number>) => eb(eb.cast<number>(eb.lit(0), 'bigint'), '-', sum)
      return [
        'attempt.provider',
        'entry.currency',
        eb.cast<number>(sumOf('charged'), 'bigint').as('chargedMinor'),
        eb.cast<number>(minus(sumOf('refunded', 'returned')), 'bigint').as('refundedMinor'),
        eb.cast<number>(minus(sumOf('fee')), 'bigint').as('feesMinor'),
        eb.cast<number>(fn.sum('entry.amount_minor'), 'bigint').as('netMinor'),
      ]
    })
    .groupBy(['attempt.provider', 'entry.currency'])
    .orderBy('attempt.provider')
    .orderBy('entry.currency')
  if (period) query = query.where('entry.at', '>=', period.from).where('entry.at', '<', period.to)
  return query.execute()
}

/** Sums over all time by currency. */
export async function ledgerByCurrency(q: Queryable): Promise<LedgerSums[]> {
  const byCurrency = new Map<string, LedgerSums>()
  for (const { provider: _, ...sums } of await sumLedger(q)) {
    const before = byCurrency.get(sums.currency)
    byCurrency.set(sums.currency, before ? added(before, sums) : sums)
  }
  return [...byCurrency.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
const added = (a: LedgerSums, b: LedgerSums): LedgerSums => ({
  currency: a.currency,
  chargedMinor: a.chargedMinor + b.chargedMinor,
  refundedMinor: a.refundedMinor + b.refundedMinor,
  feesMinor: a.feesMinor + b.feesMinor,
  netMinor: a.netMinor + b.netMinor,
})
