import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import '../tables.server.ts'

export const offerTask = 'offer-waiting'

/** Null: every departure with a waiting list. */
type Where = { readonly departureIds: readonly string[] } | { readonly serviceIds: readonly string[] | null }

/** Queues a job that offers free places to the waiting list after the commit. One statement. */
export const askForOffers = (trx: Queryable, where: Where): Promise<void> => addJob(trx, offerTask, { ...where })

/**
 * Like `askForOffers`, for a change of items after which departures may have more places: until those who wait were asked,
 * nobody else gets them. Locks these departures in their order, so the transaction may hold none yet. One statement, or
 * two.
 */
export async function keepForWaiting(trx: Trx, serviceIds: readonly string[]): Promise<void> {
  const waited = trx
    .selectFrom('departures')
    .select('id')
    .where('has_waiting', '=', true)
    .where(({ eb, fn, val }) => eb('service_id', '=', fn.any(val(serviceIds))))
    .orderBy('local_date')
    .orderBy('local_time')
    .forUpdate()
  const kept = await trx
    .updateTable('departures')
    .set({ offers_due: true })
    .where('id', 'in', waited)
    .returning('id')
    .execute()
  if (kept.length > 0) await askForOffers(trx, { departureIds: kept.map(({ id }) => id) })
}

export const endTask = 'end-waiting'
/** Ends the list of a cancelled departure and tells those on it, once the transaction has committed. One statement. */
export const askToEndWaiting = (trx: Queryable, departureId: string): Promise<void> =>
  addJob(trx, endTask, { departureId })
