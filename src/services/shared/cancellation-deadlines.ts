// Until when the steps of cancellation terms can be used, once a start is chosen. Pure.
import { addDays, type LocalDate, type LocalTime } from '../../kernel/dates.ts'
import type { CancellationTerms } from './cancellation.ts'

export interface Deadline {
  readonly percent: number
  readonly day: LocalDate
  /** On the service's clock: the end of the day, or the start. Null while the start has no time yet. */
  readonly time: LocalTime | null
}
export interface ChosenStart {
  readonly day: LocalDate
  readonly time: LocalTime | null
  /** One is still to be chosen. Where none ever is, the day of the start counts to its end. */
  readonly needsTime: boolean
}

/** A step holds to the end of its day. */
export const endOfDay: LocalTime = '23:59'

/** What lies ahead of `today`, the first to end first; of equal percents the last. Empty: nothing goes back. */
export function deadlinesAhead(terms: CancellationTerms, start: ChosenStart, today: LocalDate): readonly Deadline[] {
  const timeOf = (days: number) => (days > 0 ? endOfDay : (start.time ?? (start.needsTime ? null : endOfDay)))
  return terms
    .filter(({ percent }, at) => percent > 0 && terms[at + 1]?.percent !== percent)
    .map(({ days, percent }) => ({ percent, day: addDays(start.day, -days), time: timeOf(days) }))
    .filter(({ day }) => day >= today)
}
