import { expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { bookedParty, bookingRequest, changedPrice, type FormAnswers, quoteRequest } from './booking-form.ts'

const item = { id: 'item-1', kind: 'tour', party: {}, schedule: { hasPickup: true } }
const answers: FormAnswers = {
  date: '2026-12-20',
  time: '',
  adults: 2,
  children: 1,
  infants: 0,
  details: { flight: 'EK1' },
  promo: '',
  name: ' Meera ',
  email: ' meera@example.com ',
  pickup: ' Pier ',
  language: '',
  requests: ' ',
}
const facts = { expected: money(20_000, 'USD'), phone: '' }

test('a quote is asked for what was chosen, and for a promo code only if there is one', () => {
  const request = {
    service_type: 'tour',
    service_id: 'item-1',
    travel_date: '2026-12-20',
    travel_time: null,
    adults_count: 2,
    children_count: 1,
    infants_count: 0,
    details: { flight: 'EK1' },
  }
  expect(quoteRequest(answers, item)).toEqual(request)
  expect(quoteRequest({ ...answers, promo: 'TEN' }, item)).toEqual({ ...request, promo_code: 'TEN' })
})

test('a booking is sent with trimmed answers and the price shown', () => {
  expect(bookingRequest(answers, item, facts)).toMatchObject({
    customer_name: 'Meera',
    customer_email: 'meera@example.com',
    customer_phone: null,
    selected_language: null,
    pickup_location: 'Pier',
    special_requests: null,
    expected_amount: { minor: 20_000, currency: 'USD' },
  })
})

test('a pickup is sent only for items that have one', () => {
  expect(bookingRequest(answers, { ...item, schedule: { hasPickup: false } }, facts).pickup_location).toBeNull()
})

test('a kind may take the name from its own questions', () => {
  const leadName = (details: FormAnswers['details']) => String(details.flight)
  expect(bookingRequest(answers, item, { ...facts, leadName }).customer_name).toBe('EK1')
})

test('an item with a fixed party is booked for that party', () => {
  const fixed = { adults: 1, children: 0, infants: 0 }
  expect(bookedParty(answers, { party: { fixed } })).toEqual(fixed)
})

test('only a price change names a new price', () => {
  const facts = { minor: 12_000, currency: 'USD' }
  expect(changedPrice('booking/price-changed', facts)).toEqual(money(12_000, 'USD'))
  expect(changedPrice('booking/slot-full', facts)).toBeNull()
  expect(changedPrice('booking/price-changed', { minor: '1', currency: 'USD' })).toBeNull()
})
