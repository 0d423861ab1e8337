import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '../../../kernel/dates.ts'
import type { ResourceNeed } from '../../../services/shared/stored-resources.ts'
import { firstFreeStart, freeUnits, isTimeBusy, overlaps, type ResourceState, unitsLeftOf } from './busy.ts'
import { type UsedStart, windowsOf } from './windows.ts'

const need = (more: Partial<ResourceNeed> = {}): ResourceNeed => ({
  ...{ resourceId: 'boat', minutes: 60, setupMinutes: 0, turnaroundMinutes: 0 },
  ...more,
})
const start = (more: Partial<UsedStart> = {}): UsedStart => ({
  ...{ date: '2026-12-01', time: '10:00', hours: null, returnDate: null },
  ...more,
})
const windowOf = (of: UsedStart, more: Partial<ResourceNeed> = {}, zone = 'Asia/Dubai') => {
  const [window] = windowsOf({ needs: [need(more)] }, zone, of)
  return [window?.from.toISOString().slice(5, 16), window?.to.toISOString().slice(5, 16)]
}

describe('a departure occupies its resources', () => {
  it('from setup to turnaround', () => {
    expect(windowOf(start(), { setupMinutes: 30, turnaroundMinutes: 15 })).toEqual(['12-01T05:30', '12-01T07:15'])
  })
  it('across midnight, on either side', () => {
    expect(windowOf(start({ time: '23:30' }))).toEqual(['12-01T19:30', '12-01T20:30'])
    expect(windowOf(start({ time: '00:15' }), { setupMinutes: 30 })).toEqual(['11-30T19:45', '11-30T21:15'])
  })
  it('for its real minutes when clocks change, and to midnight for whole days', () => {
    const spring = { date: '2027-03-28', time: '00:30' }
    // 01:00 becomes 02:00 in London that night.
    expect(windowOf(start(spring), { minutes: 120 }, 'Europe/London')).toEqual(['03-28T00:30', '03-28T02:30'])
    const day = start({ date: '2027-03-28', time: null })
    expect(windowOf(day, { minutes: 1440 }, 'Europe/London')).toEqual(['03-28T00:00', '03-28T23:00'])
    const autumn = start({ date: '2026-10-25', time: null })
    expect(windowOf(autumn, { minutes: 1440 }, 'Europe/London')).toEqual(['10-24T23:00', '10-26T00:00'])
    // 01:30 does not exist.
    expect(windowOf(start({ date: '2027-03-28', time: '01:30' }), {}, 'Europe/London')).toEqual([
      '03-28T01:30',
      '03-28T02:30',
    ])
  })
  it('from opening to the last admission and its minutes', () => {
    const hours = { from: '09:00', to: '17:00' }
    expect(windowOf(start({ time: null, hours }))).toEqual(['12-01T05:00', '12-01T14:00'])
  })
  it('until the group is back', () => {
    const group = start({ time: null, returnDate: '2026-12-10' })
    expect(windowOf(group, { minutes: 3 * 1440 })).toEqual(['11-30T20:00', '12-10T20:00'])
    expect(windowOf(start({ time: null }), { minutes: 3 * 1440 })).toEqual(['11-30T20:00', '12-03T20:00'])
  })
  it('until the end of the day where nobody knows how long', () => {
    expect(windowOf(start(), { minutes: null })).toEqual(['12-01T06:00', '12-01T20:00'])
  })
})

const state = (units: number, uses: readonly [unit: number, from: string, to: string][] = []): ResourceState => ({
  ...{ id: 'boat', name: 'Boat', units, isArchived: false },
  uses: uses.map(([unit, from, to]) => ({
    ...{ unit, from: Date.parse(`2026-12-01T${from}Z`), to: Date.parse(`2026-12-01T${to}Z`) },
    ...{ departureId: 'other', bookingId: null, taken: 2 },
  })),
})
const perBooking = (more: Partial<ResourceNeed> = {}) => ({ per: 'booking' as const, needs: [need(more)] })
const utc = 'UTC'

describe('a unit', () => {
  it('is free where the next use begins as the last one ends', () => {
    const [window] = windowsOf({ needs: [need()] }, utc, start())
    if (!window) throw new Error('no window')
    expect(
      freeUnits(
        state(2, [
          [1, '09:00', '10:00'],
          [2, '10:59', '12:00'],
        ]),
        window,
      ),
    ).toEqual([1])
    expect(freeUnits({ ...state(2), isArchived: true }, window)).toEqual([])
  })
  it('that a departure uses itself does not make it busy; one that does not exist does', () => {
    const rules = { per: 'departure' as const, needs: [need()] }
    const unitsLeft = unitsLeftOf(rules, utc, [state(1, [[1, '10:00', '11:00']])])
    const earliest = new Date('2026-11-01T00:00:00Z')
    expect(unitsLeft?.({ start: start(), row: { id: 'other' }, earliest })).toBe(Number.POSITIVE_INFINITY)
    expect(unitsLeft?.({ start: start(), row: { id: 'mine' }, earliest })).toBe(0)
    expect(unitsLeftOf(rules, utc, [])?.({ start: start(), row: undefined, earliest })).toBe(0)
    expect(unitsLeftOf(undefined, utc, [])).toBeUndefined()
  })
  it('of its own for each booking limits how many more can be sold at a time', () => {
    const earliest = new Date('2026-11-01T00:00:00Z')
    const left = (time: string | null, units: number) => {
      const unitsLeft = unitsLeftOf(perBooking(), utc, [state(units, [[2, '10:30', '11:00']])])
      return unitsLeft?.({ start: start({ time }), row: undefined, earliest })
    }
    expect([left('10:00', 4), left('12:00', 4), left('10:00', 2)]).toEqual([3, 4, 1])
    expect(left(null, 2)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('the first free start of a day', () => {
  const hours = { from: '09:00', to: '12:00' }
  it('is the first minute at which a sale would find a unit', () => {
    const minuteOf = (n: number) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
    const use = fc.tuple(
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 420, max: 800 }),
      fc.integer({ min: 1, max: 240 }),
    )
    fc.assert(
      fc.property(
        fc.array(use, { maxLength: 6 }),
        fc.integer({ min: 1, max: 90 }),
        fc.nat(30),
        fc.nat(30),
        fc.integer({ min: 480, max: 730 }),
        (uses, minutes, setupMinutes, turnaroundMinutes, earliestMinute) => {
          const states = [
            state(
              2,
              uses.map(([unit, from, length]) => [unit, minuteOf(from), minuteOf(from + length)]),
            ),
          ]
          const rules = perBooking({ minutes, setupMinutes, turnaroundMinutes })
          const earliest = addMinutes(new Date('2026-12-01T00:00:00Z'), earliestMinute)
          const free = firstFreeStart({ rules, zone: utc, states }, { date: '2026-12-01', hours }, earliest)
          let expected: string | null = null
          for (let n = Math.max(540, earliestMinute); n <= 720 && expected === null; n++)
            if (!isTimeBusy(rules, { zone: utc, states }, { date: '2026-12-01', time: minuteOf(n) }))
              expected = minuteOf(n)
          expect(free?.toISOString().slice(11, 16) ?? null).toBe(expected)
        },
      ),
    )
  })
})

it('two ranges overlap exactly when they share an instant', () => {
  const range = fc
    .tuple(fc.nat(20), fc.integer({ min: 1, max: 10 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(range, range, (a, b) => {
      const shared = Array.from({ length: 40 }, (_, at) => at).some(
        (at) => at >= a.from && at < a.to && at >= b.from && at < b.to,
      )
      expect(overlaps(a, b)).toBe(shared)
    }),
  )
})
