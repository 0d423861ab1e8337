/** Schedules as an item stores them in its details, and what they say about its departures. Pure. */
import type { LocalDate, LocalTime, Weekday } from '../../kernel/dates.ts'
import type { ScheduleRules } from '../kind.ts'
import type { DeparturePrices, OpeningHours, Schedule, Starts } from '../schedule.ts'

export const startKinds = ['times', 'hours', 'day', 'closed'] as const
export type StartKind = (typeof startKinds)[number]

export interface StoredSchedule {
  /** The season, both days included; null is open. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  /** Empty is every day. */
  readonly weekdays: readonly Weekday[]
  readonly starts: StartKind
  /** Filled for 'times' only. */
  readonly times: readonly LocalTime[]
  /** Set for 'hours' only; `to` is the last admission. */
  readonly hours: OpeningHours | null
  /** Null is free sale. */
  readonly capacity: number | null
  readonly cut_off_hours: number
  /** Price fields of the item that differ in this season, in minor units. */
  readonly prices: DeparturePrices
}
/** Items saved before the field existed have none. */
export interface ScheduledDetails {
  readonly schedules?: readonly StoredSchedule[] | undefined
  /** Only departures that were added by hand are sold; the schedules wait. */
  readonly group_departures_only?: boolean | undefined
}

export const maxSchedules = 50
export const maxTimes = 48

const allDay: OpeningHours = { from: '00:00', to: '23:59' }

function startsOf({ starts, times, hours }: StoredSchedule, asksForTime: boolean): Starts {
  if (starts === 'times') return { at: 'times', times }
  if (starts === 'hours') return { at: 'hours', hours: hours ?? allDay }
  if (starts === 'closed') return { at: 'closed' }
  return asksForTime ? { at: 'hours', hours: allDay } : { at: 'day' }
}

const scheduleOf = (stored: StoredSchedule, at: number, asksForTime: boolean): Schedule => ({
  id: String(at + 1),
  from: stored.from,
  to: stored.to,
  weekdays: stored.weekdays,
  starts: startsOf(stored, asksForTime),
  capacity: stored.capacity,
  cutOffMinutes: stored.cut_off_hours * 60,
  prices: Object.keys(stored.prices).length > 0 ? stored.prices : null,
})

/** Offers nothing: what departs was added by hand. */
const closedSchedule: Schedule = {
  ...{ id: 'groups', from: null, to: null, weekdays: [], starts: { at: 'closed' } },
  ...{ capacity: null, cutOffMinutes: 0, prices: null },
}

/**
 * The rules of an item with the schedules of its own; without any the rules as they are. The fields beside `schedules`
 * then sum them up: all start times, the widest opening hours, the shortest notice, the largest capacity.
 */
export function withSchedules(
  { schedules = [], group_departures_only: isGroupOnly = false }: ScheduledDetails,
  rules: ScheduleRules,
): ScheduleRules {
  if (isGroupOnly) return { ...rules, schedules: [closedSchedule] }
  if (schedules.length === 0) return rules
  // A kind with opening hours needs a time on a whole day too: a driver must know when to come.
  const own = schedules.map((stored, at) => scheduleOf(stored, at, rules.hours !== null))
  const open = own.filter(({ starts }) => starts.at !== 'closed')
  const slots = [...new Set(open.flatMap(({ starts }) => (starts.at === 'times' ? starts.times : [])))].sort()
  const hours = open.flatMap(({ starts }) => (starts.at === 'hours' ? starts.hours : []))
  const capacities = open.flatMap(({ capacity }) => capacity ?? [])
  return {
    ...rules,
    schedules: own,
    slots,
    hours: slots.length > 0 ? null : widest(hours),
    timeRequired: open.length > 0 ? open.every(({ starts }) => starts.at !== 'day') : rules.timeRequired,
    noticeMinutes: open.length > 0 ? Math.min(...open.map(({ cutOffMinutes }) => cutOffMinutes)) : rules.noticeMinutes,
    capacity: open.length > 0 && capacities.length === open.length ? Math.max(...capacities) : null,
  }
}

const widest = ([first, ...others]: readonly OpeningHours[]): OpeningHours | null =>
  first === undefined
    ? null
    : others.reduce(
        (all, { from, to }) => ({ from: from < all.from ? from : all.from, to: to > all.to ? to : all.to }),
        first,
      )
