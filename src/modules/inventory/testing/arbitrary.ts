import fc from 'fast-check'
import { addDays, addMinutes, type Weekday } from '../../../kernel/dates.ts'
import type { DepartureRow } from '../rules/departures.ts'

export const rowOf = (change: Partial<DepartureRow> & Pick<DepartureRow, 'date'>): DepartureRow => ({
  id: `row-${change.date}-${change.time ?? ''}`,
  time: null,
  capacity: null,
  isClosed: false,
  isAdded: false,
  prices: null,
  note: null,
  guide: null,
  taken: 0,
  ...change,
})

export const zones = fc.constantFrom(
  'Asia/Dubai',
  'Asia/Kolkata',
  'Europe/London',
  'America/New_York',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
)
export const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
export const times = fc
  .integer({ min: 0, max: 1439 })
  .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`)
const hours = fc.record({ from: times, to: times })
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }).map((n) => n as Weekday))
const starts = fc.oneof(
  fc.uniqueArray(times, { minLength: 1, maxLength: 4 }).map((each) => ({ at: 'times' as const, times: each })),
  hours.map((each) => ({ at: 'hours' as const, hours: each })),
  fc.constant({ at: 'day' as const }),
  fc.constant({ at: 'closed' as const }),
)
export const first = '2027-02-25'
export const days = fc.integer({ min: 0, max: 10 }).map((n) => addDays(first, n))
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
export const schedules = fc.array(
  fc.record({
    ...{ id: fc.uuid(), from: optional(days), to: optional(days), weekdays, starts },
    ...{ capacity: optional(fc.nat(30)), cutOffMinutes: fc.nat(5000), prices: fc.constant(null) },
  }),
  { maxLength: 4 },
)
export const rows = fc.uniqueArray(
  fc
    .record({
      date: days,
      time: optional(times),
      taken: fc.nat(40),
      capacity: optional(fc.nat(40)),
      isClosed: fc.boolean(),
      isAdded: fc.boolean(),
    })
    .map(rowOf),
  { selector: ({ date, time }) => `${date} ${time}`, maxLength: 6 },
)
export const saleTerms = fc.record({ now: moments, zone: zones, cutOffMinutes: fc.nat(3000), fewUpTo: fc.nat(12) })
/** Close to the days of the schedules. */
export const closeTerms = saleTerms.map((each) => ({
  ...each,
  now: addMinutes(new Date(`${first}T00:00:00Z`), each.now.getTime() % 20_000),
}))
export const inRange = { from: first, to: addDays(first, 10) }
