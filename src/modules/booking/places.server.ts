import { Refusal } from '../../kernel/refusal.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import {
  type DepartureDifference,
  type DepartureKey,
  findDifferingDepartures,
  freePlaces,
  isLockedBefore,
  readTaken,
  takePlaces,
} from '../inventory/index.server.ts'
import type { Departure } from '../inventory/index.ts'

export type { DepartureDifference }

import './tables.server.ts'
import type { BookingRecord } from './tables.server.ts'
import { text } from './text.ts'

export interface Seating {
  readonly serviceId: string
  readonly departure: Departure
  readonly places: number
  /** Takes places that the departure does not have. A closed departure stays closed. */
  readonly mayOverbook?: boolean
  /** The setting `few_places`. */
  readonly fewUpTo?: number
}
export interface TakenSeats {
  readonly departureId: string
  readonly isOverbooked: boolean
}
/**
 * Takes the places of a new booking and returns its departure. Refuses 'booking/slot-full' if it is closed or too few
 * places are left (C169).
 */
export async function takeSeats(
  trx: Trx,
  { serviceId, departure, places, mayOverbook = false, ...few }: Seating,
  now: Date,
): Promise<TakenSeats> {
  const key: DepartureKey = { serviceId, date: departure.date, time: departure.time }
  const { capacity } = departure
  const wanted = { departure: key, places, capacity, now, ...few }
  const departureId = await takePlaces(trx, wanted)
  if (departureId !== null) return { departureId, isOverbooked: false }
  const overbooked = mayOverbook ? await takePlaces(trx, { ...wanted, isOverbooking: true }) : null
  if (overbooked !== null) return { departureId: overbooked, isOverbooked: true }
  const left = Math.max((capacity ?? 0) - (await readTaken(trx, key)), 0)
  throw new Refusal('booking/slot-full', { left }, [fullDeparture(departure, left)])
}

/** Frees what a booking held that was just cancelled. `held` is the locked booking as it was before. */
export async function freeSeats(trx: Trx, held: BookingRecord, now: Date): Promise<void> {
  const { departure_id: departureId, places } = held
  if (departureId !== null && places > 0) await freePlaces(trx, { departureId, places }, now)
}

/**
 * Takes the places of another departure of the same service and frees those that the booking holds, in the lock order of
 * departures. Takes nothing where the departure stays the same. Refuses 'booking/slot-full' like `takeSeats`.
 */
export async function exchangeSeats(
  trx: Trx,
  { held, seating }: { readonly held: BookingRecord; readonly seating: Seating },
  now: Date,
): Promise<TakenSeats> {
  const { departure_id: oldId, places } = held
  const { serviceId, departure } = seating
  if (oldId === null) return takeSeats(trx, seating, now)
  if (oldId === departure.departureId && places === seating.places) return { departureId: oldId, isOverbooked: false }
  const key: DepartureKey = { serviceId, date: departure.date, time: departure.time }
  const isOldFirst = await isLockedBefore(trx, oldId, key)
  if (isOldFirst) await freeSeats(trx, held, now)
  const taken = await takeSeats(trx, seating, now)
  if (!isOldFirst) await freeSeats(trx, held, now)
  return taken
}

export function fullDeparture({ time, hours }: Pick<Departure, 'time' | 'hours'>, left: number) {
  const isDay = time === null && hours === null
  const unit = isDay ? 'date' : 'time'
  return {
    path: isDay ? 'travel_date' : 'travel_time',
    message: left <= 0 ? text('errors.full', { unit }) : text('errors.almostFull', { left, unit }),
  }
}

/** Departures whose count of places is not the sum of their bookings; an empty list is the proof. One statement. */
export const provePlaces = (q: Queryable): Promise<readonly DepartureDifference[]> =>
  findDifferingDepartures(
    q,
    q
      .selectFrom('bookings')
      .select(({ fn }) => ['departure_id', fn.sum<number>('places').as('places')])
      .where('departure_id', 'is not', null)
      .groupBy('departure_id'),
  )
