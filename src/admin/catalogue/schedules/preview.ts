/** The next four weeks of the item as they will be sold after a save. Pure. */
import type * as z from 'zod'
import { addDays, dateIn, isLocalTime, type LocalDate } from '../../../kernel/dates.ts'
import { isTimeZone } from '../../../kernel/time-zone.ts'
import type { departureExceptions } from '../../../modules/inventory/contract.ts'
import {
  type BlockedRange,
  type Departure,
  type DepartureRow,
  departuresOn,
  type ResourceState,
  schedulesOf,
  unitsLeftOf,
} from '../../../modules/inventory/index.ts'
import type { Details, FieldSpec } from '../../../services/kind.ts'
import type { Schedule } from '../../../services/schedule.ts'
import { readTime } from '../../../services/shared/inputs.ts'
import { resources } from '../../../services/shared/resource-fields.ts'
import { schedules } from '../../../services/shared/schedule-fields.ts'
import type { ResourceRules } from '../../../services/shared/stored-resources.ts'
import { type StoredSchedule, withSchedules } from '../../../services/shared/stored-schedules.ts'
import type { EditedKind } from '../edited-kind.ts'
import { currencyOf, type FormValues, fromControl } from '../form.ts'

const previewDays = 28

export interface PreviewDay {
  readonly date: LocalDate
  readonly departures: readonly Departure[]
}
/** The details that the form holds; a field with an error is at its default. */
const readableDetails = ({ fields }: EditedKind, values: FormValues): Details =>
  Object.fromEntries(
    fields
      .filter(({ path }) => path.startsWith('details.'))
      .map(({ spec, path }) => {
        const read = fromControl(spec, values[path], currencyOf(values))
        return [spec.name, readable(spec, 'error' in read ? null : read.value)]
      }),
  )

/** Half-typed times and zones count as not set. */
function readable({ input, name, default: initial }: FieldSpec, value: unknown): unknown {
  if (input === 'times') return (value as string[]).flatMap((each) => readTime(each) ?? []).sort()
  if (input === 'time-range') {
    const { from, to } = value as { from?: unknown; to?: unknown }
    return isLocalTime(from) && isLocalTime(to) ? value : initial
  }
  if (name === 'time_zone') return isTimeZone(String(value)) ? value : ''
  return value ?? initial ?? null
}

function readableSchedules(edited: EditedKind, rows: unknown): (StoredSchedule | null)[] {
  const schema = schedules(edited.priceFields.map(({ name }) => name)).schedules
  return (Array.isArray(rows) ? rows : []).map((row) => {
    const read = schema.safeParse([row])
    return (read.success && read.data[0]) || null
  })
}

/** A row with an error needs nothing yet. */
const readableResources = (rows: unknown) =>
  (Array.isArray(rows) ? rows : []).flatMap((row) => {
    const read = resources().resources.safeParse([row])
    return (read.success && read.data) || []
  })

/** All that decides about the preview except the clock; cheap, unlike the days. */
export interface PreviewPlan {
  readonly schedules: readonly Schedule[]
  readonly zone: string
  readonly leftOut: readonly number[]
  /** Null: the item needs none. */
  readonly resources: ResourceRules | null
}

export function planOf(edited: EditedKind, values: FormValues, agencyZone: string): PreviewPlan {
  const read = readableDetails(edited, values)
  const details = { ...read, resources: readableResources(read.resources) }
  const rows = readableSchedules(edited, read.schedules)
  const own = rows.filter((row) => row !== null)
  const isGroupOnly = read.group_departures_only === true
  const item = { title: '', currency: currencyOf(values), details }
  const rules = withSchedules({ schedules: own, group_departures_only: isGroupOnly }, edited.schedule(item))
  const isEmpty = !isGroupOnly && rows.length > 0 && own.length === 0
  return {
    schedules: isEmpty ? [] : schedulesOf(rules),
    zone: rules.timeZone ?? agencyZone,
    resources: edited.resources(item),
    leftOut: rows.flatMap((row, at) => (row === null ? [at + 1] : [])),
  }
}

/** What to read of the resources: their IDs, and how long they are used at most. */
export const wantedOf = ({ resources: rules }: PreviewPlan) => ({
  resource_ids: rules?.needs.map(({ resourceId }) => resourceId) ?? [],
  use_minutes: Math.max(0, ...(rules?.needs.map(({ minutes }) => minutes ?? 0) ?? [])),
})

/** What differs from the schedules: single departures, blocked dates, and resources in use. */
export interface Exceptions {
  readonly rows: readonly DepartureRow[]
  readonly blocked: readonly BlockedRange[]
  readonly resources: readonly ResourceState[]
}
export const noExceptions: Exceptions = { rows: [], blocked: [], resources: [] }

/** The server's exceptions as the rule takes them. */
export const exceptionsIn = ({ departures, blocked, resources }: z.infer<typeof departureExceptions>): Exceptions => ({
  blocked,
  resources: resources.map(({ is_archived: isArchived, uses, ...resource }) => ({
    ...{ ...resource, isArchived },
    uses: uses.map(({ unit, from, to, departure_id: departureId }) => ({
      ...{ unit, departureId, bookingId: null, taken: null },
      ...{ from: Date.parse(from), to: Date.parse(to) },
    })),
  })),
  rows: departures.map(({ is_closed, is_added, cut_off_hours, ...row }) => ({
    ...row,
    ...{ isClosed: is_closed, isAdded: is_added, note: null, guide: null },
    cutOffMinutes: cut_off_hours === null ? null : cut_off_hours * 60,
  })),
})

export function daysOf(
  { schedules: all, zone, resources: rules }: PreviewPlan,
  now: Date,
  { rows, blocked, resources: states }: Exceptions = noExceptions,
): readonly PreviewDay[] {
  const from = dateIn(zone, now)
  const range = { from, to: addDays(from, previewDays - 1) }
  const inRange = rows.filter(({ date }) => date >= range.from && date <= range.to)
  // What is not loaded yet counts as free.
  const needs = rules?.needs.filter(({ resourceId }) => states.some(({ id }) => id === resourceId)) ?? []
  const unitsLeft = rules ? unitsLeftOf({ ...rules, needs }, zone, states) : undefined
  const terms = { now, zone, cutOffMinutes: 0, fewUpTo: 0, blocked, unitsLeft }
  const departures = departuresOn(all, inRange, { ...range, ...terms })
  return Array.from({ length: previewDays }, (_, ahead) => addDays(from, ahead)).map((date) => ({
    date,
    departures: departures.filter((each) => each.date === date),
  }))
}
