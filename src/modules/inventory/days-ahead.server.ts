/**
 * Keeps what cards and lists show of the departures ahead. A change of an item, of its departures or of blocked dates asks
 * for it in its own transaction; the clock and the settings are looked after once a minute.
 */
import { setImmediate } from 'node:timers/promises'
import { addDays, dateIn } from '../../kernel/dates.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import {
  type CatalogueDeps,
  expireAvailability,
  type ItemAvailability,
  listItemsNaming,
  listStaleItems,
  type StoredIds,
  saveAvailability,
} from '../catalogue/index.server.ts'
import { daysAhead } from '../catalogue/index.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { type ServiceOnSale, servicesOnSaleById } from './on-sale.server.ts'
import { unitsLeftOf } from './resources/busy.ts'
import { lookAhead } from './rules/days-ahead.ts'
import { departuresOn } from './rules/departures.ts'
import { pricedOn } from './rules/prices.ts'
import { schedulesOf } from './rules/seasons.ts'
import { keepForWaiting } from './waiting/ask-for-offers.server.ts'

export interface AgencyTerms {
  readonly time_zone: string
  readonly cut_off_minutes: number
}

const task = 'refresh-availability'
/** Items that are read and stored together. */
const batchSize = 100

/**
 * Asks for these items, or for all that are stale, when the transaction commits. Without a key: transactions that sell the
 * same item must not wait for each other. All run in one queue, so an older result never replaces a newer one.
 */
export const askForDaysAhead = (trx: Queryable, serviceIds: readonly string[] | null): Promise<void> =>
  addJob(trx, task, serviceIds === null ? {} : { serviceIds: [...serviceIds] }, { queue: task })

/** The same for all items that share one of these resources. */
export const askForResources = (trx: Queryable, resourceIds: readonly string[]): Promise<void> =>
  addJob(trx, task, { resourceIds: [...resourceIds] }, { queue: task })

/**
 * For the catalogue: what is known of these items ends with the transaction that stores them. Those who wait for places
 * are asked before others get any.
 */
export const renewDaysAhead =
  ({ clock }: Pick<Core, 'clock'>) =>
  async (trx: Trx, { created, changed }: StoredIds): Promise<void> => {
    const ids = [...created, ...changed]
    if (ids.length === 0) return
    await askForDaysAhead(trx, ids)
    if (changed.length === 0) return
    await expireAvailability(trx, changed, clock())
    await keepForWaiting(trx, changed)
  }

export const daysAheadSchedule: Schedule = [{ task, cron: '* * * * *' }]

export const daysAheadJobs = (deps: CatalogueDeps): Jobs => ({
  [task]: async ({ serviceIds, resourceIds }) => {
    if (Array.isArray(resourceIds)) return refreshItems(deps, await listItemsNaming(deps.db, resourceIds.map(String)))
    return Array.isArray(serviceIds) ? refreshItems(deps, serviceIds.map(String)) : refreshDaysAhead(deps)
  },
})

/** Increase it when the computation changes: every row is then recomputed. */
const edition = 1
const termsOf = ({ time_zone, cut_off_minutes }: AgencyTerms): string => `${edition} ${time_zone} ${cut_off_minutes}`

/** Computes every item that is stale. One statement, and four for each hundred items. */
export async function refreshDaysAhead(deps: CatalogueDeps): Promise<void> {
  const agency = await readSettingsIn(deps.db, deps)
  const kinds = deps.kinds.all.filter(hasDepartures).map(({ key }) => key)
  let last: readonly string[] = []
  for (;;) {
    const ids = await listStaleItems(deps, { kinds, terms: termsOf(agency), max: batchSize })
    // No progress: they are gone or change too quickly. Try again in a minute.
    if (ids.length === 0 || ids.every((id) => last.includes(id))) return
    await refresh(deps, agency, ids)
    last = ids
  }
}

/** Computes these items, as far as they are on sale. */
async function refreshItems(deps: CatalogueDeps, ids: readonly string[]): Promise<void> {
  const agency = await readSettingsIn(deps.db, deps)
  for (let at = 0; at < ids.length; at += batchSize) await refresh(deps, agency, ids.slice(at, at + batchSize))
}

async function refresh(deps: CatalogueDeps, agency: AgencyTerms, ids: readonly string[]): Promise<void> {
  const today = dateIn(agency.time_zone, deps.clock())
  // An item may be in a zone where it is already tomorrow, or still yesterday.
  const range = { from: addDays(today, -1), to: addDays(today, daysAhead + 1) }
  const computed: ItemAvailability[] = []
  for (const item of await servicesOnSaleById(deps, ids, range)) {
    const found = daysAheadOf(deps, agency, item)
    if (found) computed.push(found)
    // Every item changes at midnight: requests must not wait for all of them.
    await setImmediate()
  }
  await saveAvailability(deps, computed)
}

function daysAheadOf(
  deps: CatalogueDeps,
  agency: AgencyTerms,
  { service, rows, blocked, resources }: ServiceOnSale,
): ItemAvailability | null {
  const kind = deps.kinds.find(service.kind)
  if (!kind || !hasDepartures(kind)) return null
  const schedule = scheduleIn(agency.time_zone, kind.schedule(service))
  const zone = schedule.timeZone
  const now = deps.clock()
  const today = dateIn(zone, now)
  const range = { from: today, to: addDays(today, daysAhead - 1) }
  const unitsLeft = unitsLeftOf(schedule.resources, zone, resources)
  const terms = { now, zone, cutOffMinutes: agency.cut_off_minutes, fewUpTo: 0, blocked, unitsLeft }
  const within = rows.filter(({ date }) => date >= range.from && date <= range.to)
  const departures = departuresOn(schedulesOf(schedule), within, { ...range, ...terms })
  const ahead = lookAhead(departures, {
    today,
    zone,
    priceOf: (prices) => kind.startingPrice(pricedOn(service, prices)),
  })
  const { from, was } = ahead.price
  return {
    service_id: service.id,
    service_version: service.version,
    terms: termsOf(agency),
    first_day: ahead.firstDay,
    days: ahead.days,
    next_day: ahead.nextDay,
    stale_at: ahead.staleAt,
    from_minor: from.minor,
    was_minor: was && was.minor > from.minor ? was.minor : null,
  }
}
