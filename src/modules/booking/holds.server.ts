/**
 * Holds: the places of an unpaid booking until its hold ends, and how it takes them again (docs/rules/holds.md).
 * `booking` is always locked in the caller's transaction. Lock order: booking, visitor, item, departure.
 */
import { addMinutes, dateIn } from '../../kernel/dates.ts'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Leg } from '../../services/trip.ts'
import { lockForSale } from '../catalogue/index.server.ts'
import { freePlaces, readSoldDeparture, type SoldDeparture, takePlaces } from '../inventory/index.server.ts'
import { type Departure, lastStartAt } from '../inventory/index.ts'
import { readSettings, readSettingsIn } from '../settings/index.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { type Actor, systemActor, writeHistory } from './history.server.ts'
import { freeSeats, lockLegs, seatedUses } from './places.server.ts'
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
import { limitLegs } from './unpaid-places.server.ts'
import type { BookingView } from './view-contract.ts'

type Starting = Pick<BookingRecord, 'time_zone'> & { readonly starts_at?: Date | string | null | undefined }
/** The end of sale: the cut-off before the chosen time, the last admission, or the end of the day. */
export function saleEnd({ starts_at, time_zone }: Starting, departure: Departure): Date {
  const start = starts_at ? new Date(starts_at) : lastStartAt(time_zone, departure)
  return addMinutes(start, -departure.cutOffMinutes)
}

type Instants = Partial<Record<'expires_at' | 'return_leg_starts_at', Date | string | null>>
type Kept = Starting & Instants
/** Both departures of a booking; the second one is its return leg. */
export type BookedDepartures = readonly [Departure, (Departure | undefined)?]
/** Null where places are not limited. */
export function holdUntil(
  booking: Kept,
  departures: BookedDepartures,
  { method, settings, now }: { readonly method: HoldMethod; readonly settings: HoldSettings; readonly now: Date },
): Date | null {
  const [departure, back] = departures
  if (departures.every((each) => !each || each.capacity === null)) return null
  const expiry = booking.expires_at ? new Date(booking.expires_at) : null
  const backEnd = back ? saleEnd({ time_zone: booking.time_zone, starts_at: booking.return_leg_starts_at }, back) : null
  return holdEnd(method, { now, settings, bounds: [saleEnd(booking, departure), backEnd, expiry] })
}

const findSold = async (q: Queryable, deps: BookingDeps, id: string | null): Promise<SoldDeparture | null> =>
  id === null ? null : readSoldDeparture(q, deps, id)
/** Null if a departure no longer exists. */
async function findDepartures(trx: Trx, deps: BookingDeps, booking: BookingRecord): Promise<BookedDepartures | null> {
  return withReturn({ trx, deps }, booking, await findSold(trx, deps, booking.departure_id))
}
async function withReturn(
  { trx, deps }: HoldWork,
  { return_leg_departure_id: returnId }: BookingRecord,
  sold: SoldDeparture | null,
): Promise<BookedDepartures | null> {
  const departure = sold?.departure
  if (!departure) return null
  if (returnId === null) return [departure]
  const back = (await findSold(trx, deps, returnId))?.departure
  return back ? [departure, back] : null
}

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
  const departures = await findDepartures(trx, deps, booking)
  if (!departures) return booking
  const holding = { method, settings: await readSettingsIn(trx, deps), now: deps.clock() }
  return write(trx, booking, { held_until: holdUntil(booking, departures, holding) })
}

/** Whether a slow payment method (transfer, cash) leaves no time to hold the places: the sale has ended. */
export async function isSaleOver(q: Queryable, deps: BookingDeps, booking: BookingRecord): Promise<boolean> {
  if (!isUnpaid(booking) || booking.places === 0) return false
  const departure = (await findSold(q, deps, booking.departure_id))?.departure
  if (!departure || departure.capacity === null) return false
  return saleEnd(booking, departure) <= deps.clock()
}

/** Keeps the places as long as the booking is open, such as while a proof waits for staff. */
export const keepPlaces = (trx: Trx, booking: BookingRecord): Promise<BookingRecord> =>
  booking.held_until === null || booking.places === 0
    ? Promise.resolve(booking)
    : write(trx, booking, { held_until: null })

