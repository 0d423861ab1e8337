/** Which departures of a service exist and what is left of them: schedules, minus or plus what is stored by departure. */
import { addMinutes, daysFromTo, type Instant, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { DeparturePrices, OpeningHours, Schedule } from '../../../services/schedule.ts'
import type { UnitsLeft } from '../resources/busy.ts'
import { isInSeason, lateness } from './seasons.ts'
import { isWithin } from './starts.ts'
import { type Trip, unknownTrip } from './trip.ts'

/** A change to one departure. Null follows the schedule. */
export interface DepartureException {
  readonly capacity: number | null
  readonly isClosed: boolean
  /** Created by hand: on sale without a schedule. */
  readonly isAdded: boolean
  readonly prices: DeparturePrices | null
  readonly note: string | null
  readonly guide: string | null
  readonly trip?: Trip | null
  /** Sale ends this long before the start; the agency's cut-off still counts. */
  readonly cutOffMinutes?: number | null
}
/** A stored departure: it has bookings or an exception. */
export interface DepartureRow extends DepartureException {
  readonly id: string
  readonly date: LocalDate
  /** Null: a day ticket or opening hours. */
  readonly time: LocalTime | null
  readonly taken: number
}

export type DepartureState = 'open' | 'few' | 'sold_out' | 'closed' | 'past'
/**
 * Why a departure is not on sale. 'unscheduled': it has bookings, but its schedule was changed. 'busy': a resource that it
 * needs is in use elsewhere.
 */
export type DepartureReason = 'started' | 'cut_off' | 'closed' | 'out_of_season' | 'unscheduled' | 'full' | 'busy'

export interface Departure {
  readonly date: LocalDate
  readonly time: LocalTime | null
  /** Any time within them can be chosen; `time` is null then. */
  readonly hours: OpeningHours | null
  /** Null: free sale. */
  readonly capacity: number | null
  readonly taken: number
  /** Never below 0, also when overbooked; null: free sale. */
  readonly vacancies: number | null
  /** The vacancies that can be sold: fewer where each booking needs a unit of a resource. */
  readonly left: number | null
  readonly state: DepartureState
  /** Null while it is on sale. */
  readonly reason: DepartureReason | null
  /** Null: the item's own prices. */
  readonly prices: DeparturePrices | null
  readonly note: string | null
  readonly guide: string | null
  readonly trip: Trip
  /** The id of the stored row, if there is one. */
  readonly departureId: string | null
  /** Null: created by hand, or its schedule is gone. */
  readonly scheduleId: string | null
  /** Created by hand. */
  readonly isAdded: boolean
  /** Sale ends this long before the start, or before the last admission. */
  readonly cutOffMinutes: number
}

export interface DepartureRange {
  /** Both included. */
  readonly from: LocalDate
  readonly to: LocalDate
}
export interface SaleTerms {
  readonly now: Instant
  readonly zone: string
  /** The agency's cut-off; the longer of it and the schedule's counts. */
  readonly cutOffMinutes: number
  /** From this number of vacancies down the state is 'few'. */
  readonly fewUpTo: number
  /** Days on which nothing is sold. */
  readonly blocked?: readonly BlockedRange[]
  /** For items that need resources. */
  readonly unitsLeft?: UnitsLeft | undefined
}
export interface BlockedRange extends DepartureRange {
  readonly reason: string
}

type Start = {
  readonly time: LocalTime | null
  readonly hours: OpeningHours | null
  readonly schedule: Schedule
  /** A later schedule closes the day. */
  readonly isClosed: boolean
}
const keyOf = (time: LocalTime | null): string => time ?? ''

const startsOn = (schedule: Schedule): readonly Start[] => {
  const { starts } = schedule
  const each = { hours: null, schedule, isClosed: false }
  if (starts.at === 'times') return starts.times.map((time) => ({ ...each, time }))
  return [{ ...each, time: null, hours: starts.at === 'hours' ? starts.hours : null }]
}

/** The starts of a day by time; later schedules replace earlier ones. */
export function startsOfDay(schedules: readonly Schedule[], date: LocalDate): Map<string, Start> {
  const starts = new Map<string, Start>()
  for (const schedule of schedules) {
    if (!isInSeason(schedule, date)) continue
    if (schedule.starts.at === 'closed')
      for (const [key, start] of starts) starts.set(key, { ...start, isClosed: true })
    else for (const start of startsOn(schedule)) starts.set(keyOf(start.time), start)
  }
  return starts
}

type Candidate = {
  readonly date: LocalDate
  readonly start: Start | undefined
  readonly row: DepartureRow | undefined
  readonly isBlocked: boolean
}

function reasonOf(
  { start, row, isBlocked }: Candidate,
  late: 'started' | 'cut_off' | null,
  isFull: boolean,
): DepartureReason | null {
  if (late) return late
  if (row?.isClosed || isBlocked) return 'closed'
  // Departures added by hand ignore the schedules.
  if (!row?.isAdded && !start) return 'unscheduled'
  if (!row?.isAdded && start?.isClosed) return 'out_of_season'
  return isFull ? 'full' : null
}

const stateOfReason: Readonly<Record<DepartureReason, DepartureState>> = {
  started: 'past',
  cut_off: 'past',
  closed: 'closed',
  out_of_season: 'closed',
  unscheduled: 'closed',
  full: 'sold_out',
  busy: 'sold_out',
}

/** A departure's own price replaces that of its season, field by field. */
function pricesOf({ start, row }: Candidate): DeparturePrices | null {
  const season = start?.schedule.prices ?? null
  return season && row?.prices ? { ...season, ...row.prices } : (row?.prices ?? season)
}

function departureOf(candidate: Candidate, terms: SaleTerms): Departure {
  const { date, start, row } = candidate
  const time = start ? start.time : (row?.time ?? null)
  const hours = start?.hours ?? null
  const cutOffMinutes = Math.max(row?.cutOffMinutes ?? start?.schedule.cutOffMinutes ?? 0, terms.cutOffMinutes)
  const capacity = row?.capacity ?? start?.schedule.capacity ?? null
  const taken = row?.taken ?? 0
  const vacancies = capacity === null ? null : Math.max(0, capacity - taken)
  const trip = row?.trip ?? unknownTrip
  const late = lateness({ date, time, hours }, { ...terms, cutOffMinutes })
  const units =
    terms.unitsLeft?.({
      start: { date, time, hours, returnDate: trip.returnDate },
      row,
      earliest: addMinutes(terms.now, cutOffMinutes),
    }) ?? Number.POSITIVE_INFINITY
  const reason = reasonOf(candidate, late, vacancies === 0) ?? (units === 0 ? 'busy' : null)
  const left = vacancies === null ? null : Math.min(vacancies, units)
  const onSale = left !== null && left <= terms.fewUpTo ? 'few' : 'open'
  return {
    ...{ date, time, hours, capacity, taken, vacancies, left, cutOffMinutes, reason },
    state: reason ? stateOfReason[reason] : onSale,
    prices: pricesOf(candidate),
    note: row?.note ?? null,
    guide: row?.guide ?? null,
    trip,
    departureId: row?.id ?? null,
    scheduleId: start?.schedule.id ?? null,
    isAdded: row?.isAdded ?? false,
  }
}

/**
 * The departures of a service from `from` to `to`, by day and time. `rows` are its stored departures of these days. The
 * same in the browser, in the back office and where places are taken.
 */
export function departuresOn(
  schedules: readonly Schedule[],
  rows: readonly DepartureRow[],
  { from, to, ...terms }: DepartureRange & SaleTerms,
): Departure[] {
  const stored = new Map<LocalDate, Map<string, DepartureRow>>()
  for (const row of rows) {
    const ofDay = stored.get(row.date) ?? new Map<string, DepartureRow>()
    stored.set(row.date, ofDay.set(keyOf(row.time), row))
  }
  const departures: Departure[] = []
  for (const date of daysFromTo(from, to)) {
    const isBlocked = terms.blocked?.some((block) => date >= block.from && date <= block.to) ?? false
    const starts = startsOfDay(schedules, date)
    const ofDay = stored.get(date)
    for (const key of [...new Set([...starts.keys(), ...(ofDay?.keys() ?? [])])].sort()) {
      const candidate = { date, start: starts.get(key), row: ofDay?.get(key), isBlocked }
      if (isShown(candidate)) departures.push(departureOf(candidate, terms))
    }
  }
  return departures
}

/** The order in which departures are locked: by day and time, whole days and opening hours last. */
export function byStart(a: Pick<Departure, 'date' | 'time'>, b: Pick<Departure, 'date' | 'time'>): number {
  const keyOfStart = ({ date, time }: Pick<Departure, 'date' | 'time'>) => `${date} ${time ?? '~'}`
  return keyOfStart(a) < keyOfStart(b) ? -1 : keyOfStart(a) > keyOfStart(b) ? 1 : 0
}

/** False for a row whose schedule and bookings are both gone. */
const isShown = ({ start, row }: Candidate): boolean =>
  start !== undefined || row?.isAdded === true || (row?.taken ?? 0) > 0

/** The departure that a chosen day and time belong to: its own time, or the opening hours around it. */
export function findDeparture(
  departures: readonly Departure[],
  { date, time }: { readonly date: LocalDate; readonly time: LocalTime | null },
): Departure | null {
  const ofDay = departures.filter((each) => each.date === date)
  const isOffered = (each: Departure) => each.scheduleId !== null || each.isAdded
  const exact = ofDay.filter((each) => each.time === time && each.hours === null)
  const open = ofDay.find(({ hours }) => hours !== null && (time === null || isWithin(hours, time)))
  return exact.find(isOffered) ?? open ?? exact[0] ?? null
}
