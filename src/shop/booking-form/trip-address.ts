// Day, time and party in an address: '?date=2027-03-01&time=15:00&adults=2'. Pure.
import { isLocalDate, isLocalTime } from '../../kernel/dates.ts'
import type { FormAnswers } from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { hrefOf, type Search } from '../routing/search.ts'

type Trip = Pick<FormAnswers, 'date' | 'time' | 'adults' | 'children' | 'infants'>
const ages = ['adults', 'children', 'infants'] as const

/** Ignores values that no booking of the item can have. Whether the day is on sale is for the server to say. */
export function readTrip(search: Search, { party }: Pick<ServiceDetail, 'party'>): Partial<Trip> {
  const { date = '', time = '' } = search
  const people = ages.flatMap((age) => {
    const count = /^\d{1,3}$/.test(search[age] ?? '') ? Number(search[age]) : -1
    const { min, max } = { min: 0, max: -1, ...party[age] }
    return count >= min && count <= max ? [[age, count] as const] : []
  })
  const all = people.reduce((sum, [, count]) => sum + count, 0)
  return {
    ...(isLocalDate(date) && { date, ...(isLocalTime(time) && { time }) }),
    ...(all <= (party.together ?? all) && Object.fromEntries(people)),
  }
}

/** The address with the choice. Without a day there is nothing to carry. */
export const tripHref = (path: string, { date, time, adults, children, infants }: Trip): string =>
  date ? hrefOf(path, { date, time, adults, children: children || '', infants: infants || '' }) : path
