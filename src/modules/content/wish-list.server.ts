/** The wish lists of accounts. Those of visitors stay in their browsers. */
import { sql } from 'kysely'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { serviceSummaries } from '../catalogue/index.server.ts'
import { maxWishes } from './rules/wish-list.ts'
import type { WishList } from './wish-list-contract.ts'
import './tables.server.ts'

/** Newest first. One statement. */
export async function readWishList(q: Queryable, userId: string): Promise<WishList> {
  const rows = await q
    .selectFrom('wish_list_items')
    .select(['service_id', 'title', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('service_id')
    .execute()
  return { items: rows.map(({ created_at, ...item }) => ({ ...item, added_at: created_at.toISOString() })) }
}

/** One statement. */
export async function countWishes(q: Queryable, userId: string): Promise<number> {
  const items = q.selectFrom('wish_list_items').select(({ fn }) => fn.countAll<number>().as('count'))
  return Number((await items.where('user_id', '=', userId).executeTakeFirstOrThrow()).count)
}

interface Change {
  readonly userId: string
  /** The newest first. */
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Items that are not on sale, or saved already, are not added. Of more than the limit the newest stay. */
export async function changeWishList(core: Core, { userId, add, remove }: Change): Promise<WishList> {
  return core.db.transaction().execute(async (trx) => {
    // One change of a list at a time, so that none exceeds the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`content:wish-list:${userId}`}, 0))`.execute(trx)
    if (remove.length > 0)
      await trx.deleteFrom('wish_list_items').where('user_id', '=', userId).where('service_id', 'in', remove).execute()
    const known = add.length === 0 ? [] : await listTitles(trx, add)
    const now = core.clock().getTime()
    const rows = known.map(({ id, title }) => ({
      ...{ user_id: userId, service_id: id, title },
      created_at: new Date(now - add.indexOf(id)),
    }))
    if (rows.length > 0)
      await trx
        .insertInto('wish_list_items')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const list = await readWishList(trx, userId)
    const beyond = list.items.slice(maxWishes).map((item) => item.service_id)
    if (beyond.length > 0)
      await trx.deleteFrom('wish_list_items').where('user_id', '=', userId).where('service_id', 'in', beyond).execute()
    return { items: list.items.slice(0, maxWishes) }
  })
}

const listTitles = (q: Queryable, ids: readonly string[]) =>
  q
    .selectFrom(serviceSummaries)
    .select(['service_summaries.id', 'service_summaries.title'])
    .where('service_summaries.id', 'in', ids)
    .where('service_summaries.status', '=', 'active')
    .execute()
