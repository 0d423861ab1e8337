// What staff change in the dialog, and the request made from it. Pure.
import type { LocalDate } from '../../kernel/dates.ts'
import type { Booking } from './panel.tsx'
import { isTravelling, nameOf } from './traveller-names.ts'

export interface Start {
  readonly date: LocalDate
  readonly time: string
}
export const ages = ['adults', 'children', 'infants'] as const
export type Age = (typeof ages)[number]
export type Counts = Readonly<Record<Age, number>>

/** Only what staff touched: the rest follows the booking, also when others change it meanwhile. */
export interface ChangeDraft {
  readonly outbound?: Start
  readonly returning?: Start
  /** Whether there is a return trip; left out: as booked. */
  readonly isReturning?: boolean
  readonly counts: Partial<Counts>
  readonly answers: Readonly<Record<string, string>>
  /** Ids of people who no longer travel. */
  readonly leaving: readonly string[]
  /** Names of the warnings that staff accept for the chosen day. */
  readonly acknowledged: readonly string[]
  /** Why a full departure is overbooked; '' does not overbook. */
  readonly overbooking: string
}
export const emptyChange: ChangeDraft = { counts: {}, answers: {}, leaving: [], acknowledged: [], overbooking: '' }

type Leg = Readonly<{ travel_date: string | null; travel_time: string | null }> | null
export const startOf = (leg: Leg): Start => ({ date: leg?.travel_date ?? '', time: leg?.travel_time ?? '' })
const isSameStart = (one: Start, other: Start) => one.date === other.date && one.time === other.time

type Counted = Pick<Booking, 'adults_count' | 'children_count' | 'infants_count'>
const bookedCounts = (booking: Counted): Counts => ({
  adults: booking.adults_count,
  children: booking.children_count,
  infants: booking.infants_count,
})
export const countsOf = (booking: Counted, { counts }: ChangeDraft): Counts => ({ ...bookedCounts(booking), ...counts })

export interface Person {
  /** Of the traveller, or of the place of a traveller without a name. */
  readonly key: string
  readonly position: number
  readonly name: string
  readonly documents: number
}
export interface LeavingGroup {
  readonly age: Age
  /** How many no longer travel. */
  readonly count: number
  /** Everybody of that age. */
  readonly people: readonly Person[]
}
type Peopled = Counted & Pick<Booking, 'travelers' | 'documents'>

/** The ages that become fewer. Positions are in the order adults, children, infants. */
export function leavingGroups(booking: Peopled, draft: ChangeDraft): LeavingGroup[] {
  const [before, after] = [bookedCounts(booking), countsOf(booking, draft)]
  const first = { adults: 0, children: before.adults, infants: before.adults + before.children }
  return ages
    .map((age) => ({
      age,
      count: before[age] - after[age],
      people: Array.from({ length: before[age] }, (_, place) => personAt(booking, first[age] + place)),
    }))
    .filter(({ count }) => count > 0)
}
function personAt({ travelers, documents }: Peopled, position: number): Person {
  const traveller = travelers.find((each) => isTravelling(each) && each.position === position)
  if (!traveller) return { key: `place-${position}`, position, name: '', documents: 0 }
  const own = documents.filter(({ travelerId, isNewest }) => isNewest && travelerId === traveller.id)
  return { key: String(traveller.id), position, name: nameOf(traveller), documents: own.length }
}
/** Staff choose who leaves an age group, unless all of it does. */
export const isLeaving = ({ count, people }: LeavingGroup, { key }: Person, { leaving }: ChangeDraft): boolean =>
  count === people.length || leaving.includes(key)

export const isReturningOf = ({ return_leg }: Pick<Booking, 'return_leg'>, { isReturning }: ChangeDraft): boolean =>
  isReturning ?? return_leg !== null

/** The return trip as it is to be: null ends it. */
function wantedReturn(booking: Pick<Booking, 'return_leg'>, draft: ChangeDraft) {
  const isReturning = isReturningOf(booking, draft)
  const booked = startOf(booking.return_leg)
  if (!isReturning) return booking.return_leg === null ? {} : { return_leg_date: null }
  const { date, time } = draft.returning ?? booked
  if (booking.return_leg !== null && isSameStart({ date, time }, booked)) return {}
  return { return_leg_date: date, return_leg_time: time || null }
}

const acknowledgedIn = ({ acknowledged }: ChangeDraft) => acknowledged.map((name) => [name, true] as const)

type Changed = Peopled & Pick<Booking, 'travel_date' | 'travel_time' | 'return_leg' | 'details'>
/** What differs from the booking; empty if nothing does. */
export function wantedOf(booking: Changed, draft: ChangeDraft) {
  const { outbound } = draft
  const counts = countsOf(booking, draft)
  const answers = [
    ...Object.entries(draft.answers)
      .filter(([name]) => isReturningOf(booking, draft) || !name.startsWith('return_'))
      .filter(([name, value]) => value !== (booking.details[name] ?? '')),
    ...acknowledgedIn(draft),
  ]
  const removed = leavingGroups(booking, draft).flatMap((group) =>
    group.people.filter((person) => isLeaving(group, person, draft)).map(({ position }) => position),
  )
  const wanted = {
    ...(outbound &&
      !isSameStart(outbound, startOf(booking)) && { travel_date: outbound.date, travel_time: outbound.time || null }),
    ...wantedReturn(booking, draft),
    ...(counts.adults !== booking.adults_count && { adults_count: counts.adults }),
    ...(counts.children !== booking.children_count && { children_count: counts.children }),
    ...(counts.infants !== booking.infants_count && { infants_count: counts.infants }),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
    ...(removed.length > 0 && { removed }),
  }
  const overbooking_reason = draft.overbooking.trim()
  const isOverbooked = overbooking_reason !== '' && Object.keys(wanted).length > 0
  return { ...wanted, ...(isOverbooked && { overbooking_reason }) }
}
export type Wanted = ReturnType<typeof wantedOf>

/** More than another start, which an application that was submitted takes only once staff confirm it. */
export const changesApplication = (wanted: Wanted): boolean =>
  'answers' in wanted || ages.some((age) => `${age}_count` in wanted)
