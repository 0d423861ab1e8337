/** What schedules say about a day. Apart from starts.ts, because the shop's first load needs only that. */
import { earliestOf, weekdayOf } from '../../../kernel/calendar-days.ts'
import { addMinutes, type Instant, type LocalDate } from '../../../kernel/dates.ts'
import type { ScheduleRules } from '../../../services/kind.ts'
import type { OpeningHours, Schedule, Starts } from '../../../services/schedule.ts'
import { isOnTime, lastStartAt, type StartOf } from './starts.ts'

/** Whether it is too late to sell a departure. */
export function lateness(
  start: StartOf,
  { zone, now, cutOffMinutes }: { readonly zone: string; readonly now: Instant; readonly cutOffMinutes: number },
): 'started' | 'cut_off' | null {
  // Most days are far ahead: they need no look at the zone's clock, which is slow.
  if (earliestOf(start.date) >= addMinutes(now, cutOffMinutes + 1)) return null
  const startsAt = lastStartAt(zone, start)
  if (startsAt <= now) return 'started'
  return isOnTime(startsAt, now, cutOffMinutes) ? null : 'cut_off'
}

export const isInSeason = ({ from, to, weekdays }: Schedule, date: LocalDate): boolean =>
  (from === null || date >= from) &&
  (to === null || date <= to) &&
  (weekdays.length === 0 || weekdays.includes(weekdayOf(date)))

const allDay: OpeningHours = { from: '00:00', to: '23:59' }
function startsOf({ slots, hours, timeRequired }: ScheduleRules): Starts {
  if (slots.length > 0) return { at: 'times', times: slots }
  return hours || timeRequired ? { at: 'hours', hours: hours ?? allDay } : { at: 'day' }
}

/** The item's own schedules, or else the one that follows from the kind's times, hours, notice and capacity. */
export const schedulesOf = (rules: ScheduleRules): readonly Schedule[] =>
  rules.schedules && rules.schedules.length > 0
    ? rules.schedules
    : [
        {
          id: 'default',
          from: null,
          to: null,
          weekdays: [],
          starts: startsOf(rules),
          capacity: rules.capacity,
          cutOffMinutes: rules.noticeMinutes,
          prices: null,
        },
      ]
