/** The next four weeks of the item as they will be sold after a save. Pure. */
import type * as z from 'zod'
import { addDays, dateIn, isLocalTime, isTimeZone, type LocalDate } from '../../../kernel/dates.ts'
import type { departureExceptions } from '../../../modules/inventory/contract.ts'
import {
  type BlockedRange,
  type Departure,
  type DepartureRow,
  departuresOn,
  schedulesOf,
} from '../../../modules/inventory/index.ts'
import type { Details, FieldSpec } from '../../../services/kind.ts'
import type { Schedule } from '../../../services/schedule.ts'
import { readTime } from '../../../services/shared/inputs.ts'
import { schedules } from '../../../services/shared/schedule-fields.ts'
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

/** All that decides about the preview except the clock; cheap, unlike the days. */
export interface PreviewPlan {
  readonly schedules: readonly Schedule[]
  readonly zone: string
  readonly leftOut: readonly number[]
}

export function planOf(edited: EditedKind, values: FormValues, agencyZone: string): PreviewPlan {
  const details = readableDetails(edited, values)
  const rows = readableSchedules(edited, details.schedules)
  const own = rows.filter((row) => row !== null)
  const isGroupOnly = details.group_departures_only === true
  const rules = withSchedules(
    { schedules: own, group_departures_only: isGroupOnly },
    edited.schedule({ title: '', currency: currencyOf(values), details }),
  )
  const isEmpty = !isGroupOnly && rows.length > 0 && own.length === 0
  return {
    schedules: isEmpty ? [] : schedulesOf(rules),
    zone: rules.timeZone ?? agencyZone,
    leftOut: rows.flatMap((row, at) => (row === null ? [at + 1] : [])),
  }
}

/** What differs from the schedules: single departures and blocked dates. */
export interface Exceptions {
  readonly rows: readonly DepartureRow[]
  readonly blocked: readonly BlockedRange[]
}
export const noExceptions: Exceptions = { rows: [], blocked: [] }

/** The server's exceptions as the rule takes them. */
export const exceptionsIn = ({ departures, blocked }: z.infer<typeof departureExceptions>): Exceptions => ({
  blocked,
  rows: departures.map(({ is_closed, is_added, cut_off_hours, ...row }) => ({
    ...row,
    ...{ isClosed: is_closed, isAdded: is_added, note: null, guide: null },
    cutOffMinutes: cut_off_hours === null ? null : cut_off_hours * 60,
  })),
})

export function daysOf(
  { schedules: all, zone }: PreviewPlan,
  now: Date,
  { rows, blocked }: Exceptions = noExceptions,
): readonly PreviewDay[] {
  const from = dateIn(zone, now)
  const range = { from, to: addDays(from, previewDays - 1) }
  const inRange = rows.filter(({ date }) => date >= range.from && date <= range.to)
  const departures = departuresOn(all, inRange, { ...range, now, zone, cutOffMinutes: 0, fewUpTo: 0, blocked })
  return Array.from({ length: previewDays }, (_, ahead) => addDays(from, ahead)).map((date) => ({
    date,
    departures: departures.filter((each) => each.date === date),
  }))
}
