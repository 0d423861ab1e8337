/** Sales of an item do not wait for each other, but for a change that takes departures away, and it waits for them. */
import type { Trx } from '../../platform/db/database.server.ts'
import './tables.server.ts'

/** Returns the item's version; null if it is gone. Held until the transaction ends. One statement. */
export async function lockForSale(trx: Trx, serviceId: string): Promise<number | null> {
  const row = await trx
    .selectFrom('services')
    .select('version')
    .where('id', '=', serviceId)
    .forKeyShare()
    .executeTakeFirst()
  return row?.version ?? null
}

/** Waits for open sales of the item; later ones wait until the transaction ends. One statement. */
export async function lockAgainstSales(trx: Trx, serviceId: string): Promise<void> {
  await trx.selectFrom('services').select('id').where('id', '=', serviceId).forUpdate().execute()
}
