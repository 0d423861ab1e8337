import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earliestOf, weekdayOf } from './calendar-days.ts'
import {
  addDays,
  addHours,
  addMinutes,
  ageOn,
  dateIn,
  daysBetween,
  daysFromTo,
  instantAt,
  isLocalDate,
  isLocalTime,
  timeIn,
} from './dates.ts'
import { formatDateTime, formatTime } from './written-times.ts'

const day = fc
  .date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

describe('a day', () => {
  it('is distinguished from similar texts', () => {
    expect(['2026-11-21', '2024-02-29', '1999-12-31'].every(isLocalDate)).toBe(true)
    const wrong = ['2026-02-29', '2026-13-01', '2026-00-10', '21-11-2026', '2026-11-21T00:00', '', null, 20261121]
    // PostgreSQL has no year 0.
    expect(isLocalDate('0001-01-01') && !isLocalDate('0000-12-31')).toBe(true)
    expect(wrong.some(isLocalDate)).toBe(false)
  })
  it('moves forward and back by days, across months and leap years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysBetween('2026-11-21', '2026-11-23')).toBe(2)
    expect(daysBetween('2026-11-23', '2026-11-21')).toBe(-2)
    expect(daysFromTo('2026-12-31', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
    expect(daysFromTo('2026-12-31', '2026-12-30')).toEqual([])
    expect(daysFromTo('9999-12-31', '9999-12-31')).toEqual(['9999-12-31'])
  })
  it('has a weekday from Monday to Sunday', () => {
    expect(['2026-11-23', '2026-11-28', '2026-11-29', '2028-02-29', '1969-12-31'].map(weekdayOf)).toEqual([
      1, 6, 7, 2, 3,
    ])
  })
  it('has not begun anywhere before its earliest instant', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('Pacific/Kiritimati', 'Asia/Dubai', 'America/New_York'), (date, zone) => {
        expect(dateIn(zone, new Date(earliestOf(date).getTime() - 60_000)) < date).toBe(true)
      }),
    )
  })
  it('is as many days later as were added', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        const to = addDays(from, days)
        expect(isLocalDate(to)).toBe(true)
        expect(daysBetween(from, to)).toBe(days)
        expect(addDays(to, -days)).toBe(from)
      }),
    )
  })
})

describe('an instant', () => {
  it('of one local time differs from zone to zone', () => {
    const noonIn = (zone: string) => instantAt(zone, '2026-11-28', '12:00').toISOString().slice(11, 16)
    expect(['Asia/Dubai', 'Asia/Kolkata', 'UTC', 'Asia/Dubai'].map(noonIn)).toEqual([
      '08:00',
      '06:30',
      '12:00',
      '08:00',
    ])
  })
})

describe('a time', () => {
  it('has two digits for hours (0 to 23) and minutes', () => {
    expect(['00:00', '09:05', '23:59'].every(isLocalTime)).toBe(true)
    expect(['24:00', '9:00', '12:60', '02:00 PM', '', null].some(isLocalTime)).toBe(false)
  })
  it('is shown as hh:mm a [C171]', () => {
    expect(['14:00', '00:00', '12:00', '09:30', '23:59'].map(formatTime)).toEqual([
      '02:00 PM',
      '12:00 AM',
      '12:00 PM',
      '09:30 AM',
      '11:59 PM',
    ])
  })
})

describe('an instant', () => {
  it('is a local date and time in a zone', () => {
    const late = new Date('2026-11-21T21:30:00Z')
    expect([dateIn('Asia/Dubai', late), timeIn('Asia/Dubai', late)]).toEqual(['2026-11-22', '01:30'])
    expect([dateIn('Asia/Kolkata', late), timeIn('Asia/Kolkata', late)]).toEqual(['2026-11-22', '03:00'])
    expect([dateIn('America/New_York', late), timeIn('America/New_York', late)]).toEqual(['2026-11-21', '16:30'])
    expect(formatDateTime(late, 'Asia/Dubai')).toBe('2026-11-22 01:30 AM')
  })
  it('is shown as yyyy-MM-dd hh:mm a [C345, A031]', () => {
    const shown = ['2026-11-21T11:30:00Z', '2026-11-20T20:00:00Z', '2026-11-21T08:05:00Z'].map((instant) =>
      formatDateTime(new Date(instant), 'Asia/Dubai'),
    )
    expect(shown).toEqual(['2026-11-21 03:30 PM', '2026-11-21 12:00 AM', '2026-11-21 12:05 PM'])
  })
  it('is computed from the local date and time', () => {
    expect(instantAt('Asia/Dubai', '2026-11-21', '09:00').toISOString()).toBe('2026-11-21T05:00:00.000Z')
    expect(instantAt('Europe/London', '2026-07-01', '09:00').toISOString()).toBe('2026-07-01T08:00:00.000Z')
  })
  it('converts back to the same date and time when no clock change is near', () => {
    fc.assert(
      fc.property(day, clock, fc.constantFrom('Asia/Dubai', 'Asia/Kolkata', 'UTC'), (date, time, zone) => {
        // Before standard time, zones had odd offsets.
        fc.pre(date > '1970-01-01')
        const instant = instantAt(zone, date, time)
        expect([dateIn(zone, instant), timeIn(zone, instant)]).toEqual([date, time])
      }),
      { numRuns: 60 },
    )
  })
  it('is an hour later for a skipped time, and the first of two for a repeated one', () => {
    const skipped = instantAt('Europe/London', '2026-03-29', '01:30')
    expect(timeIn('Europe/London', skipped)).toBe('02:30')
    expect(instantAt('Europe/London', '2026-10-25', '01:30').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })
  it('moves forward by minutes and hours', () => {
    const start = new Date('2026-11-21T00:00:00Z')
    expect(addMinutes(start, 90)).toEqual(addHours(start, 1.5))
  })
})

describe('an age', () => {
  it('increases on the birthday', () => {
    expect(ageOn('2014-11-21', '2026-11-20')).toBe(11)
    expect(ageOn('2014-11-21', '2026-11-21')).toBe(12)
  })
  it('of someone born on 29 February increases on 1 March in other years', () => {
    expect(ageOn('2024-02-29', '2026-02-28')).toBe(1)
    expect(ageOn('2024-02-29', '2026-03-01')).toBe(2)
  })
  it('never decreases over time', () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: 0, max: 3000 }), (birth, on, later) => {
        expect(ageOn(birth, addDays(on, later))).toBeGreaterThanOrEqual(ageOn(birth, on))
      }),
    )
  })
})
