import { dateIn, timeIn } from '../../kernel/dates.ts'
import { agencyZone } from '../agency-clock.ts'
import type { api } from '../api.ts'
import { shortDay } from '../departures/words.ts'
import { formatTime, listed } from '../written.ts'

const calls = (): typeof api.inventory.admin.resources => {
  throw new Error('for types only')
}
export type Resource = Awaited<ReturnType<ReturnType<typeof calls>['list']>>[number]
export type UsesOfDay = Awaited<ReturnType<ReturnType<typeof calls>['uses']>>
export type ResourceUse = UsesOfDay['uses'][number]
export type DepartureUse = Awaited<ReturnType<ReturnType<typeof calls>['usesOfDeparture']>>[number]

/** '9:30 AM'; with the day where it is another one. */
export function clockOn(day: string, instant: string): string {
  const at = new Date(instant)
  const [date, time] = [dateIn(agencyZone(), at), formatTime(timeIn(agencyZone(), at))]
  return date === day ? time : listed([shortDay(date), time])
}

/** Where a use lies within its day, in percent. */
export function placeIn(day: { readonly from: string; readonly to: string }, use: Pick<ResourceUse, 'from' | 'to'>) {
  const [start, end] = [Date.parse(day.from), Date.parse(day.to)]
  const within = (instant: string) =>
    ((Math.min(Math.max(Date.parse(instant), start), end) - start) / (end - start)) * 100
  const x = within(use.from)
  return { x, width: within(use.to) - x }
}
