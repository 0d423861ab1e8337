import { describe, expect, it } from 'vitest'
import { inEnglish, objections } from '../testing/service.ts'
import { fields } from './fields.ts'

const least = { location: 'Dubai', days: 4, nights: 3, price_adult: 60_000 }

describe('the details of a package', () => {
  it('require destination, days, nights and adult price [A081]', () => {
    expect(objections(fields.details, {})).toEqual({
      location: 'Destination is required',
      days: 'Please enter a whole number from 1 to 365',
      nights: 'Please enter a whole number from 0 to 365',
      price_adult: 'Please enter a valid amount',
    })
    expect(objections(fields.details, { ...least, location: '  ' })).toEqual({ location: 'Destination is required' })
    expect(objections(fields.details, least)).toEqual({})
  })
  it('cannot have more nights than days [A082]', () => {
    expect(objections(fields.details, { ...least, nights: 5 })).toEqual({
      nights: 'A package cannot have more nights than days',
    })
    expect(objections(fields.details, { ...least, nights: 4 })).toEqual({})
  })
  it("are a tour's without duration, plus description, days and nights [C310, A080]", () => {
    const names = fields.specs.map((spec) => spec.name)
    expect(names).toEqual(
      expect.arrayContaining(['description', 'overview', 'days', 'nights', 'itinerary', 'highlights']),
    )
    expect(names).not.toContain('duration')
    expect(inEnglish(fields.specs.find((spec) => spec.name === 'location')?.label)).toBe('Destination')
  })
  it('store the itinerary as one array of days, also from JSON text [C048, A083]', () => {
    const { itinerary } = fields.details.parse({
      ...least,
      itinerary: '{"days":[{"title":"Arrival","description":""}]}',
    })
    expect(itinerary).toEqual([{ title: 'Arrival', description: '' }])
  })
})
