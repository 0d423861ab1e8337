/** The trash of sliders and menu items. Changes of each are serialised (`changing`), so nothing happens twice. */
import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { type Trashed, trashedUntil, viewTrashed } from '../../kernel/trash.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { automatic, type Caller, type Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { asBefore } from '../../platform/db/trash-columns.server.ts'
import { changing } from './changing.server.ts'
import type { TrashType } from './staff-contract.ts'
import './tables.server.ts'

type Lock = 'sliders' | 'menus'
const locks: Readonly<Record<TrashType, Lock>> = { slider: 'sliders', 'menu-item': 'menus' }
const missing = (type: TrashType): Refusal =>
  new Refusal(type === 'slider' ? 'content/no-slider' : 'content/no-menu-item')

interface Row {
  readonly id: string
  readonly name: string
  readonly is_active: boolean
  readonly trashed_at: Date | null
  readonly trashed_by: string | null
  readonly trashed_active: boolean | null
}

/** A menu item that was deleted with the one above it is part of that one. */
const rowsOf = (q: Queryable, type: TrashType) => {
  const columns = ['id', 'is_active', 'trashed_at', 'trashed_by', 'trashed_active'] as const
  return type === 'slider'
    ? q.selectFrom(q.selectFrom('homepage_sliders').select(columns).select('title as name').as('item')).selectAll()
    : q
        .selectFrom(
          q
            .selectFrom('menu_items')
            .select([...columns, 'name'])
            .where(({ eb, or, ref }) => or([eb('trashed_with', 'is', null), eb('trashed_with', '=', ref('id'))]))
            .as('item'),
        )
        .selectAll()
}

async function findItem(trx: Trx, type: TrashType, id: string): Promise<Row> {
  const row = await rowsOf(trx, type).where('item.id', '=', id).executeTakeFirst()
  if (!row) throw missing(type)
  return row
}

/** One statement. */
export async function listTrash(core: Core, type: TrashType): Promise<{ items: Trashed[] }> {
  const rows = await rowsOf(core.db, type)
    .where('item.trashed_at', 'is not', null)
    .orderBy('item.trashed_at', 'desc')
    .orderBy('item.id')
    .execute()
  return { items: rows.map((row) => viewTrashed(row, core.clock())) }
}

type Of = { readonly type: TrashType; readonly id: string }

/** Moves it to the trash, a menu item with the items below it. Refuses 'content/no-slider', 'content/no-menu-item'. */
export async function moveToTrash(core: Core, caller: Caller, { type, id }: Of): Promise<{ removed: true }> {
  return changing(core, locks[type], async (trx) => {
    const before = await findItem(trx, type, id)
    if (before.trashed_at !== null) return { removed: true }
    const trashed = { is_active: false, trashed_at: core.clock(), trashed_by: caller.name }
    if (type === 'slider')
      await trx
        .updateTable('homepage_sliders')
        .set(({ ref }) => ({ ...trashed, trashed_active: ref('is_active') }))
        .where('id', '=', id)
        .execute()
    else
      await trx
        .updateTable('menu_items')
        .set(({ ref }) => ({ ...trashed, trashed_active: ref('is_active'), trashed_with: id }))
        .where('id', 'in', await listBelow(trx, id))
        .where('trashed_at', 'is', null)
        .execute()
    await audit(trx, core, { caller, type, action: 'trashed', before, after: await findItem(trx, type, id) })
    return { removed: true }
  })
}

/** The item and all below it. */
async function listBelow(trx: Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive below as (
    select id from menu_items where id = ${id}
    union select item.id from menu_items item join below on item.parent_id = below.id
  ) select id from below`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * Brings it back as it was. A menu item whose parent is in the trash or in the other menu returns to the top level.
 * Refuses like moveToTrash.
 */
export async function restoreContent(core: Core, caller: Caller, { type, id }: Of): Promise<{ restored: true }> {
  return changing(core, locks[type], async (trx) => {
    const before = await findItem(trx, type, id)
    if (before.trashed_at === null) return { restored: true }
    if (type === 'slider')
      await trx.updateTable('homepage_sliders').set(asBefore(before)).where('id', '=', id).execute()
    else await restoreItems(trx, id)
    await audit(trx, core, { caller, type, action: 'restored', before, after: await findItem(trx, type, id) })
    return { restored: true }
  })
}

async function restoreItems(trx: Trx, id: string): Promise<void> {
  await sql`update menu_items item set is_active = trashed_active, trashed_at = null, trashed_by = null,
    trashed_active = null, trashed_with = null,
    parent_id = case when item.id <> ${id} or exists (select from menu_items parent
      where parent.id = item.parent_id and parent.trashed_at is null and parent.menu_type = item.menu_type)
      then item.parent_id end
    where trashed_with = ${id}`.execute(trx)
}

/** Refuses like moveToTrash, also for what is not in the trash. */
export async function deleteContent(core: Core, caller: Caller, { type, id }: Of): Promise<{ removed: true }> {
  return changing(core, locks[type], async (trx) => {
    const before = await findItem(trx, type, id)
    if (before.trashed_at === null) throw missing(type)
    await deleteRow(trx, core, { caller, type, before })
    return { removed: true }
  })
}

async function deleteRow(
  trx: Trx,
  core: Core,
  { caller, type, before }: { caller: Caller; type: TrashType; before: Row },
): Promise<void> {
  const table = type === 'slider' ? 'homepage_sliders' : 'menu_items'
  if (type === 'menu-item') await keepDeletedBefore(trx, before.id)
  const deleted = await trx.deleteFrom(table).where('id', '=', before.id).returningAll().executeTakeFirst()
  const entry = { action: `${type}.deleted`, subjectType: type, subjectId: before.id, before: deleted }
  await writeAudit(trx, caller, entry, core.clock())
}

/** Items below that were deleted by themselves stay in the trash: the database deletes what has a deleted parent. */
const keepDeletedBefore = (trx: Trx, id: string) =>
  sql`update menu_items set parent_id = null where trashed_with <> ${id}
    and parent_id in (select id from menu_items where trashed_with = ${id})`.execute(trx)

/** Deletes for good what has been in the trash for 30 days. */
export async function emptyContentTrash(core: Core): Promise<void> {
  const until = trashedUntil(core.clock())
  for (const type of ['slider', 'menu-item'] as const)
    await changing(core, locks[type], async (trx) => {
      const due = await rowsOf(trx, type).where('item.trashed_at', '<=', until).execute()
      for (const before of due) await deleteRow(trx, core, { caller: automatic, type, before })
    })
}

interface Audited {
  readonly caller: Caller
  readonly type: TrashType
  readonly action: 'trashed' | 'restored'
  readonly before: Row
  readonly after: Row
}
const audit = (trx: Trx, core: Core, { caller, type, action, before, after }: Audited): Promise<void> =>
  writeAudit(
    trx,
    caller,
    {
      ...{ action: `${type}.${action}`, subjectType: type, subjectId: before.id },
      ...{ before: placeOf(before), after: placeOf(after) },
    },
    core.clock(),
  )
const placeOf = ({ name, is_active, trashed_at }: Row) => ({ name, is_active, is_in_trash: trashed_at !== null })
