import type * as z from 'zod'
import type { LocalDate } from '../../../kernel/dates.ts'
import { add, convert, type Money, money, type RatesPerUsd, zero } from '../../../kernel/money.ts'
import { readRates, readSettings, readToday } from '../../settings/index.server.ts'
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
 * The charts of the back office: net revenue by the day the money moved, in the agency's currency, and bookings by
 * the day they were made, by state and by kind. Read from counters that the database maintains.
 */
export async function readTrends(deps: BookingDeps, period: TrendPeriod): Promise<Trends> {
  const points = trendPoints(period, await readToday(deps))
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

/** Currencies without a rate are left out, as in the revenue figure above the chart. */
const inCurrency = (row: DayRow, currency: string, rates: RatesPerUsd): Money =>
  convert(money(row.net_minor, row.currency), currency, rates) ?? zero(currency)

const readDays = (deps: BookingDeps, from: LocalDate): Promise<DayRow[]> =>
  deps.db
    .selectFrom('booking_days')
    .select(({ fn, cast, eb, ref }) => [
      'day',
      'currency',
      cast<number>(fn.sum('bookings'), 'bigint').as('bookings'),
      cast<number>(fn.sum(eb('paid_minor', '-', ref('refunded_minor'))), 'bigint').as('net_minor'),
    ])
    .where('day', '>=', from)
    .groupBy(['day', 'currency'])
    .orderBy('day')
    .execute()

interface Share {
  service_type: string
  booking_status: string
  bookings: number
}
const readShares = (deps: BookingDeps): Promise<Share[]> =>
  deps.db
    .selectFrom('booking_counters')
    .select(({ fn, cast }) => [
      'service_type',
      'booking_status',
      cast<number>(fn.sum('bookings'), 'bigint').as('bookings'),
    ])
    .groupBy(['service_type', 'booking_status'])
    .execute()
const total = (shares: readonly Share[]): number => shares.reduce((sum, { bookings }) => sum + bookings, 0)
