/** Which days and times can be booked: in the product's time zone, ahead of the notice and the cut-off (C170, D90). */

import type { Instant } from '../../../kernel/dates.ts'
import { addMinutes, dateIn, formatTime, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { ScheduleRules } from '../../../services/kind.ts'

export interface BookingClock {
  readonly now: Instant
  /** The agency's own cut-off, beyond what the item asks for. */
  readonly cutOffMinutes: number
}
type Schedule = Pick<ScheduleRules, 'slots' | 'hours' | 'noticeMinutes' | 'timeZone'>
type Asked = Pick<ScheduleRules, 'dateRequired' | 'timeRequired'>

export const todayOf = (schedule: Pick<Schedule, 'timeZone'>, clock: BookingClock): LocalDate =>
  dateIn(schedule.timeZone, clock.now)

/** Two years ahead at most. */
export const lastDayOf = (schedule: Pick<Schedule, 'timeZone'>, clock: BookingClock): LocalDate => {
  const today = todayOf(schedule, clock)
  return `${Number(today.slice(0, 4)) + 2}${today.slice(4).replace('-02-29', '-02-28')}`
}

const leadMinutes = (schedule: Schedule, clock: BookingClock) => Math.max(schedule.noticeMinutes, clock.cutOffMinutes)

/** A start that lies ahead, by the notice at least. */
export function isStartOpen(schedule: Schedule, clock: BookingClock, date: LocalDate, time: LocalTime): boolean {
  const start = instantAt(schedule.timeZone, date, time)
  return start > clock.now && start >= addMinutes(clock.now, leadMinutes(schedule, clock))
}

/** The slots of that day that can still be booked; capacity is the server's business. */
export const openSlots = (schedule: Schedule, clock: BookingClock, date: LocalDate): LocalTime[] =>
  schedule.slots.filter((slot) => isStartOpen(schedule, clock, date, slot))

export const scheduleTexts = {
  pastDate: 'Please choose today or a later date',
  farDate: 'Please choose a date within the next two years',
  tooSoon: 'This date is too soon to be booked',
  noSlotLeft: 'No time is left on this date',
  unknownSlot: 'Please select one of the times on offer',
  noTimes: 'This service has no times to choose from',
  passedTime: 'This time has passed or is too close to be booked',
  outsideHours: (from: LocalTime, to: LocalTime) =>
    `Please choose a time from ${formatTime(from)} to ${formatTime(to)}`,
} as const

export function dateObjection(schedule: Schedule, clock: BookingClock, date: LocalDate): string | null {
  if (date < todayOf(schedule, clock)) return scheduleTexts.pastDate
  if (date > lastDayOf(schedule, clock)) return scheduleTexts.farDate
  if (schedule.slots.length > 0 && openSlots(schedule, clock, date).length === 0) return scheduleTexts.noSlotLeft
  return isStartOpen(schedule, clock, date, schedule.hours?.to ?? '23:59') ? null : scheduleTexts.tooSoon
}

const isWithin = (hours: { readonly from: LocalTime; readonly to: LocalTime }, time: LocalTime): boolean =>
  hours.from <= hours.to ? time >= hours.from && time <= hours.to : time >= hours.from || time <= hours.to

export function timeObjection(
  schedule: Schedule & Asked,
  clock: BookingClock,
  date: LocalDate | null,
  time: LocalTime,
): string | null {
  const { slots, hours } = schedule
  if (slots.length > 0 && !slots.includes(time)) return scheduleTexts.unknownSlot
  if (slots.length === 0 && hours === null && !schedule.timeRequired) return scheduleTexts.noTimes
  if (hours && !isWithin(hours, time)) return scheduleTexts.outsideHours(hours.from, hours.to)
  return date === null || isStartOpen(schedule, clock, date, time) ? null : scheduleTexts.passedTime
}

/** What is wrong with day and time; `texts` are the kind's words for what is missing. */
export function scheduleErrors(
  schedule: Schedule & Asked,
  clock: BookingClock,
  chosen: { readonly date: LocalDate | null; readonly time: LocalTime | null },
  texts: { readonly travel_date: string; readonly travel_time: string },
): FieldError[] {
  const { date, time } = chosen
  const wrongDate =
    date === null ? (schedule.dateRequired ? texts.travel_date : null) : dateObjection(schedule, clock, date)
  // A day that cannot be booked says so once; the time is then judged by itself.
  const timeDay = wrongDate === null ? date : null
  const wrongTime =
    time === null ? (schedule.timeRequired ? texts.travel_time : null) : timeObjection(schedule, clock, timeDay, time)
  return [
    ...(wrongDate ? [{ path: 'travel_date', message: wrongDate }] : []),
    ...(wrongTime ? [{ path: 'travel_time', message: wrongTime }] : []),
  ]
}
