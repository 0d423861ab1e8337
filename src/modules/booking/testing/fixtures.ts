import { sql } from 'kysely'
import type { TestCore } from '../../../../tests/support/database.ts'
import { addHours } from '../../../kernel/dates.ts'
import { isRefusal, Refusal } from '../../../kernel/refusal.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import { issueToken, newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { inEnglish } from '../../../services/testing/service.ts'
import { type CatalogueService, type SaveServiceInput, saveService } from '../../catalogue/index.server.ts'
import { type CreateBookingInput, createBooking, lockBooking } from '../index.server.ts'
import type { BookingRecord } from '../tables.server.ts'

export const visitor: Caller = anonymous('203.0.113.7')
export const admin: Caller = {
  ...anonymous('203.0.113.1'),
  userId: 'admin-1',
  role: 'admin',
  name: 'Asma Khan',
  email: 'asma@agency.example',
  isEmailVerified: true,
}
export const customer: Caller = {
  ...anonymous('203.0.113.8'),
  userId: 'user-1',
  role: 'customer',
  name: 'Asha Rao',
  email: 'asha@example.com',
  isEmailVerified: true,
}
export const stranger: Caller = { ...customer, userId: 'user-2', name: 'Ben', email: 'ben@example.com' }

/** The accounts of the callers above. */
export async function addUsers(core: TestCore): Promise<void> {
  for (const { userId, name, email, role } of [admin, customer, stranger])
    await sql`insert into users (id, name, email, email_verified, role) values (${userId}, ${name}, ${email}, true, ${role})
      on conflict do nothing`.execute(core.db)
}

const details = {
  tour: { price_adult: 10_000, price_child: 6_000, price_infant: 0, location: 'Dubai', has_pickup: false },
  ticket: { price_adult: 15_000, location: 'Dubai' },
  transfer: { base_price: 15_000, transfer_type: 'Airport Transfer' },
  visa: { country: 'UAE', visa_type: '30 days', price: 9_000 },
  umrah: { price: 120_000, duration_days: 10, duration_nights: 9, departure_city: 'Mumbai' },
  package: { price_adult: 50_000, location: 'Abu Dhabi', days: 3, nights: 2 },
  ok_to_board: {},
} as const
export type FixtureKind = keyof typeof details

export const addService = (
  core: TestCore,
  kind: FixtureKind,
  overrides: Record<string, unknown> = {},
  rest: Partial<SaveServiceInput> = {},
): Promise<CatalogueService> =>
  saveService(core, admin, { kind, title: `A ${kind}`, ...rest, details: { ...details[kind], ...overrides } })

/** Valid for a tour or ticket. The test clock shows noon in Dubai on 21 November 2026. */
export const requestFor = (
  service: Pick<CatalogueService, 'id' | 'kind'>,
  overrides: Partial<CreateBookingInput> = {},
): CreateBookingInput => ({
  service_type: service.kind,
  service_id: service.id,
  travel_date: '2026-12-01',
  travel_time: '10:00',
  adults_count: 2,
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_phone: '+91 98765 43210',
  ...overrides,
})

export const book = async (
  core: TestCore,
  service: Pick<CatalogueService, 'id' | 'kind'>,
  overrides: Partial<CreateBookingInput> = {},
  caller: Caller = visitor,
): Promise<BookingRecord> => {
  const { booking } = await createBooking(core, caller, requestFor(service, overrides), null)
  return recordOf(core, booking.id)
}
export const recordOf = (core: TestCore, bookingId: string): Promise<BookingRecord> =>
  core.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()

/** A staged document, without bytes. */
export async function stagedDocument(
  core: TestCore,
  name: string,
  traveller: number | null,
): Promise<{ name: string; traveller: number | null; upload: string }> {
  const now = core.clock()
  const id = newId(now)
  await sql`insert into files (id, purpose, content_type, original_name, size_bytes, sha256, storage_key, sealed_key, uploaded_by)
    values (${id}, 'booking_document', 'image/jpeg', 'scan.jpg', 3, ${Buffer.alloc(32)}, ${id}, ${Buffer.alloc(1)}, 'customer')`.execute(
    core.db,
  )
  const expiresAt = addHours(now, 48)
  await core.db.insertInto('staged_documents').values({ file_id: id, expires_at: expiresAt, created_at: now }).execute()
  return { name, traveller, upload: issueToken(core.keys, 'staged-document', id, expiresAt) }
}

/** The documents that a clearance requires, staged. */
export const clearanceDocuments = (core: TestCore) =>
  Promise.all(['passport_first_page', 'visa', 'flight_booking_page1'].map((name) => stagedDocument(core, name, null)))

/** Runs `work` on a locked booking, in its own transaction. */
export const withBooking = <T>(
  core: TestCore,
  bookingId: string,
  work: (trx: Trx, booking: BookingRecord) => Promise<T>,
): Promise<T> => core.db.transaction().execute(async (trx) => work(trx, await lockBooking(trx, bookingId)))

/** The refusal of `work`, with its messages in English. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (isRefusal(error)) return new Refusal(error.code, error.facts, inEnglish(error.errors))
  throw error ?? new Error('expected a refusal')
}
export const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).code

/** Row counts of the tables that a booking writes. */
export async function countRows(core: TestCore): Promise<Record<string, number>> {
  const tables = ['bookings', 'booking_history', 'booking_travelers', 'events', 'idempotency_keys'] as const
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(core.db)
      return [table, rows[0]?.n ?? 0] as const
    }),
  )
  return Object.fromEntries(counts)
}
