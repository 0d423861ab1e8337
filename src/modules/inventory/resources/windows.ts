/** When a departure, or a leg of a booking, occupies its resources. Pure. */
import { addDays, addMinutes, type Instant, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { OpeningHours } from '../../../services/schedule.ts'
import type { ResourceNeed, ResourceRules } from '../../../services/shared/stored-resources.ts'

/** From setup to turnaround; the end is not part of it. */
export interface ResourceWindow {
  readonly resourceId: string
  readonly from: Instant
  readonly to: Instant
}
export interface UsedStart {
  readonly date: LocalDate
  /** Null: opening hours or a whole day. */
  readonly time: LocalTime | null
  readonly hours: OpeningHours | null
  /** A group occupies its vehicle until the end of the day it comes back. */
  readonly returnDate: LocalDate | null
}

const dayMinutes = 1440
const startOfDay = (zone: string, date: LocalDate): Instant => instantAt(zone, date, '00:00')

type Times = { readonly first: Instant; readonly last: Instant }
function timesOf(zone: string, { date, time, hours }: UsedStart): Times {
  if (time !== null) {
    const start = instantAt(zone, date, time)
    return { first: start, last: start }
  }
  // Hours that span midnight are those of one calendar day.
  const spans = hours !== null && hours.from > hours.to
  return {
    first: instantAt(zone, date, hours && !spans ? hours.from : '00:00'),
    last: instantAt(zone, date, hours && !spans ? hours.to : '23:59'),
  }
}

/** The end of use without turnaround. Whole days end at midnight, whatever the clock does in between. */
function endOf(zone: string, start: UsedStart, minutes: number | null): Instant {
  const { last } = timesOf(zone, start)
  const { date, time, hours, returnDate } = start
  const isWholeDay = time === null && hours === null
  const days = isWholeDay ? Math.max(1, Math.ceil((minutes ?? 0) / dayMinutes)) : 1
  const ends = minutes === null || isWholeDay ? startOfDay(zone, addDays(date, days)) : addMinutes(last, minutes)
  const back = returnDate === null ? ends : startOfDay(zone, addDays(returnDate, 1))
  return back > ends ? back : ends
}

function windowOf(zone: string, start: UsedStart, need: ResourceNeed): ResourceWindow {
  const end = endOf(zone, start, need.minutes)
  return {
    resourceId: need.resourceId,
    from: addMinutes(timesOf(zone, start).first, -need.setupMinutes),
    to: addMinutes(end, need.turnaroundMinutes),
  }
}

/** What a departure occupies, or a leg of a booking at its own time. */
export const windowsOf = ({ needs }: Pick<ResourceRules, 'needs'>, zone: string, start: UsedStart): ResourceWindow[] =>
  needs.map((need) => windowOf(zone, start, need))

/** 'prepared': the departures that a booking moves to once the difference is paid. */
export type Leg = 'outbound' | 'return' | PreparedLeg
export type PreparedLeg = 'prepared' | 'prepared_return'
/** What is to be taken: `booking` is null where the whole departure shares one unit. */
export interface ResourceUses {
  readonly booking: { readonly id: string; readonly leg: Leg } | null
  readonly windows: readonly ResourceWindow[]
}
interface Using {
  readonly rules: ResourceRules | undefined
  readonly zone: string
  readonly departure: Omit<UsedStart, 'returnDate'> & { readonly trip: Pick<UsedStart, 'returnDate'> }
  readonly booking: { readonly id: string; readonly leg: Leg; readonly time: LocalTime | null }
}
/** Null: it needs nothing. */
export function usesOf({ rules, zone, departure, booking }: Using): ResourceUses | null {
  if (!rules) return null
  const { date, time, hours } = departure
  const { id, leg } = booking
  if (rules.per === 'booking') {
    const own = { date, time: booking.time ?? time, hours: booking.time === null ? hours : null, returnDate: null }
    return { booking: { id, leg }, windows: windowsOf(rules, zone, own) }
  }
  return { booking: null, windows: windowsOf(rules, zone, { date, time, hours, ...departure.trip }) }
}
