import type { Selectable } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import { type AuditEntry, writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { changing } from './changing.server.ts'
import { isWholeOrder, menuItemErrors } from './rules/editing.ts'
import type { MenuItem, MenuItemInput } from './staff-contract.ts'
import './tables.server.ts'

type Row = Selectable<Tables['menu_items']>

const view = ({ created_at: _, trashed_at: __, trashed_by: ___, ...stored }: Row): MenuItem => {
  const { trashed_active: ____, trashed_with: _____, ...row } = stored
  return { ...row, updated_at: row.updated_at.toISOString() }
}

/** The items of both menus by order_index, also inactive ones, without those in the trash. One statement. */
export async function listMenuItems(core: { db: Queryable }): Promise<{ items: MenuItem[] }> {
  const rows = await core.db
    .selectFrom('menu_items')
    .selectAll()
    .where('trashed_at', 'is', null)
    .orderBy('order_index')
    .orderBy('id')
    .execute()
  return { items: rows.map(view) }
}

/** Refuses 'content/invalid' with field errors (D29). Audited. */
export async function createMenuItem(core: Core, caller: Caller, input: MenuItemInput): Promise<MenuItem> {
  return changing(core, 'menus', async (trx) => {
    refuseInvalid(input, null, (await listMenuItems({ db: trx })).items)
    const now = core.clock()
    const row = await trx
      .insertInto('menu_items')
      .values({ id: newId(now), ...input, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeAudit(
      trx,
      caller,
      auditedAs({ action: 'menu-item.created', before: null, after: view(row) }),
      core.clock(),
    )
    return view(row)
  })
}

/** Also refuses 'content/no-menu-item' and 'content/version-conflict'. */
export async function changeMenuItem(
  core: Core,
  caller: Caller,
  { itemId, version, item }: { itemId: string; version: number; item: MenuItemInput },
): Promise<MenuItem> {
  return changing(core, 'menus', async (trx) => {
    const { items } = await listMenuItems({ db: trx })
    const before = find(items, itemId)
    if (before.version !== version) throw new Refusal('content/version-conflict')
    refuseInvalid(item, itemId, items)
    const row = await trx
      .updateTable('menu_items')
      .set({ ...item, version: version + 1, updated_at: core.clock() })
      .where('id', '=', itemId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeAudit(trx, caller, auditedAs({ action: 'menu-item.updated', before, after: view(row) }), core.clock())
    return view(row)
  })
}

/** Numbers the items of one menu and parent from 1 in this order. Refuses 'content/order-changed'. */
export async function reorderMenuItems(
  core: Core,
  caller: Caller,
  { menu_type, parent_id, ids }: { menu_type: MenuItem['menu_type']; parent_id: string | null; ids: readonly string[] },
): Promise<{ items: MenuItem[] }> {
  return changing(core, 'menus', async (trx) => {
    const { items } = await listMenuItems({ db: trx })
    const stored = items
      .filter((item) => item.menu_type === menu_type && item.parent_id === parent_id)
      .map(({ id }) => id)
    if (!isWholeOrder(ids, stored)) throw new Refusal('content/order-changed')
    for (const [place, id] of ids.entries())
      await trx
        .updateTable('menu_items')
        .set((eb) => ({ order_index: place + 1, version: eb('version', '+', 1), updated_at: core.clock() }))
        .where('id', '=', id)
        .where('order_index', '<>', place + 1)
        .execute()
    const subject = { subjectType: 'menu-item', subjectId: parent_id ?? menu_type }
    await writeAudit(
      trx,
      caller,
      { action: 'menu-item.reordered', ...subject, before: stored, after: ids },
      core.clock(),
    )
    return listMenuItems({ db: trx })
  })
}

function refuseInvalid(input: MenuItemInput, itemId: string | null, items: readonly MenuItem[]): void {
  const errors = menuItemErrors(input, itemId, items)
  if (errors.length > 0) throw new Refusal('content/invalid', {}, errors)
}

function find(items: readonly MenuItem[], id: string): MenuItem {
  const item = items.find((each) => each.id === id)
  if (!item) throw new Refusal('content/no-menu-item')
  return item
}

type Change = Readonly<{ action: string; before: MenuItem | null; after: MenuItem | null }>

const auditedAs = ({ action, before, after }: Change): AuditEntry => ({
  action,
  subjectType: 'menu-item',
  subjectId: (after ?? before)?.id ?? '',
  before,
  after,
})
