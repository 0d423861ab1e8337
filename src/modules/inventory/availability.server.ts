import type * as z from 'zod'
import { dateIn } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { rememberRecent } from '../../platform/cache-invalidation.server.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { calendarTags } from './availability-tag.server.ts'
import type { availability, availabilityInput } from './contract.ts'
import { findServiceOnSale } from './on-sale.server.ts'
import { unitsLeftOf } from './resources/busy.ts'
import { calendarOf } from './rules/availability.ts'
import { departuresOn } from './rules/departures.ts'
import { pricedOn } from './rules/prices.ts'
import { schedulesOf } from './rules/seasons.ts'
import { lastDayOnSale } from './rules/starts.ts'

type Wanted = z.output<typeof availabilityInput>
type Availability = z.input<typeof availability>

/** Months of items in memory. A month with many start times takes some ten kilobytes. */
const maxCached = 500

/**
 * The calendar of an active item, at most until the last day that can be booked. Kinds without departures have no days.
 * From the cache, at most a minute old because sales end by the clock; else one statement. Refuses
 * 'catalogue/not-found'.
 */
export async function readAvailability(deps: CatalogueDeps, wanted: Wanted): Promise<Availability> {
  const { kind, idOrSlug, from, to } = wanted
  const minute = Math.floor(deps.clock().getTime() / 60_000)
  const { calendar } = await rememberRecent(
    deps,
    {
      group: 'availability',
      key: JSON.stringify([kind, idOrSlug, from, to, minute]),
      max: maxCached,
      tagsOf: ({ serviceId, resourceIds }: Computed) => calendarTags(serviceId, resourceIds),
    },
    () => computeAvailability(deps, wanted),
  )
  return calendar
}

type Computed = { readonly serviceId: string; readonly resourceIds: readonly string[]; readonly calendar: Availability }

async function computeAvailability(
  deps: CatalogueDeps,
  { kind: kindKey, idOrSlug, from, to: wanted }: Wanted,
): Promise<Computed> {
  const kind = deps.kinds.find(kindKey)
  const [settings, onSale] = await Promise.all([
    readSettings(deps),
    kind ? findServiceOnSale(deps, { kind: kind.key, idOrSlug }, { from, to: wanted }) : null,
  ])
  if (!kind || !onSale) throw new Refusal('catalogue/not-found')
  const { service, rows, blocked, resources } = onSale
  const schedule = scheduleIn(settings.time_zone, kind.schedule(service))
  const now = deps.clock()
  const last = lastDayOnSale(dateIn(schedule.timeZone, now))
  const range = { from, to: wanted < last ? wanted : last }
  const dependencies = {
    serviceId: service.id,
    resourceIds: schedule.resources?.needs.map(({ resourceId }) => resourceId) ?? [],
  }
  if (!hasDepartures(kind)) return { ...dependencies, calendar: { timeZone: schedule.timeZone, days: [] } }
  const terms = {
    now,
    zone: schedule.timeZone,
    cutOffMinutes: settings.cut_off_minutes,
    fewUpTo: settings.few_places,
    blocked,
    unitsLeft: unitsLeftOf(schedule.resources, schedule.timeZone, resources),
  }
  const departures = departuresOn(schedulesOf(schedule), rows, { ...range, ...terms })
  const days = calendarOf(departures, range, (prices) => kind.startingPrice(pricedOn(service, prices)).from)
  const shown = days.map((day) => ({ ...day, departures: [...day.departures] }))
  return { ...dependencies, calendar: { timeZone: schedule.timeZone, days: shown } }
}
