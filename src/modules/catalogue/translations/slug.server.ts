import { isRefusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { chooseSlugs } from '../slugs.server.ts'
import '../tables.server.ts'

/**
 * Gives an item one more address of its kind, which redirects to it for good. Refuses 'catalogue/slug-taken' if another
 * item has or had it, in any language. Three statements.
 */
export async function addSlug(trx: Trx, item: { readonly id: string; readonly kind: string }, slug: string) {
  const [chosen] = await chooseSlugs(trx, item.kind, [{ id: item.id, before: null, asked: slug, wanted: slug }])
  if (isRefusal(chosen)) throw chosen
  await trx
    .insertInto('service_slugs')
    .values({ kind: item.kind, slug, service_id: item.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
