import type * as z from 'zod'
import { dateIn, daysBetween } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { rememberRecent } from '../../platform/cache-invalidation.server.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { calendarTags } from './availability-tag.server.ts'
import type { groupDepartures } from './contract.ts'
import { findServiceOnSale } from './on-sale.server.ts'
import { unitsLeftOf } from './resources/busy.ts'
import { availableOf } from './rules/availability.ts'
import { type Departure, departuresOn } from './rules/departures.ts'
import { pricedOn } from './rules/prices.ts'
import { schedulesOf } from './rules/seasons.ts'
import { lastDayOnSale } from './rules/starts.ts'

const maxListed = 100

type Groups = z.input<typeof groupDepartures>
type Wanted = { readonly kind: string; readonly idOrSlug: string }

/** Items in memory. */
const maxCached = 200

/**
 * The departures of an active item that were added by hand and can be booked or are sold out; soonest first. From the
 * cache like the calendar, because the departures of two years are read for it; else one statement, and one for the
 * settings. Refuses 'catalogue/not-found'.
 */
export async function listGroupDepartures(deps: CatalogueDeps, { kind, idOrSlug }: Wanted): Promise<Groups> {
  const minute = Math.floor(deps.clock().getTime() / 60_000)
  const { groups } = await rememberRecent(
    deps,
    {
      group: 'groups',
      key: JSON.stringify([kind, idOrSlug, minute]),
      max: maxCached,
      tagsOf: ({ serviceId, resourceIds }: Computed) => calendarTags(serviceId, resourceIds),
    },
    () => computeGroups(deps, { kind, idOrSlug }),
  )
  return groups
}

type Computed = { readonly serviceId: string; readonly resourceIds: readonly string[]; readonly groups: Groups }

async function computeGroups(deps: CatalogueDeps, { kind: key, idOrSlug }: Wanted): Promise<Computed> {
  const kind = deps.kinds.find(key)
  const settings = await readSettings(deps)
  const now = deps.clock()
  // The service's own zone is known with its row only; a day more on both sides covers every zone.
  const range = { from: dateIn('Pacific/Pago_Pago', now), to: lastDayOnSale(dateIn('Pacific/Kiritimati', now)) }
  const onSale = kind ? await findServiceOnSale(deps, { kind: kind.key, idOrSlug }, range) : null
  if (!kind || !onSale) throw new Refusal('catalogue/not-found')
  const { service, rows, blocked, resources } = onSale
  const schedule = scheduleIn(settings.time_zone, kind.schedule(service))
  const dependencies = {
    serviceId: service.id,
    resourceIds: schedule.resources?.needs.map(({ resourceId }) => resourceId) ?? [],
  }
  if (!hasDepartures(kind)) return { ...dependencies, groups: { timeZone: schedule.timeZone, departures: [] } }
  const terms = {
    now,
    zone: schedule.timeZone,
    cutOffMinutes: settings.cut_off_minutes,
    fewUpTo: settings.few_places,
    blocked,
    unitsLeft: unitsLeftOf(schedule.resources, schedule.timeZone, resources),
  }
  const last = lastDayOnSale(dateIn(schedule.timeZone, now))
  const schedules = schedulesOf(schedule)
  const departures = rows
    .filter(({ isAdded, date }) => isAdded && date <= last)
    .flatMap((row) =>
      departuresOn(schedules, [row], { from: row.date, to: row.date, ...terms }).filter(({ isAdded }) => isAdded),
    )
    .filter(({ reason }) => reason === null || reason === 'full' || reason === 'busy')
    .sort((a, b) => startKey(a).localeCompare(startKey(b)))
    .slice(0, maxListed)
  const priceOf = (prices: Departure['prices']) => kind.startingPrice(pricedOn(service, prices)).from
  const shown = departures.map((each) => ({
    date: each.date,
    nights: each.trip.returnDate === null ? null : daysBetween(each.date, each.trip.returnDate),
    ...availableOf(each, priceOf),
  }))
  return { ...dependencies, groups: { timeZone: schedule.timeZone, departures: shown } }
}

const startKey = ({ date, time }: Departure): string => `${date} ${time ?? ''}`
