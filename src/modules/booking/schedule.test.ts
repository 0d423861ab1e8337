import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMinutes, dateIn, instantAt, timeIn } from '../../kernel/dates.ts'
import type { ScheduleRules } from '../../services/kind.ts'
import {
  dateObjection,
  isStartOpen,
  lastDayOf,
  openSlots,
  scheduleErrors,
  scheduleTexts,
  timeObjection,
  todayOf,
} from './rules/schedule.ts'

const tour: ScheduleRules = {
  dateRequired: true,
  timeRequired: true,
  slots: ['09:00', '14:00', '16:00'],
  hours: null,
  noticeMinutes: 0,
  timeZone: 'Asia/Dubai',
  hasPickup: true,
  capacity: null,
}
const anyTime: ScheduleRules = { ...tour, slots: [], hours: { from: '08:00', to: '22:00' } }
const dayOnly: ScheduleRules = { ...tour, slots: [], timeRequired: false }
const texts = { travel_date: 'Travel date is required', travel_time: 'Please select a time' }
/** An instant on Dubai's clock. */
const at = (date: string, time: string) => ({ now: instantAt('Asia/Dubai', date, time), cutOffMinutes: 0 })
const noon = at('2026-11-21', '12:00')

describe('the day', () => {
  it('is judged where the service is: shortly after midnight in Dubai it is still yesterday in London [C170]', () => {
    const clock = { now: new Date('2026-11-20T20:30:00Z'), cutOffMinutes: 0 }
    expect(todayOf(tour, clock)).toBe('2026-11-21')
    expect(todayOf({ timeZone: 'Europe/London' }, clock)).toBe('2026-11-20')
    expect(dateObjection(tour, clock, '2026-11-20')).toBe(scheduleTexts.pastDate)
    expect(dateObjection({ ...tour, timeZone: 'Europe/London' }, clock, '2026-11-20')).toBe(scheduleTexts.noSlotLeft)
  })
  it('cannot be over; today is fine while a slot is left [C065, C164]', () => {
    expect(dateObjection(tour, noon, '2026-11-20')).toBe(scheduleTexts.pastDate)
    expect(dateObjection(tour, noon, '2026-11-21')).toBeNull()
    expect(dateObjection(tour, at('2026-11-21', '16:01'), '2026-11-21')).toBe(scheduleTexts.noSlotLeft)
    expect(dateObjection(tour, at('2026-11-21', '16:01'), '2026-11-22')).toBeNull()
  })
  it('lies at most two years ahead', () => {
    expect(lastDayOf(tour, noon)).toBe('2028-11-21')
    expect(lastDayOf(tour, { ...noon, now: new Date('2028-02-29T08:00:00Z') })).toBe('2030-02-28')
    expect(dateObjection(tour, noon, '2028-11-21')).toBeNull()
    expect(dateObjection(tour, noon, '2028-11-22')).toBe(scheduleTexts.farDate)
  })
  it('without times can be booked while the notice still fits into it', () => {
    const twoDays = { ...dayOnly, noticeMinutes: 48 * 60 }
    expect(dateObjection(dayOnly, noon, '2026-11-21')).toBeNull()
    expect(dateObjection(twoDays, noon, '2026-11-22')).toBe(scheduleTexts.tooSoon)
    expect(dateObjection(twoDays, noon, '2026-11-23')).toBeNull()
  })
  it('is asked for, in the words of the form, only where it is required [C162]', () => {
    const none = { date: null, time: null }
    expect(scheduleErrors(tour, noon, none, texts)).toEqual([
      { path: 'travel_date', message: 'Travel date is required' },
      { path: 'travel_time', message: 'Please select a time' },
    ])
    expect(scheduleErrors({ ...dayOnly, dateRequired: false }, noon, none, texts)).toEqual([])
  })
})

