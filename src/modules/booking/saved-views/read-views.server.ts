import { sql } from 'kysely'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { SavedView } from './contract.ts'
import { isOwnView, rightTo, type ViewQuery } from './rules.ts'
import './tables.server.ts'

export const viewColumns = ['id', 'owner_id', 'name', 'is_shared', 'query', 'version'] as const
export interface ViewRow {
  readonly id: string
  readonly owner_id: string
  readonly name: string
  readonly is_shared: boolean
  readonly query: ViewQuery
  readonly version: number
}

export const showView = (row: ViewRow, caller: Caller): SavedView => {
  const { id, name, is_shared, version, query } = row
  return {
    ...{ id, name, is_shared, version, query: { ...query, columns: [...query.columns] } },
    is_own: isOwnView(row, caller),
    may_change: rightTo(row, caller) === 'change',
  }
}

/** Own and shared views, by name. One statement. */
export async function listViews({ db }: BookingDeps, caller: Caller): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('booking_views')
    .select(viewColumns)
    .where(({ eb, or }) => or([eb('owner_id', '=', caller.userId ?? ''), sql<boolean>`is_shared`]))
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows.map((row) => showView(row, caller))
}

/** Refuses 'booking/no-view', also for someone else's private view. */
export async function getView(q: Queryable, caller: Caller, viewId: string): Promise<ViewRow> {
  const row = await q.selectFrom('booking_views').select(viewColumns).where('id', '=', viewId).executeTakeFirst()
  if (!row || rightTo(row, caller) === 'none') throw new Refusal('booking/no-view')
  return row
}
