import { describe, expect, it } from 'vitest'
import { objections } from '../testing/service.ts'
import { fields } from './fields.ts'

describe('the details of Ok to Board', () => {
  it('default to 2999 + 199, 48 hours and 18 % [A122]', () => {
    expect(fields.details.parse({})).toEqual({
      description: '',
      base_price: 299_900,
      processing_fee: 19_900,
      processing_time: '48 hours',
      tax_rate: 0.18,
      requirements: [],
      features: [],
      faq: [],
      cancellation_terms: [],
    })
  })
  it('are unchanged after saving and reading [C312, A121]', () => {
    const saved = {
      description: 'Clearance',
      base_price: 350_000,
      processing_fee: 0,
      processing_time: '3 days',
      tax_rate: 0.175,
      requirements: ['Visa'],
      features: ['Email updates'],
      faq: [{ question: 'How?', answer: 'By email' }],
      cancellation_terms: [{ days: 3, percent: 50 }],
    }
    expect(fields.details.parse(saved)).toEqual(saved)
  })
  it('accept the processing time as hours or as text that contains a duration', () => {
    const timeOf = (processing_time: unknown) => fields.details.parse({ processing_time }).processing_time
    expect([timeOf(72), timeOf(1), timeOf(' 24-48 hours ')]).toEqual(['72 hours', '1 hour', '24-48 hours'])
    for (const processing_time of ['soon', '', 0, -5])
      expect(objections(fields.details, { processing_time })).toHaveProperty('processing_time')
  })
  it('accept a tax rate from 0 to 1 as number or text [A125]', () => {
    const rateOf = (tax_rate: unknown) => fields.details.parse({ tax_rate }).tax_rate
    expect([rateOf('0.18'), rateOf(0.175), rateOf(0), rateOf('1')]).toEqual([0.18, 0.175, 0, 1])
    for (const tax_rate of [18, -0.1, '18%', '', 'abc', 1.01, null])
      expect(objections(fields.details, { tax_rate })).toHaveProperty('tax_rate')
  })
})

const passenger = {
  passenger_name: 'Imran Shaikh',
  passport_number: 'Z1234567',
  nationality: 'IN',
  flight_number: 'EK501',
  airline: 'Emirates',
}

describe('the passenger of an Ok to Board booking', () => {
  it('is stored as entered, with or without PNR [C143]', () => {
    expect(fields.booking.parse(passenger)).toEqual({ ...passenger, pnr: '' })
    expect(fields.booking.parse({ ...passenger, pnr: 'ABC123' })).toEqual({ ...passenger, pnr: 'ABC123' })
  })
  it('requires name, passport number, nationality, flight and airline, and rejects blank answers [C144]', () => {
    const messages = {
      passenger_name: 'Passenger name is required',
      passport_number: 'Passport number is required',
      nationality: 'Nationality is required',
      flight_number: 'Flight number is required',
      airline: 'Airline is required',
    }
    expect(objections(fields.booking, {})).toEqual(messages)
    const blank = Object.fromEntries(Object.keys(passenger).map((name) => [name, '   ']))
    expect(objections(fields.booking, blank)).toEqual(messages)
  })
  it('has a nationality from the ISO 3166 list', () => {
    expect(objections(fields.booking, { ...passenger, nationality: 'XX' })).toHaveProperty('nationality')
    expect(objections(fields.booking, { ...passenger, nationality: 'AX' })).toEqual({})
  })
})
