import { addMinutes, type Instant, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { OpeningHours } from '../../../services/schedule.ts'

/** Bookings open two years ahead. */
export const lastDayOnSale = (today: LocalDate): LocalDate =>
  `${Number(today.slice(0, 4)) + 2}${today.slice(4).replace('-02-29', '-02-28')}`

/** True while the start is ahead and its cut-off has not come. At the cut-off itself sale is still open. */
export const isOnTime = (start: Instant, now: Instant, cutOffMinutes: number): boolean =>
  start > now && start >= addMinutes(now, cutOffMinutes)

export const isWithin = ({ from, to }: OpeningHours, time: LocalTime): boolean =>
  from <= to ? time >= from && time <= to : time >= from || time <= to

/** Day and time of a departure; `time` is null for opening hours and whole days. */
export interface StartOf {
  readonly date: LocalDate
  readonly time: LocalTime | null
  readonly hours: OpeningHours | null
}

function lastTime({ time, hours }: StartOf): LocalTime {
  if (time !== null) return time
  return hours && hours.from <= hours.to ? hours.to : '23:59'
}

/** The instant of its start; of opening hours the last admission, of a whole day the last minute. */
export const lastStartAt = (zone: string, start: StartOf): Instant => instantAt(zone, start.date, lastTime(start))
