import { addDays, type LocalDate, type LocalTime } from '../../kernel/dates.ts'
import type { CancellationTerms } from './cancellation.ts'

export interface Deadline {
  readonly percent: number
  readonly day: LocalDate
  /** In the service's time zone: the end of the day, or the start. Null while no start time is chosen. */
  readonly time: LocalTime | null
}
export interface ChosenStart {
  readonly day: LocalDate
  readonly time: LocalTime | null
  /** A start time is still to be chosen. If the service has none, the day of the start counts to its end. */
  readonly needsTime: boolean
}

/** A step applies until the end of its day. */
export const endOfDay: LocalTime = '23:59'

/** Deadlines from `today` on, the earliest first; of equal percentages only the last. Empty means no refund. */
export function deadlinesAhead(terms: CancellationTerms, start: ChosenStart, today: LocalDate): readonly Deadline[] {
  const timeOf = (days: number) => (days > 0 ? endOfDay : (start.time ?? (start.needsTime ? null : endOfDay)))
  return terms
    .filter(({ percent }, at) => percent > 0 && terms[at + 1]?.percent !== percent)
    .map(({ days, percent }) => ({ percent, day: addDays(start.day, -days), time: timeOf(days) }))
    .filter(({ day }) => day >= today)
}
