import { type Expression, sql } from 'kysely'
import type { LocalDate, LocalTime } from '../../kernel/dates.ts'
import { publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { availabilityTag } from './availability-tag.server.ts'
import { askForDaysAhead } from './days-ahead.server.ts'
import './tables.server.ts'

/** A departure as it is stored: `time` is null for opening hours and whole days. */
export interface DepartureKey {
  readonly serviceId: string
  readonly date: LocalDate
  readonly time: LocalTime | null
}
export interface WantedPlaces {
  readonly departure: DepartureKey
  readonly places: number
  /** As the schedules say; an exception of the departure overrides it. Null: free sale. */
  readonly capacity: number | null
  readonly now: Date
  /** Takes the places whatever the capacity. */
  readonly isOverbooking?: boolean
  /** Pages show the places left from here down, so sales above it notify no node. By default every sale does. */
  readonly fewUpTo?: number
}
/**
 * Takes places for a booking of this transaction. Returns the id of the departure; null if it is closed, its day blocked
 * or too few places are left, and then nothing is taken. One statement, and one or two when pages show something else
 * afterwards. Locks the departure until the transaction ends: take places of several departures in the order of day and
 * time, after the booking, promo code and visitor are locked.
 *
 * A new departure is inserted, an existing one is updated under its row lock, so the condition always sees the newest
 * count. The select keeps a new departure from starting out full.
 */
export async function takePlaces(trx: Trx, wanted: WantedPlaces): Promise<string | null> {
  const { departure, places, capacity, now, isOverbooking = false, fewUpTo = Number.POSITIVE_INFINITY } = wanted
  const { serviceId, date, time } = departure
  const { rows } = await sql<{ id: string; taken: number; capacity: number | null }>`
    insert into departures as d (id, service_id, local_date, local_time, taken, created_at, updated_at)
    select ${newId(now)}::uuid, ${serviceId}::uuid, ${date}::date, ${time}::text, ${places}::integer, ${now}, ${now}
    where not exists (select from blocked_dates b where (b.service_id is null or b.service_id = ${serviceId})
        and ${date}::date between b.from_date and b.to_date)
      and (${isOverbooking} or coalesce(${places}::integer <= coalesce((select capacity from departures where service_id = ${serviceId}
      and local_date = ${date} and local_time is not distinct from ${time}), ${capacity}::integer), true))
    on conflict on constraint departures_start do update set taken = d.taken + excluded.taken, updated_at = ${now}
    where not d.is_closed
      and (${isOverbooking} or coalesce(d.taken + excluded.taken <= coalesce(d.capacity, ${capacity}::integer), true))
    returning id, taken, capacity`.execute(trx)
  const [row] = rows
  if (!row) return null
  const limit = row.capacity ?? capacity
  if (limit !== null && limit - row.taken <= fewUpTo) await publishInvalidation(trx, [availabilityTag(serviceId)])
  if (limit !== null && limit <= row.taken) await askForDaysAhead(trx, [serviceId])
  return row.id
}

/** Places that are taken on a departure. One statement. */
export async function readTaken(q: Queryable, { serviceId, date, time }: DepartureKey): Promise<number> {
  const row = await q
    .selectFrom('departures')
    .select('taken')
    .where('service_id', '=', serviceId)
    .where('local_date', '=', date)
    .where('local_time', 'is not distinct from', time)
    .executeTakeFirst()
  return row?.taken ?? 0
}

export interface HeldPlaces {
  readonly departureId: string
  readonly places: number
}
/**
 * Gives the places of a booking back. The caller has locked the booking and stores in the same transaction that it holds
 * none. Three statements. Locks the departure. Schedules are not known here, so it may have been sold out before.
 */
export async function freePlaces(trx: Trx, { departureId, places }: HeldPlaces, now: Date): Promise<void> {
  const row = await trx
    .updateTable('departures')
    .set(({ eb }) => ({ taken: eb('taken', '-', places), updated_at: now }))
    .where('id', '=', departureId)
    .returning('service_id')
    .executeTakeFirst()
  if (!row) return
  await publishInvalidation(trx, [availabilityTag(row.service_id)])
  await askForDaysAhead(trx, [row.service_id])
}

/**
 * Whether this departure is to be locked before the one of `other`: by day and time, whole days and opening hours last.
 * True for the same departure. One statement.
 */
export async function isLockedBefore(trx: Trx, departureId: string, other: DepartureKey): Promise<boolean> {
  const { local_date: date, local_time: time } = await trx
    .selectFrom('departures')
    .select(['local_date', 'local_time'])
    .where('id', '=', departureId)
    .executeTakeFirstOrThrow()
  if (date !== other.date) return date < other.date
  return other.time === null || (time !== null && time <= other.time)
}

export interface DepartureDifference {
  readonly departureId: string
  readonly serviceId: string
  readonly date: LocalDate
  readonly time: LocalTime | null
  readonly taken: number
  readonly booked: number
}
/**
 * Departures whose `taken` is not the sum of the places of their bookings. `booked` is a query of the room that owns
 * bookings, with the columns departure_id and places. One statement that reads every departure.
 */
export async function findDifferingDepartures(
  q: Queryable,
  booked: Expression<unknown>,
): Promise<readonly DepartureDifference[]> {
  const { rows } = await sql<DepartureDifference>`
    select d.id as "departureId", d.service_id as "serviceId", d.local_date as date, d.local_time as time, d.taken,
      coalesce(b.places, 0)::integer as booked
    from departures d left join ${booked} b on b.departure_id = d.id
    where d.taken <> coalesce(b.places, 0) order by d.local_date, d.local_time, d.id`.execute(q)
  return rows
}
