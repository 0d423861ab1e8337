import type * as z from 'zod'
import { dateIn } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { availability, availabilityInput } from './contract.ts'
import { findServiceOnSale } from './on-sale.server.ts'
import { calendarOf } from './rules/availability.ts'
import { departuresOn } from './rules/departures.ts'
import { pricedOn } from './rules/prices.ts'
import { schedulesOf } from './rules/seasons.ts'
import { lastDayOnSale } from './rules/starts.ts'

/**
 * The calendar of an active item, at most until the last day that can be booked. Kinds without departures have no days.
 * One statement. Refuses 'catalogue/not-found'.
 */
export async function readAvailability(
  deps: CatalogueDeps,
  { kind: kindKey, idOrSlug, from, to: wanted }: z.output<typeof availabilityInput>,
): Promise<z.input<typeof availability>> {
  const kind = deps.kinds.find(kindKey)
  const [settings, onSale] = await Promise.all([
    readSettings(deps),
    kind ? findServiceOnSale(deps, { kind: kind.key, idOrSlug }, { from, to: wanted }) : null,
  ])
  if (!kind || !onSale) throw new Refusal('catalogue/not-found')
  const { service, rows, blocked } = onSale
  const schedule = scheduleIn(settings.time_zone, kind.schedule(service))
  const now = deps.clock()
  const last = lastDayOnSale(dateIn(schedule.timeZone, now))
  const range = { from, to: wanted < last ? wanted : last }
  if (!hasDepartures(kind)) return { timeZone: schedule.timeZone, days: [] }
  const terms = {
    now,
    zone: schedule.timeZone,
    cutOffMinutes: settings.cut_off_minutes,
    fewUpTo: settings.few_places,
    blocked,
  }
  const departures = departuresOn(schedulesOf(schedule), rows, { ...range, ...terms })
  const days = calendarOf(departures, range, (prices) => kind.startingPrice(pricedOn(service, prices)).from)
  return { timeZone: schedule.timeZone, days: days.map((day) => ({ ...day, departures: [...day.departures] })) }
}
