import { sql } from 'kysely'
import type { Core } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { StoredResource } from '../../../services/shared/stored-resources.ts'
import '../resources/tables.server.ts'

/** Stores a resource; `name` is made unique. */
export async function addTestResource(core: Core, { units = 1, name = 'Boat' } = {}): Promise<string> {
  const id = newId(core.clock())
  await core.db
    .insertInto('resources')
    .values({ id, name: `${name} ${id}`, type: 'boat', units, seats: null })
    .execute()
  return id
}
export const needOf = (resource_id: string, more: Partial<StoredResource> = {}): StoredResource => ({
  ...{ resource_id, minutes: 60, setup_minutes: 0, turnaround_minutes: 0 },
  ...more,
})

/** Uses of a resource, with the local times of Dubai. */
export async function usesOfResource(core: Core, resourceId: string) {
  const { rows } = await sql<{ unit: number; from: string; to: string; departure_id: string; booking_id: string }>`
    select unit, to_char(lower(during) at time zone 'Asia/Dubai', 'MM-DD HH24:MI') as from,
      to_char(upper(during) at time zone 'Asia/Dubai', 'MM-DD HH24:MI') as to, departure_id, booking_id
    from resource_uses where resource_id = ${resourceId} order by lower(during), unit`.execute(core.db)
  return rows
}
/** Pairs of uses of one unit at the same time; empty unless the constraint is missing. */
export async function doubleUses(core: Core): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from resource_uses a join resource_uses b
      on a.resource_id = b.resource_id and a.unit = b.unit and a.id < b.id and a.during && b.during`.execute(core.db)
  return rows[0]?.n ?? 0
}
