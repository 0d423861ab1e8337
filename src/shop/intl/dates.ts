import { useEffect, useState } from 'react'
import { formatDateTime, type LocalDate } from '../../kernel/dates.ts'
import { useChrome } from '../client/use-chrome.ts'

/**
 * How the shop writes dates: `longDay` where a date is the subject, `shortDay` in lists and beside a time (with the year
 * where it may be another one), and instants by `useShownInstant` (C345). No other file of the shop or of a kind formats dates (dates.test.ts).
 */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const parts = {
  weekday: format({ weekday: 'short' }),
  weekdayName: format({ weekday: 'long' }),
  day: format({ day: 'numeric' }),
  month: format({ month: 'short' }),
  monthYear: format({ month: 'long', year: 'numeric' }),
  long: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
}
const instantOf = (day: LocalDate) => new Date(`${day}T00:00:00Z`)

export const weekdayOf = (day: LocalDate): string => parts.weekday.format(instantOf(day))
export const weekdayNameOf = (day: LocalDate): string => parts.weekdayName.format(instantOf(day))
export const dayNumberOf = (day: LocalDate): string => parts.day.format(instantOf(day))
export const monthOf = (day: LocalDate): string => parts.month.format(instantOf(day))
/** 'Sat 21 Nov' */
export const shortDay = (day: LocalDate): string => `${weekdayOf(day)} ${dayNumberOf(day)} ${monthOf(day)}`
/** 'Sat 21 Nov 2026', for a date that may be in another year. */
export const shortDayAndYear = (day: LocalDate): string => `${shortDay(day)} ${day.slice(0, 4)}`
/** 'Saturday, 21 November 2026' */
export const longDay = (day: LocalDate): string => parts.long.format(instantOf(day))
/** 'November 2026' */
export const monthAndYear = (day: LocalDate): string => parts.monthYear.format(instantOf(day))
/**
 * Formats an instant of the API as 'yyyy-MM-dd hh:mm a' on the agency's clock (D135). The zone comes with the page, so
 * that the server and the browser print the same.
 */
export function useShownInstant(): (instant: string) => string {
  const { timeZone } = useChrome()
  return (instant) => formatDateTime(new Date(instant), timeZone)
}

/**
 * The current time, null until the page is alive, because a cached page may be read on another day. Updates every
 * minute, so that a slot that has passed closes.
 */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
