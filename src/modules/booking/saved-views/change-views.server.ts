import { sql } from 'kysely'
import { jsonOf } from '../../../kernel/json.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import type { RequestContext } from '../../../platform/request.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { text } from '../text.ts'
import type { CreateViewInput, SavedView, UpdateViewInput } from './contract.ts'
import { maxOwnViews } from './limits.ts'
import { getView, showView, type ViewRow, viewColumns } from './read-views.server.ts'
import { cleanQuery, nameFault, rightTo } from './rules.ts'
import './tables.server.ts'

/**
 * Once per idempotency key. Refuses 'booking/invalid' for a name that the owner has already, in any letter case, and
 * 'booking/too-many-views'. Audited.
 */
export async function createView(
  deps: BookingDeps,
  { caller, idempotencyKey: key }: Pick<RequestContext, 'caller' | 'idempotencyKey'>,
  input: CreateViewInput,
): Promise<SavedView> {
  const ownerId = caller.userId ?? ''
  const repeatable = key === null ? null : { scope: `booking.view:${ownerId}`, key, request: input }
  const viewId = await deps.db.transaction().execute((trx) =>
    // The stored answer is the id alone: a search may name a customer.
    onceIfKeyed(trx, repeatable, async () => {
      await lockNames(trx, ownerId)
      await refuseTooMany(trx, ownerId)
      const now = deps.clock()
      const row = { id: newId(now), owner_id: ownerId, ...input, query: cleanQuery(input.query) }
      await refuseName(trx, row)
      await trx
        .insertInto('booking_views')
        .values({ ...row, query: jsonOf(row.query), created_at: now, updated_at: now })
        .execute()
      await writeAudit(trx, caller, { action: 'booking.view-saved', ...subject(row.id), after: factsOf(row) }, now)
      return row.id
    }),
  )
  return showView(await getView(deps.db, caller, viewId), caller)
}

type Named = Pick<ViewRow, 'id' | 'owner_id' | 'name'>
const subject = (viewId: string) => ({ subjectType: 'booking-view', subjectId: viewId })
const factsOf = ({ name, is_shared, query }: Pick<ViewRow, 'name' | 'is_shared' | 'query'>) => ({
  ...{ name, is_shared, query },
})

/** For comparison: the database does not keep the order of keys. */
const inOrder = (view: ViewRow): string => jsonOf(factsOf({ ...view, query: cleanQuery(view.query) }))

/** The owner's names and number stay the same until the transaction ends. */
const lockNames = (trx: Trx, ownerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`booking:views:${ownerId}`}, 0))`.execute(trx)

async function refuseTooMany(trx: Trx, ownerId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('booking_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (count >= maxOwnViews) throw new Refusal('booking/too-many-views', { max: maxOwnViews })
}

async function refuseName(trx: Trx, { id, owner_id, name }: Named): Promise<void> {
  const isTaken = () =>
    trx
      .selectFrom('booking_views')
      .select('id')
      .where('owner_id', '=', owner_id)
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .where('id', '<>', id)
      .executeTakeFirst()
  const fault = nameFault(name) ?? ((await isTaken()) ? text('errors.viewNameTaken') : null)
  if (fault) throw new Refusal('booking/invalid', {}, [{ path: 'name', message: fault }])
}

type Which = { readonly viewId: string; readonly version: number }

/** Locks the row. Refuses 'booking/no-view', 'booking/view-not-yours', 'booking/view-changed'. */
async function lockView(trx: Trx, caller: Caller, { viewId, version }: Which): Promise<ViewRow> {
  await trx.selectFrom('booking_views').select('id').where('id', '=', viewId).forUpdate().execute()
  const row = await getView(trx, caller, viewId)
  if (rightTo(row, caller) !== 'change') throw new Refusal('booking/view-not-yours')
  if (row.version !== version) throw new Refusal('booking/view-changed')
  return row
}

/** Also refuses 'booking/invalid' for the name, as createView does. Audited, unless nothing changes. */
export async function updateView(deps: BookingDeps, caller: Caller, input: UpdateViewInput): Promise<SavedView> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockView(trx, caller, input)
    const { name, is_shared, query } = input
    const after = { ...before, name, is_shared, query: query ? cleanQuery(query) : before.query }
    if (inOrder(after) === inOrder(before)) return showView(before, caller)
    await lockNames(trx, before.owner_id)
    await refuseName(trx, after)
    const now = deps.clock()
    const row = await trx
      .updateTable('booking_views')
      .set({ name, is_shared, query: jsonOf(after.query), version: before.version + 1, updated_at: now })
      .where('id', '=', before.id)
      .returning(viewColumns)
      .executeTakeFirstOrThrow()
    const facts = { before: factsOf(before), after: factsOf(after) }
    await writeAudit(trx, caller, { action: 'booking.view-changed', ...subject(before.id), ...facts }, now)
    return showView(row, caller)
  })
}

/** Deletes a view. Refuses like updateView; deleted again, 'booking/no-view'. Audited. */
export async function removeView(deps: BookingDeps, caller: Caller, which: Which): Promise<{ id: string }> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockView(trx, caller, which)
    await trx.deleteFrom('booking_views').where('id', '=', before.id).execute()
    const entry = { action: 'booking.view-deleted', ...subject(before.id), before: factsOf(before) }
    await writeAudit(trx, caller, entry, deps.clock())
    return { id: before.id }
  })
}
