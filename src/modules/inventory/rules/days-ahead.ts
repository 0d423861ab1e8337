/** What cards and lists show of the departures ahead: which days are on sale, and the lowest price. */
import { earliestOf } from '../../../kernel/calendar-days.ts'
import { addDays, addMinutes, daysFromTo, type Instant, instantAt, type LocalDate } from '../../../kernel/dates.ts'
import type { Money } from '../../../kernel/money.ts'
import type { DeparturePrices } from '../../../services/schedule.ts'
import { daysAhead } from '../../catalogue/index.ts'
import type { Departure } from './departures.ts'
import { lastStartAt } from './starts.ts'

export interface StartingPrice {
  readonly from: Money
  readonly was: Money | null
}
export interface DaysAhead {
  readonly firstDay: LocalDate
  /** '1' for each day on sale, '0' for the others, from the first day on. */
  readonly days: string
  /** The first day on sale, also after the last of `days`. Null: nothing is on sale. */
  readonly nextDay: LocalDate | null
  /** The lowest price on sale; without a departure on sale the item's own. */
  readonly price: StartingPrice
  /** Until then nothing changes by the clock alone: a day of it ends, a new one begins, or the price's last departure ends. */
  readonly staleAt: Instant
}
export interface LookAhead {
  readonly today: LocalDate
  readonly zone: string
  readonly priceOf: (prices: DeparturePrices | null) => StartingPrice
}

/** `departures` are those of `daysAhead` days from today on. */
export function lookAhead(departures: readonly Departure[], { today, zone, priceOf }: LookAhead): DaysAhead {
  const onSale = departures.filter(({ reason }) => reason === null)
  const byDay = Map.groupBy(onSale, ({ date }) => date)
  const all = daysFromTo(today, addDays(today, daysAhead - 1))
  const days = all.map((date) => (byDay.has(date) ? '1' : '0')).join('')
  const midnight = instantAt(zone, addDays(today, 1), '00:00')
  const cheapest = cheapestOf(onSale, priceOf)
  const ends = [...byDay.values(), cheapest?.departures ?? []].map((each) => endOfSale(each, zone, midnight))
  return {
    firstDay: today,
    days,
    nextDay: onSale[0]?.date ?? null,
    price: cheapest?.price ?? priceOf(null),
    staleAt: ends.reduce((first, end) => (end < first ? end : first), midnight),
  }
}

/** Where nothing is on sale in the days ahead: the first of the later departures that is. */
export function lookBeyond(ahead: DaysAhead, later: readonly Departure[], zone: string): DaysAhead {
  const onSale = later.filter(({ reason }) => reason === null)
  const nextDay = onSale[0]?.date ?? null
  if (ahead.nextDay !== null || nextDay === null) return ahead
  const end = endOfSale(
    onSale.filter(({ date }) => date === nextDay),
    zone,
    ahead.staleAt,
  )
  return { ...ahead, nextDay, staleAt: end < ahead.staleAt ? end : ahead.staleAt }
}

type Cheapest = { readonly price: StartingPrice; readonly departures: readonly Departure[] }
/** The lowest price and the departures that have it. Most departures share their prices, so each is computed once. */
function cheapestOf(onSale: readonly Departure[], priceOf: LookAhead['priceOf']): Cheapest | null {
  let cheapest: Cheapest | null = null
  for (const [prices, departures] of Map.groupBy(onSale, (each) => each.prices)) {
    const price = priceOf(prices)
    const lowest: Money | undefined = cheapest?.price.from
    if (cheapest && lowest && price.from.minor === lowest.minor)
      cheapest = { price: cheapest.price, departures: [...cheapest.departures, ...departures] }
    else if (!lowest || price.from.minor < lowest.minor) cheapest = { price, departures }
  }
  return cheapest
}

/** When the last of these departures can no longer be sold; ends after midnight do not matter. */
function endOfSale(departures: readonly Departure[], zone: string, midnight: Instant): Instant {
  let last: Instant | null = null
  for (const departure of departures) {
    const { date, cutOffMinutes } = departure
    if (addMinutes(earliestOf(date), -cutOffMinutes) >= midnight) return midnight
    const end = addMinutes(lastStartAt(zone, departure), -cutOffMinutes)
    if (last === null || end > last) last = end
  }
  return last ?? midnight
}
