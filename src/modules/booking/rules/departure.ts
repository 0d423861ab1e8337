/** Which departure a choice is for, and what is wrong with it. What is left of it is checked when places are taken. */
import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { MissingWords } from '../../../services/kind.ts'
import type { ServiceSchedule } from '../../../services/shared/schedule.ts'
import {
  type BlockedRange,
  type Departure,
  type DepartureRow,
  departuresOn,
  findDeparture,
  isTimeBusy,
  type ResourceState,
  schedulesOf,
  unitsLeftOf,
} from '../../inventory/index.ts'
import { text } from '../text.ts'
import { type BookingClock, scheduleErrors, scheduleTexts } from './schedule.ts'

type Day = { readonly date: LocalDate | null; readonly time: LocalTime | null }
type Texts = Pick<MissingWords, 'travel_date' | 'travel_time'>
export interface JudgedDeparture {
  /** Null without a day, or if there is no such departure. */
  readonly departure: Departure | null
  /** A resource is in use then: the sale would be refused. */
  readonly isBusy: boolean
  readonly errors: readonly FieldError[]
}

export interface Offer {
  readonly schedule: ServiceSchedule
  /** The stored departures of the chosen day. */
  readonly rows: readonly DepartureRow[]
  readonly blocked: readonly BlockedRange[]
  readonly resources: readonly ResourceState[]
}

export function judgeDeparture(
  { schedule, rows, blocked, resources }: Offer,
  clock: BookingClock,
  { chosen, texts }: { readonly chosen: Day; readonly texts: Texts },
): JudgedDeparture {
  const { date } = chosen
  const none = { departure: null, isBusy: false }
  if (date === null) return { ...none, errors: scheduleErrors(schedule, clock, chosen, texts) }
  const zone = schedule.timeZone
  const unitsLeft = unitsLeftOf(schedule.resources, zone, resources)
  const sale = { now: clock.now, zone, cutOffMinutes: clock.cutOffMinutes, fewUpTo: 0, blocked, unitsLeft }
  const departures = departuresOn(schedulesOf(schedule), rows, { from: date, to: date, ...sale })
  const departure = findDeparture(departures, { ...chosen, date })
  const isBusy =
    departure?.reason === 'busy' ||
    isTimeBusy(schedule.resources, { zone, states: resources }, { date, time: chosen.time })
  const offered = departures.filter(({ reason }) => reason !== 'unscheduled')
  const errors = scheduleErrors(rulesOfDay(schedule, offered, departure), clock, chosen, texts)
  if (offered.length === 0 && !errors.some(({ path }) => path === 'travel_date'))
    return { departure, isBusy, errors: [noDeparture] }
  if (errors.length > 0) return { departure, isBusy, errors }
  const objection = objectionTo(departure)
  return { departure, isBusy, errors: objection ? [objection] : [] }
}

/** What the departures of a day ask for. Schedules may give one day start times and the next opening hours. */
function rulesOfDay(schedule: ServiceSchedule, offered: readonly Departure[], departure: Departure | null) {
  const isTimed = offered.every(({ time, hours }) => time !== null || hours !== null)
  return {
    ...schedule,
    timeRequired: offered.length === 0 ? schedule.timeRequired : isTimed,
    // Beside opening hours any time may be chosen, not only the start times of the day.
    slots: departure?.hours ? [] : offered.flatMap(({ time }) => time ?? []),
    hours: departure && !departure.hours ? null : (offered.find(({ hours }) => hours !== null)?.hours ?? null),
    noticeMinutes: departure?.cutOffMinutes ?? schedule.noticeMinutes,
  }
}

const noDeparture: FieldError = { path: 'travel_date', message: text('errors.noDeparture') }

function objectionTo(departure: Departure | null): FieldError | null {
  if (departure === null) return noDeparture
  const path = departure.time === null ? 'travel_date' : 'travel_time'
  switch (departure.reason) {
    case 'closed':
    case 'out_of_season':
    case 'unscheduled':
      return { path, message: text('errors.departureClosed') }
    case 'started':
    case 'cut_off':
      return { path, message: departure.time === null ? scheduleTexts.tooSoon : scheduleTexts.passedTime }
    case 'full':
    case 'busy':
    case null:
      return null
  }
}
