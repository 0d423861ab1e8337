import type * as z from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import { readDeparture } from '../../inventory/index.server.ts'
import { lockBooking } from '../access.server.ts'
import type { cancellationRetry } from '../departure-cancellation-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { deviatesFromTerms } from '../rules/departure-cancellation.ts'
import { cancelDepartureJob, requireTarget, storedChoice } from './cancel-departure.server.ts'

type Retry = z.output<typeof cancellationRetry>

/**
 * Gives a booking that is stuck in the departure's last cancellation back to the job, as chosen before or in another
 * way. Refuses 'catalogue/not-found', 'inventory/not-found', 'booking/departure-changed' when it is not stuck (any more),
 * 'booking/invalid' for a departure that cannot be chosen, 'booking/refund-not-allowed'. Audited.
 */
export async function retryCancellation(
  deps: BookingDeps,
  caller: Caller,
  retry: Retry,
): Promise<{ cancellation_id: string }> {
  const { stored } = await readDeparture(deps, { serviceId: retry.service_id, date: retry.date, time: retry.time })
  if (!stored) throw new Refusal('booking/departure-changed')
  if (retry.choice?.kind === 'move') await requireTarget(deps, retry, { path: 'choice', target: retry.choice })
  return deps.db.transaction().execute((trx) => retryOne(trx, deps, { caller, retry, departureId: stored.id }))
}

type Retrying = { readonly caller: Caller; readonly retry: Retry; readonly departureId: string }
async function retryOne(
  trx: Trx,
  deps: BookingDeps,
  { caller, retry, departureId }: Retrying,
): Promise<{ cancellation_id: string }> {
  const booking = await lockBooking(trx, retry.booking_id)
  const item = await trx
    .selectFrom('departure_cancellation_bookings as item')
    .innerJoin('departure_cancellations as cancellation', 'cancellation.id', 'item.cancellation_id')
    .select(['item.cancellation_id as id', 'item.choice', 'item.outcome'])
    .where('item.booking_id', '=', booking.id)
    .where('cancellation.departure_id', '=', departureId)
    .orderBy('cancellation.created_at', 'desc')
    .orderBy('cancellation.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (item?.outcome !== 'stuck') throw new Refusal('booking/departure-changed')
  const choice = retry.choice ?? item.choice
  const now = deps.clock()
  if (!mayEnter(caller.role, 'refunds') && deviatesFromTerms(booking, choice, now))
    throw new Refusal('booking/refund-not-allowed')
  await trx
    .updateTable('departure_cancellation_bookings')
    .set({ choice: storedChoice(choice, caller), outcome: null, problem: null, done_at: null })
    .where('cancellation_id', '=', item.id)
    .where('booking_id', '=', booking.id)
    .execute()
  await addJob(trx, cancelDepartureJob, { id: item.id }, { key: `${cancelDepartureJob}:${item.id}` })
  const entry = { action: 'departure.cancellation-retried', subjectType: 'booking', subjectId: booking.id }
  await writeAudit(trx, caller, { ...entry, before: { choice: item.choice }, after: { choice, again: true } }, now)
  return { cancellation_id: item.id }
}
