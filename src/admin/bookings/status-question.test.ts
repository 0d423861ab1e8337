import { expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import { questionBefore } from './status-question.ts'

const today = '2026-11-21'
const booking = {
  ...{ awaits_agency: false, final_amount: money(20_000, 'USD'), payment_status: 'pending' as const },
  ...{ travel_date: today, return_date: null, return_leg: null },
}
const paid = { ...booking, payment_status: 'completed' as const }

test('confirming asks first while the booking is not paid', () => {
  expect(questionBefore('confirm', booking, today)).toBe('unpaid')
  expect(questionBefore('confirm', { ...booking, payment_status: 'failed' }, today)).toBe('unpaid')
  expect(questionBefore('confirm', paid, today)).toBeNull()
})
test('confirming does not ask where nothing is to be paid, or cash waits for the agency', () => {
  expect(questionBefore('confirm', { ...booking, final_amount: money(0, 'USD') }, today)).toBeNull()
  expect(questionBefore('confirm', { ...booking, awaits_agency: true }, today)).toBeNull()
})
test('completing asks first until the last day of the trip, whichever leg that is', () => {
  const later = '2026-11-22'
  const leg = { travel_date: later, travel_time: null, pickup_location: null, trip_facts: [] }
  expect(questionBefore('complete', paid, today)).toBeNull()
  for (const change of [{ travel_date: later }, { return_date: later }, { return_leg: leg }])
    expect(questionBefore('complete', { ...paid, ...change }, today)).toBe('early')
})
test('completing does not ask for a service without a day', () => {
  expect(questionBefore('complete', { ...paid, travel_date: null }, today)).toBeNull()
})
