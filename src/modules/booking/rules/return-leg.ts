/** The return leg of a booking: whether its departure can be sold, and the nearest alternatives. */
import { addDays, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import { joined, startText } from '../../../kernel/messages.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { KindRules, PricedService, RuleRequest } from '../../../services/kind.ts'
import { returnLegFields } from '../../../services/shared/return-leg.ts'
import type { ReturnLeg } from '../../../services/trip.ts'
import {
  type Departure,
  type DepartureRange,
  departuresOn,
  pricedOn,
  schedulesOf,
  unitsLeftOf,
} from '../../inventory/index.ts'
import { text } from '../text.ts'
import { judgeDeparture, type Offer } from './departure.ts'
import { wordingOf } from './request.ts'
import type { AgencyClock } from './schedule.ts'

type Returning = Pick<KindRules, 'returnLeg'>
interface Wanted {
  readonly travel_date?: LocalDate | null | undefined
  readonly details: Readonly<Record<string, unknown>>
}

/** How many days around a sold-out return are searched for other starts. */
const nearbyDays = 3
/** Caps the range that is read. Nothing is on sale that far ahead, so later returns are refused anyway. */
const maxDays = 800
const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b)
const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)

/** The days whose stored departures `judgeChoice` needs; null without a day. */
export function daysOf(kind: Returning, { travel_date: date, details }: Wanted): DepartureRange | null {
  if (!date) return null
  const back = kind.returnLeg?.(details)?.date
  if (!back || back < date || back > addDays(date, maxDays)) return { from: date, to: date }
  return { from: earlier(date, addDays(back, -nearbyDays)), to: later(date, addDays(back, nearbyDays)) }
}

export interface JudgedReturn {
  readonly date: LocalDate
  readonly time: LocalTime | null
  /** Null if there is no such departure. */
  readonly departure: Departure | null
  /** A resource is in use then. */
  readonly isBusy: boolean
  readonly errors: readonly FieldError[]
}

const returnPaths: Readonly<Record<string, string>> = {
  travel_date: `details.${returnLegFields.date}`,
  travel_time: `details.${returnLegFields.time}`,
}
/** An error of a departure, reported at the field of the return leg. */
export const atReturn = ({ path, message }: FieldError): FieldError => ({ path: returnPaths[path] ?? path, message })

/** Judges the departure of the return leg like any other. Null without a return leg, or without its day. */
export function judgeReturn(
  kind: KindRules,
  offer: Offer,
  { clock, leg }: { readonly clock: AgencyClock; readonly leg: ReturnLeg | null },
): JudgedReturn | null {
  if (!leg || leg.date === null) return null
  const { date, time } = leg
  const judged = judgeDeparture(offer, clock, { chosen: { date, time }, texts: wordingOf(kind) })
  return { ...judged, date, time, errors: judged.errors.map(atReturn) }
}

/** The return leg is priced at its own departure. */
export const returnLegPrices = (
  service: PricedService,
  leg: Pick<JudgedReturn, 'departure'> | null,
): Pick<RuleRequest, 'returnLegDetails'> =>
  leg === null ? {} : { returnLegDetails: pricedOn(service, leg.departure?.prices ?? null).details }

type Nearby = { readonly offer: Offer; readonly clock: AgencyClock; readonly places: number; readonly after: Outbound }
type Outbound = { readonly date: LocalDate | null; readonly time: LocalTime | null }
type Start = { readonly date: LocalDate; readonly time: LocalTime | null }

/** Up to three departures near a sold-out one that have enough places, nearest first. */
export function nearestAfter(wanted: Start, { offer, clock, places, after }: Nearby): Departure[] {
  const { schedule, rows, blocked, resources } = offer
  const zone = schedule.timeZone
  const unitsLeft = unitsLeftOf(schedule.resources, zone, resources)
  const terms = { now: clock.now, zone, cutOffMinutes: clock.cutOffMinutes, fewUpTo: 0, blocked, unitsLeft }
  const range = { from: addDays(wanted.date, -nearbyDays), to: addDays(wanted.date, nearbyDays) }
  const at = ({ date, time }: Start) => instantAt(zone, date, time ?? wanted.time ?? '00:00').getTime()
  const isAfter = (each: Start) => after.date === null || at(each) > at({ date: after.date, time: after.time })
  return departuresOn(schedulesOf(schedule), rows, { ...range, ...terms })
    .filter(({ reason, vacancies }) => reason === null && (vacancies === null || vacancies >= places))
    .filter((each) => isAfter(each) && (each.date !== wanted.date || each.time !== wanted.time))
    .sort((a, b) => Math.abs(at(a) - at(wanted)) - Math.abs(at(b) - at(wanted)))
    .slice(0, 3)
}

/** The error of a sold-out return, with the nearest times that have places. */
export function fullReturn(full: FieldError, nearest: readonly Departure[]): FieldError {
  const times = nearest.map(({ date, time }) => startText(date, time))
  const starts = joined(times, 'plain')
  const { path, message } = atReturn(full)
  return { path, message: starts ? text('errors.fullReturn', { full: message, starts }) : message }
}
