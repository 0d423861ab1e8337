import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'

/** What every node keeps of an item, and of the lists that it stands in. */
export const tagsOf = (serviceId: string): readonly string[] => ['catalogue', `service:${serviceId}`]

/** `rating` 0 to 5 with one decimal; both are 0 without reviews (the database checks it). */
export type Rating = { readonly rating: number; readonly totalReviews: number }

/**
 * Keeps what an item's reviews come to. They are counted once the item is locked, so that of two changes at the same
 * moment the later one counts the earlier. The item's version stays: nobody who edits it is disturbed. `dropRated`
 * follows the commit.
 */
export async function saveRating(trx: Trx, serviceId: string, count: () => Promise<Rating>): Promise<void> {
  await trx.selectFrom('services').select('id').where('id', '=', serviceId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { rating, totalReviews } = await count()
  await trx.updateTable('services').set({ rating, total_reviews: totalReviews }).where('id', '=', serviceId).execute()
  await publishInvalidation(trx, tagsOf(serviceId))
}

/** Drops what this node keeps of the item, after the commit; the others hear of it. */
export const dropRated = (core: Pick<Core, 'pool' | 'log'>, serviceId: string): void =>
  dropHere(core, tagsOf(serviceId))
