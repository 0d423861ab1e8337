import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMinutes, dateIn, instantAt, timeIn } from '../../kernel/dates.ts'
import { say } from '../../platform/messages.server.ts'
import type { ServiceSchedule } from '../../services/shared/schedule.ts'
import {
  dateError,
  isStartOpen,
  lastDayOf,
  openSlots,
  scheduleErrors,
  scheduleTexts,
  timeError,
  todayOf,
} from './rules/schedule.ts'

const tour: ServiceSchedule = {
  dateRequired: true,
  timeRequired: true,
  slots: ['09:00', '14:00', '16:00'],
  hours: null,
  noticeMinutes: 0,
  timeZone: 'Asia/Dubai',
  hasPickup: true,
  capacity: null,
}
const anyTime: ServiceSchedule = { ...tour, slots: [], hours: { from: '08:00', to: '22:00' } }
const dayOnly: ServiceSchedule = { ...tour, slots: [], timeRequired: false }
const texts = { travel_date: 'Travel date is required', travel_time: 'Please select a time' }
/** An instant in Dubai time. */
const at = (date: string, time: string) => ({ now: instantAt('Asia/Dubai', date, time), cutOffMinutes: 0 })
const noon = at('2026-11-21', '12:00')

describe('the travel date', () => {
  it("is judged in the service's time zone: after midnight in Dubai it is still yesterday in London [C170]", () => {
    const clock = { now: new Date('2026-11-20T20:30:00Z'), cutOffMinutes: 0 }
    expect(todayOf(tour, clock)).toBe('2026-11-21')
    expect(todayOf({ timeZone: 'Europe/London' }, clock)).toBe('2026-11-20')
    expect(dateError(tour, clock, '2026-11-20')).toBe(scheduleTexts.pastDate)
    expect(dateError({ ...tour, timeZone: 'Europe/London' }, clock, '2026-11-20')).toBe(scheduleTexts.noSlotLeft)
  })
  it('cannot be past; today is valid while a slot is left [C065, C164]', () => {
    expect(dateError(tour, noon, '2026-11-20')).toBe(scheduleTexts.pastDate)
    expect(dateError(tour, noon, '2026-11-21')).toBeNull()
    expect(dateError(tour, at('2026-11-21', '16:01'), '2026-11-21')).toBe(scheduleTexts.noSlotLeft)
    expect(dateError(tour, at('2026-11-21', '16:01'), '2026-11-22')).toBeNull()
  })
  it('is at most two years ahead', () => {
    expect(lastDayOf(tour, noon)).toBe('2028-11-21')
    expect(lastDayOf(tour, { ...noon, now: new Date('2028-02-29T08:00:00Z') })).toBe('2030-02-28')
    expect(dateError(tour, noon, '2028-11-21')).toBeNull()
    expect(dateError(tour, noon, '2028-11-22')).toBe(scheduleTexts.farDate)
  })
  it('of a service without times is valid while the notice fits into the day', () => {
    const twoDays = { ...dayOnly, noticeMinutes: 48 * 60 }
    expect(dateError(dayOnly, noon, '2026-11-21')).toBeNull()
    expect(dateError(twoDays, noon, '2026-11-22')).toBe(scheduleTexts.tooSoon)
    expect(dateError(twoDays, noon, '2026-11-23')).toBeNull()
  })
  it("is required only where the kind says so, with the form's message [C162]", () => {
    const none = { date: null, time: null }
    expect(scheduleErrors(tour, noon, none, texts)).toEqual([
      { path: 'travel_date', message: 'Travel date is required' },
      { path: 'travel_time', message: 'Please select a time' },
    ])
    expect(scheduleErrors({ ...dayOnly, dateRequired: false }, noon, none, texts)).toEqual([])
  })
})

describe('the travel time', () => {
  const today = '2026-11-21'
  it('is one of the offered slots [C168]', () => {
    expect(timeError(tour, noon, { date: today, time: '14:00' })).toBeNull()
    expect(timeError(tour, noon, { date: today, time: '14:30' })).toBe(scheduleTexts.unknownSlot)
  })
  it('of today has not passed and is outside the cut-off [C170]', () => {
    expect(openSlots(tour, noon, today)).toEqual(['14:00', '16:00'])
    expect(timeError(tour, noon, { date: today, time: '09:00' })).toBe(scheduleTexts.passedTime)
    const strict = { ...noon, cutOffMinutes: 121 }
    expect(openSlots(tour, strict, today)).toEqual(['16:00'])
    expect(openSlots(tour, { ...noon, cutOffMinutes: 120 }, today)).toEqual(['14:00', '16:00'])
    expect(timeError(tour, strict, { date: today, time: '14:00' })).toBe(scheduleTexts.passedTime)
    expect(openSlots(tour, at(today, '14:00'), today)).toEqual(['16:00'])
  })
  it('of a transfer respects notice and hours, also across midnight [C134, A105]', () => {
    const transfer = { ...anyTime, noticeMinutes: 120 }
    expect(timeError(transfer, noon, { date: today, time: '13:59' })).toBe(scheduleTexts.passedTime)
    expect(timeError(transfer, noon, { date: today, time: '14:00' })).toBeNull()
    expect(timeError(transfer, noon, { date: addDays(today, 1), time: '07:59' })).toBe(
      scheduleTexts.outsideHours('08:00', '22:00'),
    )
    expect(say(scheduleTexts.outsideHours('08:00', '22:00'))).toBe('Please choose a time from 08:00 AM to 10:00 PM')
    const allDay = { ...transfer, hours: { from: '00:00', to: '23:59' } }
    expect(timeError(allDay, at(today, '23:00'), { date: addDays(today, 1), time: '00:59' })).toBe(
      scheduleTexts.passedTime,
    )
    expect(timeError(allDay, at(today, '23:00'), { date: addDays(today, 1), time: '01:00' })).toBeNull()
  })
  it('can lie within hours that span midnight', () => {
    const night = { ...anyTime, hours: { from: '20:00', to: '04:00' } }
    expect(timeError(night, noon, { date: '2026-11-25', time: '23:00' })).toBeNull()
    expect(timeError(night, noon, { date: '2026-11-25', time: '04:00' })).toBeNull()
    expect(timeError(night, noon, { date: '2026-11-25', time: '12:00' })).not.toBeNull()
  })
  it('is refused for a service without times', () => {
    expect(timeError(dayOnly, noon, { date: today, time: '14:00' })).toBe(scheduleTexts.noTimes)
  })
})

describe('any service at any moment', () => {
  const zones = fc.constantFrom('Asia/Dubai', 'Asia/Kolkata', 'Europe/London', 'America/New_York', 'Pacific/Auckland')
  const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  it('never opens a start in the past or inside notice and cut-off [C170]', () => {
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
  it('offers fewer slots of a day as time passes, never more', () => {
    fc.assert(
      fc.property(moments, fc.nat(2000), fc.nat(3), (now, minutes, ahead) => {
        const date = addDays(dateIn('Asia/Dubai', now), ahead)
        const before = openSlots(tour, { now, cutOffMinutes: 0 }, date)
        const later = openSlots(tour, { now: addMinutes(now, minutes), cutOffMinutes: 0 }, date)
        expect(before.slice(before.length - later.length)).toEqual(later)
      }),
    )
  })
  it('keeps Dubai four hours ahead of UTC all year, without summer time', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const shifted = new Date(now.getTime() + 4 * 3_600_000).toISOString()
        expect(dateIn('Asia/Dubai', now)).toBe(shifted.slice(0, 10))
        expect(timeIn('Asia/Dubai', now)).toBe(shifted.slice(11, 16))
      }),
    )
  })
})
