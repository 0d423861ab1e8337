import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../../kernel/money.ts'
import { inEnglish } from '../../services/testing/service.ts'
import {
  balanceDue,
  changeSince,
  hasVoucher,
  type InvoicedBooking,
  invoiceContent,
  invoiceNumber,
  isInvoiced,
  seriesOf,
  tripDays,
} from './rules.ts'

const seller = { name: 'Safar', lines: [] }
const sold: InvoicedBooking = {
  booking_reference: 'TH0123456789',
  service_title: 'Ok to Board',
  travel_date: '2026-12-01',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_phone: null,
  currency: 'INR',
  price_lines: [
    { label: 'base', quantity: 1, unit: money(299_900, 'INR'), total: money(299_900, 'INR') },
    { label: 'fee', quantity: 1, unit: money(19_900, 'INR'), total: money(19_900, 'INR') },
  ],
  base_minor: 319_800,
  discount_minor: 0,
  tax_minor: 53_982,
  final_minor: 373_782,
}
const state = { booking_status: 'pending', payment_status: 'pending', paid_minor: 0, travel_date: null }

describe('an invoice', () => {
  it('lists the price lines, the tax with its rate, and the charged total', () => {
    const content = inEnglish(invoiceContent(sold, seller))
    expect(content.lines.map(({ text, total }) => [text, total.minor])).toEqual([
      ['Base price', 299_900],
      ['Processing fee', 19_900],
    ])
    expect(content).toMatchObject({ tax: { minor: 53_982 }, taxRate: '0.1800', total: { minor: 373_782 } })
  })
  it('shows no rate if none gives exactly this tax', () => {
    const odd = { ...sold, tax_minor: 53_983, final_minor: 373_783 }
    expect(invoiceContent(odd, seller).taxRate).toBeNull()
  })
  it('has no balance due when the booking is cancelled', () => {
    expect(balanceDue(15_000, { booking_status: 'confirmed', paid_minor: 5_000 })).toBe(10_000)
    expect(balanceDue(15_000, { booking_status: 'completed', paid_minor: 20_000 })).toBe(0)
    expect(balanceDue(15_000, { booking_status: 'cancelled', paid_minor: 5_000 })).toBe(0)
  })
  it('shows the new date and price when the booking was moved after it was issued', () => {
    const content = invoiceContent(sold, seller)
    expect(changeSince(content, sold)).toBeNull()
    const total = money(373_782, 'INR')
    expect(changeSince(content, { ...sold, travel_date: '2026-12-02' })).toEqual({ travelDate: '2026-12-02', total })
    const cheaper = { travelDate: '2026-12-01', total: money(300_000, 'INR') }
    expect(changeSince(content, { ...sold, final_minor: 300_000 })).toEqual(cheaper)
    expect(changeSince({ ...content, travelDate: null }, { ...sold, travel_date: null })).toBeNull()
  })
  it('names the day of the return leg, and the new one after a move of it', () => {
    const trip = { ...sold, return_leg_date: '2026-12-05' }
    const content = invoiceContent(trip, seller)
    expect(inEnglish(tripDays(content))).toBe('2026-12-01, return 2026-12-05')
    expect(changeSince(content, trip)).toBeNull()
    const changed = changeSince(content, { ...trip, return_leg_date: '2026-12-06' })
    expect(changed && inEnglish(tripDays(changed))).toBe('2026-12-01, return 2026-12-06')
  })
  it('names the lines of a return trip', () => {
    const line = (label: string) => ({ label, quantity: 1, unit: money(100, 'INR'), total: money(100, 'INR') })
    const labels = ['bothWays', 'outboundLeg', 'returnLeg']
    const amounts = { base_minor: 300, tax_minor: 0, final_minor: 300 }
    const content = inEnglish(invoiceContent({ ...sold, price_lines: labels.map(line), ...amounts }, seller))
    expect(content.lines.map(({ text }) => text)).toEqual(['Both ways', 'Outbound leg', 'Return leg'])
  })
  it('throws if the amounts do not add up', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }).filter(Boolean), (off) => {
        expect(() => invoiceContent({ ...sold, final_minor: sold.final_minor + off }, seller)).toThrow(RangeError)
      }),
    )
  })
  it('is issued once there is a sale, and is a pro forma before', () => {
    expect(isInvoiced(state)).toBe(false)
    expect(isInvoiced({ ...state, booking_status: 'cancelled' })).toBe(false)
    expect(isInvoiced({ ...state, booking_status: 'confirmed' })).toBe(true)
    expect(isInvoiced({ ...state, payment_status: 'completed', paid_minor: 1 })).toBe(true)
    expect(isInvoiced({ ...state, booking_status: 'cancelled', payment_status: 'refunded', paid_minor: 1 })).toBe(true)
  })
  it('is numbered by year', () => {
    expect(invoiceNumber(seriesOf('INV', '2026-11-21'), 42)).toBe('INV-2026-000042')
  })
})

it('only confirmed and completed bookings have a voucher', () => {
  const states = ['pending', 'confirmed', 'completed', 'cancelled']
  expect(states.filter((booking_status) => hasVoucher({ ...state, booking_status }))).toEqual([
    'confirmed',
    'completed',
  ])
})
