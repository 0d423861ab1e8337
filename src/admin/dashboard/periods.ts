import { addDays, daysBetween, isLocalDate, type LocalDate } from '../../kernel/dates.ts'

export const periodNames = ['today', '7-days', '30-days', 'this-month', 'own'] as const
export type PeriodName = (typeof periodNames)[number]
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}
const maxDays = 1_100

/** The days of a named period; all end today. */
export function daysOf(name: Exclude<PeriodName, 'own'>, today: LocalDate): Period {
  const starts = {
    today,
    '7-days': addDays(today, -6),
    '30-days': addDays(today, -29),
    'this-month': `${today.slice(0, 8)}01`,
  }
  return { from: starts[name], to: today }
}

/** The period that an address names; null while its own dates are no period. */
export function periodIn(
  search: { readonly period?: string; readonly from?: string; readonly to?: string },
  today: LocalDate,
): { readonly name: PeriodName; readonly days: Period | null } {
  const name = periodNames.find((each) => each === search.period) ?? '30-days'
  if (name !== 'own') return { name, days: daysOf(name, today) }
  const { from, to } = search
  const isPeriod = isLocalDate(from) && isLocalDate(to) && from <= to && daysBetween(from, to) < maxDays
  return { name, days: isPeriod ? { from, to } : null }
}

/** The filter of the list of bookings for a point of the chart: a day, or a month by its first day. */
export function daysOfPoint(from: LocalDate, period: '30-days' | '12-months') {
  if (period === '30-days') return { booked_from: from, booked_to: from }
  const [year = 0, month = 1] = from.split('-').map(Number)
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return { booked_from: from, booked_to: addDays(next, -1) }
}

/** How a figure changed: the direction, and the size in percent where there was something before. */
export function changeOf(
  now: number,
  before: number,
): { readonly way: 'more' | 'less' | 'same'; readonly percent: number | null } {
  const way = now > before ? 'more' : now < before ? 'less' : 'same'
  return { way, percent: before > 0 ? Math.round((Math.abs(now - before) / before) * 100) : null }
}
