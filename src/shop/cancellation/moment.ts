import type { LocalDate, LocalTime } from '../../kernel/dates.ts'
import { joined } from '../../kernel/messages.ts'
import { useSay } from '../../ui/say.tsx'
import { useDates } from '../intl/dates.ts'

/** 'Mon 14 Dec 2026, 11:59 PM', or only the day when its time is not known. */
export function useShownMoment(): (day: LocalDate, time: LocalTime | null) => string {
  const { shortDayAndYear, time: timeOf } = useDates()
  const say = useSay()
  return (day, time) =>
    say(joined([shortDayAndYear(day), ...(time ? [timeOf(time).replace(' ', '\u00a0')] : [])], 'plain'))
}
