import { describe, expect, it } from 'vitest'
import { aRequest, aService } from '../testing/service.ts'
import { fields } from './fields.ts'
import { rules } from './rules.ts'

const aTour = (details = {}) => aService(fields, { price_adult: 15_000, ...details })
const today = '2026-11-21'

describe('the price of a tour', () => {
  it('is adults × price_adult + children × price_child + infants × price_infant [C053]', () => {
    const tour = aTour({ price_child: 9000, price_infant: 1000 })
    expect(rules.price(tour, aRequest({ party: { adults: 2, children: 2, infants: 1 } })).final).toEqual({
      minor: 30_000 + 18_000 + 1000,
      currency: 'USD',
    })
  })
  it('starts at the price of one adult', () => {
    expect(rules.startingPrice(aTour())).toEqual({
      from: { minor: 15_000, currency: 'USD' },
      was: null,
      unit: 'person',
    })
  })
})

describe('the times of a tour', () => {
  it('are 09:00, 10:00, 11:00, 14:00, 15:00 and 16:00 by default [C055, A078]', () => {
    expect(rules.schedule(aTour())).toMatchObject({
      dateRequired: true,
      timeRequired: true,
      slots: ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'],
      timeZone: null,
      noticeMinutes: 0,
      capacity: null,
    })
  })
  it('are exactly its own slots if it has any [C168]', () => {
    expect(rules.schedule(aTour({ time_slots: ['05:30', '17:00'] })).slots).toEqual(['05:30', '17:00'])
  })
  it('may have limited places and a minimum notice', () => {
    expect(rules.schedule(aTour({ slot_capacity: 12, advance_booking_hours: 3 }))).toMatchObject({
      capacity: 12,
      noticeMinutes: 180,
    })
  })
})

describe('a request for a tour', () => {
  const check = (details: object, request: Parameters<typeof aRequest>[0]) =>
    rules.check(aTour(details), aRequest(request), today).map((error) => error.path)
  it('is valid with one adult and nothing else', () => {
    expect(check({}, {})).toEqual([])
  })
  it('is valid without a pickup location', () => {
    expect(check({ has_pickup: true }, { pickupLocation: null })).toEqual([])
    expect(rules.schedule(aTour()).hasPickup).toBe(true)
  })
  it('is rejected with a pickup for a tour that has none', () => {
    expect(check({ has_pickup: false }, { pickupLocation: 'Hotel Marina' })).toEqual(['pickup_location'])
    expect(rules.schedule(aTour({ has_pickup: false })).hasPickup).toBe(false)
  })
  it('is limited to the languages of the tour', () => {
    expect(check({ languages: ['English', 'Hindi'] }, { language: 'Hindi' })).toEqual([])
    expect(check({ languages: ['English', 'Hindi'] }, { language: 'Russian' })).toEqual(['selected_language'])
    expect(check({}, { language: 'English' })).toEqual(['selected_language'])
  })
  it('is rejected with children if they are not offered', () => {
    expect(check({}, { party: { children: 1 } })).toEqual(['children'])
    expect(check({ price_child: 0 }, { party: { children: 1 } })).toEqual([])
  })
})

describe('a tour', () => {
  it('is confirmed automatically only with its switch on [A063]', () => {
    expect([true, false].map((on) => rules.isInstant(aTour({ instant_confirmation: on })))).toEqual([true, false])
  })
  it('passes its place and duration in minutes to lists', () => {
    expect(rules.shared(aTour({ location: 'Dubai', duration: '6 hours', languages: ['English'] }))).toEqual({
      location: 'Dubai',
      durationMinutes: 360,
      facets: { category: '', languages: ['English'] },
    })
  })
})
