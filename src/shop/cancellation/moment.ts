import type { LocalDate, LocalTime } from '../../kernel/dates.ts'
import { cityOf } from '../../kernel/dates.ts'
import { commaOf } from '../../kernel/lists.ts'
import { useReaderLocale } from '../../ui/say.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useDates } from '../intl/dates.ts'

/**
 * 'Mon 14 Dec 2026, 11:59 PM', or only the day when its time is not known. In one piece: isolated parts would have no
 * letters between them that tell the direction of the whole.
 */
export function useShownMoment(): (day: LocalDate, time: LocalTime | null) => string {
  const { shortDayAndYear, time: timeOf } = useDates()
  const comma = commaOf(useReaderLocale())
  return (day, time) => shortDayAndYear(day) + (time ? comma + timeOf(time).replace(' ', '\u00a0') : '')
}

/** The city of a time zone, as in 'Dubai time'. */
export function usePlace(zone: string): string {
  const { timeZone, place } = useChrome()
  return zone === timeZone ? place : cityOf(zone)
}
