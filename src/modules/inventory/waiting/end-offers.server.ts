import type { Trx } from '../../../platform/db/database.server.ts'
import { freePlaces } from '../places.server.ts'
import type { WaitingEntry } from '../tables.server.ts'
import { changeEntry, lockEntry, openStates } from './entries.server.ts'
import { offerPlaces, tellEnded, type WaitingDeps } from './offer-places.server.ts'
import type { WaitingState } from './rules.ts'

/** Ends the turn of a locked entry; an open offer gives its places back, and the next person is asked. */
export async function endTurn(
  trx: Trx,
  entry: WaitingEntry,
  { state, now }: { readonly state: WaitingState; readonly now: Date },
): Promise<WaitingEntry> {
  const ended = await changeEntry(trx, entry.id, { state, held: 0, now })
  if (entry.held > 0) await freePlaces(trx, { departureId: entry.departure_id, places: entry.held, booking: null }, now)
  return ended
}

/** Ends the offers that nobody used in time, each in a transaction of its own. */
export async function endOffers(deps: WaitingDeps): Promise<void> {
  const now = deps.clock()
  const isOver = (entry: WaitingEntry) =>
    entry.state === 'offered' && entry.offered_until !== null && entry.offered_until <= now
  const due = await deps.db
    .selectFrom('waiting_entries')
    .select('id')
    .where('state', '=', 'offered')
    .where('offered_until', '<=', now)
    .orderBy('offered_until')
    .execute()
  for (const { id } of due)
    await deps.db.transaction().execute(async (trx) => {
      const entry = await lockEntry(trx, id)
      if (entry && isOver(entry)) await endTurn(trx, entry, { state: 'expired', now })
    })
}

/** Ends the list of a cancelled departure, with its open offers, and tells everybody on it. */
export async function endWaiting(deps: WaitingDeps, departureId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const open = await trx
      .selectFrom('waiting_entries')
      .selectAll()
      .where('departure_id', '=', departureId)
      .where('state', 'in', openStates)
      .orderBy('created_at')
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const entry of open) await endTurn(trx, entry, { state: 'ended', now })
    await tellEnded(trx, open, { reason: 'cancelled', now })
  })
}

type Wanted = { readonly departureIds?: unknown; readonly serviceIds?: unknown }
/** The work of the job: these departures, those of these services, or all that somebody waits for. One that fails stops no other. */
export async function offerWaiting(deps: WaitingDeps, { departureIds, serviceIds }: Wanted): Promise<void> {
  const ids = Array.isArray(departureIds) ? departureIds.map(String) : await listWaitedFor(deps, serviceIds)
  const errors: unknown[] = []
  for (const id of ids) await offerPlaces(deps, id).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'places were not offered')
}

async function listWaitedFor({ db }: WaitingDeps, serviceIds: unknown): Promise<readonly string[]> {
  let query = db.selectFrom('departures').select('id').where('has_waiting', '=', true)
  if (Array.isArray(serviceIds))
    query = query.where(({ eb, fn, val }) => eb('service_id', '=', fn.any(val(serviceIds.map(String)))))
  return (await query.orderBy('local_date').orderBy('id').execute()).map(({ id }) => id)
}

/** Once a minute: ends expired offers and makes new ones where time or a setting has freed places. */
export async function sweepWaiting(deps: WaitingDeps): Promise<void> {
  await endOffers(deps)
  await offerWaiting(deps, {})
}
