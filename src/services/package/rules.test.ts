import { describe, expect, it } from 'vitest'
import { aRequest, aService, inEnglish } from '../testing/service.ts'
import { fields } from './fields.ts'
import { rules } from './rules.ts'

const aPackage = (details = {}) =>
  aService(fields, { location: 'Dubai', days: 4, nights: 3, price_adult: 60_000, ...details })

describe('a package', () => {
  it('costs adults × price_adult + children × price_child + infants × price_infant [C053]', () => {
    const price = rules.price(
      aPackage({ price_child: 40_000, price_infant: 0 }),
      aRequest({ party: { adults: 2, children: 1, infants: 1 } }),
    )
    expect(price.final.minor).toBe(160_000)
  })
  it('departs on a day, without a time', () => {
    expect(rules.schedule(aPackage())).toMatchObject({
      dateRequired: true,
      timeRequired: false,
      slots: [],
      hasPickup: false,
    })
  })
  it('lasts as long as its days', () => {
    expect(rules.shared(aPackage())).toMatchObject({
      location: 'Dubai',
      durationMinutes: 4 * 1440,
      facets: { days: 4 },
    })
  })
  it('rejects ages and languages that it does not offer', () => {
    const request = aRequest({ party: { infants: 1 }, language: 'Urdu' })
    expect(inEnglish(rules.check(aPackage(), request, '2026-11-21'))).toEqual([
      { path: 'infants', message: 'Infants cannot be added to this booking' },
      { path: 'selected_language', message: 'Please choose one of the languages on offer' },
    ])
  })
})
