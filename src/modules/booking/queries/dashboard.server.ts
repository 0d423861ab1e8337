import type { ExpressionBuilder } from 'kysely'
import type * as z from 'zod'
import { addDays } from '../../../kernel/dates.ts'
import { add, convert, money, zero } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { countServices } from '../../catalogue/index.server.ts'
import { readRates, readSettings, readToday } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { dashboard } from '../staff-contract.ts'
import { missesDocuments } from './conditions.server.ts'
import { uncheckedDocuments } from './document-queue.server.ts'
import { type ListedBooking, listedColumns, viewRow } from './listed-bookings.server.ts'

export type Dashboard = z.output<typeof dashboard>
/** Open work in other rooms. */
type OwnWork = 'departuresSoon' | 'missingDocuments' | 'uncheckedDocuments' | 'awaitingAgency'
export type OpenWork = Omit<Dashboard['needsAction'], OwnWork>
type Counts = Readonly<Record<OwnWork, number>> & { readonly counts: CurrencyCount[] }

/** The first screen of the back office. Sums come from counters that the database maintains, never from a scan. */
export async function readDashboard(deps: BookingDeps, openWork: OpenWork = {}): Promise<Dashboard> {
  const [settings, rates, { counts, ...work }, services, recent] = await Promise.all([
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
    needsAction: { ...openWork, ...work },
  }
}

interface CurrencyCount {
  currency: string
  bookings: number
  pending: number
  net_minor: number
}
/** Counting stops here. */
const maxCounted = 1_000

/**
 * Sums by currency, confirmed bookings that start today or in the next two days (agency time), and bookings that wait
 * for documents, for their check or for the agency's decision. One statement.
 */
async function readCounts(deps: BookingDeps): Promise<Counts> {
  const today = await readToday(deps)
  const rows = await deps.db
    .with('departing', (db) =>
      db
        .selectFrom('bookings')
        .select('id')
        .where('booking_status', '=', 'confirmed')
        .where(({ between }) => between('travel_date', today, addDays(today, 2)))
        .limit(maxCounted),
    )
    .with('waiting', (db) => db.selectFrom('bookings').select('id').where(missesDocuments).limit(maxCounted))
    .with('unchecked', (db) => uncheckedDocuments(db).select('document.id').limit(maxCounted))
    .with('deciding', (db) =>
      db.selectFrom('bookings').select('id').where('awaits_agency', '=', true).limit(maxCounted),
    )
    .with('sums', (db) => db.selectFrom('booking_counters').select(sumsOf).groupBy('currency'))
    .with('counted', (db) =>
      db.selectNoFrom((eb) => [
        eb.selectFrom('departing').select(eb.fn.countAll<number>().as('n')).as('departures'),
        eb.selectFrom('waiting').select(eb.fn.countAll<number>().as('n')).as('missing'),
        eb.selectFrom('unchecked').select(eb.fn.countAll<number>().as('n')).as('unchecked'),
        eb.selectFrom('deciding').select(eb.fn.countAll<number>().as('n')).as('deciding'),
      ]),
    )
    .selectFrom('counted')
    .leftJoin('sums', (join) => join.onTrue())
    .selectAll()
    .execute()
  const [first] = rows
  return {
    counts: rows.flatMap(countOf),
    departuresSoon: first?.departures ?? 0,
    missingDocuments: first?.missing ?? 0,
    uncheckedDocuments: first?.unchecked ?? 0,
    awaitingAgency: first?.deciding ?? 0,
  }
}

type Row = { [key in keyof CurrencyCount]: CurrencyCount[key] | null }
const countOf = ({ currency, bookings, pending, net_minor }: Row): CurrencyCount[] =>
  currency === null ? [] : [{ currency, bookings: bookings ?? 0, pending: pending ?? 0, net_minor: net_minor ?? 0 }]

function sumsOf({ fn, cast, eb, lit }: ExpressionBuilder<Tables, 'booking_counters'>) {
  const pending = fn.sum('bookings').filterWhere('booking_status', '=', 'pending')
  return [
    'currency' as const,
    cast<number>(fn.sum('bookings'), 'bigint').as('bookings'),
    cast<number>(fn.coalesce(pending, lit(0)), 'bigint').as('pending'),
    cast<number>(fn.sum(eb('paid_minor', '-', eb.ref('refunded_minor'))), 'bigint').as('net_minor'),
  ] as const
}

/** Paid minus refunded, converted into the agency's currency (A033). */
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

const readNewest = (deps: BookingDeps, limit: number): Promise<ListedBooking[]> =>
  deps.db
    .selectFrom('bookings')
    .select(listedColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
