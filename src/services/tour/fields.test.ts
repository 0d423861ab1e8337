import { describe, expect, it } from 'vitest'
import { objections } from '../testing/service.ts'
import { fields } from './fields.ts'

const full = {
  location: 'Dubai',
  duration: '6 hours',
  category: 'tour',
  languages: ['English', 'Hindi'],
  description: 'Short',
  overview: 'Long',
  price_adult: 15_000,
  price_child: 9000,
  price_infant: 0,
  highlights: ['Dunes'],
  whats_included: ['Water'],
  exclusions: ['Tips'],
  itinerary: [{ title: 'Dunes', description: 'Drive' }],
  cancellation_policy: 'Free until 24 hours before',
  cancellation_terms: [{ days: 1, percent: 100 }],
  terms_conditions: 'Bring an ID',
  gallery_images: ['desert-5', 'https://example.com/a.jpg'],
  video_url: 'https://youtu.be/dQw4w9WgXcQ',
  instant_confirmation: false,
  free_cancellation: false,
  has_pickup: false,
  time_slots: ['15:00'],
  slot_capacity: 20,
  advance_booking_hours: 4,
}

describe('the details of a tour', () => {
  it('read back as they were saved [C309, A073, A074]', () => {
    expect(fields.details.parse(full)).toEqual(full)
  })
  it('need an adult price and nothing else [A076]', () => {
    expect(objections(fields.details, {})).toEqual({ price_adult: 'Please enter a valid amount' })
    expect(objections(fields.details, { price_adult: 1 })).toEqual({})
  })
  it('of a new tour have instant confirmation and free cancellation on [A062]', () => {
    expect(fields.details.parse({ price_adult: 1 })).toMatchObject({
      instant_confirmation: true,
      free_cancellation: true,
    })
  })
  it('keep no price apart from a price of 0 [A077]', () => {
    expect(fields.details.parse({ price_adult: 1, price_child: null, price_infant: 0 })).toMatchObject({
      price_child: null,
      price_infant: 0,
    })
  })
  it('keep one array of days, whatever form the itinerary had [C048, A075]', () => {
    const itinerary = JSON.stringify({ days: full.itinerary })
    expect(fields.details.parse({ ...full, itinerary })).toEqual(full)
  })
  it('refuse fields that a tour does not have', () => {
    expect(objections(fields.details, { price_adult: 1, days: 3 })).toHaveProperty([''])
  })
  it('refuse text in place of a number [A053]', () => {
    expect(objections(fields.details, { price_adult: '150', slot_capacity: 'ten' })).toEqual({
      price_adult: 'Please enter a valid amount',
      slot_capacity: 'Please enter a whole number from 1 to 10000',
    })
  })
})

describe('the editor of a tour', () => {
  it('starts with the slots of the specification [A078]', () => {
    expect(fields.specs.find((spec) => spec.name === 'time_slots')?.default).toEqual([
      '09:00',
      '10:00',
      '11:00',
      '14:00',
      '15:00',
      '16:00',
    ])
  })
})
