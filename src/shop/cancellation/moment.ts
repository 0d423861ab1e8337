import { formatTime, type LocalDate, type LocalTime } from '../../kernel/dates.ts'
import { plainDay } from '../dates.ts'

/** '14 Dec 2026, 11:59 PM', or the day alone where its time is not known. */
export const shownMoment = (day: LocalDate, time: LocalTime | null): string =>
  time ? `${plainDay(day)}, ${formatTime(time).replace(' ', '\u00a0')}` : plainDay(day)

/** 'Asia/Dubai' -> 'Dubai' */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
