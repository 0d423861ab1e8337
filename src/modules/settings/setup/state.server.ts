import { Refusal } from '../../../kernel/refusal.ts'
import { isStaffRole } from '../../../kernel/staff.ts'
import { dropHere, publishInvalidation } from '../../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import { readShopState } from '../queries.server.ts'
import '../tables.server.ts'

const retryAfterSeconds = 600

/** What sells or shows the offer is for staff only while the shop is closed. Refuses 'settings/shop-closed'. */
export async function requireOpenShop(core: Core, caller: Caller): Promise<void> {
  if (isStaffRole(caller.role) || (await readShopState(core)) === 'open') return
  throw new Refusal('settings/shop-closed', { retryAfter: retryAfterSeconds })
}

/**
 * At the start of a real shop: one that sells nothing yet begins closed. Later starts change nothing, and neither do other
 * nodes that start at the same time.
 */
export async function beginShop(core: Core, { isSelling }: { readonly isSelling: boolean }): Promise<void> {
  const since = isSelling ? core.clock() : null
  await core.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('shop_opening')
      .values({ opened_at: since, hidden_at: since })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) await publishInvalidation(trx, ['settings'])
  })
  dropHere(core, ['settings'])
}
