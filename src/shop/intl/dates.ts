import { useEffect, useState } from 'react'
import { dateIn, timeIn } from '../../kernel/dates.ts'
import { datesIn, type ShownDates } from '../../kernel/shown-dates.ts'
import { useReaderLocale } from '../../ui/say.tsx'
import { useChrome } from '../client/use-chrome.tsx'

/**
 * How the shop writes dates in the visitor's language: `longDay` where a day is chosen or a text is dated, `shortDay` in
 * lists and beside a time, `shortDayAndYear` for every day of a booking's pages, times with `time`, and instants by
 * `useShownInstant` (C345). No other file of the shop or of a kind formats dates (dates.test.ts).
 */
export const useDates = (): ShownDates => datesIn(useReaderLocale())

/**
 * Formats an instant of the API as a moment on the agency's clock, in English 'yyyy-MM-dd hh:mm a' (D135). The zone
 * comes with the page, so that the server and the browser print the same.
 */
export function useShownInstant(): (instant: string) => string {
  const { timeZone } = useChrome()
  const { moment } = useDates()
  return (text) => moment(dateIn(timeZone, new Date(text)), timeIn(timeZone, new Date(text)))
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
