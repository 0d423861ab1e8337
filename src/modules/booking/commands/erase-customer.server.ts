import { sql } from 'kysely'
import { dateIn } from '../../../kernel/dates.ts'
import { codesOf, erasedWord } from '../../../kernel/scrub.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { type Erased, holdsAddress, setJson } from '../../../platform/erasure.server.ts'
import { returnDateOfBooking } from '../../inventory/index.server.ts'
import { scrubRuns } from '../bulk/erase.server.ts'
import { wordsOfCorrection } from '../rules/correction.ts'
import '../tables.server.ts'

export interface CustomerBookings {
  readonly ids: readonly string[]
  /** References of upcoming bookings: erasing these would disrupt them. */
  readonly open: readonly string[]
  /** Names, phone and passport numbers, also from before a correction. */
  readonly words: readonly string[]
}

/** Bookings by email address or account. `isLocked` locks them until the transaction ends. Three statements. */
export async function findBookingsOf(
  q: Queryable,
  { clock }: Pick<Core, 'clock'>,
  { email, userId }: { readonly email: string; readonly userId: string | null },
  isLocked = false,
): Promise<CustomerBookings> {
  let query = q
    .selectFrom('bookings')
    .selectAll()
    .select(returnDateOfBooking.as('group_return_date'))
    .where((eb) => eb.or([eb('customer_email', '=', email), ...(userId === null ? [] : [eb('user_id', '=', userId)])]))
    .orderBy('id')
  if (isLocked) query = query.forUpdate()
  const bookings = await query.execute()
  const ids = bookings.map(({ id }) => id)
  const travellers = await q
    .selectFrom('booking_travelers')
    .select(['first_name', 'last_name', 'passport_number'])
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .execute()
  const words = [
    ...(await correctedWords(q, ids)),
    ...bookings.flatMap(({ customer_name, customer_email, customer_phone, details }) => [
      ...[customer_name, customer_email, customer_phone ?? ''],
      ...Object.entries(details).flatMap(([key, value]) =>
        namesPerson(key) && typeof value === 'string' ? [value] : [],
      ),
    ]),
    ...travellers.flatMap((each) => [`${each.first_name} ${each.last_name}`, each.passport_number ?? '']),
  ]
  const isOpen = ({ booking_status: status, time_zone, ...booking }: (typeof bookings)[number]) => {
    const lastDay = booking.return_leg_date ?? booking.group_return_date ?? booking.travel_date
    return (
      (status === 'pending' || status === 'confirmed') && (lastDay === null || lastDay >= dateIn(time_zone, clock()))
    )
  }
  return { ids, words, open: bookings.filter(isOpen).map((booking) => booking.booking_reference) }
}

/** Whether the words of a field may identify a person. */
const namesPerson = (field: string): boolean => /name|email|phone|passport_number|pnr/i.test(field)

async function correctedWords(q: Queryable, ids: string[]): Promise<string[]> {
  const corrected = await q
    .selectFrom('booking_history')
    .select('data')
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .where('event', 'in', ['details-corrected', 'booking-changed', 'move-prepared'])
    .execute()
  return corrected.flatMap(({ data }) =>
    Object.entries(data).flatMap(([field, words]) =>
      namesPerson(field) && typeof words === 'string' ? wordsOfCorrection(words) : [],
    ),
  )
}

/**
 * Keeps what was sold, when and for how much; removes the customer, travellers, requests and notes. Returns the file
 * ids of the documents, which the caller must erase.
 */
export async function eraseCustomer(trx: Trx, { bookingIds, ...person }: Erased): Promise<readonly string[]> {
  const ids = [...bookingIds]
  await trx
    .updateTable('bookings')
    .set(({ eb }) => ({
      ...{ customer_name: erasedWord, customer_email: person.placeholder, customer_phone: null, user_id: null },
      ...{ pickup_location: null, special_requests: null, customer_note: null, admin_notes: null },
      ...{ cancellation_reason: null, details: '{}', origin_keys: null, version: eb('version', '+', 1) },
    }))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()
  await eraseTravellers(trx, ids)
  await trx
    .updateTable('booking_documents')
    .set({ review_reason: erasedWord })
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .where('review_reason', 'is not', null)
    .execute()
  await deleteRecoveries(trx, ids)
  await forgetChanges(trx, ids)
  await scrubCancellations(trx, { ids, scrub: person.scrub })
  await scrubRuns(trx, { bookingIds, scrub: person.scrub })
  await scrubHistory(trx, ids, person)
  const uploaded = await trx
    .selectFrom('booking_documents')
    .select('file_id')
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .execute()
  const issued = await trx
    .selectFrom('issued_documents')
    .select('file_id')
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .execute()
  return [...uploaded, ...issued].map(({ file_id }) => file_id)
}

async function eraseTravellers(trx: Trx, ids: string[]): Promise<void> {
  await trx
    .updateTable('booking_travelers')
    .set({
      ...{ first_name: erasedWord, last_name: '', passport_number: null, passport_expiry: null },
      ...{ date_of_birth: null, arrival_date: null, departure_date: null },
    })
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .execute()
}

/** Answers and names in changes that waited for a payment. */
const forgetChanges = (trx: Trx, ids: string[]) =>
  sql`update prepared_moves set change = change - 'changed' where booking_id = any(${ids}::uuid[]) and change ? 'changed'`.execute(
    trx,
  )

const deleteRecoveries = (trx: Trx, ids: string[]) =>
  trx
    .deleteFrom('booking_recoveries')
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .execute()

const maxReason = 500
const maxNote = 2_000
type Scrubbing = { readonly ids: string[]; readonly scrub: Erased['scrub'] }

async function scrubHistory(trx: Trx, ids: string[], { email, scrub }: Pick<Erased, 'email' | 'scrub'>): Promise<void> {
  const history = await trx
    .selectFrom('booking_history')
    .select(['id', 'data'])
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .execute()
  // Names of staff stay in the history.
  for (const { id, data } of history)
    await setJson(trx, 'booking_history', id, { data: scrub(codesOf(data, ['actorName'])) })
  // Bookings of others may have been made with the person's address and corrected since.
  const corrections = await trx
    .selectFrom('booking_history')
    .select(['id', 'data'])
    .where('event', '=', 'details-corrected')
    .where(holdsAddress('data', email))
    .execute()
  for (const { id, data } of corrections) await setJson(trx, 'booking_history', id, { data: scrub(data) })
}

/** What staff wrote about cancelled departures concerns other customers too, so only the person's words go. */
async function scrubCancellations(trx: Trx, { ids, scrub }: Scrubbing): Promise<void> {
  const cancellations = await trx
    .selectFrom('departure_cancellations')
    .select(['id', 'reason', 'note'])
    .where('id', 'in', (q) =>
      q
        .selectFrom('departure_cancellation_bookings')
        .select('cancellation_id')
        .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids)))),
    )
    .execute()
  for (const { id, reason, note } of cancellations)
    await trx
      .updateTable('departure_cancellations')
      .set({ reason: scrub(reason).slice(0, maxReason), note: note && scrub(note).slice(0, maxNote) })
      .where('id', '=', id)
      .execute()
}
