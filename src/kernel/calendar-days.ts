/** Apart from dates.ts, because the shop's first load needs only that. */
import type { Instant, LocalDate, Weekday } from './dates.ts'

export function weekdayOf(date: LocalDate): Weekday {
  const day = new Date(date).getUTCDay()
  return (day === 0 ? 7 : day) as Weekday
}
/** No clock shows the day before this instant: no zone is more than 14 hours ahead of UTC. */
export const earliestOf = (date: LocalDate): Instant => new Date(Date.parse(date) - 14 * 3_600_000)
