import { stringify } from 'csv-stringify/sync'
import { safeCell } from '../../../kernel/csv.ts'
import { agencyTimeZone, dateIn, formatDateTime } from '../../../kernel/dates.ts'
import { convert, formatAmount, type Money, money, type RatesPerUsd } from '../../../kernel/money.ts'
import { readRates } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type BookingFilter, filtersOf, type ListedBooking, readPage } from './admin-list.server.ts'

/** A142, in this order; the amount in INR is converted, the last two are as booked (D54). */
export const csvColumns = [
  'Reference',
  'Customer',
  'Email',
  'Phone',
  'Service Type',
  'Service Title',
  'Amount (INR)',
  'Payment Method',
  'Status',
  'Date',
  'Amount',
  'Currency',
] as const

/** The file's name holds the agency's date (A141). */
export const csvName = (deps: Pick<BookingDeps, 'clock'>): string =>
  `bookings-${dateIn(agencyTimeZone, deps.clock())}.csv`

// So that spreadsheets read it as UTF-8.
const byteOrderMark = '\uFEFF'
const rowsAtATime = 250
const write = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  )

/**
 * Every booking that matches, newest first, in pieces: a million rows never stand in memory. Read page by page without
 * a transaction, so that a slow reader holds nothing up; a booking made meanwhile may be missing.
 */
export async function* exportBookings(deps: BookingDeps, filter: BookingFilter): AsyncGenerator<string> {
  const rates = await readRates(deps)
  const conditions = await filtersOf(deps, filter)
  yield byteOrderMark + write([csvColumns])
  let cursor: string | undefined
  do {
    const question = {
      ...conditions,
      sort: 'created_at',
      direction: 'desc',
      limit: rowsAtATime,
      cursor,
    } as const
    const page = await readPage(deps, question, rates)
    if (page.rows.length > 0) yield write(page.rows.map((row) => cellsOf(row, rates).map(safeCell)))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Plain digits, so that spreadsheets can add them up. */
const plainAmount = (amount: Money | null): string => (amount ? formatAmount(amount).replaceAll(',', '') : '')

function cellsOf(row: ListedBooking, rates: RatesPerUsd): readonly string[] {
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
    formatDateTime(row.created_at),
    plainAmount(final),
    row.currency,
  ]
}
