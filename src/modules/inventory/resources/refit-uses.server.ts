/** Gives departures and bookings the units that their item needs after it was changed. */
import { addDays, dateIn } from '../../../kernel/dates.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { ServiceSchedule } from '../../../services/shared/schedule.ts'
import { type Departure, departuresOn } from '../rules/departures.ts'
import { schedulesOf } from '../rules/seasons.ts'
import { rowIn } from '../stored-departure.server.ts'
import { lockResources, takeUses, type UseOwner } from './take-uses.server.ts'
import type { ResourceUses } from './windows.ts'

export interface HeldDeparture {
  readonly departureId: string
  readonly departure: Departure
}
/** Departures with taken places that are not over, as they are sold; locks them. One statement. */
export async function lockHeldDepartures(
  trx: Trx,
  { serviceId, schedule, now }: { readonly serviceId: string; readonly schedule: ServiceSchedule; readonly now: Date },
): Promise<HeldDeparture[]> {
  const zone = schedule.timeZone
  const rows = await trx
    .selectFrom('departures')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('local_date', '>=', addDays(dateIn(zone, now), -1))
    .where('taken', '>', 0)
    .orderBy('local_date')
    .orderBy('local_time')
    .forUpdate()
    .execute()
  const terms = { now, zone, cutOffMinutes: 0, fewUpTo: 0 }
  return rows.flatMap((row) => {
    const range = { from: row.local_date, to: row.local_date }
    const departures = departuresOn(schedulesOf(schedule), [rowIn(row)], { ...range, ...terms })
    const departure = departures.find(({ departureId }) => departureId === row.id)
    return departure ? [{ departureId: row.id, departure }] : []
  })
}

export interface Holder extends UseOwner, Pick<ResourceUses, 'windows'> {
  /** For staff: what it is. */
  readonly name: string
}
/**
 * Frees what the holders use and takes what they need now, the same units where possible. Returns those that found no
 * unit; the caller then rolls back. The caller has locked the departures. Three statements, and two for each holder.
 */
export async function refitUses(
  trx: Trx,
  {
    holders,
    resourceIds,
    now,
  }: { readonly holders: readonly Holder[]; readonly resourceIds: readonly string[]; readonly now: Date },
): Promise<Holder[]> {
  if (holders.length === 0) return []
  const ids = [...new Set(holders.map(({ departureId }) => departureId))]
  const before = await trx
    .selectFrom('resource_uses')
    .select(['id', 'resource_id', 'unit', 'departure_id', 'booking_id', 'leg'])
    .where('departure_id', 'in', ids)
    // A prepared move keeps what it has until it is made.
    .where(({ eb, or }) => or([eb('leg', 'is', null), eb('leg', 'not in', ['prepared', 'prepared_return'])]))
    .execute()
  await lockResources(trx, [...new Set([...resourceIds, ...before.map(({ resource_id }) => resource_id)])])
  const useIds = before.map(({ id }) => id)
  if (useIds.length > 0) await trx.deleteFrom('resource_uses').where('id', 'in', useIds).execute()
  const failed: Holder[] = []
  for (const holder of holders) {
    const own = before.filter(
      (use) =>
        use.departure_id === holder.departureId &&
        use.booking_id === (holder.booking?.id ?? null) &&
        use.leg === (holder.booking?.leg ?? null),
    )
    const preferred = new Map(own.map(({ resource_id, unit }) => [resource_id, unit]))
    if (!(await takeUses(trx, { ...holder, now, preferred }))) failed.push(holder)
  }
  return failed
}
