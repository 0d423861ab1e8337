import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../kernel/dates.ts'
import { directionOf, flightIn, flightNumberOf, suggestPickup } from './flight.ts'

describe('a flight number', () => {
  it.each([
    ['EK 512', 'EK 512'],
    ['ek512', 'EK 512'],
    [' Ek-0512 ', 'EK 512'],
    ['6E1402', '6E 1402'],
    ['G9 7', 'G9 7'],
    ['BAW123', 'BAW 123'],
    ['LH 400A', 'LH 400A'],
  ])('%s is %s', (typed, number) => {
    expect(flightNumberOf(typed)).toBe(number)
  })
  it.each(['', 'EK', '512', 'E 512', 'EK 51234', 'EK 0', '66 512', 'EK 512 B7', 'EMIRATES 5', 'EK 5\n12', 'ÉK 512'])(
    '%j is not one',
    (typed) => {
      expect(flightNumberOf(typed)).toBeNull()
    },
  )
  it('stays the same when it is read again', () => {
    const airline = fc.stringMatching(/^([A-Z][A-Z\d]|\d[A-Z])$/)
    fc.assert(
      fc.property(airline, fc.integer({ min: 1, max: 9999 }), (code, number) => {
        const read = flightNumberOf(`${code}${number}`)
        expect(read).toBe(`${code} ${number}`)
        expect(flightNumberOf(read ?? '')).toBe(read)
      }),
    )
  })
})

describe('the direction of a flight', () => {
  const item = { pickup_locations: ['Dubai International Airport', 'Terminal 2'], dropoff_locations: ['Deira'] }
  const nowhere = { pickup: '', dropoff: '' }
  it('is what the customer chose, whatever the places', () => {
    expect(directionOf(item, 'departure', { pickup: 'Terminal 3', dropoff: '' })).toBe('departure')
  })
  it('follows from the places of the booking', () => {
    expect(directionOf({}, '', { pickup: 'Terminal 3', dropoff: 'Deira' })).toBe('arrival')
    expect(directionOf(item, '', { pickup: 'Hotel Sea', dropoff: 'DXB Airport T1' })).toBe('departure')
  })
  it('else from those of the item', () => {
    expect(directionOf(item, '', nowhere)).toBe('arrival')
    expect(directionOf({ ...item, pickup_locations: ['Deira'] }, '', nowhere)).toBeNull()
  })
  it('is not guessed from two airports, or none', () => {
    expect(directionOf({}, '', { pickup: 'Terminal 3', dropoff: 'Al Maktoum Airport' })).toBeNull()
    expect(directionOf({}, '', nowhere)).toBeNull()
    expect(directionOf({}, 'sideways', nowhere)).toBeNull()
  })
})

describe('the suggested pickup', () => {
  const dubai = 'Asia/Dubai'
  const london = 'Europe/London'
  const landing = (date: string, time: string, details = {}, zone = dubai) =>
    suggestPickup(details, 'arrival', { date, time, zone })
  const leaving = (date: string, time: string, details = {}, zone = dubai) =>
    suggestPickup(details, 'departure', { date, time, zone })

  it('is 45 minutes after landing by default', () => {
    expect(landing('2026-12-04', '14:20')).toEqual({ date: '2026-12-04', time: '15:05' })
  })
  it("uses the item's own minutes, also none", () => {
    expect(landing('2026-12-04', '14:20', { landing_minutes: 90 }).time).toBe('15:50')
    expect(landing('2026-12-04', '14:20', { landing_minutes: 0 })).toEqual({ date: '2026-12-04', time: '14:20' })
  })
  it('is on the next day after midnight', () => {
    expect(landing('2026-12-31', '23:50')).toEqual({ date: '2027-01-01', time: '00:35' })
    expect(landing('2028-02-28', '23:15')).toEqual({ date: '2028-02-29', time: '00:00' })
  })
  it('leaves time for the drive and the check-in before a departure', () => {
    expect(leaving('2026-12-04', '14:20', { duration_minutes: 50 })).toEqual({ date: '2026-12-04', time: '10:30' })
    expect(leaving('2026-12-04', '14:20', { duration_minutes: 50, check_in_minutes: 120 }).time).toBe('11:30')
    expect(leaving('2026-12-04', '14:20').time).toBe('11:20')
  })
  it('is on the day before for an early departure', () => {
    expect(leaving('2027-01-01', '02:00', { duration_minutes: 60 })).toEqual({ date: '2026-12-31', time: '22:00' })
  })
  it('counts real minutes when the clocks go forward', () => {
    expect(landing('2026-03-29', '00:30', {}, london)).toEqual({ date: '2026-03-29', time: '02:15' })
    expect(leaving('2026-03-29', '04:30', {}, london)).toEqual({ date: '2026-03-29', time: '00:30' })
  })
  it('counts real minutes when the clocks go back', () => {
    expect(landing('2026-10-25', '01:30', {}, london)).toEqual({ date: '2026-10-25', time: '01:15' })
    expect(leaving('2026-10-25', '04:00', {}, london)).toEqual({ date: '2026-10-25', time: '01:00' })
  })
  it('always keeps its distance to the flight', () => {
    const day = fc
      .integer({ min: 0, max: 1000 })
      .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10))
    const time = fc
      .integer({ min: 0, max: 1439 })
      .map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)
    const minutes = fc.integer({ min: 0, max: 600 })
    fc.assert(
      fc.property(day, time, minutes, minutes, (date, clock, wait, drive) => {
        const flight = instantAt(dubai, date, clock).getTime()
        const after = landing(date, clock, { landing_minutes: wait })
        expect(instantAt(dubai, after.date, after.time).getTime() - flight).toBe(wait * 60_000)
        const before = leaving(date, clock, { check_in_minutes: wait, duration_minutes: drive })
        expect(flight - instantAt(dubai, before.date, before.time).getTime()).toBe((wait + drive) * 60_000)
      }),
    )
  })
})

describe('a stored flight', () => {
  it('needs a number or a time', () => {
    expect(flightIn({})).toBeNull()
    expect(flightIn({ flight_direction: 'arrival', flight_date: '2026-12-04' })).toBeNull()
    expect(flightIn({ flight_number: 'EK 512' })).toEqual({ direction: null, number: 'EK 512', time: '', date: '' })
  })
})
