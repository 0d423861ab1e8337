import { stringify } from 'csv-stringify/sync'
import { safeCell } from '../../../kernel/csv.ts'
import { convert, formatAmount, type Money, money, type RatesPerUsd } from '../../../kernel/money.ts'
import { formatDateTime } from '../../../kernel/written-times.ts'
import { type Reader, upToDate } from '../../../platform/db/reads.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { readRates, readTimeZone, readToday } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { text } from '../text.ts'
import { readPage } from './booking-pages.server.ts'
import { type BookingFilter, filtersOf } from './conditions.server.ts'
import type { ListedBooking } from './listed-bookings.server.ts'

/** In this order (A142). The amount in INR is converted; the last two columns are as booked (D54). */
export const csvColumns = [
  'reference',
  'customer',
  'email',
  'phone',
  'serviceType',
  'serviceTitle',
  'amountInr',
  'paymentMethod',
  'status',
  'date',
  'amount',
  'currency',
] as const

/** Named after the agency's date (A141). */
export const csvName = async (deps: BookingDeps): Promise<string> => `bookings-${await readToday(deps)}.csv`

// Spreadsheets then read the file as UTF-8.
const byteOrderMark = '\uFEFF'
const headRow = (): string => byteOrderMark + write([csvColumns.map((column) => say(text(`csv.${column}`)))])
const rowsAtATime = 250
const write = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  )

/**
 * Streams all matching bookings, newest first. It reads page by page without a transaction, so that a slow client
 * blocks nothing; a booking made meanwhile may be missing.
 */
export async function* exportBookings(
  deps: BookingDeps,
  filter: BookingFilter,
  reader: Reader = upToDate,
): AsyncGenerator<string> {
  const [rates, zone] = await Promise.all([readRates(deps), readTimeZone(deps)])
  const conditions = await deps.reads.recent(reader, (db) => filtersOf(deps, filter, db))
  yield headRow()
  let cursor: string | undefined
  do {
    const request = {
      ...conditions,
      sort: 'created_at',
      direction: 'desc',
      limit: rowsAtATime,
      cursor,
    } as const
    const page = await deps.reads.recent(reader, (db) => readPage({ db }, request, rates))
    if (page.rows.length > 0) yield write(page.rows.map((row) => cellsOf(row, rates, zone).map(safeCell)))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** These bookings as the same file. */
export async function csvOf(deps: BookingDeps, rows: readonly ListedBooking[]): Promise<string> {
  const [rates, zone] = await Promise.all([readRates(deps), readTimeZone(deps)])
  return headRow() + (rows.length > 0 ? write(rows.map((row) => cellsOf(row, rates, zone).map(safeCell))) : '')
}

/** No thousands separators: spreadsheets must be able to add the amounts up. */
const plainAmount = (amount: Money | null): string => (amount ? formatAmount(amount).replaceAll(',', '') : '')

function cellsOf(row: ListedBooking, rates: RatesPerUsd, zone: string): readonly string[] {
  const final = money(row.final_minor, row.currency)
  return [
    row.booking_reference,
    row.customer_name,
    row.customer_email,
    row.customer_phone ?? '',
    row.service_type,
    row.service_title,
    plainAmount(convert(final, 'INR', rates)),
    row.payment_gateway ?? '',
    row.booking_status,
    formatDateTime(row.created_at, zone),
    plainAmount(final),
    row.currency,
  ]
}
