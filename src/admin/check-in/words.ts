import { dateIn, timeIn } from '../../kernel/dates.ts'
import { agencyToday, agencyZone } from '../agency-clock.ts'
import { textOf } from '../text.ts'
import { dateTime, formatTime } from '../written.ts'
import type { Person } from './arrivals.ts'

const t = textOf('checkIn')

/** The time of day, with the date if it is not today. */
export function clockOf(instant: string): string {
  const at = new Date(instant)
  return dateIn(agencyZone(), at) === agencyToday() ? formatTime(timeIn(agencyZone(), at)) : dateTime(instant)
}

type Times = { readonly first_time: string | null; readonly last_time: string | null }
/** '10:00 AM', or the first and the last time of its bookings within opening hours. */
export function timesOf({ first_time: first, last_time: last }: Times): string {
  if (!first || !last) return t('allDay')
  return first === last ? formatTime(first) : t('fromTo', { from: formatTime(first), to: formatTime(last) })
}

/** The name, or 'Adult 2' where no names were collected. */
export function nameOf(person: Person, people: readonly Person[]): string {
  if (person.name) return person.name
  const number = people.filter(({ type, position }) => type === person.type && position <= person.position).length
  return t(`types.${person.type}`, { number })
}
