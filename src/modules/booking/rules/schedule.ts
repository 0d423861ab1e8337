/** Which dates and times can be booked: in the service's time zone, respecting notice and cut-off (C170, D90). */

import type { Instant } from '../../../kernel/dates.ts'
import { dateIn, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import { type Text, timeText } from '../../../kernel/messages.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { MissingWords, ScheduleRules } from '../../../services/kind.ts'
import type { ServiceSchedule } from '../../../services/shared/schedule.ts'
import { isOnTime, isWithin, lastDayOnSale, lastStartAt } from '../../inventory/index.ts'
import { text } from '../text.ts'

export interface BookingClock {
  readonly now: Instant
  /** The agency's cut-off, in addition to the service's notice. */
  readonly cutOffMinutes: number
}
/** Adds the agency's time zone, for services that have none of their own. */
export interface AgencyClock extends BookingClock {
  readonly timeZone: string
}
type Schedule = Pick<ServiceSchedule, 'slots' | 'hours' | 'noticeMinutes' | 'timeZone'>
type Asked = Pick<ScheduleRules, 'dateRequired' | 'timeRequired'>

export const todayOf = (schedule: Pick<Schedule, 'timeZone'>, clock: BookingClock): LocalDate =>
  dateIn(schedule.timeZone, clock.now)

export const lastDayOf = (schedule: Pick<Schedule, 'timeZone'>, clock: BookingClock): LocalDate =>
  lastDayOnSale(todayOf(schedule, clock))

const leadMinutes = (schedule: Schedule, clock: BookingClock) => Math.max(schedule.noticeMinutes, clock.cutOffMinutes)

/** True if the start is still far enough ahead. */
export const isStartOpen = (schedule: Schedule, clock: BookingClock, date: LocalDate, time: LocalTime): boolean =>
  isOnTime(instantAt(schedule.timeZone, date, time), clock.now, leadMinutes(schedule, clock))

/** Slots that can still be booked that day. Capacity is checked on the server. */
export const openSlots = (schedule: Schedule, clock: BookingClock, date: LocalDate): LocalTime[] =>
  schedule.slots.filter((slot) => isStartOpen(schedule, clock, date, slot))

export const scheduleTexts = {
  pastDate: text('shop.schedule.pastDate'),
  farDate: text('shop.schedule.farDate'),
  tooSoon: text('shop.schedule.tooSoon'),
  noSlotLeft: text('shop.schedule.noSlotLeft'),
  unknownSlot: text('shop.schedule.unknownSlot'),
  noTimes: text('shop.schedule.noTimes'),
  passedTime: text('shop.schedule.passedTime'),
  outsideHours: (from: LocalTime, to: LocalTime) =>
    text('shop.schedule.outsideHours', { from: timeText(from), to: timeText(to) }),
} as const

export function dateError(schedule: Schedule, clock: BookingClock, date: LocalDate): Text | null {
  if (date < todayOf(schedule, clock)) return scheduleTexts.pastDate
  if (date > lastDayOf(schedule, clock)) return scheduleTexts.farDate
  if (schedule.slots.length > 0 && openSlots(schedule, clock, date).length === 0) return scheduleTexts.noSlotLeft
  const last = lastStartAt(schedule.timeZone, { date, time: null, hours: schedule.hours })
  return isOnTime(last, clock.now, leadMinutes(schedule, clock)) ? null : scheduleTexts.tooSoon
}

export function timeError(
  schedule: Schedule & Asked,
  clock: BookingClock,
  { date, time }: { readonly date: LocalDate | null; readonly time: LocalTime },
): Text | null {
  const { slots, hours } = schedule
  if (slots.length > 0 && !slots.includes(time)) return scheduleTexts.unknownSlot
  if (slots.length === 0 && hours === null && !schedule.timeRequired) return scheduleTexts.noTimes
  if (hours && !isWithin(hours, time)) return scheduleTexts.outsideHours(hours.from, hours.to)
  return date === null || isStartOpen(schedule, clock, date, time) ? null : scheduleTexts.passedTime
}

/** `texts`: the kind's messages for missing fields. */
export function scheduleErrors(
  schedule: Schedule & Asked,
  clock: BookingClock,
  chosen: { readonly date: LocalDate | null; readonly time: LocalTime | null },
  texts: Pick<MissingWords, 'travel_date' | 'travel_time'>,
): FieldError[] {
  const { date, time } = chosen
  const wrongDate =
    date === null ? (schedule.dateRequired ? texts.travel_date : null) : dateError(schedule, clock, date)
  // A bad date is reported once; the time is then judged without it.
  const timeDay = wrongDate === null ? date : null
  const wrongTime =
    time === null
      ? schedule.timeRequired
        ? texts.travel_time
        : null
      : timeError(schedule, clock, { date: timeDay, time })
  return [
    ...(wrongDate ? [{ path: 'travel_date', message: wrongDate }] : []),
    ...(wrongTime ? [{ path: 'travel_time', message: wrongTime }] : []),
  ]
}
