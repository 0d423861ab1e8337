import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { readableFiles } from '../../files/index.server.ts'
import { readRates } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type EarlierTraveller, mergeTravellers } from '../rules/earlier-travellers.ts'
import type { BookingRow } from '../view-contract.ts'
import { readPage } from './booking-pages.server.ts'
import { onlyWhere } from './conditions.server.ts'
import { viewRow } from './listed-bookings.server.ts'
import '../tables.server.ts'

/** The addresses and account of one person, as staff see them together. They give no access to any booking. */
export interface BookedBy {
  readonly emails: readonly string[]
  readonly userId: string | null
}

const booking = expressionBuilder<Tables, 'bookings'>()
const isBookedBy = ({ emails, userId }: BookedBy): Expression<SqlBool> =>
  booking.or([
    booking('customer_email', '=', booking.fn.any(booking.val([...emails]))),
    ...(userId === null ? [] : [booking('user_id', '=', userId)]),
  ])

/** Newest first. Two statements besides the rates. Refuses 'list/bad-cursor'. */
export async function listPersonBookings(
  deps: BookingDeps,
  person: BookedBy,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: BookingRow[]; nextCursor: string | null }> {
  const rates = await readRates(deps)
  // By id: for the newest of few bookings the planner would read all others in their order.
  const bookings = await deps.db.selectFrom('bookings').select('id').where(isBookedBy(person)).execute()
  const where = booking('id', '=', booking.fn.any(booking.val(bookings.map(({ id }) => id))))
  const request = { ...page, ...onlyWhere(where), sort: 'created_at', direction: 'desc' } as const
  const { rows, nextCursor } = await readPage(deps, request, rates)
  return { items: rows.map((row) => viewRow(row, rates)), nextCursor }
}

export interface PersonSums {
  readonly ids: readonly string[]
  /** What is still to be paid for bookings that are not cancelled, by currency. */
  readonly owed: readonly { readonly currency: string; readonly minor: number }[]
}
/** One statement. */
export async function sumPersonBookings(q: Queryable, person: BookedBy): Promise<PersonSums> {
  const rows = await q
    .selectFrom('bookings')
    .select(['id', 'currency', 'booking_status', 'final_minor', 'paid_minor'])
    .where(isBookedBy(person))
    .execute()
  const owed = new Map<string, number>()
  for (const { currency, booking_status, final_minor, paid_minor } of rows) {
    const minor = booking_status === 'cancelled' ? 0 : Math.max(0, final_minor - paid_minor)
    if (minor > 0) owed.set(currency, (owed.get(currency) ?? 0) + minor)
  }
  return { ids: rows.map(({ id }) => id), owed: [...owed].map(([currency, minor]) => ({ currency, minor })) }
}

const maxPapers = 100
/** The passports of the travellers in these bookings, each number once as the newest booking has it. One statement. */
export const listPassports = (q: Queryable, bookingIds: readonly string[]) =>
  q
    .selectFrom((eb) =>
      eb
        .selectFrom('booking_travelers as traveller')
        .innerJoin('bookings', 'bookings.id', 'traveller.booking_id')
        .distinctOn('traveller.passport_number')
        .select(['first_name', 'last_name', 'passport_number', 'passport_expiry', 'date_of_birth'])
        .select(['traveller.traveler_type', 'bookings.booking_reference', 'bookings.service_title'])
        .where(({ eb, fn, val }) => eb('traveller.booking_id', '=', fn.any(val([...bookingIds]))))
        .where('traveller.removed_at', 'is', null)
        .where('traveller.passport_number', '<>', '')
        .orderBy('traveller.passport_number')
        .orderBy('traveller.booking_id', 'desc')
        .as('passport'),
    )
    .selectAll()
    .orderBy(sql`passport_expiry asc nulls last`)
    .orderBy('passport_number')
    .limit(maxPapers)
    .execute()

