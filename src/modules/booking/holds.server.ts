/**
 * Holds: the places of an unpaid booking until its hold ends, and how it takes them again (docs/rules/holds.md).
 * `booking` is always locked in the caller's transaction. Lock order: booking, visitor, item, departure.
 */
import { addMinutes, dateIn } from '../../kernel/dates.ts'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { lockForSale } from '../catalogue/index.server.ts'
import { readSoldDeparture, type SoldDeparture, takePlaces } from '../inventory/index.server.ts'
import { type Departure, lastStartAt } from '../inventory/index.ts'
import { readSettings, readSettingsIn } from '../settings/index.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { type Actor, systemActor, writeHistory } from './history.server.ts'
import { freeSeats } from './places.server.ts'
import {
  type HoldMethod,
  type HoldSettings,
  holdEnd,
  holdMethodOf,
  holdStateOf,
  isHoldOver,
  isUnpaid,
  mayReturn,
  type ReturnOccasion,
} from './rules/hold.ts'
import type { BookingRecord } from './tables.server.ts'
import { limitUnpaidPlaces } from './unpaid-places.server.ts'
import type { BookingView } from './view-contract.ts'

type Starting = Pick<BookingRecord, 'time_zone'> & { readonly starts_at?: Date | string | null | undefined }
/** The end of sale: the cut-off before the chosen time, the last admission, or the end of the day. */
export function saleEnd({ starts_at, time_zone }: Starting, departure: Departure): Date {
  const start = starts_at ? new Date(starts_at) : lastStartAt(time_zone, departure)
  return addMinutes(start, -departure.cutOffMinutes)
}

type Kept = Starting & { readonly expires_at?: Date | string | null | undefined }
/** Null where places are not limited. */
export function holdUntil(
  booking: Kept,
  departure: Departure,
  { method, settings, now }: { readonly method: HoldMethod; readonly settings: HoldSettings; readonly now: Date },
): Date | null {
  if (departure.capacity === null) return null
  const expiry = booking.expires_at ? new Date(booking.expires_at) : null
  return holdEnd(method, { now, settings, bounds: [saleEnd(booking, departure), expiry] })
}

const findSold = async (q: Queryable, deps: BookingDeps, booking: BookingRecord): Promise<SoldDeparture | null> =>
  booking.departure_id === null ? null : readSoldDeparture(q, deps, booking.departure_id)
const findDeparture = async (trx: Trx, deps: BookingDeps, booking: BookingRecord): Promise<Departure | null> =>
  (await findSold(trx, deps, booking))?.departure ?? null

const write = (trx: Trx, { id }: BookingRecord, change: Partial<Pick<BookingRecord, HoldColumn>>) =>
  trx.updateTable('bookings').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
type HoldColumn = 'held_until' | 'places' | 'released_places'

export interface HoldWork {
  readonly trx: Trx
  readonly deps: BookingDeps
}
/** Starts a new hold for a method, even a shorter one. Does nothing without unpaid places. */
export async function renewHold(
  { trx, deps }: HoldWork,
  booking: BookingRecord,
  method: HoldMethod = holdMethodOf(booking.payment_gateway),
): Promise<BookingRecord> {
  if (!isUnpaid(booking) || booking.places === 0) return booking
  const departure = await findDeparture(trx, deps, booking)
  if (!departure) return booking
  const holding = { method, settings: await readSettingsIn(trx, deps), now: deps.clock() }
  return write(trx, booking, { held_until: holdUntil(booking, departure, holding) })
}

/** Keeps the places as long as the booking is open, such as while a proof waits for staff. */
export const keepPlaces = (trx: Trx, booking: BookingRecord): Promise<BookingRecord> =>
  booking.held_until === null || booking.places === 0
    ? Promise.resolve(booking)
    : write(trx, booking, { held_until: null })

/** Extensions below this are not worth a write. */
const leastMinutes = 1
/**
 * The customer is active on the payment page: the hold lasts at least as long as that of a card from now on, and
 * released places are taken again where the occasion allows it. Refuses, for the start of a payment only,
 * 'booking/places-gone' and 'booking/too-many-unpaid'.
 */
