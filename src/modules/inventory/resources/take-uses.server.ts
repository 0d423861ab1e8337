/**
 * Units in use. Lock order: departures by day and time, then resources by id; nothing locks a departure afterwards. The
 * lock of a resource makes the free unit certain; the table's constraint guards against everything else.
 */
import { sql } from 'kysely'
import { publishInvalidation } from '../../../platform/cache-invalidation.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { resourceTag } from '../availability-tag.server.ts'
import { askForResources } from '../days-ahead.server.ts'
import type { Leg, ResourceUses, ResourceWindow } from './windows.ts'
import './tables.server.ts'

export interface UseOwner {
  readonly departureId: string
  readonly booking: { readonly id: string; readonly leg: Leg } | null
}
type Taking = UseOwner &
  Pick<ResourceUses, 'windows'> & {
    readonly now: Date
    /** The unit to take if it is free, by resource. */
    readonly preferred?: ReadonlyMap<string, number>
  }

/**
 * Takes a free unit of each resource, unless the owner has one. False if one has none left; then nothing is taken. Locks
 * the resources. The caller has locked the departure. Two statements, and one for each unit taken.
 */
export async function takeUses(trx: Trx, taking: Taking): Promise<boolean> {
  const held = await heldBy(trx, taking)
  const missing = taking.windows.filter(({ resourceId }) => !held.has(resourceId))
  if (missing.length === 0) return true
  const units = await lockResources(
    trx,
    missing.map(({ resourceId }) => resourceId),
  )
  const taken: string[] = []
  for (const window of missing) {
    const id = await takeUnit(trx, taking, { window, units: units.get(window.resourceId) ?? 0 })
    if (id !== null) {
      taken.push(id)
      continue
    }
    if (taken.length > 0) await trx.deleteFrom('resource_uses').where('id', 'in', taken).execute()
    return false
  }
  await publishUses(
    trx,
    missing.map(({ resourceId }) => resourceId),
  )
  return true
}

const ownedBy = (trx: Trx, { departureId, booking }: UseOwner) => {
  const uses = trx.selectFrom('resource_uses').select('resource_id')
  return booking === null
    ? uses.where('departure_id', '=', departureId).where('booking_id', 'is', null)
    : uses.where('booking_id', '=', booking.id).where('leg', '=', booking.leg)
}
const heldBy = async (trx: Trx, owner: UseOwner): Promise<Set<string>> =>
  new Set((await ownedBy(trx, owner).execute()).map(({ resource_id }) => resource_id))

/** Their units; 0 for one that is archived. Locks them against others that take or change a unit. One statement. */
export async function lockResources(trx: Trx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('resources')
    .select(['id', 'units', 'is_archived'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, units, is_archived }) => [id, is_archived ? 0 : units]))
}

/** Those of these resources that can be used; none of them is archived until the transaction ends. One statement. */
export async function lockNamed(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const query = trx.selectFrom('resources').select('id').where('id', 'in', ids).where('is_archived', '=', false)
  return new Set((await query.orderBy('id').forKeyShare().execute()).map(({ id }) => id))
}

export const rangeOf = ({ from, to }: Pick<ResourceWindow, 'from' | 'to'>) =>
  sql<string>`tstzrange(${from}::timestamptz, ${to}::timestamptz)`

type Unit = { readonly window: ResourceWindow; readonly units: number }
/** Takes the first free unit; null if there is none. */
async function takeUnit(
  trx: Trx,
  { departureId, booking, now, preferred }: Taking,
  { window, units }: Unit,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into resource_uses (id, resource_id, unit, during, departure_id, booking_id, leg, created_at)
    select ${newId(now)}::uuid, ${window.resourceId}::uuid, unit, ${rangeOf(window)}, ${departureId}::uuid,
      ${booking?.id ?? null}::uuid, ${booking?.leg ?? null}::text, ${now}
    from generate_series(1, ${units}::integer) unit
    where not exists (select from resource_uses u where u.resource_id = ${window.resourceId}::uuid and u.unit = unit.unit
      and u.during && ${rangeOf(window)})
    order by unit = ${preferred?.get(window.resourceId) ?? 1}::integer desc, unit limit 1
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/**
 * Frees what a leg of a booking uses, and what the departure uses once nothing is taken on it. The caller has locked the
 * departure. One statement, and two if something was in use.
 */
export async function freeUses(
  trx: Trx,
  { departureId, booking, isEmpty }: UseOwner & { readonly isEmpty: boolean },
): Promise<void> {
  const rows = await trx
    .deleteFrom('resource_uses')
    .where('departure_id', '=', departureId)
    .where(({ and, eb, or }) =>
      or([
        ...(booking ? [and([eb('booking_id', '=', booking.id), eb('leg', '=', booking.leg)])] : []),
        ...(isEmpty ? [eb('booking_id', 'is', null)] : []),
        sql<boolean>`false`,
      ]),
    )
    .returning('resource_id')
    .execute()
  await publishUses(
    trx,
    rows.map(({ resource_id }) => resource_id),
  )
}

/** A prepared move is made: its units are the booking's own. The old ones were freed before. One statement. */
export async function handOverUses(trx: Trx, bookingId: string): Promise<void> {
  await trx
    .updateTable('resource_uses')
    .set(({ eb, val }) => ({
      leg: eb.case().when('leg', '=', 'prepared').then(val<Leg>('outbound')).else(val<Leg>('return')).end(),
    }))
    .where('booking_id', '=', bookingId)
    .where('leg', 'in', ['prepared', 'prepared_return'])
    .execute()
}

/** Drops the calendars of all services that share the resources, and asks for their days ahead. */
export async function publishUses(trx: Trx, resourceIds: readonly string[]): Promise<void> {
  if (resourceIds.length === 0) return
  await publishInvalidation(trx, resourceIds.map(resourceTag))
  await askForResources(trx, resourceIds)
}