/** Extensions below this are not worth a write. */
const minMinutes = 1
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
  const holding = { method: 'card', settings: await readSettingsIn(trx, deps), now: deps.clock() } as const
  // Departures can only shorten a hold, so they need not be read.
  if (holdEnd('card', { ...holding, bounds: [] }) < addMinutes(until, minMinutes)) return booking
  const departures = await findDepartures(trx, deps, booking)
  if (!departures) return booking
  const end = holdUntil(booking, departures, holding)
  const isLater = end === null || end >= addMinutes(until, minMinutes)
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
  const sold = await findSold(trx, deps, booking.departure_id)
  const departures = sold && (await withReturn({ trx, deps }, booking, sold))
  if (!sold || !departures?.every((each) => !each || mayReturn(each, occasion))) return null
  const places = booking.released_places
  const taking = { trx, booking, take, now, schedule: sold.schedule, isAhead: isPaying }
  if (!(await takeAll(taking, departures))) return null
  const settings = await readSettingsIn(trx, deps)
  const held = isPaying ? null : holdUntil(booking, departures, { method: 'card', settings, now })
  await writeHistory(trx, booking.id, { event: 'places-taken-again', actor, data: { places } }, now)
  return write(trx, booking, { places, released_places: 0, held_until: held })
}

type Taking = {
  readonly trx: Trx
  readonly booking: BookingRecord
  readonly take: typeof takePlaces
  readonly now: Date
  readonly schedule: SoldDeparture['schedule']
  readonly isAhead: boolean
}
/** Takes the released places of both legs again, or none: false if one is sold out or a resource is in use. */
async function takeAll(
  { trx, booking, take, now, schedule, isAhead }: Taking,
  booked: BookedDepartures,
): Promise<boolean> {
  const { id, service_id: serviceId, released_places: places } = booking
  const [departure, back] = booked
  const legs = [
    { leg: 'outbound' as const, departure, time: booking.travel_time },
    ...(back ? [{ leg: 'return' as const, departure: back, time: booking.return_leg_time }] : []),
  ]
  if (legs.length > 1) await lockLegs(trx, { serviceId, legs }, now)
  const taken: { departureId: string; leg: Leg }[] = []
  for (const { leg, departure: each, time } of legs) {
    const uses = seatedUses({ schedule, departure: each, booking: { id, time, leg } })
    const key = { serviceId, date: each.date, time: each.time }
    const departureId = await take(trx, { departure: key, places, capacity: each.capacity, now, uses, isAhead })
    if (departureId !== null) {
      taken.push({ departureId, leg })
      continue
    }
    for (const one of taken)
      await freePlaces(trx, { departureId: one.departureId, places, booking: { id, leg: one.leg } }, now)
    return false
  }
  return true
}

async function limitAgain(trx: Trx, deps: BookingDeps, booking: BookingRecord): Promise<void> {
  const { origin_keys: keys, service_id: serviceId } = booking
  const departures = keys && (await findDepartures(trx, deps, booking))
  if (!keys || !departures) return
  const today = dateIn(booking.time_zone, deps.clock())
  const wanted = { keys, serviceId, places: booking.released_places, today }
  await limitLegs({ trx, limits: await readSettingsIn(trx, deps) }, wanted, departures)
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
  const { departure_id: id, return_leg_departure_id: returnId } = booking
  const [sold, back, { few_places }] = await Promise.all([
    findSold(deps.db, deps, id),
    findSold(deps.db, deps, returnId),
    readSettings(deps),
  ])
  const departures = [sold, ...(returnId === null ? [] : [back])].map((each) => each?.departure ?? null)
  const vacancies = departures.flatMap((each) => each?.vacancies ?? [])
  const left = vacancies.length > 0 ? Math.min(...vacancies) : null
  const isOpen = departures.every((each) => each !== null && mayReturn(each, 'start'))
  const canReturn = isOpen && (left === null || left >= hold.places)
  return {
    ...hold,
    state: canReturn ? 'released' : 'gone',
    left: left !== null && left <= few_places ? left : null,
    serviceHref: sold?.serviceHref ?? null,
  }
}
