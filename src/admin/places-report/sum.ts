import type { PlacesReport } from '../../modules/booking/contract.ts'

export type Figures = PlacesReport['items'][number]['total']
const keys = ['departures', 'free_sale', 'offered', 'sold', 'held', 'used', 'unknown_days'] as const

/** The total of services. Its percentage is that of the weeks that have one. */
export function sumFigures(totals: readonly Figures[], weeks: readonly Figures[]): Figures {
  const sum = (of: readonly Figures[], key: (typeof keys)[number]) => of.reduce((sum, each) => sum + each[key], 0)
  const comparable = weeks.filter(({ percent_sold }) => percent_sold !== null)
  const places = sum(comparable, 'offered')
  return {
    ...(Object.fromEntries(keys.map((key) => [key, sum(totals, key)])) as Omit<Figures, 'percent_sold'>),
    percent_sold: places > 0 ? Math.round((sum(comparable, 'sold') / places) * 100) : null,
  }
}