describe('the time', () => {
  const today = '2026-11-21'
  it('is one of the slots on offer [C168]', () => {
    expect(timeObjection(tour, noon, today, '14:00')).toBeNull()
    expect(timeObjection(tour, noon, today, '14:30')).toBe(scheduleTexts.unknownSlot)
  })
  it('of today has neither passed nor lies inside the cut-off [C170]', () => {
    expect(openSlots(tour, noon, today)).toEqual(['14:00', '16:00'])
    expect(timeObjection(tour, noon, today, '09:00')).toBe(scheduleTexts.passedTime)
    const strict = { ...noon, cutOffMinutes: 121 }
    expect(openSlots(tour, strict, today)).toEqual(['16:00'])
    expect(openSlots(tour, { ...noon, cutOffMinutes: 120 }, today)).toEqual(['14:00', '16:00'])
    expect(timeObjection(tour, strict, today, '14:00')).toBe(scheduleTexts.passedTime)
    expect(openSlots(tour, at(today, '14:00'), today)).toEqual(['16:00'])
  })
  it('of a transfer is not sooner than its notice, also across midnight, and within its hours [C134, A105]', () => {
    const transfer = { ...anyTime, noticeMinutes: 120 }
    expect(timeObjection(transfer, noon, today, '13:59')).toBe(scheduleTexts.passedTime)
    expect(timeObjection(transfer, noon, today, '14:00')).toBeNull()
    expect(timeObjection(transfer, noon, addDays(today, 1), '07:59')).toBe(
      'Please choose a time from 08:00 AM to 10:00 PM',
    )
    const allDay = { ...transfer, hours: { from: '00:00', to: '23:59' } }
    expect(timeObjection(allDay, at(today, '23:00'), addDays(today, 1), '00:59')).toBe(scheduleTexts.passedTime)
    expect(timeObjection(allDay, at(today, '23:00'), addDays(today, 1), '01:00')).toBeNull()
  })
  it('can be within hours that span midnight', () => {
    const night = { ...anyTime, hours: { from: '20:00', to: '04:00' } }
    expect(timeObjection(night, noon, '2026-11-25', '23:00')).toBeNull()
    expect(timeObjection(night, noon, '2026-11-25', '04:00')).toBeNull()
    expect(timeObjection(night, noon, '2026-11-25', '12:00')).not.toBeNull()
  })
  it('is refused where a service has none', () => {
    expect(timeObjection(dayOnly, noon, today, '14:00')).toBe(scheduleTexts.noTimes)
  })
})

describe('any service and any moment', () => {
  const zones = fc.constantFrom('Asia/Dubai', 'Asia/Kolkata', 'Europe/London', 'America/New_York', 'Pacific/Auckland')
  const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  it('never opens a start that has passed or is sooner than notice and cut-off [C170]', () => {
    fc.assert(
      fc.property(
        zones,
        moments,
        fc.integer({ min: -3, max: 800 }),
        fc.nat(23),
        fc.nat(5000),
        fc.nat(5000),
        (timeZone, now, ahead, hour, noticeMinutes, cutOffMinutes) => {
          const time = `${String(hour).padStart(2, '0')}:00`
          const date = addDays(dateIn(timeZone, now), ahead)
          const schedule = { ...anyTime, timeZone, noticeMinutes }
          if (!isStartOpen(schedule, { now, cutOffMinutes }, date, time)) return
          const start = instantAt(timeZone, date, time)
          expect(start.getTime()).toBeGreaterThan(now.getTime())
          expect(start.getTime()).toBeGreaterThanOrEqual(addMinutes(now, noticeMinutes).getTime())
          expect(start.getTime()).toBeGreaterThanOrEqual(addMinutes(now, cutOffMinutes).getTime())
        },
      ),
    )
  })
  it('offers fewer and fewer slots of a day as time goes by, never more', () => {
    fc.assert(
      fc.property(moments, fc.nat(2000), fc.nat(3), (now, minutes, ahead) => {
        const date = addDays(dateIn('Asia/Dubai', now), ahead)
        const before = openSlots(tour, { now, cutOffMinutes: 0 }, date)
        const later = openSlots(tour, { now: addMinutes(now, minutes), cutOffMinutes: 0 }, date)
        expect(before.slice(before.length - later.length)).toEqual(later)
      }),
    )
  })
  it("keeps Dubai's clock four hours ahead of UTC on every day of the year: it has no summer time", () => {
    fc.assert(
      fc.property(moments, (now) => {
        const shifted = new Date(now.getTime() + 4 * 3_600_000).toISOString()
        expect(dateIn('Asia/Dubai', now)).toBe(shifted.slice(0, 10))
        expect(timeIn('Asia/Dubai', now)).toBe(shifted.slice(11, 16))
      }),
    )
  })
})
