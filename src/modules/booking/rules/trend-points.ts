import { addDays, type LocalDate } from '../../../kernel/dates.ts'

export type TrendPeriod = '30-days' | '12-months'

/** The start days of the chart's points, oldest first: the last thirty days, or the last twelve months. */
export function trendPoints(period: TrendPeriod, today: LocalDate): readonly LocalDate[] {
  if (period === '30-days') return Array.from({ length: 30 }, (_, n) => addDays(today, n - 29))
  const [year, month] = today.split('-').map(Number) as [number, number]
  return Array.from({ length: 12 }, (_, n) => {
    const at = year * 12 + (month - 1) + n - 11
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
  })
}

/** The point that a day belongs to; null before the first. */
export const pointOf = (points: readonly LocalDate[], day: LocalDate): LocalDate | null =>
  points.findLast((from) => from <= day) ?? null
