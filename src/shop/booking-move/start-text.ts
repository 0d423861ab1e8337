import type { LocalDate } from '../../kernel/dates.ts'
import { joined } from '../../kernel/messages.ts'
import { useSay } from '../../ui/say.tsx'
import { useDates } from '../intl/dates.ts'

type Start = { readonly date: LocalDate; readonly time: string | null }

/** 'Sat 5 Dec 2026, 06:00 PM' */
export function useStartText(): (start: Start) => string {
  const { shortDayAndYear, time: timeOf } = useDates()
  const say = useSay()
  return ({ date, time }) =>
    say(joined([...(date ? [shortDayAndYear(date)] : []), ...(time ? [timeOf(time)] : [])], 'plain'))
}
