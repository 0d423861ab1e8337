import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import './tables.server.ts'

/** Whether the item of a statement on `services` needs the resource. */
export const naming = (resourceId: string) =>
  sql<boolean>`details -> 'resources' @> ${JSON.stringify([{ resource_id: resourceId }])}::jsonb`

/** Items that need one of these resources, without archived ones. One statement. */
export async function listItemsNaming(q: Queryable, resourceIds: readonly string[]): Promise<string[]> {
  if (resourceIds.length === 0) return []
  const rows = await q
    .selectFrom('services')
    .select('id')
    .where(({ or }) => or(resourceIds.map(naming)))
    .where('status', '<>', 'archived')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A row for each resource that an item needs: service_id, kind, resource_id. */
export const namedResources = sql`(select services.id as service_id, services.kind,
  (need ->> 'resource_id')::uuid as resource_id
  from services, jsonb_array_elements(coalesce(services.details -> 'resources', '[]')) need)`
