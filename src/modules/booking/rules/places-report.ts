import type { Offered, WeekOffer } from '../../inventory/index.ts'

/** Places of bookings in a week. */
export interface SoldInWeek {
  readonly sold: number
  /** Of unpaid bookings; not part of `sold`. */
  readonly held: number
  /** Travellers who checked in, infants too. */
  readonly used: number
}
export const nothingSold: SoldInWeek = { sold: 0, held: 0, used: 0 }

export interface ReportFigures extends Offered, SoldInWeek {
  readonly unknownDays: number
  /** Sold out of 100 places offered. Null: nothing was offered, part of it without a limit, or it is not known. */
  readonly percent: number | null
}
export interface ReportWeek extends ReportFigures {
  readonly week: string
}

export const reportWeek = (offer: WeekOffer, sold: SoldInWeek): ReportWeek => ({
  ...offer,
  ...sold,
  percent: isComparable(offer) ? percentOf(sold.sold, offer.places) : null,
})

const isComparable = ({ places, freeSale, unknownDays }: Pick<ReportFigures, 'places' | 'freeSale' | 'unknownDays'>) =>
  places > 0 && freeSale === 0 && unknownDays === 0
const percentOf = (sold: number, places: number): number => Math.round((sold / places) * 100)

/** No departures, sales, holds or arrivals. */
export const isEmptyWeek = ({ departures, sold, held, used }: ReportFigures): boolean =>
  departures + sold + held + used === 0

/** The percentage is that of the weeks that can be compared. */
export function sumReport(weeks: readonly ReportFigures[]): ReportFigures {
  const sum = (key: Exclude<keyof ReportFigures, 'percent'>, of = weeks) => of.reduce((sum, week) => sum + week[key], 0)
  const comparable = weeks.filter(isComparable)
  const places = sum('places', comparable)
  return {
    ...{ departures: sum('departures'), freeSale: sum('freeSale'), places: sum('places') },
    ...{ sold: sum('sold'), held: sum('held'), used: sum('used'), unknownDays: sum('unknownDays') },
    percent: places > 0 ? percentOf(sum('sold', comparable), places) : null,
  }
}
