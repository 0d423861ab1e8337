import { addDays, type LocalDate } from '../../kernel/dates.ts'

export const periods = ['this-month', 'last-month', 'this-quarter', 'this-year', 'last-year'] as const
export type PeriodName = (typeof periods)[number]
export type Period = { readonly from: LocalDate; readonly to: LocalDate }

const firstOf = (year: number, month: number): LocalDate => {
  const ahead = year * 12 + month - 1
  return `${String(Math.floor(ahead / 12)).padStart(4, '0')}-${String((ahead % 12) + 1).padStart(2, '0')}-01`
}

/** The days of a named period; the present ones end today. */
export function daysOf(name: PeriodName, today: LocalDate): Period {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const quarter = month - ((month - 1) % 3)
  const all: Readonly<Record<PeriodName, Period>> = {
    'this-month': { from: firstOf(year, month), to: today },
    'last-month': { from: firstOf(year, month - 1), to: addDays(firstOf(year, month), -1) },
    'this-quarter': { from: firstOf(year, quarter), to: today },
    'this-year': { from: firstOf(year, 1), to: today },
    'last-year': { from: firstOf(year - 1, 1), to: addDays(firstOf(year, 1), -1) },
  }
  return all[name]
}

/** The change in percent, rounded; null when there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100)
