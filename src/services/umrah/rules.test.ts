import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRequest, aService, inEnglish } from '../testing/service.ts'
import { fields } from './fields.ts'
import { rules } from './rules.ts'

const aJourney = (details = {}) =>
  aService(fields, { price: 145_000, duration_days: 10, duration_nights: 9, ...details })
const priceOf = (details: object, adults: number, children = 0, infants = 0) =>
  rules.price(aJourney(details), aRequest({ party: { adults, children, infants } }))

describe('the price of an Umrah package', () => {
  it('is the price times the travellers of any age [C123]', () => {
    expect(priceOf({}, 2, 1, 1).final.minor).toBe(4 * 145_000)
  })
  it('is the discount price if it is set and below the price [C123]', () => {
    expect(priceOf({ discount_price: 129_000 }, 3).final.minor).toBe(3 * 129_000)
    expect(priceOf({ discount_price: 145_000 }, 3).final.minor).toBe(3 * 145_000)
    expect(priceOf({ discount_price: null }, 3).final.minor).toBe(3 * 145_000)
    expect(priceOf({ discount_price: 0 }, 3).final.minor).toBe(0)
  })
  it('shows the original price struck through only with a lower discount price [C113]', () => {
    const startOf = (discount_price: number | null) => rules.startingPrice(aJourney({ discount_price }))
    expect(startOf(129_000)).toMatchObject({ from: { minor: 129_000 }, was: { minor: 145_000 }, unit: 'person' })
    expect(startOf(145_000)).toMatchObject({ from: { minor: 145_000 }, was: null })
    expect(startOf(null)).toMatchObject({ from: { minor: 145_000 }, was: null })
  })
  it('takes the price of each age, 0 included, and the adult price where it is empty [C123, D166]', () => {
    const prices = { price_child: 110_000, price_infant: 30_000 }
    expect(priceOf(prices, 2, 1, 1).lines.map(({ label, unit }) => [label, unit.minor])).toEqual([
      ['adult', 145_000],
      ['child', 110_000],
      ['infant', 30_000],
    ])
    expect(priceOf({ price_infant: 0 }, 2, 1, 1).final.minor).toBe(3 * 145_000)
    expect(priceOf({ discount_price: 129_000, price_infant: 20_000 }, 1, 1, 1).final.minor).toBe(2 * 129_000 + 20_000)
  })
  it('prices items that were saved before ages had prices', () => {
    const { price_child: _child, price_infant: _infant, ...details } = aJourney().details
    const old = { ...aJourney(), details }
    expect(rules.price(old, aRequest({ party: { adults: 1, children: 1, infants: 1 } })).final.minor).toBe(3 * 145_000)
  })
  it('is never more for a child or an infant than for an adult, and never below 0', () => {
    const amount = fc.integer({ min: 0, max: 200_000 })
    const some = fc.option(amount)
    const few = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(amount, some, some, some, few, (price, discount_price, price_child, price_infant, count) => {
        const item = {
          ...aJourney(),
          details: { ...aJourney().details, price, discount_price, price_child, price_infant },
        }
        const finalOf = (party: object) => rules.price(item, aRequest({ party })).final.minor
        const alone = finalOf({ adults: 1 })
        const own = { children: price_child, infants: price_infant }
        for (const age of ['children', 'infants'] as const) {
          const each = (finalOf({ adults: 1, [age]: count }) - alone) / count
          expect(each).toBe(Math.min(own[age] ?? alone, alone))
          expect(each).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
  it('says that an age is free only if its price is 0 [D48]', () => {
    const freeOf = (details: object) => {
      const { children, infants } = rules.party(aJourney(details))
      return [children?.free, infants?.free]
    }
    expect(freeOf({})).toEqual([false, false])
    expect(freeOf({ price_child: 0, price_infant: 1 })).toEqual([true, false])
    expect(freeOf({ price_child: 1, price_infant: 0 })).toEqual([false, true])
  })
  it('is the same for the same number of people of any age, where ages have no prices [C123, D166]', () => {
    const count = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(count, count, count, (adults, children, infants) => {
        const people = adults + children + infants
        expect(priceOf({}, adults, children, infants).final).toEqual(priceOf({}, people).final)
      }),
    )
  })
})

describe('the group of an Umrah package', () => {
  const check = (details: object, adults: number, children = 0) =>
    inEnglish(rules.check(aJourney(details), aRequest({ party: { adults, children } }), '2026-11-21'))
  it('is 1 to 50 people by default [C308]', () => {
    expect(check({}, 1)).toEqual([])
    expect(check({}, 40, 10)).toEqual([])
    expect(check({}, 41, 10)).toEqual([{ path: 'adults', message: 'At most 50 people per booking' }])
  })
  it('cannot be below the minimum', () => {
    expect(check({ group_size_min: 4 }, 2, 1)).toEqual([
      { path: 'adults', message: 'This package is for groups of at least 4 people' },
    ])
    expect(check({ group_size_min: 4 }, 2, 2)).toEqual([])
  })
  it('cannot be above the maximum', () => {
    expect(check({ group_size_max: 5 }, 6)).toEqual([{ path: 'adults', message: 'At most 5 adults can be booked' }])
  })
})

describe('an Umrah package', () => {
  it('asks for the day, and for a pickup if it has pickup points', () => {
    expect(rules.schedule(aJourney())).toMatchObject({ dateRequired: true, timeRequired: false, hasPickup: false })
    expect(rules.schedule(aJourney({ pickup_points: ['Andheri'] })).hasPickup).toBe(true)
  })
  it('is listed by its place, or else by its departure city', () => {
    expect(rules.shared(aJourney({ departure_city: 'Mumbai' }))).toMatchObject({
      location: 'Mumbai',
      durationMinutes: 14_400,
    })
    expect(rules.shared(aJourney({ departure_city: 'Mumbai', location: 'Makkah' })).location).toBe('Makkah')
  })
})
