import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { departuresOn, leftBehind } from './index.ts'
import { days, inRange, schedules, times } from './testing/arbitrary.ts'

/** Long before the days, so that nothing is late. */
const terms = { now: new Date('2027-01-01'), zone: 'Asia/Dubai', cutOffMinutes: 0, fewUpTo: 0 }
const held = fc.array(
  fc.record({ date: days, start: fc.option(times, { nil: null }), time: fc.option(times, { nil: null }) }),
  { maxLength: 8 },
)

describe('bookings left behind by a change of schedules', () => {
  it('are none while the schedules stay as they are', () => {
    fc.assert(
      fc.property(schedules, held, (same, all) => {
        expect(leftBehind(all, { before: same, after: same })).toEqual([])
      }),
    )
  })
  it('are those whose departure is on the calendar before and not after', () => {
    fc.assert(
      fc.property(schedules, schedules, (before, after) => {
        const on = (all: typeof before) =>
          departuresOn(all, [], { ...inRange, ...terms }).filter(({ reason }) => reason !== 'out_of_season')
        const all = on(before).map(({ date, time }) => ({ date, start: time, time }))
        const later = new Set(on(after).map(({ date, time }) => `${date} ${time}`))
        expect(leftBehind(all, { before, after })).toEqual(
          all.filter(({ date, start }) => !later.has(`${date} ${start}`)),
        )
      }),
    )
  })
  it('are never more after a change that only adds a schedule which closes nothing', () => {
    fc.assert(
      fc.property(schedules, fc.uniqueArray(times, { minLength: 1, maxLength: 3 }), held, (before, added, all) => {
        const more = { id: 'more', from: null, to: null, weekdays: [], capacity: null, cutOffMinutes: 0, prices: null }
        const after = [...before, { ...more, starts: { at: 'times' as const, times: added } }]
        expect(leftBehind(all, { before, after })).toEqual([])
      }),
    )
  })
})
