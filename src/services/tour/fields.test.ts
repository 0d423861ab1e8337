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
  resources: [
    {
      resource_id: '0199e1c0-0000-7000-8000-000000000001',
      minutes: null,
      setup_minutes: 30,
      turnaround_minutes: 15,
    },
  ],
  schedules: [
    {
      ...{ from: '2027-06-01', to: null, weekdays: [1], starts: 'times', times: ['09:00'], hours: null },
      ...{ capacity: 12, cut_off_hours: 24, prices: { price_adult: 12_000 } },
    },
  ],
  highlights: ['Dunes'],
  whats_included: ['Water'],
  exclusions: ['Tips'],
  itinerary: [{ title: 'Dunes', description: 'Drive' }],
  what_to_bring: ['A hat'],
  meeting_point: 'Below the clock tower',
  meeting_coordinates: '25.2684, 55.2962',
  faq: [{ question: 'Is it far?', answer: 'No' }],
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
  time_zone: 'Asia/Muscat',
}

describe('the details of a tour', () => {
  it('are unchanged after saving and reading [C309, A073, A074]', () => {
    expect(fields.details.parse(full)).toEqual(full)
  })
  it('require only an adult price [A076]', () => {
    expect(objections(fields.details, {})).toEqual({ price_adult: 'Please enter a valid amount' })
    expect(objections(fields.details, { price_adult: 1 })).toEqual({})
  })
  it('default to instant confirmation and free cancellation [A062]', () => {
    expect(fields.details.parse({ price_adult: 1 })).toMatchObject({
      instant_confirmation: true,
      free_cancellation: true,
    })
  })
  it('distinguish an unset price from a price of 0 [A077]', () => {
    expect(fields.details.parse({ price_adult: 1, price_child: null, price_infant: 0 })).toMatchObject({
      price_child: null,
      price_infant: 0,
    })
  })
  it('store one array of days for every form of itinerary [C048, A075]', () => {
    const itinerary = JSON.stringify({ days: full.itinerary })
    expect(fields.details.parse({ ...full, itinerary })).toEqual(full)
  })
  it('reject unknown fields', () => {
    expect(objections(fields.details, { price_adult: 1, days: 3 })).toHaveProperty([''])
  })
  it('reject text in place of a number [A053]', () => {
    expect(objections(fields.details, { price_adult: '150', slot_capacity: 'ten' })).toEqual({
      price_adult: 'Please enter a valid amount',
      slot_capacity: 'Please enter a whole number from 1 to 10000',
    })
  })
})

describe('the editor of a tour', () => {
  it('starts with the specified slots [A078]', () => {
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
