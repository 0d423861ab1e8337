import { sql } from 'kysely'
import type * as z from 'zod'
import { joined } from '../../../kernel/messages.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { type CatalogueDeps, listItemsNaming, serviceSummaries } from '../../catalogue/index.server.ts'
import { text } from '../text.ts'
import type { resourceAddition, resourceChange } from './contract.ts'
import { nameOfUse, usesWhere } from './read-resources.server.ts'
import type { ResourceRecord } from './tables.server.ts'
import { publishUses } from './take-uses.server.ts'

type Addition = z.output<typeof resourceAddition>
type Change = z.output<typeof resourceChange>
type Changed = { readonly id: string; readonly version: number }

const audited = ({ name, type, units, seats, is_archived }: ResourceRecord) => ({
  ...{ name, type, units, seats, is_archived },
})
const invalid = (...errors: FieldError[]) => new Refusal('inventory/invalid', {}, errors)

/** Adds a resource. Refuses 'inventory/invalid' for a name that is in use. Audited. */
export async function addResource(deps: CatalogueDeps, caller: Caller, addition: Addition): Promise<Changed> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const values = { ...addition, name: addition.name.trim(), id: newId(now), created_at: now, updated_at: now }
    const row = await trx
      .insertInto('resources')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw invalid({ path: 'name', message: text('errors.nameTaken') })
    const entry = { action: 'resource.added', subjectType: 'resource', subjectId: row.id, after: audited(row) }
    await writeAudit(trx, caller, entry, now)
    return { id: row.id, version: row.version }
  })
}

/**
 * Changes or archives a resource. Waits for sales that take a unit of it; later ones see the change. Refuses
 * 'inventory/not-found', 'inventory/version-conflict', 'inventory/invalid', and 'inventory/resource-in-use' with the uses
 * or items that stand in the way. Audited.
 */
export async function changeResource(deps: CatalogueDeps, caller: Caller, change: Change): Promise<Changed> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('resources')
      .selectAll()
      .where('id', '=', change.id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('inventory/not-found')
    if (before.version !== change.version) throw new Refusal('inventory/version-conflict')
    await refuseIfInUse(trx, { before, change, now })
    const after = await write(trx, change, now)
    const values = { before: audited(before), after: audited(after) }
    await writeAudit(
      trx,
      caller,
      { action: 'resource.changed', subjectType: 'resource', subjectId: after.id, ...values },
      now,
    )
    await publishUses(trx, [after.id])
    return { id: after.id, version: after.version }
  })
}

type Asked = { readonly before: ResourceRecord; readonly change: Change; readonly now: Date }
async function refuseIfInUse(trx: Trx, { before, change, now }: Asked): Promise<void> {
  const isArchiving = change.is_archived && !before.is_archived
  if (isArchiving) {
    const items = await titlesOf(trx, await listItemsNaming(trx, [before.id]))
    if (items.length > 0) throw inUse('is_archived', items)
  }
  const kept = isArchiving ? 0 : change.units
  if (kept >= before.units) return
  const uses = await usesWhere(
    trx,
    sql<boolean>`u.resource_id = ${before.id}::uuid and u.unit > ${kept}::integer and upper(u.during) > ${now}`,
  ).execute()
  const names = uses.map(nameOfUse)
  if (names.length > 0) throw inUse(isArchiving ? 'is_archived' : 'units', names)
}

const titlesOf = async (trx: Trx, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await trx.selectFrom(serviceSummaries).select('title').where('id', 'in', ids).orderBy('title').execute()
  return rows.map(({ title }) => title)
}

const maxNamed = 20
function inUse(path: string, names: readonly string[]): Refusal {
  const message = text('errors.inUse', { count: names.length, names: joined(names.slice(0, maxNamed), 'groups') })
  return new Refusal('inventory/resource-in-use', { count: names.length }, [{ path, message }])
}

async function write(
  trx: Trx,
  { id, name, type, units, seats, is_archived, version }: Change,
  now: Date,
): Promise<ResourceRecord> {
  const taken = await trx
    .selectFrom('resources')
    .select('id')
    .where(({ eb, fn }) => eb(fn('lower', ['name']), '=', name.trim().toLowerCase()))
    .where('is_archived', '=', false)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken && !is_archived) throw invalid({ path: 'name', message: text('errors.nameTaken') })
  return trx
    .updateTable('resources')
    .set({ name: name.trim(), type, units, seats, is_archived, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
