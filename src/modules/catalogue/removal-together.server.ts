import { sql } from 'kysely'
import { hasReferences, type RemovalWork } from './removal.server.ts'
import type { ServiceStatus } from './rules.ts'
import type { Removal } from './trash.ts'
import './tables.server.ts'

/**
 * Removes many items like `removeService`, for callers that have checked their versions and write one audit entry of
 * all. Returns the archived ones; the others are in the trash. At most eight statements if nothing refers to the items.
 */
export async function removeTogether(
  { trx, deps, caller }: RemovalWork,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  // Sales under way finish first; later ones see that the items are gone.
  await trx.selectFrom('services').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const archived = await findReferred(trx, ids)
  const trashed = ids.filter((id) => !archived.has(id))
  const now = deps.clock()
  const all = { status: 'archived' as const, version: sql<number>`version + 1`, updated_at: now }
  if (trashed.length > 0)
    await trx
      .updateTable('services')
      .set({ ...all, trashed_at: now, trashed_by: caller.name, trashed_from: sql<ServiceStatus>`status` })
      .where('id', 'in', trashed)
      .execute()
  if (archived.size > 0)
    await trx
      .updateTable('services')
      .set({
        ...{ ...all, archived_at: now },
        archived_from: sql<Removal['archived_from']>`case when status = 'archived' then archived_from else status end`,
      })
      .where('id', 'in', [...archived])
      .execute()
  return archived
}

/** Halves the list until the items that something refers to are found: most imports have none. */
async function findReferred(trx: RemovalWork['trx'], ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || !(await hasReferences(trx, ids))) return new Set()
  if (ids.length === 1) return new Set(ids)
  const half = Math.ceil(ids.length / 2)
  const first = await findReferred(trx, ids.slice(0, half))
  return new Set([...first, ...(await findReferred(trx, ids.slice(half)))])
}
