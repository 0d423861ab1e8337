import { describe, expect, it } from 'vitest'
import { objections } from '../testing/service.ts'
import { fields } from './fields.ts'

const least = { transfer_type: 'City Transfer', base_price: 30_000 }

describe('the details of a transfer', () => {
  it('default to 4 passengers, 2 hours of notice and all hours [A100]', () => {
    expect(fields.details.parse(least)).toMatchObject({
      max_passengers: 4,
      advance_booking_hours: 2,
      available_hours: { from: '00:00', to: '23:59' },
    })
  })
  it('have the specified fields and a time zone [A097, A098]', () => {
    expect(Object.keys(fields.details.parse(least)).sort()).toEqual([
      'advance_booking_hours',
      'amenities',
      'available_hours',
      'base_price',
      'cancellation_terms',
      'check_in_minutes',
      'description',
      'distance_km',
      'dropoff_locations',
      'duration_minutes',
      'faq',
      'features',
      'image_urls',
      'instant_confirmation',
      'landing_minutes',
      'max_passengers',
      'offers_return',
      'overview',
      'pickup_locations',
      'price_per_hour',
      'price_per_km',
      'resources',
      'return_price',
      'schedules',
      'time_zone',
      'transfer_type',
      'vehicle_type',
      'video_url',
    ])
  })
  it('require a base price and one of the three types [A101]', () => {
    expect(Object.keys(objections(fields.details, {})).sort()).toEqual(['base_price', 'transfer_type'])
    for (const transfer_type of ['Airport Transfer', 'City Transfer', 'Hotel Transfer'])
      expect(objections(fields.details, { ...least, transfer_type })).toEqual({})
    expect(objections(fields.details, { ...least, transfer_type: 'All Types' })).toHaveProperty('transfer_type')
  })
  it('accept two times in order, also as a pair or with AM and PM [A098]', () => {
    const hoursOf = (available_hours: unknown) => fields.details.parse({ ...least, available_hours }).available_hours
    expect(hoursOf({ from: '06:00', to: '10:00 PM' })).toEqual({ from: '06:00', to: '22:00' })
    expect(hoursOf(['06:00', '22:00'])).toEqual({ from: '06:00', to: '22:00' })
    for (const wrong of [{ from: '22:00', to: '06:00' }, { from: 'dawn', to: '22:00' }, ['06:00'], '06:00'])
      expect(Object.keys(objections(fields.details, { ...least, available_hours: wrong }))).not.toEqual([])
  })
  it('reject a price per km without distance, or per hour without duration', () => {
    expect(objections(fields.details, { ...least, price_per_km: 200 })).toHaveProperty('distance_km')
    expect(objections(fields.details, { ...least, price_per_hour: 200 })).toHaveProperty('duration_minutes')
    expect(objections(fields.details, { ...least, price_per_km: 0, price_per_hour: 0 })).toEqual({})
  })
})
