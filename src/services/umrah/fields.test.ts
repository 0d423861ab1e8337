import { describe, expect, it } from 'vitest'
import { objections } from '../testing/service.ts'
import { fields, hotelCategories, transportTypes } from './fields.ts'
import { templateCancellation, templateExcludes, templateIncludes } from './templates.ts'

const least = { price: 145_000, duration_days: 10, duration_nights: 9 }

describe('the details of an Umrah package', () => {
  it('have the specified fields, the shared columns and a time zone [C307, A107]', () => {
    expect(Object.keys(fields.details.parse(least)).sort()).toEqual([
      'cancellation_policy',
      'cancellation_terms',
      'departure_city',
      'description',
      'discount_price',
      'duration_days',
      'duration_nights',
      'excludes',
      'faq',
      'group_departures_only',
      'group_size_max',
      'group_size_min',
      'hotel_category',
      'includes',
      'itinerary',
      'location',
      'on_request',
      'pickup_points',
      'price',
      'price_child',
      'price_infant',
      'resources',
      'schedules',
      'short_description',
      'special_notes',
      'terms_conditions',
      'time_zone',
      'transportation_type',
      'video_url',
      'what_to_bring',
    ])
  })
  it('require price, days and nights [A108]', () => {
    expect(Object.keys(objections(fields.details, {})).sort()).toEqual(['duration_days', 'duration_nights', 'price'])
  })
  it('default to a group of 1 to 50 [C308, A109]', () => {
    const blank = { ...least, group_size_min: null, group_size_max: null }
    for (const given of [least, blank])
      expect(fields.details.parse(given)).toMatchObject({ group_size_min: 1, group_size_max: 50 })
  })
  it('reject more nights than days, and a minimum group above the maximum [A110]', () => {
    expect(objections(fields.details, { ...least, duration_nights: 11 })).toHaveProperty('duration_nights')
    expect(objections(fields.details, { ...least, group_size_min: 6, group_size_max: 5 })).toHaveProperty(
      'group_size_min',
    )
    expect(objections(fields.details, { ...least, group_size_min: 60 })).toHaveProperty('group_size_min')
  })
  it('store no discount when it is empty, and reject one above the price [A111]', () => {
    expect(fields.details.parse(least).discount_price).toBeNull()
    expect(objections(fields.details, { ...least, discount_price: 145_001 })).toEqual({
      discount_price: 'The discount price cannot be above the price',
    })
    expect(objections(fields.details, { ...least, discount_price: 145_000 })).toEqual({})
  })
  it('store no price for an age that is left empty, and reject one above the price [D166]', () => {
    expect(fields.details.parse(least)).toMatchObject({ price_child: null, price_infant: null })
    for (const age of ['price_child', 'price_infant']) {
      expect(objections(fields.details, { ...least, [age]: 145_001 })).toEqual({
        [age]: 'Cannot be higher than the price per person',
      })
      for (const price of [0, 145_000]) expect(objections(fields.details, { ...least, [age]: price })).toEqual({})
    }
  })
  it('accept prices by age in a season', () => {
    const season = { starts: 'day', prices: { price_child: 90_000, price_infant: 15_000 } }
    expect(objections(fields.details, { ...least, schedules: [season] })).toEqual({})
  })
  it('accept exactly the hotel categories and transport types of the specification [C308, A112]', () => {
    expect(hotelCategories).toEqual(['Standard', '3-Star', '4-Star', '5-Star', 'Luxury'])
    expect(transportTypes).toEqual(['Bus', 'Private Bus', 'Flight', 'Train'])
    const offered = (name: string) => fields.specs.find((spec) => spec.name === name)?.options
    expect([offered('hotel_category'), offered('transportation_type')]).toEqual([hotelCategories, transportTypes])
    expect(objections(fields.details, { ...least, hotel_category: '2-Star' })).toHaveProperty('hotel_category')
    expect(objections(fields.details, { ...least, transportation_type: 'Ship' })).toHaveProperty('transportation_type')
  })
  it('have no default includes, excludes or cancellation text [C120, A116]', () => {
    const none = { includes: [], excludes: [], cancellation_policy: '', cancellation_terms: [] }
    expect(fields.details.parse(least)).toMatchObject(none)
  })
})

describe('the template of the editor', () => {
  it('describes the refund in three ranges that do not overlap [C121, A116]', () => {
    expect(templateCancellation).toBe(
      'Free cancellation 30 days or more before departure. 50% refund 15 to 29 days before departure. No refund less than 15 days before departure.',
    )
  })
  it('offers the default lists [A116]', () => {
    const defaultOf = (name: string) => fields.specs.find((spec) => spec.name === name)?.default
    expect(defaultOf('includes')).toBe(templateIncludes)
    expect(defaultOf('excludes')).toBe(templateExcludes)
    expect(defaultOf('cancellation_policy')).toBe(templateCancellation)
    expect(templateIncludes[0]).toBe('5-star hotel')
  })
})
