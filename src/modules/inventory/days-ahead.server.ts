/**
 * Keeps what cards and lists show of the departures ahead. A change of an item, of its departures or of blocked dates asks
 * for it in its own transaction; the clock and the settings are looked after once a minute.
 */
import { setImmediate } from 'node:timers/promises'
import { addDays, dateIn, type Instant, type LocalDate } from '../../kernel/dates.ts'
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
import { type DaysAhead, type LookAhead, lookAhead, lookBeyond } from './rules/days-ahead.ts'
import { type Departure, type DepartureRange, departuresOn } from './rules/departures.ts'
import { pricedOn } from './rules/prices.ts'
import { schedulesOf } from './rules/seasons.ts'
import { lastDayOnSale } from './rules/starts.ts'
import { keepForWaiting } from './waiting/ask-for-offers.server.ts'

export interface AgencyTerms {
  readonly time_zone: string
  readonly cut_off_minutes: number
}

const task = 'refresh-availability'
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
 * For the catalogue: the stored availability of these items ends with the transaction that changes them. Customers on
 * waiting lists are offered new places before anybody else.
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
const edition = 2
const termsOf = ({ time_zone, cut_off_minutes }: AgencyTerms): string => `${edition} ${time_zone} ${cut_off_minutes}`

/** Computes every item that is stale. One statement, and four for each hundred items; one more if some have nothing on sale soon. */
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

/** Items that are read and stored together, at one instant. */
interface Refresh {
  readonly deps: CatalogueDeps
  readonly agency: AgencyTerms
  readonly now: Instant
  readonly departuresOn: typeof departuresOn
}

/** Items with the same schedules and nothing stored, such as those of an import, share their departures. */
function sharingDepartures(): typeof departuresOn {
  const known = new Map<string, Departure[]>()
  return (schedules, rows, terms) => {
    if (rows.length > 0 || terms.unitsLeft) return departuresOn(schedules, rows, terms)
    const key = JSON.stringify([schedules, terms])
    const departures = known.get(key) ?? departuresOn(schedules, rows, terms)
    known.set(key, departures)
    return departures
  }
}

async function refresh(deps: CatalogueDeps, agency: AgencyTerms, ids: readonly string[]): Promise<void> {
  const now = deps.clock()
  const together: Refresh = { deps, agency, now, departuresOn: sharingDepartures() }
  const today = dateIn(agency.time_zone, now)
  // An item may be in a zone where it is already tomorrow, or still yesterday.
  const near = { from: addDays(today, -1), to: addDays(today, daysAhead + 1) }
  const computed = new Map<string, ItemAvailability>()
  const compute = async (item: ServiceOnSale, of: typeof nearOf): Promise<void> => {
    const selling = sellingOf(together, item)
    if (selling) computed.set(item.service.id, rowOf(agency, item, of(selling)))
    // Every item changes at midnight: requests must not wait for all of them.
    await setImmediate()
  }
  for (const item of await servicesOnSaleById(deps, ids, near)) await compute(item, nearOf)
  const empty = [...computed.values()].filter(({ next_day }) => next_day === null).map(({ service_id }) => service_id)
  const all = { from: near.from, to: addDays(lastDayOnSale(today), 1) }
  for (const item of await servicesOnSaleById(deps, empty, all)) await compute(item, allOf)
  await saveAvailability(deps, [...computed.values()])
}

interface Selling {
  readonly today: LocalDate
  readonly zone: string
  readonly departuresIn: (range: DepartureRange) => readonly Departure[]
  readonly priceOf: LookAhead['priceOf']
}
/** Null: the kind has no departures. */
function sellingOf(
  { deps, agency, now, departuresOn }: Refresh,
  { service, rows, blocked, resources }: ServiceOnSale,
): Selling | null {
  const kind = deps.kinds.find(service.kind)
  if (!kind || !hasDepartures(kind)) return null
  const schedule = scheduleIn(agency.time_zone, kind.schedule(service))
  const zone = schedule.timeZone
  const unitsLeft = unitsLeftOf(schedule.resources, zone, resources)
  const terms = { now, zone, cutOffMinutes: agency.cut_off_minutes, fewUpTo: 0, blocked, unitsLeft }
  const departuresIn = ({ from, to }: DepartureRange) => {
    const within = rows.filter(({ date }) => date >= from && date <= to)
    return departuresOn(schedulesOf(schedule), within, { from, to, ...terms })
  }
  const priceOf: LookAhead['priceOf'] = (prices) => kind.startingPrice(pricedOn(service, prices))
  return { today: dateIn(zone, now), zone, departuresIn, priceOf }
}

const nearOf = ({ departuresIn, ...looking }: Selling): DaysAhead =>
  lookAhead(departuresIn({ from: looking.today, to: addDays(looking.today, daysAhead - 1) }), looking)

/** Of items without a departure on sale in the days ahead, such as next year's group. */
function allOf(selling: Selling): DaysAhead {
  const { today, zone, departuresIn } = selling
  const later = departuresIn({ from: addDays(today, daysAhead), to: lastDayOnSale(today) })
  return lookBeyond(nearOf(selling), later, zone)
}

function rowOf(agency: AgencyTerms, { service }: ServiceOnSale, ahead: DaysAhead): ItemAvailability {
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
