import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import { dropHere } from '../../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { once } from '../../../platform/idempotency.server.ts'
import { publishAll } from '../changing.server.ts'
import { text } from '../text.ts'
import { type CatalogueDeps, getKind } from '../views.server.ts'
import { auditedPrices } from './audited.ts'
import type { PriceOutcome } from './contract.ts'
import { planItem, requirePriceFields } from './plan.server.ts'
import { keptSince } from './queries.server.ts'
import type { PriceChange } from './rules.ts'
import { type Stored, storeItems, type Work } from './store.server.ts'
import '../tables.server.ts'

export interface PriceOrder {
  readonly kind: string
  readonly change: PriceChange
  /** As the preview showed them. */
  readonly items: readonly { readonly id: string; readonly version: number }[]
}
export type Applied = PriceOutcome & { readonly id: string | null }

/**
 * Changes the prices of items that are still as the preview showed them, in one transaction with one audit entry.
 * Bookings and prepared changes of bookings keep their price. With a key the same order runs once. Refuses
 * 'catalogue/unknown-kind', 'catalogue/invalid'; single items are refused in the answer.
 */
export async function changePrices(
  deps: CatalogueDeps,
  caller: Caller,
  { idempotencyKey: key, ...order }: PriceOrder & { readonly idempotencyKey: string | null },
): Promise<Applied> {
  const kind = getKind(deps, order.kind)
  requirePriceFields(kind, order.change)
  return storing(deps, (trx, tags) => {
    const apply = () => applyIn({ trx, deps, caller, kind }, order, tags)
    return key ? once(trx, `price-changes:${caller.userId}`, key, order, apply) : apply()
  })
}

/** Runs in a transaction, and drops the cached pages of the items that `work` names. */
async function storing<T>(deps: CatalogueDeps, work: (trx: Trx, tags: string[]) => Promise<T>): Promise<T> {
  const tags: string[] = []
  const done = await deps.db.transaction().execute(async (trx) => {
    const result = await work(trx, tags)
    await publishAll(trx, tags)
    return result
  })
  dropHere(deps, tags)
  return done
}

const tagsOf = ({ stored }: Stored): readonly string[] =>
  stored.length === 0 ? [] : ['catalogue', ...stored.map(({ id }) => `service:${id}`)]

async function applyIn(work: Work, { change, items }: PriceOrder, tags: string[]): Promise<Applied> {
  const { trx, deps, caller, kind } = work
  const result = await storeItems(work, items, (row, { version }) => {
    if (row.version !== version) return { reason: text('prices.changedMeanwhile') }
    const { details, reason } = planItem(row, change)
    return reason ? { reason } : { details }
  })
  const { stored, refused } = result
  if (stored.length === 0) return { id: null, done: 0, refused }
  tags.push(...tagsOf(result))
  const now = deps.clock()
  const id = newId(now)
  const made = { id, kind: kind.key, made_by: caller.name, created_at: now }
  await trx
    .insertInto('price_changes')
    .values({ ...made, change: JSON.stringify(change), items: JSON.stringify(stored) })
    .execute()
  const entry = { action: 'prices.changed', subjectType: 'price_change', subjectId: id }
  const { before, after } = auditedPrices(stored)
  await writeAudit(trx, caller, { ...entry, before, after: { ...after, kind: kind.key, change } }, now)
  return { id, done: stored.length, refused }
}

/**
 * Restores the old prices of items that were not edited since the change. The others keep their prices and are listed in
 * the result. Refuses 'catalogue/no-price-change', 'catalogue/prices-undone'.
 */
export async function undoPrices(deps: CatalogueDeps, caller: Caller, changeId: string): Promise<PriceOutcome> {
  return storing(deps, async (trx, tags) => {
    const made = await lockChange(trx, deps, changeId)
    const work = { trx, deps, caller, kind: getKind(deps, made.kind) }
    const result = await storeItems(work, made.items, (row, { currency, before, after }) => {
      const isAsLeft = Object.entries(after).every(([name, value]) => isDeepStrictEqual(row.details[name], value))
      return isAsLeft && row.currency === currency ? { details: before } : { reason: text('prices.changedSince') }
    })
    const { stored, refused } = result
    tags.push(...tagsOf(result))
    const now = deps.clock()
    const undone = { undone_at: now, undone_by: caller.name }
    await trx.updateTable('price_changes').set(undone).where('id', '=', changeId).execute()
    const entry = { action: 'prices.put-back', subjectType: 'price_change', subjectId: changeId }
    const { before, after } = auditedPrices(stored)
    await writeAudit(
      trx,
      caller,
      { ...entry, before, after: { ...after, kept: refused.map(({ title }) => title) } },
      now,
    )
    return { done: stored.length, refused }
  })
}

async function lockChange(trx: Trx, deps: CatalogueDeps, changeId: string) {
  const made = await trx
    .selectFrom('price_changes')
    .selectAll()
    .where('id', '=', changeId)
    .where('created_at', '>=', keptSince(deps))
    .forUpdate()
    .executeTakeFirst()
  if (!made) throw new Refusal('catalogue/no-price-change')
  if (made.undone_at !== null) throw new Refusal('catalogue/prices-undone')
  return made
}
