import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { addDays, instantAt, type LocalDate } from '../../../kernel/dates.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { ReadDatabase, Reader } from '../../../platform/db/reads.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { bookingsForReports } from '../../booking/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { SalesReport, salesReportInput } from './contract.ts'
import {
  addUp,
  byCurrency,
  type GroupRow,
  grouped,
  maxReportRows,
  periodBefore,
  type ReportGroup,
  viewSums,
} from './rules.ts'
import '../tables.server.ts'

export type SalesFilter = z.output<typeof salesReportInput>
type Period = { readonly from: LocalDate; readonly to: LocalDate }
/** A report reads every booking and payment of its period. */
export const reportLimit = { name: 'sales-report', hits: 60, seconds: 600 }

/**
 * The report of a period in the agency's days, and the totals of the period before. Two statements, and two for settings
 * and rates unless cached. Refuses 'limit/too-many'.
 */
export async function readSalesReport(deps: PaymentDeps, caller: Caller, filter: SalesFilter): Promise<SalesReport> {
  await countHit(deps, reportLimit, caller.userId ?? caller.address)
  const before = periodBefore(filter.from, filter.to)
  const [{ currency }, rates, rows, earlier] = await Promise.all([
    readSettings(deps),
    readRates(deps),
    readGroups(deps, caller, filter),
    // Any grouping gives the totals; the kind costs least.
    readGroups(deps, caller, { ...filter, ...before, by: 'kind' }),
  ])
  const groups = grouped(rows, filter.by, (of) => addUp(of, currency, rates).sold.minor)
  return {
    ...{ from: filter.from, to: filter.to, by: filter.by },
    rows: groups.slice(0, maxReportRows).map(({ key, name, rows: of }) => ({ key, name, sums: of.map(viewSums) })),
    more: Math.max(0, groups.length - maxReportRows),
    totals: byCurrency(rows).map(viewSums),
    total: addUp(rows, currency, rates),
    previous: { ...before, total: addUp(earlier, currency, rates) },
  }
}

const keys: Readonly<Record<Exclude<ReportGroup, 'month'>, RawBuilder<string>>> = {
  kind: sql`b.service_type`,
  item: sql`b.service_id::text`,
  staff: sql`coalesce(b.seller, '')`,
  source: sql`case when b.seller is null then 'shop' else 'staff' end`,
  promo: sql`coalesce(b.promo_code, '')`,
}
const names: Partial<Record<ReportGroup, RawBuilder<string>>> = {
  item: sql`max(b.service_title)`,
  staff: sql`coalesce(max(b.seller_name) filter (where b.seller is not null), '')`,
}

/** What was booked, and what moved, by group and currency of the booking. One statement. */
export async function readGroups(deps: PaymentDeps, reader: Reader, filter: SalesFilter): Promise<GroupRow[]> {
  const { time_zone: zone } = await readSettings(deps)
  return deps.reads.recent(reader, (db) => groupsIn(db, filter, zone))
}

async function groupsIn(db: ReadDatabase, { by, type, ...period }: SalesFilter, zone: string): Promise<GroupRow[]> {
  const { from, until } = boundsOf(zone, period)
  const keyAt = (instant: RawBuilder<Date>) =>
    by === 'month' ? sql<string>`to_char(${instant} at time zone ${zone}, 'YYYY-MM')` : keys[by]
  const name = names[by] ?? sql`''`
  const ofType = type ? sql`and b.service_type = ${type}` : sql``
  const bookings = bookingsForReports(db)
  const { rows } = await sql<GroupRow>`
    with booked as (
      select ${keyAt(sql`b.created_at`)} as key, ${name} as name, b.currency, count(*) as bookings,
        count(*) filter (where b.booking_status = 'cancelled') as cancelled,
        coalesce(sum(b.travellers) filter (where b.booking_status <> 'cancelled'), 0) as travellers,
        coalesce(sum(b.final_minor) filter (where b.booking_status <> 'cancelled'), 0) as sold,
        coalesce(sum(b.tax_minor) filter (where b.booking_status <> 'cancelled'), 0) as tax,
        coalesce(sum(greatest(b.final_minor - b.paid_minor, 0)) filter (where b.booking_status <> 'cancelled'), 0)
          as outstanding
      from ${bookings} b where b.created_at >= ${from} and b.created_at < ${until} ${ofType} group by 1, b.currency
    ), moved as (
      select ${keyAt(sql`e.at`)} as key, ${name} as name, e.booking_currency as currency,
        coalesce(sum(e.booking_minor) filter (where e.kind in ('charged', 'assigned')), 0) as received,
        0 - coalesce(sum(e.booking_minor) filter (where e.kind in ('refunded', 'returned')), 0) as refunded
      from ledger_entries e join ${bookings} b on b.id = e.booking_id
      where e.at >= ${from} and e.at < ${until} and e.kind <> 'fee' ${ofType} group by 1, e.booking_currency
    )
    select coalesce(booked.key, moved.key) as key, coalesce(booked.name, moved.name) as name,
      coalesce(booked.currency, moved.currency) as currency, coalesce(bookings, 0)::bigint as bookings,
      coalesce(cancelled, 0)::bigint as cancelled, coalesce(travellers, 0)::bigint as travellers,
      coalesce(sold, 0)::bigint as sold, coalesce(tax, 0)::bigint as tax, coalesce(received, 0)::bigint as received,
      coalesce(refunded, 0)::bigint as refunded, coalesce(outstanding, 0)::bigint as outstanding
    from booked full join moved on moved.key = booked.key and moved.currency = booked.currency`.execute(db)
  return rows
}

const boundsOf = (zone: string, { from, to }: Period) => ({
  from: instantAt(zone, from, '00:00'),
  until: instantAt(zone, addDays(to, 1), '00:00'),
})
