/** Departures near one that cannot be booked, such as one whose last places were just sold. Pure. */
import { addDays, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { OpeningHours } from '../../../services/schedule.ts'
import {
  byStart,
  type Departure,
  type DepartureRange,
  departuresOn,
  schedulesOf,
  unitsLeftOf,
} from '../../inventory/index.ts'
import type { JudgedChoice } from './choice.ts'
import { judgeDeparture, type Offer } from './departure.ts'
import { wordingOf } from './request.ts'
import type { AgencyClock } from './schedule.ts'

export interface NearestStart {
  readonly date: LocalDate
  /** Null: a whole day, or any time within `hours`. */
  readonly time: LocalTime | null
  readonly hours: OpeningHours | null
}

const daysBefore = 14
/** A group leaves once a month. */
const daysAfter = 45
const maxStarts = 3
/** Enough where a van is in use all day. */
const maxJudged = 100

/** The days whose stored departures `nearestStarts` needs. */
export function daysAround(wanted: LocalDate, today: LocalDate): DepartureRange {
  const around = wanted < today ? today : wanted
  const from = addDays(around, -daysBefore)
  return { from: from < today ? today : from, to: addDays(around, daysAfter) }
}

/** True if the chosen departure itself is the problem, rather than an answer that is still missing. */
export const isStartLost = (
  { request: { date, time } }: Pick<JudgedChoice, 'request'>,
  errors: readonly FieldError[],
): boolean =>
  date !== null && errors.some(({ path }) => path === 'travel_date' || (path === 'travel_time' && time !== null))

type Around = {
  readonly kind: Parameters<typeof wordingOf>[0]
  readonly offer: Offer
  readonly clock: AgencyClock
  readonly range: DepartureRange
}
/** Up to three departures with places for the party, the nearest to the chosen one first. */
export function nearestStarts(
  { request, places, returnLeg }: JudgedChoice,
  { kind, offer, clock, range }: Around,
): NearestStart[] {
  const { date, time } = request
  if (date === null) return []
  const { schedule, rows, blocked, resources } = offer
  const zone = schedule.timeZone
  const sale = { now: clock.now, zone, cutOffMinutes: clock.cutOffMinutes, fewUpTo: 0, blocked }
  const unitsLeft = unitsLeftOf(schedule.resources, zone, resources)
  // Within opening hours the chosen time stays.
  const timeOf = (each: Departure) => each.time ?? (each.hours && (time ?? each.hours.from))
  const at = (day: LocalDate, start: LocalTime | null) => instantAt(zone, day, start ?? '00:00').getTime()
  const distance = (each: Departure) => Math.abs(at(each.date, timeOf(each) ?? time) - at(date, time))
  const isBookable = (each: Departure) => {
    const chosen = { date: each.date, time: timeOf(each) }
    const { errors, isBusy: isBusyThen } = judgeDeparture(offer, clock, { chosen, texts: wordingOf(kind) })
    return errors.length === 0 && !isBusyThen
  }
  const starts: NearestStart[] = []
  const candidates = departuresOn(schedulesOf(schedule), rows, { ...range, ...sale, unitsLeft })
    .filter(({ reason, vacancies }) => reason === null && (vacancies === null || vacancies >= places))
    .filter((each) => each.date !== date || timeOf(each) !== time)
    .filter((each) => !returnLeg || each.date < returnLeg.date)
    .sort((a, b) => distance(a) - distance(b) || byStart(b, a))
    .slice(0, maxJudged)
  for (const each of candidates) {
    if (starts.length === maxStarts) break
    if (isBookable(each)) starts.push({ date: each.date, time: each.time, hours: each.hours })
  }
  return starts
}