const maxTravellers = 500
/** The travellers in these bookings who still travel, each person once. One statement. */
export async function listTravellersOf(
  q: Queryable,
  bookingIds: readonly string[],
): Promise<readonly EarlierTraveller[]> {
  const rows = await q
    .selectFrom('booking_travelers as traveller')
    .innerJoin('bookings', 'bookings.id', 'traveller.booking_id')
    .select(['first_name', 'last_name', 'date_of_birth', 'passport_number', 'passport_expiry', 'booking_reference'])
    .where(({ eb, fn, val }) => eb('traveller.booking_id', '=', fn.any(val([...bookingIds]))))
    .where('traveller.removed_at', 'is', null)
    .where('first_name', '<>', '')
    .orderBy('traveller.booking_id', 'desc')
    .orderBy('traveller.position')
    .limit(maxTravellers)
    .execute()
  return mergeTravellers(
    rows.map(({ first_name, last_name, passport_number, ...rest }) => ({
      ...rest,
      name: [first_name, last_name].filter(Boolean).join(' '),
      passport_number: passport_number || null,
    })),
  )
}

/** The newest version of each document of these bookings whose file is not erased, newest first. One statement. */
export const listPersonDocuments = (q: Queryable, bookingIds: readonly string[]) =>
  q
    .selectFrom('booking_documents as document')
    .innerJoin('bookings', 'bookings.id', 'document.booking_id')
    .innerJoin(readableFiles, 'readable_files.id', 'document.file_id')
    .leftJoin('booking_travelers as traveller', 'traveller.id', 'document.traveler_id')
    .select(['document.id', 'document.name', 'document.created_at', 'traveller.first_name', 'traveller.last_name'])
    .select(['bookings.booking_reference', 'bookings.service_title'])
    .where(({ eb, fn, val }) => eb('document.booking_id', '=', fn.any(val([...bookingIds]))))
    .where('traveller.removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booking_documents as newer')
            .select('newer.id')
            .whereRef('newer.booking_id', '=', 'document.booking_id')
            .whereRef('newer.name', '=', 'document.name')
            .whereRef('newer.version', '>', 'document.version')
            .where(sql<boolean>`newer.traveler_id is not distinct from document.traveler_id`),
        ),
      ),
    )
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id')
    .limit(maxPapers)
    .execute()

const maxNumbers = 50
/** The phone numbers of a person's bookings. One statement. */
export async function listPersonPhones(q: Queryable, person: BookedBy): Promise<readonly string[]> {
  const rows = await q
    .selectFrom('bookings')
    .select('customer_phone')
    .distinct()
    .where(isBookedBy(person))
    .where('customer_phone', 'is not', null)
    .limit(maxNumbers)
    .execute()
  return rows.flatMap(({ customer_phone }) => customer_phone ?? [])
}

/** The addresses of bookings with one of these numbers, not of all when there are many. One statement. */
export async function listAddressesOfPhones(q: Queryable, phones: readonly string[]): Promise<readonly string[]> {
  if (phones.length === 0) return []
  const rows = await q
    .selectFrom((eb) =>
      eb
        .selectFrom('bookings')
        .select('customer_email')
        .where(({ eb, fn, val }) => eb('customer_phone', '=', fn.any(val([...phones]))))
        .limit(500)
        .as('booked'),
    )
    .select('customer_email')
    .distinct()
    .execute()
  return rows.map((row) => row.customer_email)
}

const contactColumns = [
  'id',
  'customer_name',
  'customer_email',
  'customer_phone',
  'selected_language',
  'created_at',
] as const

/** The contacts of bookings, in the order in which they were made. One statement. */
export const listBookingContacts = (
  q: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
) => {
  const query = q.selectFrom('bookings').select(contactColumns).orderBy('id').limit(limit)
  return (after === null ? query : query.where('id', '>', after)).execute()
}
export type BookingContact = Awaited<ReturnType<typeof listBookingContacts>>[number]
/** One statement. */
export const findBookingContact = (q: Queryable, bookingId: string): Promise<BookingContact | undefined> =>
  q.selectFrom('bookings').select(contactColumns).where('id', '=', bookingId).executeTakeFirst()

/** The contact of the newest booking under these addresses. One statement. */
export const findNewestContact = (q: Queryable, emails: readonly string[]): Promise<BookingContact | undefined> =>
  q
    .selectFrom('bookings')
    .select(contactColumns)
    .where(({ eb, fn, val }) => eb('customer_email', '=', fn.any(val([...emails]))))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Which of these addresses have a booking. One statement. */
export async function listBookedAddresses(q: Queryable, emails: readonly string[]): Promise<readonly string[]> {
  if (emails.length === 0) return []
  const rows = await q
    .selectFrom('bookings')
    .select('customer_email')
    .distinct()
    .where(({ eb, fn, val }) => eb('customer_email', '=', fn.any(val([...emails]))))
    .execute()
  return rows.map((row) => row.customer_email)
}
