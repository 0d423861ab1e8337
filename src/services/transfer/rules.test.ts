import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRequest, aService, inEnglish } from '../testing/service.ts'
import { fields } from './fields.ts'
import { rules } from './rules.ts'

const aRide = (details = {}) =>
  aService(fields, { transfer_type: 'Airport Transfer', base_price: 15_000, ...details }, 'AED')
const priceOf = (details: object, people = 1) => rules.price(aRide(details), aRequest({ party: { adults: people } }))

describe('the price of a transfer', () => {
  it('is base + price per km × km + price per hour × hours [C133, A104]', () => {
    const price = priceOf({ price_per_km: 250, distance_km: 38, price_per_hour: 6000, duration_minutes: 45 })
    expect(price.final).toEqual({ minor: 15_000 + 38 * 250 + 4500, currency: 'AED' })
    expect(price.lines.map((line) => [line.label, line.total.minor])).toEqual([
      ['base', 15_000],
      ['distance', 9500],
      ['hours', 4500],
    ])
  })
  it('is the base price if no other price is set [C133]', () => {
    expect(priceOf({ distance_km: 38, duration_minutes: 45 }).final.minor).toBe(15_000)
    expect(priceOf({ distance_km: 38, price_per_km: 0 }).lines).toHaveLength(1)
  })
  it('rounds each product half-up to the minor unit', () => {
    expect(priceOf({ price_per_km: 1, distance_km: 0.5 }).final.minor).toBe(15_001)
    expect(priceOf({ price_per_km: 1, distance_km: 0.49 }).final.minor).toBe(15_000)
    expect(priceOf({ price_per_hour: 1, duration_minutes: 30 }).final.minor).toBe(15_001)
    expect(priceOf({ price_per_hour: 1, duration_minutes: 29 }).final.minor).toBe(15_000)
    expect(priceOf({ price_per_hour: 100, duration_minutes: 50 }).final.minor).toBe(15_083)
  })
  it('is per vehicle, for any number of passengers', () => {
    expect(priceOf({}, 4).final).toEqual(priceOf({}, 1).final)
    expect(rules.startingPrice(aRide())).toMatchObject({ from: { minor: 15_000 }, unit: 'vehicle' })
  })
  it('never falls with distance or time [C133]', () => {
    const km = fc.integer({ min: 0, max: 5000 })
    const minutes = fc.integer({ min: 1, max: 9999 })
    fc.assert(
      fc.property(km, minutes, fc.integer({ min: 1, max: 5000 }), (distance_km, duration_minutes, rate) => {
        const rated = { price_per_km: rate, price_per_hour: rate }
        const one = priceOf({ ...rated, distance_km, duration_minutes }).final.minor
        const more = priceOf({ ...rated, distance_km, duration_minutes: duration_minutes + 1 }).final.minor
        const exact = 15_000 + rate * distance_km + (rate * duration_minutes) / 60
        expect(more).toBeGreaterThanOrEqual(one)
        expect(Math.abs(one - exact)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

describe('the schedule of a transfer', () => {
  it('needs 2 hours of notice and is open all day by default [C134, A100]', () => {
    expect(rules.schedule(aRide())).toMatchObject({
      noticeMinutes: 120,
      hours: { from: '00:00', to: '23:59' },
      slots: [],
      timeRequired: true,
      hasPickup: true,
    })
  })
  it("uses the item's own notice and hours", () => {
    const ride = aRide({ advance_booking_hours: 24, available_hours: { from: '06:00', to: '22:00' } })
    expect(rules.schedule(ride)).toMatchObject({ noticeMinutes: 1440, hours: { from: '06:00', to: '22:00' } })
  })
})

describe('a request for a transfer', () => {
  const check = (people: number, pickupLocation?: string | null) =>
    rules
      .check(
        aRide(),
        aRequest({ party: { adults: people }, ...(pickupLocation !== undefined && { pickupLocation }) }),
        '',
      )
      .map(({ message }) => inEnglish(message))
  it('cannot exceed the seats of the vehicle', () => {
    expect(check(4, 'Terminal 3')).toEqual([])
    expect(check(5, 'Terminal 3')).toEqual(['At most 4 adults can be booked'])
  })
  it('requires the pickup place once it is asked for', () => {
    expect(check(1, ' ')).toEqual(['Pickup location is required'])
    expect(check(1, null)).toEqual(['Pickup location is required'])
    expect(check(1)).toEqual([])
  })
})
