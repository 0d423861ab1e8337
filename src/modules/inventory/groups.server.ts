import type * as z from 'zod'
import { dateIn, daysBetween } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hasDepartures } from '../../services/shared/party.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { groupDepartures } from './contract.ts'
import { findServiceOnSale } from './on-sale.server.ts'
import { availableOf } from './rules/availability.ts'
import { type Departure, departuresOn } from './rules/departures.ts'
import { pricedOn } from './rules/prices.ts'
import { schedulesOf } from './rules/seasons.ts'
import { lastDayOnSale } from './rules/starts.ts'

const maxListed = 100

/**
 * The departures of an active item that were added by hand and can be booked or are sold out; soonest first. One
 * statement, and one for the settings. Refuses 'catalogue/not-found'.
 */
export async function listGroupDepartures(
  deps: CatalogueDeps,
  { kind: key, idOrSlug }: { readonly kind: string; readonly idOrSlug: string },
): Promise<z.input<typeof groupDepartures>> {
  const kind = deps.kinds.find(key)
  const settings = await readSettings(deps)
  const now = deps.clock()
  // The service's own zone is known with its row only; a day more on both sides covers every zone.
  const range = { from: dateIn('Pacific/Pago_Pago', now), to: lastDayOnSale(dateIn('Pacific/Kiritimati', now)) }
  const onSale = kind ? await findServiceOnSale(deps, { kind: kind.key, idOrSlug }, range) : null
  if (!kind || !onSale) throw new Refusal('catalogue/not-found')
  const { service, rows, blocked } = onSale
  const schedule = scheduleIn(settings.time_zone, kind.schedule(service))
  if (!hasDepartures(kind)) return { timeZone: schedule.timeZone, departures: [] }
  const terms = {
    now,
    zone: schedule.timeZone,
    cutOffMinutes: settings.cut_off_minutes,
    fewUpTo: settings.few_places,
    blocked,
  }
  const last = lastDayOnSale(dateIn(schedule.timeZone, now))
  const schedules = schedulesOf(schedule)
  const departures = rows
    .filter(({ isAdded, date }) => isAdded && date <= last)
    .flatMap((row) =>
      departuresOn(schedules, [row], { from: row.date, to: row.date, ...terms }).filter(({ isAdded }) => isAdded),
    )
    .filter(({ reason }) => reason === null || reason === 'full')
    .sort((a, b) => startKey(a).localeCompare(startKey(b)))
    .slice(0, maxListed)
  const priceOf = (prices: Departure['prices']) => kind.startingPrice(pricedOn(service, prices)).from
  return {
    timeZone: schedule.timeZone,
    departures: departures.map((each) => ({
      date: each.date,
      nights: each.trip.returnDate === null ? null : daysBetween(each.date, each.trip.returnDate),
      ...availableOf(each, priceOf),
    })),
  }
}

const startKey = ({ date, time }: Departure): string => `${date} ${time ?? ''}`
