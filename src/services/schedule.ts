import type { LocalDate, LocalTime, Weekday } from '../kernel/dates.ts'

export interface OpeningHours {
  readonly from: LocalTime
  /** The last admission. Before `from`: the hours span midnight of the same calendar day. */
  readonly to: LocalTime
}
/** How a departure starts: at a time, any time while open, some time that day. 'closed' cancels earlier schedules. */
export type Starts =
  | { readonly at: 'times'; readonly times: readonly LocalTime[] }
  | { readonly at: 'hours'; readonly hours: OpeningHours }
  | { readonly at: 'day' }
  | { readonly at: 'closed' }
/** How a group travels; the words are in the message catalogues. */
export type TravelMode = 'flight' | 'coach' | 'train' | 'ship'
/** Prices of a departure in minor units, by the name of the price field in the item's details: `price_adult`. */
export type DeparturePrices = Readonly<Record<string, number>>
/**
 * Rules by which a service departs. An item has a list of them; where two cover the same day and time, the later one
 * wins.
 */
export interface Schedule {
  readonly id: string
  /** The season, both days included; null is open. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  /** Empty is every day. */
  readonly weekdays: readonly Weekday[]
  readonly starts: Starts
  /** Places of each departure; null is free sale. */
  readonly capacity: number | null
  /** Sale ends this long before the start. */
  readonly cutOffMinutes: number
  /** Null: the item's own prices. */
  readonly prices: DeparturePrices | null
}

/** A group departure of the demo data. */
export interface SeedGroup {
  /** Days from the day on which the world is made. */
  readonly inDays: number | ((today: LocalDate) => number)
  readonly nights: number
  readonly places: number
  readonly travelMode: TravelMode
  readonly carrier: string
  readonly prices?: DeparturePrices
}
