import fc from 'fast-check'
import { addDays, type Weekday } from '../../kernel/dates.ts'
import type { StoredSchedule } from '../shared/stored-schedules.ts'

const time = fc
  .integer({ min: 0, max: 1439 })
  .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`)
const season = fc.option(fc.tuple(fc.nat(30), fc.nat(30)), { nil: null }).chain((days) =>
  fc.record({ isOpen: fc.boolean(), hasEnd: fc.boolean() }).map(({ isOpen, hasEnd }) => ({
    from: days && !isOpen ? addDays('2027-02-20', days[0]) : null,
    to: days && hasEnd ? addDays('2027-02-20', days[0] + days[1]) : null,
  })),
)
const starts = fc.oneof(
  fc
    .uniqueArray(time, { minLength: 1, maxLength: 4 })
    .map((times) => ({ starts: 'times' as const, times: [...times].sort(), hours: null })),
  fc
    .uniqueArray(time, { minLength: 2, maxLength: 2 })
    .map((pair) => [...pair].sort())
    .map(([from = '', to = '']) => ({ starts: 'hours' as const, times: [], hours: { from, to } })),
  fc.constant({ starts: 'day' as const, times: [], hours: null }),
  fc.constant({ starts: 'closed' as const, times: [], hours: null }),
)
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 })).map((days) => days.sort() as Weekday[])
const prices = fc.record({ price_adult: fc.nat(1_000_000), price_child: fc.nat(1_000_000) }, { requiredKeys: [] })

/** Valid schedules of a tour that offers children, as they are stored. */
export const storedSchedules: fc.Arbitrary<StoredSchedule[]> = fc.array(
  fc
    .record({
      season,
      starts,
      rest: fc.record({
        weekdays,
        capacity: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
        cut_off_hours: fc.nat(100),
        prices: prices.map((each) => ({ ...each })),
      }),
    })
    .map((each) => ({ ...each.season, ...each.starts, ...each.rest })),
  { maxLength: 5 },
)
