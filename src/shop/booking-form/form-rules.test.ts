import { describe, expect, test } from 'vitest'
import { isCountryCode } from '../../services/shared/countries.ts'
import { rules as tourRules } from '../../services/tour/rules.ts'
import { tourOf } from '../testing/fake-api.ts'
import { otherCountries } from './all-calling-codes.ts'
import { callingCodeOf, commonCountries, joinPhone, looksLikePhone } from './calling-codes.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { createInput, formErrors, localPrice, orderedErrors } from './form-rules.ts'

const tour = tourOf()
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
const errorsOf = (more: Partial<Draft>, now = noon) => formErrors({ ...filled, ...more }, tour, tourRules, now)

describe('the booking form', () => {
  test('[C162] says what is missing, each exactly when it applies', () => {
    expect(formErrors(emptyDraft(tour), tour, tourRules, noon)).toEqual({
      travel_date: 'Travel date is required',
      travel_time: 'Please select a time',
      customer_name: 'Customer name is required',
      customer_email: 'Email address is required',
      customer_phone: 'Phone number is required',
    })
    expect(errorsOf({})).toEqual({})
    expect(errorsOf({ email: 'aisha@' })).toEqual({ customer_email: 'Please enter a valid email address' })
  })

  test('[C164, C170] takes no day before today and no slot of today that has passed in Dubai', () => {
    expect(Object.keys(errorsOf({ date: '2026-11-20' }))).toContain('travel_date')
    expect(Object.keys(errorsOf({ date: '2026-11-21', time: '11:00' }))).toEqual(['travel_time'])
    expect(errorsOf({ date: '2026-11-21', time: '14:00' })).toEqual({})
    // 23:30 UTC is already the next day in Dubai.
    expect(Object.keys(errorsOf({ date: '2026-11-21' }, new Date('2026-11-21T23:30:00Z')))).toContain('travel_date')
  })

  test('[C165, C166] asks for a phone where guests are picked up, and for pickup and wishes never', () => {
    expect(errorsOf({ phone: '', pickup: '', requests: '' })).toEqual({ customer_phone: 'Phone number is required' })
    const details = { ...tour.details, has_pickup: false }
    const walk = tourOf({ details, schedule: { ...tour.schedule, hasPickup: false } })
    expect(formErrors({ ...filled, phone: '' }, walk, tourRules, noon)).toEqual({})
  })

  test('[C053] shows the price that the kind’s own rules make', () => {
    expect(localPrice({ ...filled, infants: 1 }, tour, tourRules).final).toEqual({ minor: 15_500, currency: 'USD' })
  })

  test('[C303] sends the price that was shown, and the phone as E.164', () => {
    const input = createInput(filled, tour, tourRules, localPrice(filled, tour, tourRules))
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

  test('a number has at most 15 digits and does not begin with 0', () => {
    expect(looksLikePhone('+919876543210')).toBe(true)
    expect(looksLikePhone('+0123456789')).toBe(false)
    expect(looksLikePhone('+1234567890123456')).toBe(false)
    expect(looksLikePhone('+91')).toBe(false)
  })

  test('every country that is offered has a calling code', () => {
    const countries = [...commonCountries, ...otherCountries('en').map(({ value }) => value)]
    expect(new Set(countries.map((from) => from.slice(0, 2))).size).toBe(countries.length)
    expect(countries.length).toBeGreaterThan(230)
    expect(countries.every((from) => isCountryCode(from.slice(0, 2)))).toBe(true)
    expect(countries.every((from) => /^[1-9]\d{0,3}$/.test(callingCodeOf(from)))).toBe(true)
  })
})
