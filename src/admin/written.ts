/** Days, times, numbers and lists as the back office writes them in its language. */
import { dateIn, type LocalDate, type LocalTime, timeIn } from '../kernel/dates.ts'
import { isolated } from '../kernel/direction.ts'
import { joinIn, type ListKind } from '../kernel/lists.ts'
import { datesIn } from '../kernel/shown-dates.ts'
import { agencyZone } from './agency-clock.ts'
import { officeLanguage, officeLocale } from './language.ts'

export const dates = datesIn(officeLocale)

/** '02:00 PM' (D135) */
export const formatTime = (time: LocalTime): string => dates.time(time)
/** '2026-11-21', on the agency's clock, for an ISO instant: short enough for columns in every language. */
export const dayOf = (iso: string): LocalDate => dateIn(agencyZone(), new Date(iso))
export const clockOf = (iso: string): string => formatTime(timeIn(agencyZone(), new Date(iso)))
/** '2026-11-21 02:00 PM' (D135) on the agency's clock, for an ISO instant. */
export function dateTime(iso: string): string {
  const instant = new Date(iso)
  return isolated(dates.moment(dateIn(agencyZone(), instant), timeIn(agencyZone(), instant)), officeLanguage)
}
export const count = (value: number): string => value.toLocaleString(officeLocale)

/** One text of several; what is missing is left out. */
export const listed = (items: readonly (string | null | undefined | false)[], kind: ListKind = 'plain'): string =>
  joinIn(
    officeLanguage,
    items.filter((item): item is string => Boolean(item)),
    kind,
  )
