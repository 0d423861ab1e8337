import type { Caller } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { type BookingDeps, bookingSummaries, readDelivered } from '../booking/index.server.ts'
import { issueFileLink } from '../files/index.server.ts'
import { type PrintoutName, subjectOf, subjectOfNote } from './http.server.ts'
import { hasVoucher, invoiceNumber } from './rules.ts'
import './tables.server.ts'

const maxBookings = 100

/**
 * What was issued for these bookings, those of the newest booking first, with links for this caller. Four statements at
 * most; not of all bookings when there are many.
 */
export async function listPersonPrintouts(deps: BookingDeps, caller: Caller, bookingIds: readonly string[]) {
  const bookings = await listBookings(deps.db, bookingIds)
  const ids = bookings.map(({ id }) => id)
  const [invoices, notes] = [
    await listNumbers(deps.db, 'invoices', ids),
    await listNumbers(deps.db, 'credit_notes', ids),
  ]
  const delivered = await readDelivered(deps, bookings, caller)
  const linkTo = (path: string, subject: string) =>
    `/api/papers/${path}?${new URLSearchParams({ link: issueFileLink(deps, subject, caller) })}`
  const pdf = (id: string, name: PrintoutName) => linkTo(`${id}/${name}`, subjectOf(name, id))
  return bookings.flatMap(({ id, booking_reference, service_title, booking_status }) => {
    const of = { booking_reference, service_title, label: null, traveller: null }
    const isOf = (row: Numbered) => row.booking_id === id
    return [
      ...(hasVoucher({ booking_status })
        ? [{ ...of, kind: 'voucher' as const, number: null, at: null, href: pdf(id, 'voucher.pdf') }]
        : []),
      ...invoices
        .filter(isOf)
        .map((row) => ({ ...of, kind: 'invoice' as const, ...numberOf(row), href: pdf(id, 'invoice.pdf') })),
      ...notes.filter(isOf).map((row) => ({
        ...{ ...of, kind: 'credit_note' as const, ...numberOf(row) },
        href: linkTo(`${id}/credit-notes/${row.id}`, subjectOfNote(row.id)),
      })),
      ...(delivered.get(id) ?? []).map(({ label, traveller, delivered_at: at, href }) => ({
        ...{ ...of, kind: 'document' as const, number: null, label, traveller, at, href },
      })),
    ]
  })
}

const listBookings = (q: Queryable, bookingIds: readonly string[]) =>
  q
    .selectFrom(bookingSummaries)
    .select(['id', 'booking_reference', 'service_title', 'service_type', 'booking_status'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...bookingIds]))))
    .orderBy('id', 'desc')
    .limit(maxBookings)
    .execute()

const listNumbers = (q: Queryable, table: 'invoices' | 'credit_notes', bookingIds: readonly string[]) =>
  q
    .selectFrom(table)
    .select(['id', 'booking_id', 'series', 'number', 'issued_at'])
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val([...bookingIds]))))
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
type Numbered = Awaited<ReturnType<typeof listNumbers>>[number]
const numberOf = ({ series, number, issued_at }: Numbered) => ({
  number: invoiceNumber(series, number),
  at: issued_at.toISOString(),
})
