import type { DeparturePage } from '../../modules/booking/contract.ts'
import { officeLocale } from '../language.ts'
import { textOf } from '../text.ts'
import { formatTime } from '../written.ts'

const t = textOf('departures')

type Start = Pick<DeparturePage, 'time' | 'hours'>
export function startOf({ time, hours }: Start): string {
  if (time) return formatTime(time)
  if (hours?.from === '00:00' && hours.to === '23:59') return t('anyTime')
  return hours ? t('hours', { from: formatTime(hours.from), to: formatTime(hours.to) }) : t('allDay')
}

type State = Pick<DeparturePage, 'state' | 'is_overbooked'>
/** Null while it is on sale. */
export function stateOf({ is_overbooked, state }: State): string | null {
  if (is_overbooked) return t('overbooked')
  return state === 'closed' || state === 'sold_out' || state === 'past' ? t(state) : null
}

const longDay = new Intl.DateTimeFormat(officeLocale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
export const dayName = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`))

const shortName = new Intl.DateTimeFormat(officeLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
export const shortDay = (day: string): string => shortName.format(new Date(`${day}T00:00:00Z`))

type Counts = Pick<DeparturePage, 'adults' | 'children' | 'infants'>
export const guests = ({ adults, children, infants }: Counts): string => t('guests', { adults, children, infants })
