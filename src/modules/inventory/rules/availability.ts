import { daysFromTo, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { Money } from '../../../kernel/money.ts'
import type { DeparturePrices, OpeningHours } from '../../../services/schedule.ts'
import type { Departure, DepartureRange, DepartureReason, DepartureState } from './departures.ts'
import { type TravelMode, tripOnWire } from './trip.ts'

export interface AvailableDeparture {
  readonly time: LocalTime | null
  readonly hours: OpeningHours | null
  readonly state: DepartureState
  /** A busy resource shows as 'full': why is for staff only. */
  readonly reason: Exclude<DepartureReason, 'busy'> | null
  /** Only when few places are left. */
  readonly left: number | null
  /** The starting price. */
  readonly from: Money
  /** Null: the item's own prices. */
  readonly prices: DeparturePrices | null
  readonly return_date: LocalDate | null
  readonly travel_mode: TravelMode | null
  readonly carrier: string | null
}
export interface AvailableDay {
  readonly date: LocalDate
  /** The best state of its departures; 'closed' without any. */
  readonly state: DepartureState
  /** The lowest starting price on sale that day. */
  readonly from: Money | null
  readonly departures: readonly AvailableDeparture[]
}

/** A departure as visitors see it. */
export const availableOf = (
  { time, hours, state, reason, left, prices, trip }: Departure,
  priceOf: (prices: DeparturePrices | null) => Money,
): AvailableDeparture => ({
  ...{ time, hours, state, prices },
  reason: reason === 'busy' ? 'full' : reason,
  left: state === 'few' ? left : null,
  from: priceOf(prices),
  ...tripOnWire(trip),
})

const bestFirst: readonly DepartureState[] = ['open', 'few', 'sold_out', 'closed', 'past']

/** What the calendar of a service shows, day by day. */
export function calendarOf(
  departures: readonly Departure[],
  { from, to }: DepartureRange,
  priceOf: (prices: DeparturePrices | null) => Money,
): AvailableDay[] {
  const byDay = new Map<LocalDate, AvailableDeparture[]>()
  for (const each of departures) {
    // Leftovers of an earlier schedule concern staff only.
    if (each.reason === 'unscheduled') continue
    const { date } = each
    byDay.set(date, [...(byDay.get(date) ?? []), availableOf(each, priceOf)])
  }
  return daysFromTo(from, to).map((date) => dayOf(date, byDay.get(date) ?? []))
}

function dayOf(date: LocalDate, departures: readonly AvailableDeparture[]): AvailableDay {
  const state = bestFirst.find((each) => departures.some((departure) => departure.state === each)) ?? 'closed'
  const prices = departures.filter(({ reason }) => reason === null).map(({ from }) => from)
  const from = prices.length > 0 ? prices.reduce((low, price) => (price.minor < low.minor ? price : low)) : null
  return { date, state, from, departures }
}