export async function touchHold(
  { trx, deps }: HoldWork,
  booking: BookingRecord,
  { occasion, actor }: { readonly occasion: 'page' | 'start'; readonly actor: Actor },
): Promise<BookingRecord> {
  if (!isUnpaid(booking)) return booking
  if (booking.released_places > 0) {
    const back = await takePlacesAgain({ trx, deps }, booking, { occasion, actor }).catch((error: unknown) => {
      if (occasion === 'page' && isRefusal(error, 'booking/too-many-unpaid')) return null
      throw error
    })
    if (back === null && occasion === 'start') throw new Refusal('booking/places-gone')
    return back ?? booking
  }
  const { held_until: until } = booking
  if (booking.places === 0 || until === null) return booking
  const departure = await findDeparture(trx, deps, booking)
  if (!departure) return booking
  const holding = { method: 'card', settings: await readSettingsIn(trx, deps), now: deps.clock() } as const
  const end = holdUntil(booking, departure, holding)
  const isLater = end === null || end >= addMinutes(until, leastMinutes)
  return isLater ? write(trx, booking, { held_until: end }) : booking
}

type Returning = { readonly occasion: ReturnOccasion; readonly actor: Actor }
/**
 * Takes released places again. Returns null if that is not possible now: too few are left, or the departure is closed
 * or gone; nothing has changed then. Refuses 'booking/too-many-unpaid' for unpaid places above the visitor's limits.
 * Tests replace `take` for their control.
 */
export async function takePlacesAgain(
  { trx, deps, take = takePlaces }: HoldWork & { readonly take?: typeof takePlaces },
  booking: BookingRecord,
  { occasion, actor }: Returning,
): Promise<BookingRecord | null> {
  const now = deps.clock()
  const isPaying = occasion === 'payment' || occasion === 'staff'
  if (!isPaying) await limitAgain(trx, deps, booking)
  // Waits for a change of the item's schedules that is about to commit; the departure is read after it.
  await lockForSale(trx, booking.service_id)
  const departure = await findDeparture(trx, deps, booking)
  if (!departure || !mayReturn(departure, occasion)) return null
  const places = booking.released_places
  const key = { serviceId: booking.service_id, date: departure.date, time: departure.time }
  if ((await take(trx, { departure: key, places, capacity: departure.capacity, now })) === null) return null
  const settings = await readSettingsIn(trx, deps)
  const held = isPaying ? null : holdUntil(booking, departure, { method: 'card', settings, now })
  await writeHistory(trx, booking.id, { event: 'places-taken-again', actor, data: { places } }, now)
  return write(trx, booking, { places, released_places: 0, held_until: held })
}

async function limitAgain(trx: Trx, deps: BookingDeps, booking: BookingRecord): Promise<void> {
  const { origin_keys: keys, service_id: serviceId } = booking
  const departure = keys && (await findDeparture(trx, deps, booking))
  if (!keys || !departure) return
  const { date, time } = departure
  const today = dateIn(booking.time_zone, deps.clock())
  const wanted = { keys, slot: { serviceId, date, time }, places: booking.released_places, today }
  await limitUnpaidPlaces({ trx, limits: await readSettingsIn(trx, deps) }, wanted)
}

/** Frees the places of an unpaid booking whose hold is over; the booking stays pending. False when it is not over. */
export async function endHold(trx: Trx, deps: Pick<Core, 'clock'>, booking: BookingRecord): Promise<boolean> {
  const now = deps.clock()
  if (!isHoldOver(booking, now)) return false
  const { places } = booking
  await write(trx, booking, { places: 0, released_places: places })
  await freeSeats(trx, booking, now)
  await writeHistory(trx, booking.id, { event: 'hold-ended', actor: systemActor, data: { places } }, now)
  return true
}

/** What the customer sees about the places of an unpaid booking. */
export function viewHold(booking: BookingRecord): BookingView['hold'] {
  const state = holdStateOf(booking)
  const { held_until: until, places, released_places: released } = booking
  return state && until && { state, until: until.toISOString(), places: state === 'held' ? places : released }
}

type Hold = NonNullable<BookingView['hold']>
export interface CheckedHold extends Omit<Hold, 'state'> {
  /** 'gone': released, and a payment could not take the places again. */
  readonly state: Hold['state'] | 'gone'
  /** Places left after a release, where few are left. */
  readonly left: number | null
  readonly serviceHref: string | null
}
/** The hold with what is left now. No statement for places that are held, else four, and one for the settings. */
export async function checkHold(deps: BookingDeps, booking: BookingRecord): Promise<CheckedHold | null> {
  const hold = viewHold(booking)
  if (hold?.state !== 'released') return hold && { ...hold, left: null, serviceHref: null }
  const [sold, { few_places }] = await Promise.all([findSold(deps.db, deps, booking), readSettings(deps)])
  const departure = sold?.departure ?? null
  const left = departure?.vacancies ?? null
  const canReturn = departure !== null && mayReturn(departure, 'start') && (left === null || left >= hold.places)
  return {
    ...hold,
    state: canReturn ? 'released' : 'gone',
    left: left !== null && left <= few_places ? left : null,
    serviceHref: sold?.serviceHref ?? null,
  }
}
