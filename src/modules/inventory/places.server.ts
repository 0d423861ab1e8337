import { type Expression, sql } from 'kysely'
import type { LocalDate, LocalTime } from '../../kernel/dates.ts'
import { publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { availabilityTag } from './availability-tag.server.ts'
import { askForDaysAhead } from './days-ahead.server.ts'
import { freeUses, takeUses, type UseOwner } from './resources/take-uses.server.ts'
import type { ResourceUses } from './resources/windows.ts'
import { byStart } from './rules/departures.ts'
import { askForOffers } from './waiting/ask-for-offers.server.ts'
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
  /** Takes places that came back before those who wait are asked: for an offer, or a payment that has arrived. */
  readonly isAhead?: boolean
  /** Takes the places whatever the capacity. */
  readonly isOverbooking?: boolean
  /** Pages show the places left from here down, so sales above it notify no node. By default every sale does. */
  readonly fewUpTo?: number
  /** The resources to take with the places. */
  readonly uses?: ResourceUses | null
}
/**
 * Takes places for a booking of this transaction. Returns the id of the departure; null if it is closed, its day blocked,
 * too few places are left, they are due to those who wait, or a resource is in use, and then nothing is taken. One
 * statement, and one or two when pages show something else
 * afterwards. Locks the departure until the transaction ends: take places of several departures in the order of day and
 * time, after the booking, promo code and visitor are locked.
 *
 * A new departure is inserted, an existing one is updated under its row lock, so the condition always sees the newest
 * count. The select keeps a new departure from starting out full.
 */
export async function takePlaces(trx: Trx, wanted: WantedPlaces): Promise<string | null> {
  const { departure, places, capacity, now, isOverbooking = false, fewUpTo = Number.POSITIVE_INFINITY, uses } = wanted
  const isAhead = isOverbooking || (wanted.isAhead ?? false)
  const { serviceId, date, time } = departure
  const { rows } = await sql<{ id: string; taken: number; capacity: number | null }>`
    insert into departures as d (id, service_id, local_date, local_time, taken, created_at, updated_at)
    select ${newId(now)}::uuid, ${serviceId}::uuid, ${date}::date, ${time}::text, ${places}::integer, ${now}, ${now}
    where not exists (select from blocked_dates b where (b.service_id is null or b.service_id = ${serviceId})
        and ${date}::date between b.from_date and b.to_date)
      and (${isOverbooking} or coalesce(${places}::integer <= coalesce((select capacity from departures where service_id = ${serviceId}
      and local_date = ${date} and local_time is not distinct from ${time}), ${capacity}::integer), true))
    on conflict on constraint departures_start do update set taken = d.taken + excluded.taken, updated_at = ${now}
    where not d.is_closed and (${isAhead} or not d.offers_due)
      and (${isOverbooking} or coalesce(d.taken + excluded.taken <= coalesce(d.capacity, ${capacity}::integer), true))
    returning id, taken, capacity`.execute(trx)
  const [row] = rows
  if (!row) return null
  if (uses && !(await takeUses(trx, { ...uses, departureId: row.id, now }))) {
    await subtract(trx, { departureId: row.id, places }, now)
    return null
  }
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

type Subtracted = { readonly departureId: string; readonly places: number }
const dueToWaiting = { offers_due: sql<boolean>`has_waiting` }
const subtract = (trx: Trx, { departureId, places, due = {} }: Subtracted & { due?: object }, now: Date) =>
  trx
    .updateTable('departures')
    .set(({ eb }) => ({ taken: eb('taken', '-', places), updated_at: now, ...due }))
    .where('id', '=', departureId)
    .returning(['service_id', 'taken', 'has_waiting'])
    .executeTakeFirst()

export interface HeldPlaces extends Subtracted {
  /** Whose resources become free; those of the departure do once nothing is taken on it. */
  readonly booking: UseOwner['booking']
}
/**
 * Gives the places of a booking back. The caller has locked the booking and stores in the same transaction that it holds
 * none. Four statements, and one where somebody waits for places. Locks the departure. Schedules are not known here, so it may have been sold out before.
 */
export async function freePlaces(trx: Trx, { booking, ...held }: HeldPlaces, now: Date): Promise<void> {
  const row = await subtract(trx, { ...held, due: dueToWaiting }, now)
  if (!row) return
  await freeUses(trx, { departureId: held.departureId, booking, isEmpty: row.taken === 0 })
  await publishInvalidation(trx, [availabilityTag(row.service_id)])
  await askForDaysAhead(trx, [row.service_id])
  if (row.has_waiting) await askForOffers(trx, { departureIds: [held.departureId] })
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

/**
 * Locks a departure before its place is taken, where several are locked: call it for each in the order of day and time.
 * Stores it if need be. One statement.
 */
export async function lockDeparture(trx: Trx, { serviceId, date, time }: DepartureKey, now: Date): Promise<void> {
  const start = { service_id: serviceId, local_date: date, local_time: time }
  await trx
    .insertInto('departures')
    .values({ id: newId(now), ...start, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.constraint('departures_start').doUpdateSet({ updated_at: sql.ref('departures.updated_at') }),
    )
    .execute()
}

/** Locks stored departures by day and time. One statement. */
export async function lockInOrder(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select from departures where id = any(${[...ids]}::uuid[])
    order by local_date, local_time nulls last for no key update`.execute(trx)
}

type Start = Pick<DepartureKey, 'date' | 'time'>
/** Locks stored departures of a service and those of `to`, by day and time. One statement, and one for each. */
export async function lockWith(
  trx: Trx,
  { serviceId, ids, to }: Pick<DepartureKey, 'serviceId'> & { readonly ids: readonly string[]; readonly to: Start[] },
  now: Date,
): Promise<void> {
  const query = trx.selectFrom('departures').select(['local_date as date', 'local_time as time'])
  const starts = [...(await query.where('id', 'in', ids).execute()), ...to]
  for (const { date, time } of starts.sort(byStart)) await lockDeparture(trx, { serviceId, date, time }, now)
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
 * Departures whose `taken` is not the sum of the places of their bookings and of open offers. `booked` is a query of the room that owns
 * bookings, with the columns departure_id and places. One statement that reads every departure.
 */
export async function findDifferingDepartures(
  q: Queryable,
  booked: Expression<unknown>,
): Promise<readonly DepartureDifference[]> {
  const { rows } = await sql<DepartureDifference>`
    select d.id as "departureId", d.service_id as "serviceId", d.local_date as date, d.local_time as time, d.taken,
      (coalesce(b.places, 0) + coalesce(w.places, 0))::integer as booked
    from departures d left join ${booked} b on b.departure_id = d.id left join (select departure_id, sum(held) as places
      from waiting_entries where held > 0 group by departure_id) w on w.departure_id = d.id
    where d.taken <> coalesce(b.places, 0) + coalesce(w.places, 0) order by d.local_date, d.local_time, d.id`.execute(q)
  return rows
}
