import { sql } from 'kysely'
import { dateIn } from '../../../kernel/dates.ts'
import { codesOf, erasedWord } from '../../../kernel/scrub.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { type Erased, setJson } from '../../../platform/erasure.server.ts'
import '../tables.server.ts'

export interface CustomerBookings {
  readonly ids: readonly string[]
  /** References of those that are not over: somebody is still waited for. */
  readonly open: readonly string[]
  /** Names, numbers of telephones and passports. */
  readonly words: readonly string[]
}

/** Of an e-mail address and of an account. `isLocked`: until the transaction ends. Two statements. */
export async function findBookingsOf(
  q: Queryable,
  { clock }: Pick<Core, 'clock'>,
  { email, userId }: { readonly email: string; readonly userId: string | null },
  isLocked = false,
): Promise<CustomerBookings> {
  let query = q
    .selectFrom('bookings')
    .selectAll()
    .where((eb) => eb.or([eb('customer_email', '=', email), ...(userId === null ? [] : [eb('user_id', '=', userId)])]))
    .orderBy('id')
  if (isLocked) query = query.forUpdate()
  const bookings = await query.execute()
  const ids = bookings.map(({ id }) => id)
  const travellers = await q
    .selectFrom('booking_travelers')
    .select(['first_name', 'last_name', 'passport_number'])
    .where(sql<boolean>`booking_id = any (${ids}::uuid[])`)
    .execute()
  const words = [
    ...bookings.flatMap(({ customer_name, customer_email, customer_phone, details }) => [
      ...[customer_name, customer_email, customer_phone ?? ''],
      ...Object.entries(details).flatMap(([key, value]) =>
        /name|passport|pnr/i.test(key) && typeof value === 'string' ? [value] : [],
      ),
    ]),
    ...travellers.flatMap((each) => [`${each.first_name} ${each.last_name}`, each.passport_number ?? '']),
  ]
  const isOpen = (booking: (typeof bookings)[number]) =>
    (booking.booking_status === 'pending' || booking.booking_status === 'confirmed') &&
    (booking.travel_date === null || booking.travel_date >= dateIn(booking.time_zone, clock()))
  return { ids, words, open: bookings.filter(isOpen).map((booking) => booking.booking_reference) }
}

/**
 * The bookings keep what was sold, when and for how much; who it was goes, with travellers, requests and notes. Gives
 * back the files of their documents, which nobody may read any more.
 */
export async function eraseCustomer(trx: Trx, { bookingIds, placeholder, scrub }: Erased): Promise<readonly string[]> {
  const isTheirs = sql<boolean>`booking_id = any (${[...bookingIds]}::uuid[])`
  await sql`update bookings set customer_name = ${erasedWord}, customer_email = ${placeholder}, customer_phone = null,
      user_id = null, pickup_location = null, special_requests = null, customer_note = null, admin_notes = null,
      cancellation_reason = null, details = '{}', version = version + 1
    where id = any (${[...bookingIds]}::uuid[])`.execute(trx)
  await sql`update booking_travelers set first_name = ${erasedWord}, last_name = '', passport_number = null,
      passport_expiry = null, date_of_birth = null, arrival_date = null, departure_date = null
    where ${isTheirs}`.execute(trx)
  await sql`update booking_documents set review_reason = ${erasedWord}
    where ${isTheirs} and review_reason is not null`.execute(trx)
  const history = await trx.selectFrom('booking_history').select(['id', 'data']).where(isTheirs).execute()
  // Who of the staff did it stays; the customer's name was never in it.
  for (const { id, data } of history)
    await setJson(trx, 'booking_history', id, { data: scrub(codesOf(data, ['actorName'])) })
  const given = await trx.selectFrom('booking_documents').select('file_id').where(isTheirs).execute()
  const issued = await trx.selectFrom('issued_documents').select('file_id').where(isTheirs).execute()
  return [...given, ...issued].map(({ file_id }) => file_id)
}
