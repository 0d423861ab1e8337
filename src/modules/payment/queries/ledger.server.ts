import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { LedgerDifference, LedgerSums } from '../rules/ledger.ts'

/**
 * Every total of the database that the ledger's lines do not add up to; an empty list is the proof. One statement, so
 * that all of it is of the same moment, also while the shop is selling. Lines and totals stand in one transaction, so
 * there is never a moment at which they may differ.
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
      from bookings b left join by_booking l on l.booking_id = b.id
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
    from differences d join bookings b on b.id = d.booking_id
    order by b.booking_reference, d.subject, d.what`.execute(q)
  return rows
}

export type ProviderSums = LedgerSums & {
  /** null: taken over from before, no provider of ours. */
  readonly provider: string | null
}

/** What the ledger has entered by provider and currency: of all times, or of [from, to). */
export async function sumLedger(q: Queryable, within: { from: Date; to: Date } | null = null): Promise<ProviderSums[]> {
  const time = within ? sql`e.at >= ${within.from} and e.at < ${within.to}` : sql`true`
  const { rows } = await sql<ProviderSums>`
    select a.provider, e.currency,
      coalesce(sum(e.amount_minor) filter (where e.kind = 'charged'), 0)::bigint as "chargedMinor",
      (0 - coalesce(sum(e.amount_minor) filter (where e.kind in ('refunded', 'returned')), 0))::bigint as "refundedMinor",
      (0 - coalesce(sum(e.amount_minor) filter (where e.kind = 'fee'), 0))::bigint as "feesMinor",
      sum(e.amount_minor)::bigint as "netMinor"
    from ledger_entries e left join payment_attempts a on a.id = e.attempt_id
    where ${time} group by a.provider, e.currency order by a.provider, e.currency`.execute(q)
  return rows
}

/** The same of all times by currency alone. */
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
