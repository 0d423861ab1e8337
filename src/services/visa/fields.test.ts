import { describe, expect, it } from 'vitest'
import { objections } from '../testing/service.ts'
import { fields } from './fields.ts'

const least = { country: 'Oman', visa_type: 'Tourist Visa', price: 4500 }

describe('the details of a visa service', () => {
  it('have the specified fields [C306, A085]', () => {
    const visa = fields.details.parse(least)
    expect(Object.keys(visa).sort()).toEqual([
      'child_price',
      'country',
      'description',
      'estimated_days',
      'exclusions',
      'faq',
      'gallery_images',
      'highlights',
      'max_stay_days',
      'nationality_rules',
      'overview',
      'price',
      'processing_time',
      'requirements',
      'visa_type',
      'whats_included',
    ])
  })
  it('require visa type, country and price [A086]', () => {
    expect(objections(fields.details, {})).toEqual({
      country: 'Country is required',
      visa_type: 'Visa type is required',
      price: 'Please enter a valid amount',
    })
  })
  it('distinguish an unset child price from a child price of 0 [A087]', () => {
    expect(fields.details.parse(least).child_price).toBeNull()
    expect(fields.details.parse({ ...least, child_price: 0 }).child_price).toBe(0)
  })
})

describe('a visa booking', () => {
  it('requires a booking option', () => {
    const message = 'Please choose when to add traveller details'
    expect(objections(fields.booking, {})).toEqual({ booking_option: message })
    expect(objections(fields.booking, { booking_option: 'later' })).toEqual({ booking_option: message })
    expect(fields.booking.parse({ booking_option: 'pay_now' })).toEqual({ booking_option: 'pay_now', travellers: [] })
  })
  it('requires name, passport number, date of birth and both dates of each traveller listed [C086]', () => {
    const given = { booking_option: 'fill_and_pay', travellers: [{ traveler_type: 'adult', full_name: ' ' }] }
    expect(objections(fields.booking, given)).toEqual({
      'travellers.0.full_name': 'Full name is required',
      'travellers.0.passport_number': 'Passport number is required',
      'travellers.0.date_of_birth': 'Date of birth is required',
      'travellers.0.tentative_arrival_date': 'Arrival date is required',
      'travellers.0.tentative_departure_date': 'Departure date is required',
    })
  })
})
