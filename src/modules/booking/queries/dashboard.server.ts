import { sql } from 'kysely'
import type * as z from 'zod'
import { addDays, agencyTimeZone, dateIn } from '../../../kernel/dates.ts'
import { add, convert, money, zero } from '../../../kernel/money.ts'
import { countServices } from '../../catalogue/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { dashboard } from '../staff-contract.ts'
import { type ListedBooking, listedColumns, missesDocuments, viewRow } from './admin-list.server.ts'

export type Dashboard = z.output<typeof dashboard>
/** What other rooms know of work that waits; left out where nobody knows. */
export type OpenWork = Omit<Dashboard['needsAction'], 'departuresSoon' | 'missingDocuments'>

/** The back office's first screen. Never scans the bookings: sums come from the counters that the database keeps. */
export async function readDashboard(deps: BookingDeps, openWork: OpenWork = {}): Promise<Dashboard> {
  const [settings, rates, { counts, departuresSoon, missingDocuments }, services, recent] = await Promise.all([
    readSettings(deps),
    readRates(deps),
    readCounts(deps),
    countServices(deps),
    readNewest(deps, 5),
  ])
  return {
    revenue: revenueIn(deps, settings.currency, rates, counts),
    bookings: counts.reduce((sum, each) => sum + each.bookings, 0),
    pending: counts.reduce((sum, each) => sum + each.pending, 0),
    services,
    recent: recent.map((row) => viewRow(row, rates)),
    transferVerificationHours: settings.transfer_verification_hours,
    needsAction: { ...openWork, departuresSoon, missingDocuments },
  }
}

interface CurrencyCount {
  currency: string
  bookings: number
  pending: number
  net_minor: number
}
/**
 * Sums by currency from the counters, how many confirmed bookings start today, tomorrow or the day after on the agency's
 * clock, and how many wait for documents: one statement.
 */
async function readCounts(
  deps: BookingDeps,
): Promise<{ counts: CurrencyCount[]; departuresSoon: number; missingDocuments: number }> {
  const today = dateIn(agencyTimeZone, deps.clock())
  const { rows } = await sql<{ departures: number; missing: number } & (CurrencyCount | { currency: null })>`
    with soon as (
      select 1 from bookings where booking_status = 'confirmed'
        and travel_date between ${today}::date and ${addDays(today, 2)}::date limit 1000),
    waiting as (select 1 from bookings where ${missesDocuments} limit 1000),
    sums as (
      select currency, sum(bookings)::int8 as bookings,
        coalesce(sum(bookings) filter (where booking_status = 'pending'), 0)::int8 as pending,
        sum(paid_minor - refunded_minor)::int8 as net_minor
      from booking_counters group by currency)
    select departures.*, sums.*
      from (select (select count(*)::int from soon) as departures, (select count(*)::int from waiting) as missing)
        as departures
      left join sums on true`.execute(deps.db)
  const counts = rows.flatMap((row) => (row.currency === null ? [] : [row]))
  return { counts, departuresSoon: rows[0]?.departures ?? 0, missingDocuments: rows[0]?.missing ?? 0 }
}

/** Paid minus refunded, from each booking's own currency into the one that the card names (A033). */
function revenueIn(
  deps: BookingDeps,
  currency: string,
  rates: Awaited<ReturnType<typeof readRates>>,
  counts: readonly CurrencyCount[],
) {
  return counts.reduce((sum, { currency: from, net_minor }) => {
    const converted = convert(money(net_minor, from), currency, rates)
    if (converted === null) deps.log.error({ currency: from }, 'revenue left out: no exchange rate')
    return converted ? add(sum, converted) : sum
  }, zero(currency))
}

async function readNewest(deps: BookingDeps, limit: number): Promise<ListedBooking[]> {
  const { rows } = await sql<ListedBooking>`
    select ${listedColumns} from bookings order by created_at desc, id desc limit ${limit}`.execute(deps.db)
  return rows
}
