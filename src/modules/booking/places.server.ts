import { sql } from 'kysely'
import type { LocalTime } from '../../kernel/dates.ts'
import { joined } from '../../kernel/messages.ts'
import { type FieldError, isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { ServiceSchedule } from '../../services/shared/schedule.ts'
import type { Leg } from '../../services/trip.ts'
import {
  type BusyResource,
  type DepartureDifference,
  type DepartureKey,
  findBusy,
  findDifferingDepartures,
  findDifferingUses,
  freePlaces,
  isLockedBefore,
  lockDeparture,
  lockInOrder,
  lockWith,
  readTaken,
  takePlaces,
  type UseDifference,
} from '../inventory/index.server.ts'
import { byStart, type Departure, type Leg as SeatedAs, usesOf } from '../inventory/index.ts'

export type { DepartureDifference, UseDifference }

import './tables.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { atLeg } from './rules/move-starts.ts'
import type { BookingRecord, PreparedMove } from './tables.server.ts'
import { text } from './text.ts'

export interface Seating {
  readonly serviceId: string
  readonly departure: Departure
  readonly places: number
  readonly schedule: Pick<ServiceSchedule, 'timeZone' | 'resources'>
  /** The booking that takes them, at its time. It may be inserted later in the transaction. */
  readonly booking: SeatedBooking
  /** Takes places that the departure does not have. A closed departure stays closed. */
  readonly mayOverbook?: boolean
  /** Staff read which resource is in use, and by what. */
  readonly isForStaff?: boolean
  /** The setting `few_places`. */
  readonly fewUpTo?: number
  /** Places that the departure holds for this booking already. */
  readonly offered?: number
}
export interface SeatedBooking {
  readonly id: string
  readonly time: LocalTime | null
  /** A return trip has two legs; 'outbound' is the default. */
  readonly leg?: SeatedAs
}
/** The resources that a booking takes with its places; null if the item needs none. */
export const seatedUses = ({ schedule, departure, booking }: Pick<Seating, 'schedule' | 'departure' | 'booking'>) =>
  usesOf({
    ...{ rules: schedule.resources, zone: schedule.timeZone, departure },
    booking: { leg: 'outbound', ...booking },
  })

export interface TakenSeats {
  readonly departureId: string
  readonly isOverbooked: boolean
}
/**
 * Takes the places and resources of a new booking and returns its departure. Refuses 'booking/slot-full' if it is
 * closed, too few places are left (C169) besides those that an offer holds for it, or a resource is in use.
 */
export async function takeSeats(trx: Trx, seating: Seating, now: Date): Promise<TakenSeats> {
  const { serviceId, departure, places, mayOverbook = false, offered = 0, schedule, booking, fewUpTo } = seating
  const uses = seatedUses({ schedule, departure, booking })
  const key: DepartureKey = { serviceId, date: departure.date, time: departure.time }
  const { capacity } = departure
  const more = places - offered
  const wanted = {
    departure: key,
    places: Math.max(more, 0),
    capacity,
    now,
    uses,
    ...(fewUpTo !== undefined && { fewUpTo }),
  }
  // Held places are in the departure's count; it may only have been closed meanwhile.
  const departureId = await takePlaces(trx, more > 0 ? wanted : { ...wanted, isOverbooking: offered > 0 })
  if (departureId !== null && more < 0) await freePlaces(trx, { departureId, places: -more, booking: null }, now)
  if (departureId !== null) return { departureId, isOverbooked: false }
  const overbooked = mayOverbook ? await takePlaces(trx, { ...wanted, isOverbooking: true }) : null
  if (overbooked !== null) return { departureId: overbooked, isOverbooked: true }
  const busy = uses === null ? [] : await findBusy(trx, uses, key)
  const left = busy.length > 0 ? 0 : Math.max((capacity ?? 0) - (await readTaken(trx, key)) + offered, 0)
  const error = seating.isForStaff && busy.length > 0 ? busyDeparture(departure, busy) : fullDeparture(departure, left)
  throw new Refusal('booking/slot-full', { left }, [error])
}

/** The departures of both ways. */
export const departuresOf = (booking: BookingRecord): string[] =>
  [booking.departure_id, booking.return_leg_departure_id].flatMap((id) => id ?? [])

/** Frees what a booking held that was just cancelled, both legs. `held` is the locked booking as it was before. */
export async function freeSeats(trx: Trx, held: BookingRecord, now: Date): Promise<void> {
  const { departure_id: departureId, return_leg_departure_id: returnId } = held
  if (departureId === null || held.places === 0) return
  if (returnId !== null) await lockInOrder(trx, [departureId, returnId])
  await freeLeg(trx, { held, leg: 'outbound' }, now)
  await freeLeg(trx, { held, leg: 'return' }, now)
}

/** The columns of these legs. */
export const departureColumns = (ids: LegDepartures) => ({
  ...(ids.outbound && { departure_id: ids.outbound }),
  ...(ids.return && { return_leg_departure_id: ids.return }),
})

export const departureOf = (booking: BookingRecord, leg: Leg): string | null =>
  leg === 'outbound' ? booking.departure_id : booking.return_leg_departure_id

type HeldLeg = { readonly held: BookingRecord; readonly leg: Leg }
/** Frees the places of one leg. With several, the caller has locked their departures. */
export async function freeLeg(trx: Trx, { held, leg }: HeldLeg, now: Date): Promise<void> {
  const { id, places } = held
  const departureId = departureOf(held, leg)
  if (departureId !== null && places > 0) await freePlaces(trx, { departureId, places, booking: { id, leg } }, now)
}

export interface SeatedLeg {
  readonly leg: Leg
  readonly departure: Departure
  readonly time: LocalTime | null
  /** Places that the departure holds for this booking already. */
  readonly offered?: number
  /** What to say if it is sold out; by default the error of its departure. */
  readonly onFull?: (full: FieldError) => FieldError
}
type TakenLegs = { readonly ids: LegDepartures; readonly isOverbooked: boolean }
export type LegDepartures = Readonly<Partial<Record<Leg, string>>>
type SeatingOfLegs = Omit<Seating, 'departure' | 'booking' | 'offered'> & {
  readonly bookingId: string
  readonly legs: readonly SeatedLeg[]
}
/**
 * Takes the places of each leg of a new booking, with both departures locked in their order first. Refuses
 * 'booking/slot-full' at the first way that is sold out; the transaction must then end, so that nothing is taken.
 */
export async function takeLegs(
  trx: Trx,
  { legs, bookingId, ...seating }: SeatingOfLegs,
  now: Date,
): Promise<TakenLegs> {
  const ids: Partial<Record<Leg, string>> = {}
  let isOverbooked = false
  if (legs.length > 1) await lockLegs(trx, { serviceId: seating.serviceId, legs }, now)
  for (const { leg, departure, time, offered, onFull } of legs) {
    const each = { ...seating, departure, booking: { id: bookingId, time, leg }, ...(offered && { offered }) }
    const taken = await takeSeats(trx, each, now).catch((error: unknown) => {
      if (!onFull || !isRefusal(error, 'booking/slot-full')) throw error
      throw new Refusal('booking/slot-full', error.facts, error.errors.map(onFull))
    })
    ids[leg] = taken.departureId
    isOverbooked ||= taken.isOverbooked
  }
  return { ids, isOverbooked }
}

/** Locks the departures of several ways by day and time, before resources are locked. One statement each. */
export async function lockLegs(
  trx: Trx,
  { serviceId, legs }: { readonly serviceId: string; readonly legs: readonly Pick<SeatedLeg, 'departure'>[] },
  now: Date,
): Promise<void> {
  const departures = legs.map(({ departure }) => departure).sort(byStart)
  for (const { date, time } of departures) await lockDeparture(trx, { serviceId, date, time }, now)
}

const preparedAs = { outbound: 'prepared', return: 'prepared_return' } as const
type PreparedSeating = Omit<SeatingOfLegs, 'fewUpTo'>
/** Takes the places of the legs of a move that is to be paid first, beside those of the booking. Refuses like `takeSeats`. */
export async function takePreparedLegs(
  trx: Trx,
  { legs, bookingId, ...seating }: PreparedSeating,
  now: Date,
): Promise<TakenLegs> {
  const ids: Partial<Record<Leg, string>> = {}
  let isOverbooked = false
  if (legs.length > 1) await lockLegs(trx, { serviceId: seating.serviceId, legs }, now)
  for (const { leg, departure, time } of legs) {
    const seat = { ...seating, departure, booking: { id: bookingId, time, leg: preparedAs[leg] } }
    const taken = await takeSeats(trx, seat, now).catch(atLegOf(leg))
    ids[leg] = taken.departureId
    isOverbooked ||= taken.isOverbooked
  }
  return { ids, isOverbooked }
}

type PreparedPlaces = Pick<PreparedMove, 'booking_id' | 'departure_id' | 'return_leg_departure_id' | 'places'>
/** Frees what a prepared move holds. */
export async function freePreparedLegs(trx: Trx, move: PreparedPlaces, now: Date): Promise<void> {
  const { booking_id: id, departure_id: outbound, return_leg_departure_id: back, places } = move
  if (places === 0) return
  if (outbound !== null && back !== null) await lockInOrder(trx, [outbound, back])
  for (const [departureId, leg] of [[outbound, 'prepared'] as const, [back, 'prepared_return'] as const])
    if (departureId !== null) await freePlaces(trx, { departureId, places, booking: { id, leg } }, now)
}

interface ExchangedSeats extends Omit<Seating, 'departure' | 'booking' | 'offered'> {
  readonly held: BookingRecord
  /** The legs that move, with their new departures. */
  readonly legs: readonly Pick<SeatedLeg, 'leg' | 'departure' | 'time'>[]
  /** The booking has no return leg any more. */
  readonly endsReturn?: boolean
}
/**
 * Frees the places of these legs and takes those of their new departures, in the lock order of departures. Takes nothing
 * where a departure stays the same. Returns the departure of each leg. Refuses 'booking/slot-full' like `takeSeats`.
 */
export async function exchangeSeats(trx: Trx, exchanged: ExchangedSeats, now: Date): Promise<TakenLegs> {
  const { held, legs, endsReturn = false, ...seating } = exchanged
  const ids: Partial<Record<Leg, string>> = {}
  let isOverbooked = false
  const changing = legs.filter((each) => {
    const isSame = departureOf(held, each.leg) === each.departure.departureId && held.places === seating.places
    // Its own unit follows a booking that moves within a day.
    if (isSame && each.departure.departureId && seating.schedule.resources?.per !== 'booking') {
      ids[each.leg] = each.departure.departureId
      return false
    }
    return true
  })
  await lockExchange(trx, { held, legs: changing, endsReturn, serviceId: seating.serviceId }, now)
  const staying = changing.filter(({ leg, departure }) => isStaying(held, leg, { departure, ...seating }))
  // First, because the booking may move to a place or a time of the resource that it uses now.
  for (const { leg } of changing.filter((each) => !staying.includes(each))) await freeLeg(trx, { held, leg }, now)
  if (endsReturn) await freeLeg(trx, { held, leg: 'return' }, now)
  for (const each of changing) {
    const { leg, departure, time } = each
    if (staying.includes(each) && seating.places < held.places && departure.departureId) {
      ids[leg] = departure.departureId
      const more = { departureId: departure.departureId, places: held.places - seating.places }
      await freePlaces(trx, { ...more, booking: null }, now)
      continue
    }
    const offered = staying.includes(each) ? held.places : 0
    const seat = { ...seating, departure, offered, booking: { id: held.id, time, leg } }
    const taken = await takeSeats(trx, seat, now).catch(atLegOf(leg))
    ids[leg] = taken.departureId
    isOverbooked ||= taken.isOverbooked
  }
  return { ids, isOverbooked }
}

/** The same departure for more or fewer people: only the difference is taken or freed. */
const isStaying = (
  held: BookingRecord,
  leg: Leg,
  { departure, schedule }: Pick<Seating, 'departure' | 'schedule'>,
): boolean =>
  departure.departureId !== null &&
  departureOf(held, leg) === departure.departureId &&
  held.places > 0 &&
  schedule.resources?.per !== 'booking'

/** A sold-out return leg is reported at its own fields. */
const atLegOf =
  (leg: Leg) =>
  (error: unknown): never => {
    if (!isRefusal(error, 'booking/slot-full')) throw error
    throw new Refusal(
      'booking/slot-full',
      error.facts,
      error.errors.map((each) => atLeg(leg, each)),
    )
  }

/** Locks old and new departures by day and time. Taking and freeing lock one each, so a single leg often needs no more. */
async function lockExchange(
  trx: Trx,
  { held, legs, endsReturn, serviceId }: Pick<ExchangedSeats, 'held' | 'legs' | 'serviceId' | 'endsReturn'>,
  now: Date,
): Promise<void> {
  const to = legs.map(({ departure: { date, time } }) => ({ date, time }))
  const ended = endsReturn ? departureOf(held, 'return') : null
  const ids = [...legs.flatMap(({ leg }) => departureOf(held, leg) ?? []), ...(ended === null ? [] : [ended])]
  const [oldId, ...others] = ids
  const [start] = to
  if (!oldId || !start) return
  if (others.length > 0 || to.length > 1 || !(await isLockedBefore(trx, oldId, { serviceId, ...start })))
    await lockWith(trx, { serviceId, ids, to }, now)
}

type StartOfDeparture = Pick<Departure, 'time' | 'hours'>
const isWholeDay = ({ time, hours }: StartOfDeparture): boolean => time === null && hours === null
const startField = (departure: StartOfDeparture) => (isWholeDay(departure) ? 'travel_date' : 'travel_time')

export function fullDeparture(departure: StartOfDeparture, left: number): FieldError {
  const unit = isWholeDay(departure) ? 'date' : 'time'
  const message = left <= 0 ? text('errors.full', { unit }) : text('errors.almostFull', { left, unit })
  return { path: startField(departure), message }
}

const maxUsers = 5
/** For staff: names the resources that are in use then, and what uses them. */
function busyDeparture(departure: StartOfDeparture, busy: readonly BusyResource[]): FieldError {
  const resources = busy.map(({ name, users }) =>
    text('errors.resourceUsedBy', { name, users: joined(users.slice(0, maxUsers), 'plain') || 'none' }),
  )
  return {
    path: startField(departure),
    message: text('errors.resourcesInUse', { resources: joined(resources, 'groups') }),
  }
}

/** Units whose uses are not those of departures and bookings; an empty list is the proof. One statement. */
export const proveUses = (q: Queryable, { kinds, clock }: Pick<BookingDeps, 'kinds' | 'clock'>) =>
  findDifferingUses(q, {
    now: clock(),
    perBooking: kinds.all.filter(({ resourcesPer }) => resourcesPer === 'booking').map(({ key }) => key),
    booked: q
      .selectFrom('bookings')
      .select(['id as booking_id', 'departure_id', 'places'])
      .select(sql<SeatedAs>`'outbound'`.as('leg'))
      .unionAll(
        q
          .selectFrom('bookings')
          .select(['id as booking_id', 'return_leg_departure_id as departure_id', 'places'])
          .select(sql<SeatedAs>`'return'`.as('leg'))
          .where('return_leg_departure_id', 'is not', null),
      )
      .unionAll(
        q
          .selectFrom('prepared_moves')
          .select(['booking_id', 'departure_id', 'places'])
          .select(sql<SeatedAs>`'prepared'`.as('leg'))
          .where('outcome', 'is', null)
          .where('departure_id', 'is not', null),
      )
      .unionAll(
        q
          .selectFrom('prepared_moves')
          .select(['booking_id', 'return_leg_departure_id as departure_id', 'places'])
          .select(sql<SeatedAs>`'prepared_return'`.as('leg'))
          .where('outcome', 'is', null)
          .where('return_leg_departure_id', 'is not', null),
      ),
  })

/**
 * Departures whose count of places is not the sum of their bookings, prepared moves and open offers; an empty list is the
 * proof. One statement.
 */
export const provePlaces = (q: Queryable): Promise<readonly DepartureDifference[]> =>
  findDifferingDepartures(
    q,
    sql`(select departure_id, sum(places) as places from (
        select leg.departure as departure_id, places from bookings,
          lateral (values (departure_id), (return_leg_departure_id)) as leg (departure)
        where leg.departure is not null
        union all select leg.departure, places from prepared_moves,
          lateral (values (departure_id), (return_leg_departure_id)) as leg (departure)
        where outcome is null and leg.departure is not null) as holders
      group by 1)`,
  )
