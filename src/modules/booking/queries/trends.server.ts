import { sql } from 'kysely'
import type * as z from 'zod'
import { agencyTimeZone, dateIn, type LocalDate } from '../../../kernel/dates.ts'
import { add, convert, type Money, money, type RatesPerUsd, zero } from '../../../kernel/money.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { bookingStatuses } from '../rules/states.ts'
import { pointOf, type TrendPeriod, trendPoints } from '../rules/trend-points.ts'
import type { trends } from '../staff-contract.ts'

export type Trends = z.output<typeof trends>
interface DayRow {
  day: LocalDate
  currency: string
  bookings: number
  net_minor: number
}

/**
 * What the back office's charts show: money that came in less what went back, by the day it moved, in the reporting
 * currency; bookings by the day they were made, by state and by kind. From the counters that the database keeps.
 */
export async function readTrends(deps: BookingDeps, period: TrendPeriod): Promise<Trends> {
  const points = trendPoints(period, dateIn(agencyTimeZone, deps.clock()))
  const [{ currency }, rates, days, shares] = await Promise.all([
    readSettings(deps),
    readRates(deps),
    readDays(deps, points[0] ?? ''),
    readShares(deps),
  ])
  const sums = new Map<LocalDate, { net: Money; bookings: number }>()
  for (const row of days) {
    const from = pointOf(points, row.day)
    if (from === null) continue
    const sum = sums.get(from) ?? { net: zero(currency), bookings: 0 }
    sums.set(from, { net: add(sum.net, inCurrency(row, currency, rates)), bookings: sum.bookings + row.bookings })
  }
  return {
    period,
    points: points.map((from) => ({ from, ...(sums.get(from) ?? { net: zero(currency), bookings: 0 }) })),
    byStatus: bookingStatuses.map((status) => ({
      status,
      bookings: total(shares.filter((share) => share.booking_status === status)),
    })),
    byKind: deps.kinds.all.map(({ key: kind }) => ({
      kind,
      bookings: total(shares.filter((share) => share.service_type === kind)),
    })),
  }
}

/** What has no rate is left out, as on the card above the chart. */
const inCurrency = (row: DayRow, currency: string, rates: RatesPerUsd): Money =>
  convert(money(row.net_minor, row.currency), currency, rates) ?? zero(currency)

async function readDays(deps: BookingDeps, from: LocalDate): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day::text as day, currency, sum(bookings)::int8 as bookings,
      sum(paid_minor - refunded_minor)::int8 as net_minor
    from booking_days where day >= ${from}::date group by day, currency order by day`.execute(deps.db)
  return rows
}

interface Share {
  service_type: string
  booking_status: string
  bookings: number
}
async function readShares(deps: BookingDeps): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select service_type, booking_status, sum(bookings)::int8 as bookings
    from booking_counters group by service_type, booking_status`.execute(deps.db)
  return rows
}
const total = (shares: readonly Share[]): number => shares.reduce((sum, { bookings }) => sum + bookings, 0)
