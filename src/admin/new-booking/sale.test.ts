import { describe, expect, it } from 'vitest'
import { money } from '../../kernel/money.ts'
import { draftFor, emptySale, errorsAfter, type Item, orderedErrors, saleRequest } from './sale.ts'

const item: Item = {
  id: 'item-1',
  kind: 'tour',
  party: { adults: { min: 2, max: 9 }, children: null, infants: null, together: null },
  schedule: {
    dateRequired: true,
    timeRequired: true,
    slots: ['14:00'],
    hours: null,
    noticeMinutes: 0,
    timeZone: 'Asia/Dubai',
    hasPickup: true,
    capacity: null,
    hasWaitingList: true,
  },
}
const shown = money(20_000, 'USD')

describe('a phone sale', () => {
  it('is sent with the answers and the price shown', () => {
    const draft = {
      ...draftFor(item, {}, emptySale),
      date: '2026-12-20',
      time: '14:00',
      name: ' Meera ',
      pickup: ' Pier ',
    }
    expect(saleRequest(draft, item, { shown, leadName: undefined })).toMatchObject({
      service_type: 'tour',
      adults_count: 2,
      customer_name: 'Meera',
      customer_phone: null,
      pickup_location: 'Pier',
      expected_amount: { minor: 20_000, currency: 'USD' },
      payment_method: null,
    })
  })

  it('uses the fixed party, lead name and missing pickup of a kind', () => {
    const fixed = { adults: 1, children: 0, infants: 0 }
    const clearance: Item = {
      ...item,
      party: { ...item.party, fixed },
      schedule: { ...item.schedule, hasPickup: false },
    }
    const draft = { ...emptySale, adults: 5, pickup: 'Pier', details: { passenger_name: 'Asha' } }
    const sent = saleRequest(draft, clearance, { shown, leadName: ({ passenger_name }) => String(passenger_name) })
    expect(sent).toMatchObject({ adults_count: 1, customer_name: 'Asha', pickup_location: null })
  })

  it('keeps only the customer when staff choose another item', () => {
    const before = { ...emptySale, name: 'Meera', phone: '+91', promo: 'TEN', date: '2026-12-20', details: { a: 1 } }
    expect(draftFor(item, { b: 2 }, before)).toEqual({
      ...emptySale,
      name: 'Meera',
      phone: '+91',
      adults: 2,
      details: { b: 2 },
    })
  })
})

describe('server errors', () => {
  const errors = { travel_date: 'd', travel_time: 't', 'details.pnr': 'p', 'details.airline': 'a', customer_name: 'n' }

  it('disappear for changed answers and stay for the others', () => {
    const before = { ...emptySale, details: { pnr: '1', airline: 'x' } }
    const after = { ...before, date: '2026-12-20', details: { pnr: '2', airline: 'x' } }
    expect(errorsAfter(errors, before, after)).toEqual({ 'details.airline': 'a', customer_name: 'n' })
    expect(errorsAfter(errors, before, before)).toEqual(errors)
  })

  it('are listed in form order', () => {
    const shuffled = { other: 'o', customer_name: 'n', 'details.pnr': 'p', travel_date: 'd' }
    expect(orderedErrors(shuffled).map(([path]) => path)).toEqual([
      'travel_date',
      'details.pnr',
      'customer_name',
      'other',
    ])
  })
})
