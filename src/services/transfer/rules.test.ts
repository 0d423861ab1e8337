import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRequest, aService, inEnglish, objections } from '../testing/service.ts'
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

describe('the price of a return trip', () => {
  const priceOfLegs = (outbound: object, back: object) => {
    const returnLegDetails = aRide(back).details
    const { lines, final } = rules.price(
      aRide(outbound),
      aRequest({ booking: { return_trip: true }, returnLegDetails }),
    )
    return [...lines.map(({ label, quantity, total }) => [label, quantity, total.minor]), final.minor]
  }
  it('is twice the one-way price where both legs cost the same', () => {
    const legs = { price_per_km: 100, distance_km: 20 }
    expect(priceOfLegs(legs, legs)).toEqual([['base', 2, 30_000], ['distance', 2, 4000], 34_000])
    expect(priceOfLegs({ return_price: 25_001 }, { return_price: 25_001 })).toEqual([['bothWays', 1, 25_001], 25_001])
  })
  it('is the sum of the legs, each at the prices of its departure', () => {
    const season = { base_price: 20_000, price_per_km: 100, distance_km: 20 }
    expect(priceOfLegs({}, season)).toEqual([['outboundLeg', 1, 15_000], ['returnLeg', 1, 22_000], 37_000])
    expect(priceOfLegs(season, {})).toEqual([['outboundLeg', 1, 22_000], ['returnLeg', 1, 15_000], 37_000])
  })
  it('takes half the return price of each leg', () => {
    const [low, high] = [{ return_price: 25_001 }, { return_price: 40_001 }]
    expect(priceOfLegs(low, high)).toEqual([['outboundLeg', 1, 12_500], ['returnLeg', 1, 20_001], 32_501])
    expect(priceOfLegs(low, {})).toEqual([['outboundLeg', 1, 12_500], ['returnLeg', 1, 15_000], 27_500])
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

describe('the flight of a transfer', () => {
  const fly = (booking: object, more = {}) =>
    aRequest({ date: '2026-12-04', time: '15:05', booking: fields.booking.parse(booking), ...more })
  const errorsOf = (booking: object, more = {}) =>
    rules.check(aRide(), fly(booking, more), '').map(({ path, message }) => [path, inEnglish(message)])
  const factsOf = (booking: Readonly<Record<string, unknown>>) =>
    (rules.tripFacts?.(booking, '2026-12-04', 'outbound') ?? []).map(({ value }) => inEnglish(value))

  it('asks for the direction only if it does not follow from the places', () => {
    const needed = [['flight_direction', 'Please choose whether you travel from or to the airport']]
    expect(errorsOf({ flight_time: '14:20' })).toEqual(needed)
    expect(errorsOf({ flight_time: '14:20' }, { pickupLocation: 'Terminal 3' })).toEqual([])
    expect(errorsOf({ flight_time: '14:20', flight_direction: 'arrival' })).toEqual([])
    expect(errorsOf({ flight_number: 'EK 512' })).toEqual([])
  })
  it('is at most a day away from the pickup', () => {
    const on = (flight_date: string) => errorsOf({ flight_number: 'EK 512', flight_date })
    expect(['2026-12-03', '2026-12-04', '2026-12-05', ''].flatMap(on)).toEqual([])
    const far = [['flight_date', 'Please choose the pickup date, or the day before or after it']]
    expect(on('2026-12-06')).toEqual(far)
    expect(on('2026-12-02')).toEqual(far)
  })
  it('is stored with its direction, and without a flight there is none', () => {
    const stored = (booking: object) => rules.complete?.(aRide(), fly(booking, { pickupLocation: 'Terminal 3' }))
    expect(stored({ flight_number: 'ek512' })).toMatchObject({ flight_number: 'EK 512', flight_direction: 'arrival' })
    expect(stored({ flight_direction: 'departure' })).toMatchObject({ flight_direction: '' })
  })
  it('is shown with its time, and with its day if that differs from the pickup', () => {
    const flight = { flight_number: 'EK 512', flight_time: '14:20' }
    expect(factsOf({ ...flight, flight_direction: 'arrival' })).toEqual(['EK 512 lands at 02:20 PM'])
    expect(factsOf({ ...flight, flight_direction: 'departure', flight_date: '2026-12-05' })).toEqual([
      'EK 512 leaves at 02:20 PM the day after',
    ])
    expect(factsOf({ ...flight, flight_direction: 'arrival', flight_date: '2026-12-03' })).toEqual([
      'EK 512 lands at 02:20 PM the day before',
    ])
    expect(factsOf({ ...flight, flight_date: '2026-12-03' })).toEqual(['EK 512 at 02:20 PM the day before'])
    // As after a move of the booking.
    expect(factsOf({ ...flight, flight_direction: 'arrival', flight_date: '2026-12-12' })).toEqual([
      'EK 512 lands at 02:20 PM on 2026-12-12',
    ])
    expect(factsOf({ ...flight, flight_number: '', flight_direction: 'arrival' })).toEqual(['Flight lands at 02:20 PM'])
    expect(factsOf({ dropoff_location: 'Deira', flight_number: 'EK 512' })).toEqual(['Deira', 'EK 512'])
    expect(factsOf({})).toEqual([])
  })
  it('is refused in a wrong form', () => {
    const wrong = { flight_number: '12345', flight_time: '25:00', flight_date: '2026-02-30', flight_direction: 'up' }
    expect(Object.keys(objections(fields.booking, wrong)).sort()).toEqual(Object.keys(wrong).sort())
  })
})

describe('the place of a transfer', () => {
  const placeOf = (pickup_locations: string[]) => rules.shared(aRide({ pickup_locations })).location

  it('is that of its first pickup, without the address', () => {
    expect(placeOf(['Dubai, any address', 'Sharjah'])).toBe('Dubai')
    expect(placeOf(['دبي، أي عنوان'])).toBe('دبي')
    expect(placeOf(['Dubai International Airport, Terminal 1'])).toBe('Dubai International Airport')
    expect([placeOf(['Jeddah']), placeOf([])]).toEqual(['Jeddah', ''])
  })
})
