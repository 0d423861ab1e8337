import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earliestOf } from '../../../kernel/calendar-days.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Schedule } from '../../../services/schedule.ts'
import { first, inRange, rowOf, rows, schedules } from '../testing/arbitrary.ts'
import { departuresOn } from './departures.ts'
import { firstOpenDay, offeredByDay, offerOfWeek, weekOf } from './offered.ts'

const daily: Schedule = {
  ...{ id: 'daily', from: null, to: null, weekdays: [], cutOffMinutes: 60, prices: null, capacity: 10 },
  starts: { at: 'times', times: ['09:00', '15:00'] },
}
const day = '2026-12-01'
const range = { from: day, to: day, zone: 'Asia/Dubai', blocked: [] }

describe('what is offered on a day', () => {
  it('are the places of its departures, by their exceptions, whether sold out or not', () => {
    const sold = [rowOf({ date: day, time: '09:00', capacity: 4, taken: 4 })]
    expect(offeredByDay([daily], sold, range).get(day)).toEqual({ departures: 2, freeSale: 0, places: 14 })
  })
  it('leaves out closed departures, blocked days and departures without a schedule', () => {
    const closed = [rowOf({ date: day, time: '09:00', isClosed: true }), rowOf({ date: day, time: '11:00', taken: 3 })]
    expect(offeredByDay([daily], closed, range).get(day)).toEqual({ departures: 1, freeSale: 0, places: 10 })
    const blocked = [{ from: day, to: day, reason: 'Storm' }]
    expect(offeredByDay([daily], [], { ...range, blocked }).get(day)).toBeUndefined()
  })
  it('counts departures on free sale apart, and departures added by hand', () => {
    const added = [rowOf({ date: day, time: null, isAdded: true, capacity: 40 })]
    const free = offeredByDay([{ ...daily, capacity: null }], added, range).get(day)
    expect(free).toEqual({ departures: 3, freeSale: 2, places: 40 })
  })
  it('does not depend on the hour: it agrees with what is on sale long before', () => {
    fc.assert(
      fc.property(schedules, rows, (someSchedules, someRows) => {
        const before = { now: earliestOf('2020-01-01'), zone: 'Asia/Dubai', cutOffMinutes: 0, fewUpTo: 0 }
        const departures = departuresOn(someSchedules, someRows, { ...inRange, ...before })
        const offered = offeredByDay(someSchedules, someRows, { ...inRange, zone: 'Asia/Dubai', blocked: [] })
        const count = [...offered.values()].reduce((sum, each) => sum + each.departures, 0)
        expect(count).toBe(departures.filter(({ state }) => ['open', 'few', 'sold_out'].includes(state)).length)
        for (const date of offered.keys()) expect(date >= first && date <= addDays(first, 10)).toBe(true)
      }),
    )
  })
})

describe('a week', () => {
  const one = { departures: 1, freeSale: 0, places: 5 }
  it('begins on Monday', () => {
    expect([weekOf('2026-11-23'), weekOf('2026-11-29'), weekOf('2026-11-30')]).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-30',
    ])
  })
  it('adds up recorded and computed days, and names the days of which nothing is known', () => {
    const byDay = new Map([
      ['2026-11-24', one],
      ['2026-11-27', one],
    ])
    const known = { firstOpen: '2026-11-26', recordedDays: new Set(['2026-11-24', '2026-11-25']), byDay }
    expect(offerOfWeek('2026-11-23', known)).toEqual({
      ...{ week: '2026-11-23', departures: 2, freeSale: 0, places: 10, unknownDays: 1 },
    })
  })
})

describe('the first day to record', () => {
  const today = '2026-11-23'
  it('follows the last one, is yesterday at the first time, and at most a week ago', () => {
    expect(firstOpenDay(today, '2026-11-21')).toBe('2026-11-22')
    expect(firstOpenDay(today, null)).toBe('2026-11-22')
    expect(firstOpenDay(today, '2026-10-01')).toBe('2026-11-16')
  })
  it('is today once yesterday is recorded, also after the clock was set back', () => {
    expect(firstOpenDay(today, '2026-11-22')).toBe(today)
    expect(firstOpenDay(today, '2026-12-24')).toBe(today)
  })
})
