import { addMinutes, type Instant, instantAt } from '../../../kernel/dates.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { type CatalogueDeps, lockForSale } from '../../catalogue/index.server.ts'
import { takePlaces } from '../places.server.ts'
import { type ResourceUses, usesOf } from '../resources/windows.ts'
import { lastStartAt } from '../rules/starts.ts'
import { type DepartureSale, lockSale } from '../sold-departure.server.ts'
import type { WaitingEntry } from '../tables.server.ts'
import { changeEntry, lockQueue, markAsked } from './entries.server.ts'
import { type EndReason, nextOffers, offerEnd } from './rules.ts'
import './events.ts'

export type WaitingDeps = CatalogueDeps

/**
 * Offers the free places of a departure to those who wait, in order, and holds them. Safe to repeat, and by two at
 * once: the second finds the places taken. Ends the list when the sale has ended.
 */
export async function offerPlaces(deps: WaitingDeps, departureId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const queue = await lockQueue(trx, departureId)
    const sale = await lockForOffers(trx, deps, departureId)
    const now = deps.clock()
    if (saleEndOf(sale) <= now) {
      for (const { id } of queue) await changeEntry(trx, id, { state: 'ended', now })
      await tellEnded(trx, queue, { reason: 'past', now })
    } else {
      const until = offerEndOf(deps, sale)
      const vacancies = isOfferable(sale) ? (sale.departure?.vacancies ?? 0) : 0
      if (until) for (const entry of nextOffers(queue, vacancies)) await offerTo({ trx, deps }, entry, { sale, until })
    }
    await markAsked(trx, departureId)
  })
}

/** Locks the item before its departure, like a sale. */
export async function lockForOffers(trx: Trx, deps: WaitingDeps, departureId: string): Promise<DepartureSale> {
  const { service_id } = await trx
    .selectFrom('departures')
    .select('service_id')
    .where('id', '=', departureId)
    .executeTakeFirstOrThrow()
  await lockForSale(trx, service_id)
  return lockSale(trx, deps, departureId)
}

/** Departures on free sale need no list, and departures that cannot be booked offer nothing. */
const isOfferable = ({ service, departure }: DepartureSale): boolean =>
  service.status === 'active' && departure?.reason === null && departure.vacancies !== null

/** The cut-off; of a departure that exists no longer, the end of its day. */
export function saleEndOf({ schedule, stored, departure }: DepartureSale): Instant {
  const zone = schedule.timeZone
  if (!departure) return instantAt(zone, stored.local_date, '23:59')
  return addMinutes(lastStartAt(zone, departure), -departure.cutOffMinutes)
}

/** When an offer made now would end; null: it is too late for one. */
export const offerEndOf = (deps: WaitingDeps, sale: DepartureSale): Instant | null =>
  offerEnd({ now: deps.clock(), hours: sale.settings.waiting_hold_hours, saleEnd: saleEndOf(sale) })

/** Nobody can wait where each booking uses a resource of its own, so the departure's own are all there are. */
function usesOfOffer({ departure, schedule }: DepartureSale): ResourceUses | null {
  if (!departure || schedule.resources?.per === 'booking') return null
  const booking = { id: '', leg: 'outbound', time: null } as const
  return usesOf({ rules: schedule.resources, zone: schedule.timeZone, departure, booking })
}

interface Offering {
  readonly trx: Trx
  readonly deps: WaitingDeps
}
/** Takes the places of a locked entry and writes the offer; null if too few are left, and then nothing has changed. */
export async function offerTo(
  { trx, deps }: Offering,
  entry: WaitingEntry,
  { sale, until }: { readonly sale: DepartureSale; readonly until: Instant },
): Promise<WaitingEntry | null> {
  const { service_id: serviceId, local_date: date, local_time: time } = sale.stored
  const now = deps.clock()
  const wanted = {
    departure: { serviceId, date, time },
    places: entry.places,
    now,
    isAhead: true,
    uses: usesOfOffer(sale),
  }
  if ((await takePlaces(trx, { ...wanted, capacity: sale.departure?.capacity ?? null })) === null) return null
  const offer = entry.offers + 1
  const change = { state: 'offered', held: entry.places, offers: offer, offered_until: until } as const
  const offered = await changeEntry(trx, entry.id, { ...change, now })
  await emitEvent(trx, 'waiting.offered', { entryId: entry.id, offer }, now)
  return offered
}

/** Mails those whose list has ended. */
export async function tellEnded(
  trx: Trx,
  entries: readonly WaitingEntry[],
  { reason, now }: { readonly reason: EndReason; readonly now: Date },
): Promise<void> {
  for (const { id } of entries) await emitEvent(trx, 'waiting.ended', { entryId: id, reason }, now)
}
