/** Whether units are free. The same in calendars, in the editor's preview and where staff choose a unit. Pure. */
import { addMinutes, type Instant, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { ResourceNeed, ResourceRules } from '../../../services/shared/stored-resources.ts'
import { type ResourceWindow, type UsedStart, windowsOf } from './windows.ts'

/** Instants are milliseconds, as the database counts them; `to` is not part of it. */
export interface UnitUse {
  readonly unit: number
  readonly from: number
  readonly to: number
  /** Null: blocked by staff. */
  readonly departureId: string | null
  readonly bookingId: string | null
  /** Places taken on the departure; null without one. */
  readonly taken: number | null
}
/** A resource with its uses around the days in question. */
export interface ResourceState {
  readonly id: string
  readonly name: string
  readonly units: number
  readonly isArchived: boolean
  readonly uses: readonly UnitUse[]
}

export const overlaps = (
  one: { readonly from: number; readonly to: number },
  other: { readonly from: number; readonly to: number },
): boolean => one.from < other.to && other.from < one.to

/** Units that nothing uses in the window. */
export function freeUnits({ units, isArchived, uses }: ResourceState, window: ResourceWindow): number[] {
  if (isArchived) return []
  const wanted = { from: window.from.getTime(), to: window.to.getTime() }
  const busy = new Set(uses.filter((use) => overlaps(use, wanted)).map(({ unit }) => unit))
  return Array.from({ length: units }, (_, at) => at + 1).filter((unit) => !busy.has(unit))
}

const stateOf = (states: readonly ResourceState[], id: string) => states.find((each) => each.id === id)

/** The windows for which no unit is free; a resource that does not exist is never free. */
export const busyWindows = (
  states: readonly ResourceState[],
  windows: readonly ResourceWindow[],
): readonly ResourceWindow[] =>
  windows.filter((window) => {
    const state = stateOf(states, window.resourceId)
    return !state || freeUnits(state, window).length === 0
  })

/** States without the uses of one departure itself. */
export const withoutDeparture = (states: readonly ResourceState[], departureId: string | null) =>
  departureId === null
    ? states
    : states.map((state) => ({
        ...state,
        uses: state.uses.filter((use) => use.departureId !== departureId || use.bookingId !== null),
      }))

export interface BusyQuestion {
  readonly start: UsedStart
  /** Its stored row. */
  readonly row: { readonly id: string } | undefined
  /** No start before this instant can be sold. */
  readonly earliest: Instant
}
/** How many more bookings have a unit of everything. 0: in use elsewhere. Infinity: no unit limits them. */
export type UnitsLeft = (question: BusyQuestion) => number

/** Answers for the departures of an item; undefined if it needs nothing. `states` cover the days in question. */
export function unitsLeftOf(
  rules: ResourceRules | undefined,
  zone: string,
  states: readonly ResourceState[],
): UnitsLeft | undefined {
  if (!rules) return undefined
  const unless = (isBusy: boolean): number => (isBusy ? 0 : Number.POSITIVE_INFINITY)
  return ({ start, row, earliest }) => {
    if (rules.per === 'departure')
      return unless(busyWindows(withoutDeparture(states, row?.id ?? null), windowsOf(rules, zone, start)).length > 0)
    if (start.time === null) return unless(firstFreeStart({ rules, zone, states }, start, earliest) === null)
    const windows = windowsOf(rules, zone, { ...start, returnDate: null })
    return Math.min(...windows.map((window) => unitsIn(states, window)))
  }
}

function unitsIn(states: readonly ResourceState[], window: ResourceWindow): number {
  const state = stateOf(states, window.resourceId)
  return state ? freeUnits(state, window).length : 0
}

interface Searching {
  readonly rules: ResourceRules
  readonly zone: string
  readonly states: readonly ResourceState[]
}
const minute = 60_000

/** The first start within opening hours that has a unit of everything; null if there is none. */
export function firstFreeStart(
  { rules, zone, states }: Searching,
  { date, hours }: Pick<UsedStart, 'date' | 'hours'>,
  earliest: Instant,
): Instant | null {
  const bounds = hours !== null && hours.from <= hours.to ? hours : { from: '00:00', to: '23:59' }
  const last = instantAt(zone, date, bounds.to)
  const opening = Math.max(
    instantAt(zone, date, bounds.from).getTime(),
    Math.ceil(earliest.getTime() / minute) * minute,
  )
  // A start can only become free where it opens, or where a use and the setup after it have ended.
  const ends = rules.needs.flatMap((need) =>
    (stateOf(states, need.resourceId)?.uses ?? []).map(
      ({ to }) => Math.ceil(to / minute) * minute + need.setupMinutes * minute,
    ),
  )
  const starts = [opening, ...ends].filter((start) => start >= opening && start <= last.getTime()).sort((a, b) => a - b)
  const free = starts.find((start) => busyWindows(states, windowsAt(rules.needs, new Date(start), last)).length === 0)
  return free === undefined ? null : new Date(free)
}

const windowsAt = (needs: readonly ResourceNeed[], start: Instant, last: Instant): ResourceWindow[] =>
  needs.map(({ resourceId, minutes, setupMinutes, turnaroundMinutes }) => ({
    resourceId,
    from: addMinutes(start, -setupMinutes),
    to: addMinutes(minutes === null ? last : addMinutes(start, minutes), turnaroundMinutes),
  }))

/** Whether the time that a customer chose is busy, on a departure with room for other times. */
export function isTimeBusy(
  rules: ResourceRules | undefined,
  { zone, states }: Omit<Searching, 'rules'>,
  { date, time }: { readonly date: LocalDate; readonly time: LocalTime | null },
): boolean {
  if (rules?.per !== 'booking' || time === null) return false
  return busyWindows(states, windowsOf(rules, zone, { date, time, hours: null, returnDate: null })).length > 0
}
