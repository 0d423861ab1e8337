import { expect, test } from 'vitest'
import { fields } from '../../services/ok-to-board/fields.ts'
import { eventFacts } from './event-facts.ts'
import type { Booking } from './panel.tsx'

const booking = { final_amount: { minor: 10_000, currency: 'USD' }, travelers: [] } as unknown as Booking
const facts = (event: string, data: Booking['history'][number]['data']) =>
  eventFacts({ booking, specs: fields.bookingSpecs }, event, data)

test('changed values are called what the screens call them', () => {
  const data = { traveller_2_date_of_birth: 'changed', removed_traveller_1_name: 'Asha Rao → –', adults_count: '2 → 1' }
  expect(facts('details-corrected', { ...data, flight_number: 'EK501 → EK503' })).toEqual([
    'Traveller 2, Date of birth: changed',
    'No longer travels: Asha Rao → –',
    'Adults: 2 → 1',
    'Flight number: EK501 → EK503',
  ])
})

test('amounts are written with their currency, and codes in words', () => {
  expect(facts('refund-done', { amountMinor: 1_050, currency: 'INR', reason: 'The guest is ill' })).toEqual([
    'Amount: ₹10.50',
    'The guest is ill',
  ])
  expect(facts('booking-changed', { start: 'Monday → Tuesday', customer: 'not-told' })).toEqual([
    'Date and time: Monday → Tuesday',
    'Customer: Not informed',
  ])
})
