import { formatTime, type LocalDate, type LocalTime } from '../../kernel/dates.ts'
import { shortDayAndYear } from '../intl/dates.ts'

/** 'Mon 14 Dec 2026, 11:59 PM', or only the day when its time is not known. */
export const shownMoment = (day: LocalDate, time: LocalTime | null): string =>
  time ? `${shortDayAndYear(day)}, ${formatTime(time).replace(' ', '\u00a0')}` : shortDayAndYear(day)
