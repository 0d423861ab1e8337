import { describe, expect, test } from 'vitest'
import { isCountryCode } from '../../services/shared/countries.ts'
import { inEnglish } from '../../services/testing/service.ts'
import { rules as tourRules } from '../../services/tour/rules.ts'
import { tourOf } from '../testing/fake-api.ts'
import { otherCountries } from './all-calling-codes.ts'
import { callingCodeOf, commonCountries, joinPhone, looksLikePhone } from './calling-codes.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { createInput, formErrors as errorReferences, localPrice, orderedErrors } from './form-rules.ts'

const formErrors = (...input: Parameters<typeof errorReferences>) => inEnglish(errorReferences(...input))

const tour = tourOf()
const bookable = { service: tour, rules: tourRules }
/** 12:00 in Dubai. */
const noon = new Date('2026-11-21T08:00:00Z')
const filled: Draft = {
  ...emptyDraft(tour),
  date: '2026-11-22',
  time: '14:00',
  adults: 2,
  children: 1,
  name: 'Aisha Khan',
  email: 'aisha@example.com',
  phone: '98765 43210',
}
const errorsOf = (more: Partial<Draft>, now = noon) => formErrors({ ...filled, ...more }, bookable, now)

describe('the booking form', () => {
  test('[C162] reports each missing field exactly when it is required', () => {
    expect(formErrors(emptyDraft(tour), bookable, noon)).toEqual({
      travel_date: 'Travel date is required',
      travel_time: 'Please select a time',
      customer_name: 'Customer name is required',
      customer_email: 'Email address is required',
      customer_phone: 'Phone number is required',
    })
    expect(errorsOf({})).toEqual({})
    expect(errorsOf({ email: 'aisha@' })).toEqual({ customer_email: 'Please enter a valid email address' })
  })

  test('[C164, C170] rejects past days, and slots of today that have passed in Dubai', () => {
    expect(Object.keys(errorsOf({ date: '2026-11-20' }))).toContain('travel_date')
    expect(Object.keys(errorsOf({ date: '2026-11-21', time: '11:00' }))).toEqual(['travel_time'])
    expect(errorsOf({ date: '2026-11-21', time: '14:00' })).toEqual({})
    // 23:30 UTC is already the next day in Dubai.
    expect(Object.keys(errorsOf({ date: '2026-11-21' }, new Date('2026-11-21T23:30:00Z')))).toContain('travel_date')
  })

  test('leaves a chosen time to the server where schedules give each day its own, but asks for one', () => {
    const details = { ...tour.details, schedules: [{ starts: 'times', times: ['18:30'] }] }
    const scheduled = { service: tourOf({ details }), rules: tourRules }
    expect(formErrors({ ...filled, time: '18:31' }, scheduled, noon)).toEqual({})
    expect(Object.keys(formErrors({ ...filled, time: '' }, scheduled, noon))).toEqual(['travel_time'])
    expect(Object.keys(errorsOf({ time: '18:31' }))).toEqual(['travel_time'])
  })

  test('[C165, C166] requires a phone number for pickups, but never the pickup location or requests', () => {
    expect(errorsOf({ phone: '', pickup: '', requests: '' })).toEqual({ customer_phone: 'Phone number is required' })
    const details = { ...tour.details, has_pickup: false }
    const walk = tourOf({ details, schedule: { ...tour.schedule, hasPickup: false } })
    expect(formErrors({ ...filled, phone: '' }, { service: walk, rules: tourRules }, noon)).toEqual({})
  })

  test('[C053] shows the price by the kind’s own rules', () => {
    expect(localPrice({ ...filled, infants: 1 }, bookable).final).toEqual({ minor: 15_500, currency: 'USD' })
  })

  test('[C303] sends the price shown, and the phone number as E.164', () => {
    const input = createInput(filled, bookable, localPrice(filled, bookable).final)
    expect(input).toMatchObject({
      service_type: 'tour',
      travel_time: '14:00',
      adults_count: 2,
      customer_phone: '+919876543210',
      expected_amount: { minor: 15_500, currency: 'USD' },
    })
  })

  test('lists errors in the order of the form', () => {
    const fields = orderedErrors({ 'details.flight': 'x', customer_name: 'x', travel_date: 'x' }).map(
      ([field]) => field,
    )
    expect(fields).toEqual(['travel_date', 'customer_name', 'details.flight'])
  })
})

describe('phone numbers', () => {
  test.each([
    ['IN91', '098765 43210', '+919876543210'],
    ['AE971', '50 123 4567', '+971501234567'],
    ['IN91', '+44 20 7946 0000', '+442079460000'],
    ['IN91', '0044 20 7946 0000', '+442079460000'],
    ['IN91', '   ', ''],
  ])('[C167] %s %s is %s', (country, typed, phone) => {
    expect(joinPhone(country, typed)).toBe(phone)
  })

  test('a phone number has at most 15 digits and does not start with 0', () => {
    expect(looksLikePhone('+919876543210')).toBe(true)
    expect(looksLikePhone('+0123456789')).toBe(false)
    expect(looksLikePhone('+1234567890123456')).toBe(false)
    expect(looksLikePhone('+91')).toBe(false)
  })

  test('every offered country has a calling code', () => {
    const countries = [...commonCountries, ...otherCountries('en').map(({ value }) => value)]
    expect(new Set(countries.map((from) => from.slice(0, 2))).size).toBe(countries.length)
    expect(countries.length).toBeGreaterThan(230)
    expect(countries.every((from) => isCountryCode(from.slice(0, 2)))).toBe(true)
    expect(countries.every((from) => /^[1-9]\d{0,3}$/.test(callingCodeOf(from)))).toBe(true)
  })
})
