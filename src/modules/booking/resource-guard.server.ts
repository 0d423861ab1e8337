/** A change of what an item needs must not leave its bookings without a vehicle, boat, guide or room. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { LocalTime } from '../../kernel/dates.ts'
import { joined } from '../../kernel/messages.ts'
import { type FieldError, Refusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { PricedService } from '../../services/kind.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import type { ResourcedDetails } from '../../services/shared/stored-resources.ts'
import type { Leg } from '../../services/trip.ts'
import { type ChangeGuard, type ItemChange, inTurn, lockAgainstSales } from '../catalogue/index.server.ts'
import { type Holder, lockHeldDepartures, lockNamed, refitUses } from '../inventory/index.server.ts'
import { usesOf } from '../inventory/index.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { guardSchedules } from './left-behind.server.ts'
import { text } from './text.ts'
import './tables.server.ts'

/** Checks what a change of an item does to its bookings. */
export const guardBookings = (deps: Pick<Core, 'clock' | 'log' | 'pool'>): ChangeGuard =>
  inTurn(guardSchedules(deps), guardResources(deps))

const needsIn = (details: PricedService['details']) => (details as ResourcedDetails).resources ?? []
const maxInText = 10

/**
 * Refuses 'booking/invalid' for a resource that does not exist, and where upcoming bookings would find it in use.
 * Otherwise they get what the item needs now, in the same transaction. No statement where its needs stay the same.
 */
const guardResources =
  (deps: Pick<Core, 'clock' | 'log' | 'pool'>): ChangeGuard =>
  async (trx, change) => {
    const { kind, before, after } = change
    const rulesOf = (item: PricedService) => kind.schedule(item).resources ?? null
    if (isDeepStrictEqual(before && rulesOf(before), rulesOf(after))) return
    await requireNamed(trx, change)
    if (before) await refit(trx, deps, change)
  }

async function requireNamed(trx: Trx, { before, after }: ItemChange): Promise<void> {
  const kept = new Set(before ? needsIn(before.details).map(({ resource_id }) => resource_id) : [])
  const needs = needsIn(after.details)
  const known = await lockNamed(
    trx,
    needs.map(({ resource_id }) => resource_id),
  )
  const errors = needs.flatMap(({ resource_id }, at): FieldError[] =>
    known.has(resource_id) || kept.has(resource_id)
      ? []
      : [{ path: `details.resources.${at}.resource_id`, message: text('errors.unknownResource') }],
  )
  if (errors.length > 0) throw new Refusal('booking/invalid', {}, errors)
}

async function refit(
  trx: Trx,
  deps: Pick<Core, 'clock' | 'log' | 'pool'>,
  { serviceId, kind, before, after }: ItemChange,
): Promise<void> {
  await lockAgainstSales(trx, serviceId)
  const { time_zone } = await readSettingsIn(trx, deps)
  const schedule = scheduleIn(time_zone, kind.schedule(after))
  // Departures that the new schedules leave behind are found by the old ones.
  const old = before ? scheduleIn(time_zone, kind.schedule(before)) : schedule
  const held = await lockHeldDepartures(trx, { serviceId, schedule: old, now: deps.clock() })
  const bookings = await listSeated(
    trx,
    held.map(({ departureId }) => departureId),
  )
  const holders = held.flatMap(({ departureId, departure }): Holder[] => {
    const isPerBooking = kind.resourcesPer === 'booking'
    // A waiting list offer can hold places on a departure without bookings.
    const seats = isPerBooking ? bookings.filter((each) => each.departureId === departureId) : [nobody]
    return seats.map((seat) => {
      const { resources: rules, timeZone: zone } = schedule
      const uses = usesOf({ rules, zone, departure, booking: { id: seat.id, leg: seat.leg, time: seat.time } })
      const booking = isPerBooking ? { id: seat.id, leg: seat.leg } : null
      const name = [booking ? seat.reference : '', departure.date, booking ? seat.time : departure.time]
      return { departureId, booking, windows: uses?.windows ?? [], name: name.filter(Boolean).join(' ') }
    })
  })
  const resourceIds = needsIn(after.details).map(({ resource_id }) => resource_id)
  const failed = await refitUses(trx, { holders, resourceIds, now: deps.clock() })
  if (failed.length === 0) return
  const names = failed.slice(0, maxInText).map(({ name }) => name)
  const message = text('errors.resourceBusy', { count: failed.length, names: joined(names, 'plain') })
  throw new Refusal('booking/invalid', {}, [{ path: 'details.resources', message }])
}

const nobody: Seated = { id: '', leg: 'outbound', reference: '', departureId: null, time: null }
interface Seated {
  readonly id: string
  readonly leg: Leg
  readonly reference: string
  readonly departureId: string | null
  readonly time: LocalTime | null
}
/** The legs of bookings that hold places on these departures. At most one statement. */
async function listSeated(trx: Trx, departureIds: readonly string[]): Promise<Seated[]> {
  if (departureIds.length === 0) return []
  return trx
    .selectFrom('bookings')
    .select(['id', 'booking_reference as reference', 'departure_id as departureId'])
    .select(['travel_time as time', sql<Leg>`'outbound'`.as('leg')])
    .where('departure_id', 'in', departureIds)
    .where('places', '>', 0)
    .unionAll(
      trx
        .selectFrom('bookings')
        .select(['id', 'booking_reference as reference', 'return_leg_departure_id as departureId'])
        .select(['return_leg_time as time', sql<Leg>`'return'`.as('leg')])
        .where('return_leg_departure_id', 'in', departureIds)
        .where('places', '>', 0),
    )
    .orderBy('id')
    .orderBy('leg')
    .execute()
}
