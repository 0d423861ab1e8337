import type { LocalDate } from '../../kernel/dates.ts'
import { officeLocale } from '../language.ts'

const dayName = new Intl.DateTimeFormat(officeLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat(officeLocale, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The label of a chart point: '21 Nov' or 'Nov 2026'. */
export const pointName = (from: LocalDate, period: '30-days' | '12-months'): string =>
  (period === '30-days' ? dayName : monthName).format(new Date(`${from}T00:00:00Z`))
