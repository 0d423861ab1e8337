import { addHours, instantAt } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { issueToken, readToken } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { addressFor, type LanguageSettings, type ShopSettings } from '../settings/index.ts'
import type { BookingDeps } from './deps.server.ts'
import { paymentHref } from './hrefs.ts'
import { canSeeBooking, isOwner } from './rules/access.ts'
import { peopleIn } from './rules/travellers.ts'
import type { BookingRecord } from './tables.server.ts'

export const defaultTokenDays = 30
type Linked = Pick<BookingRecord, 'id' | 'travel_date' | 'time_zone'>
type LinkedParty = Linked & Pick<BookingRecord, 'party_round'>

/** Expiry of a link issued now: `days` from now, but at most `days` after travel (D180). */
export function bookingTokenEnds(
  deps: Pick<Core, 'clock'>,
  booking: Pick<Linked, 'travel_date' | 'time_zone'>,
  days: number = defaultTokenDays,
): Date {
  const fromNow = addHours(deps.clock(), days * 24)
  const travel = booking.travel_date === null ? null : instantAt(booking.time_zone, booking.travel_date, '23:59')
  return travel && addHours(travel, days * 24) < fromNow ? addHours(travel, days * 24) : fromNow
}
/** Gives access to this booking. `days` is a setting. */
export const issueBookingToken = (deps: Pick<Core, 'keys' | 'clock'>, booking: Linked, days?: number): string =>
  issueToken(deps.keys, 'booking', booking.id, bookingTokenEnds(deps, booking, days))
const travellerPurpose = 'traveller-papers'
/**
 * Gives access to the documents of one traveller (position from 0) and to nothing else of the booking, so that each
 * traveller can have a private link (C099).
 */
export const issueTravellerToken = (
  deps: Pick<Core, 'keys' | 'clock'>,
  booking: LinkedParty,
  position: number,
  days?: number,
): string =>
  issueToken(
    deps.keys,
    travellerPurpose,
    [booking.id, position, ...(booking.party_round > 0 ? [booking.party_round] : [])].join('~'),
    bookingTokenEnds(deps, booking, days),
  )
/** The signed URL of the payment page. */
export function paymentUrl(
  deps: Pick<Core, 'keys' | 'clock' | 'baseUrl'>,
  booking: Linked & Pick<BookingRecord, 'language'>,
  settings: LanguageSettings & Pick<ShopSettings, 'token_days'>,
): string {
  const href = paymentHref(booking.id, issueBookingToken(deps, booking, settings.token_days))
  return `${deps.baseUrl}${addressFor(settings, booking.language, href)}`
}

/** The id of the booking that the token opens, or null. */
export const bookingOfToken = (deps: Pick<Core, 'keys' | 'clock'>, token: string | undefined): string | null =>
  token ? readToken(deps.keys, 'booking', token, deps.clock()) : null

/**
 * The booking, for its owner, its staff or the holder of its token. Everybody else gets 'booking/not-found', also for
 * a wrong token: the answer never reveals whether a booking exists (D6, C318).
 */
export async function findVisibleBooking(
  deps: BookingDeps,
  caller: Caller,
  request: { bookingId: string; token?: string | undefined },
): Promise<BookingRecord> {
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', request.bookingId)
    .executeTakeFirst()
  if (!booking || !canSeeBooking(caller, booking, bookingOfToken(deps, request.token)))
    throw new Refusal('booking/not-found')
  return booking
}

export interface DocumentsAccess {
  readonly booking: BookingRecord
  /** The position of the only traveller whose documents are accessible; null: all travellers. */
  readonly only: number | null
}
/** Like findVisibleBooking, but also accepts a traveller's own link, which is limited to that traveller's documents. */
export async function findVisibleDocuments(
  deps: BookingDeps,
  caller: Caller,
  request: { bookingId: string; token?: string | undefined },
): Promise<DocumentsAccess> {
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', request.bookingId)
    .executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  if (canSeeBooking(caller, booking, bookingOfToken(deps, request.token))) return { booking, only: null }
  const [bookingId, place, round = '0'] = travellerOfToken(deps, request.token)
  const only = Number(place)
  // Since the party changed, the position may be that of another traveller.
  if (bookingId !== booking.id || Number(round) !== booking.party_round || !(only >= 0 && only < peopleIn(booking)))
    throw new Refusal('booking/not-found')
  return { booking, only }
}
const travellerOfToken = (deps: Pick<Core, 'keys' | 'clock'>, token: string | undefined): readonly string[] =>
  (token ? readToken(deps.keys, travellerPurpose, token, deps.clock()) : null)?.split('~') ?? []

/** Gives access to the review of a booking and to nothing else, for `days` days. */
export const issueReviewToken = (deps: Pick<Core, 'keys' | 'clock'>, bookingId: string, days: number): string =>
  issueToken(deps.keys, 'booking-review', bookingId, addHours(deps.clock(), days * 24))

/**
 * The booking, for the customer: its owner, or the holder of its token or review token. Staff are refused too.
 * Refuses 'booking/not-found' like findVisibleBooking.
 */
export async function findHeldBooking(
  deps: BookingDeps,
  caller: Caller,
  request: { readonly bookingId: string; readonly token?: string | undefined },
): Promise<BookingRecord> {
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', request.bookingId)
    .executeTakeFirst()
  const opened = [
    bookingOfToken(deps, request.token),
    request.token ? readToken(deps.keys, 'booking-review', request.token, deps.clock()) : null,
  ]
  if (!booking || !(isOwner(caller, booking) || opened.includes(booking.id))) throw new Refusal('booking/not-found')
  return booking
}

/** Does not check who is asking. Refuses 'booking/not-found'. */
export async function getBooking(q: Queryable, bookingId: string): Promise<BookingRecord> {
  const booking = await q.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  return booking
}

/** Locks the row until the transaction ends. Always taken before payment attempts, to keep one lock order. */
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
