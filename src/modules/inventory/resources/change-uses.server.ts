import { sql } from 'kysely'
import type * as z from 'zod'
import { instantAt } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { CatalogueDeps } from '../../catalogue/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { text } from '../text.ts'
import type { unitBlock } from './contract.ts'
import { lockResources, publishUses, rangeOf } from './take-uses.server.ts'
import './tables.server.ts'

type Block = z.output<typeof unitBlock>

/**
 * Blocks a unit for a while, such as for maintenance. Refuses 'inventory/not-found', 'inventory/invalid', and
 * 'inventory/unit-in-use' while something uses it. Audited.
 */
export async function blockUnit(deps: CatalogueDeps, caller: Caller, block: Block): Promise<{ id: string }> {
  const { time_zone: zone } = await readSettings(deps)
  const now = deps.clock()
  const from = instantAt(zone, block.from_date, block.from_time)
  const to = instantAt(zone, block.to_date, block.to_time)
  if (to <= from) throw new Refusal('inventory/invalid', {}, [{ path: 'to_date', message: text('errors.endsFirst') }])
  const { resource_id, unit, reason } = block
  const id = newId(now)
  await deps.db.transaction().execute(async (trx) => {
    await requireFree(trx, { resourceId: resource_id, unit, during: rangeOf({ from, to }), useId: null })
    await sql`insert into resource_uses (id, resource_id, unit, during, reason, created_at)
      values (${id}, ${resource_id}, ${unit}, ${rangeOf({ from, to })}, ${reason.trim()}, ${now})`.execute(trx)
    const after = { unit, from: from.toISOString(), to: to.toISOString(), reason }
    await writeAudit(
      trx,
      caller,
      { action: 'resource.blocked', subjectType: 'resource', subjectId: resource_id, after },
      now,
    )
    await publishUses(trx, [resource_id])
  })
  return { id }
}

type Wanted = {
  readonly resourceId: string
  readonly unit: number
  readonly during: ReturnType<typeof rangeOf>
  /** The use that moves to the unit. */
  readonly useId: string | null
}
/** Locks the resource and refuses a unit that does not exist or is in use. Two statements. */
async function requireFree(trx: Trx, { resourceId, unit, during, useId }: Wanted): Promise<void> {
  const units = (await lockResources(trx, [resourceId])).get(resourceId)
  if (units === undefined) throw new Refusal('inventory/not-found')
  if (unit > units) throw new Refusal('inventory/invalid', {}, [{ path: 'unit', message: text('errors.noUnit') }])
  const { rows } = await sql`select from resource_uses where resource_id = ${resourceId} and unit = ${unit}
    and during && ${during} and id is distinct from ${useId}::uuid limit 1`.execute(trx)
  if (rows.length > 0)
    throw new Refusal('inventory/unit-in-use', {}, [{ path: 'unit', message: text('errors.unitInUse') }])
}

/** Ends a block. Refuses 'inventory/not-found'. Audited. */
export async function unblockUnit(deps: CatalogueDeps, caller: Caller, id: string): Promise<{ removed: true }> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('resource_uses')
      .where('id', '=', id)
      .where('departure_id', 'is', null)
      .returning(['resource_id', 'unit', 'reason'])
      .returning(sql<string>`during::text`.as('during'))
      .executeTakeFirst()
    if (!row) throw new Refusal('inventory/not-found')
    const { resource_id: subjectId, ...before } = row
    const entry = { action: 'resource.unblocked', subjectType: 'resource', subjectId, before }
    await writeAudit(trx, caller, entry, deps.clock())
    await publishUses(trx, [subjectId])
  })
  return { removed: true }
}

/**
 * Gives a departure or a booking another unit of the same resource. Refuses 'inventory/not-found', also for a block,
 * 'inventory/invalid' and 'inventory/unit-in-use'. Audited.
 */
export async function chooseUnit(
  deps: CatalogueDeps,
  caller: Caller,
  { id, unit }: { readonly id: string; readonly unit: number },
): Promise<{ id: string; unit: number }> {
  await deps.db.transaction().execute(async (trx) => {
    const use = await trx
      .selectFrom('resource_uses')
      .select(['resource_id', 'unit', 'departure_id'])
      .select(sql<string>`during::text`.as('during'))
      .where('id', '=', id)
      .where('departure_id', 'is not', null)
      .executeTakeFirst()
    if (!use) throw new Refusal('inventory/not-found')
    const { resource_id: resourceId, during } = use
    await requireFree(trx, { resourceId, unit, during: sql<string>`${during}::tstzrange`, useId: id })
    // A sale, a move or a colleague may have freed it or given it another time meanwhile.
    const changed = await trx
      .updateTable('resource_uses')
      .set({ unit, is_assigned: true })
      .where('id', '=', id)
      .where(sql<boolean>`during = ${during}::tstzrange`)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Refusal('inventory/version-conflict')
    const entry = { action: 'resource.unit_chosen', subjectType: 'departure', subjectId: use.departure_id ?? '' }
    const facts = (chosen: number) => ({ resource_id: resourceId, unit: chosen })
    await writeAudit(trx, caller, { ...entry, before: facts(use.unit), after: facts(unit) }, deps.clock())
    await publishUses(trx, [resourceId])
  })
  return { id, unit }
}
