import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'

/** Cache tags of an item and of the lists that show it. */
export const tagsOf = (serviceId: string): readonly string[] => ['catalogue', `service:${serviceId}`]

/** `rating`: 0 to 5 with one decimal. Both are 0 without reviews (the database checks this). */
export type Rating = { readonly rating: number; readonly totalReviews: number }

/**
 * Stores an item's rating. `count` runs after the item is locked, so that of two concurrent changes the later one sees
 * the earlier. The version stays the same, so that editors are not interrupted. Call `dropRated` after the commit.
 */
export async function saveRating(trx: Trx, serviceId: string, count: () => Promise<Rating>): Promise<void> {
  await trx.selectFrom('services').select('id').where('id', '=', serviceId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { rating, totalReviews } = await count()
  await trx.updateTable('services').set({ rating, total_reviews: totalReviews }).where('id', '=', serviceId).execute()
  await publishInvalidation(trx, tagsOf(serviceId))
}

/** Call this after the commit. Invalidates this node's cache and notifies the others. */
export const dropRated = (core: Pick<Core, 'pool' | 'log'>, serviceId: string): void =>
  dropHere(core, tagsOf(serviceId))
