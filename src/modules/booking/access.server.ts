import { addHours, instantAt } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { issueToken, readToken } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { canSeeBooking, isOwner } from './rules/access.ts'
import { peopleIn } from './rules/travellers.ts'
import type { BookingRecord } from './tables.server.ts'
import { paymentHref } from './words.ts'

export const defaultTokenDays = 30
type Linked = Pick<BookingRecord, 'id' | 'travel_date' | 'time_zone'>

/** Until when a link of today opens the booking: 30 days, and no longer than 30 days after travel (D180). */
export function bookingTokenEnds(
  deps: Pick<Core, 'clock'>,
  booking: Pick<Linked, 'travel_date' | 'time_zone'>,
  days: number = defaultTokenDays,
): Date {
  const fromNow = addHours(deps.clock(), days * 24)
  const travel = booking.travel_date === null ? null : instantAt(booking.time_zone, booking.travel_date, '23:59')
  return travel && addHours(travel, days * 24) < fromNow ? addHours(travel, days * 24) : fromNow
}
/** Opens this booking to its holder. `days` is a setting. */
export const issueBookingToken = (deps: Pick<Core, 'keys' | 'clock'>, booking: Linked, days?: number): string =>
  issueToken(deps.keys, 'booking', booking.id, bookingTokenEnds(deps, booking, days))
const travellerPurpose = 'traveller-papers'
/**
 * Opens the papers of one traveller, by position from 0, and nothing else of the booking: each can be sent a link of
 * their own (C099). It lives as long as a link to the booking.
 */
export const issueTravellerToken = (
  deps: Pick<Core, 'keys' | 'clock'>,
  booking: Linked,
  position: number,
  days?: number,
): string => issueToken(deps.keys, travellerPurpose, `${booking.id}~${position}`, bookingTokenEnds(deps, booking, days))
/** The signed address of the booking's payment page, for mail and answers. */
export const paymentUrl = (deps: Pick<Core, 'keys' | 'clock' | 'baseUrl'>, booking: Linked, days?: number): string =>
  `${deps.baseUrl}${paymentHref(booking.id, issueBookingToken(deps, booking, days))}`

/** The id of the booking that the token opens, `null` for none. */
export const bookingOfToken = (deps: Pick<Core, 'keys' | 'clock'>, token: string | undefined): string | null =>
  token ? readToken(deps.keys, 'booking', token, deps.clock()) : null

/**
 * The booking, for its owner, an administrator or the holder of its token. Everybody else, a wrong token and an unknown
 * id get the same 'booking/not-found': the answer does not tell whether there is such a booking (D6, C318).
 */
export async function findVisibleBooking(
  deps: BookingDeps,
  caller: Caller,
  asked: { bookingId: string; token?: string | undefined },
): Promise<BookingRecord> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', asked.bookingId).executeTakeFirst()
  if (!booking || !canSeeBooking(caller, booking, bookingOfToken(deps, asked.token)))
    throw new Refusal('booking/not-found')
  return booking
}

export interface PapersAccess {
  readonly booking: BookingRecord
  /** The position of the one traveller whose papers are open; null: those of all. */
  readonly only: number | null
}
/** As findVisibleBooking, and for the holder of a traveller's link the papers of that traveller. */
export async function findVisiblePapers(
  deps: BookingDeps,
  caller: Caller,
  asked: { bookingId: string; token?: string | undefined },
): Promise<PapersAccess> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', asked.bookingId).executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  if (canSeeBooking(caller, booking, bookingOfToken(deps, asked.token))) return { booking, only: null }
  const [bookingId, place] = travellerOfToken(deps, asked.token)
  const only = Number(place)
  // A party that became smaller has no such traveller any more.
  if (bookingId !== booking.id || !(only >= 0 && only < peopleIn(booking))) throw new Refusal('booking/not-found')
  return { booking, only }
}
const travellerOfToken = (deps: Pick<Core, 'keys' | 'clock'>, token: string | undefined): readonly string[] =>
  (token ? readToken(deps.keys, travellerPurpose, token, deps.clock()) : null)?.split('~') ?? []

/** Opens what a booking's holder may say of it, and nothing else of the booking; for so many days. */
export const issueReviewToken = (deps: Pick<Core, 'keys' | 'clock'>, bookingId: string, days: number): string =>
  issueToken(deps.keys, 'booking-review', bookingId, addHours(deps.clock(), days * 24))

/**
 * The booking, for whoever speaks for its customer: its owner, or the holder of its token or of one for its review.
 * Staff as such do not. Refuses 'booking/not-found' as findVisibleBooking does.
 */
export async function findHeldBooking(
  deps: BookingDeps,
  caller: Caller,
  asked: { readonly bookingId: string; readonly token?: string | undefined },
): Promise<BookingRecord> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', asked.bookingId).executeTakeFirst()
  const opened = [
    bookingOfToken(deps, asked.token),
    asked.token ? readToken(deps.keys, 'booking-review', asked.token, deps.clock()) : null,
  ]
  if (!booking || !(isOwner(caller, booking) || opened.includes(booking.id))) throw new Refusal('booking/not-found')
  return booking
}

/** Locks the booking's row until the transaction ends. Always before payment attempts: one lock order for all. */
export async function lockBooking(trx: Trx, bookingId: string): Promise<BookingRecord> {
  const booking = await trx
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  return booking
}
