import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { PaymentLink } from '../../modules/payment/contract.ts'
import { kinds } from '../../services/index.ts'
import type { KindShop } from '../../services/kind.ts'
import { SayProvider } from '../../ui/say.tsx'
import type { Booking } from '../bookings/panel.tsx'
import { awaitsPayment, PaymentLinkBox } from '../bookings/payment-link.tsx'
import { say } from '../text.ts'
import { emptySale } from './sale.ts'
import { SalePrice } from './sale-price.tsx'
import { TripFields } from './trip-fields.tsx'
import { type Chosen, priceQuestion, type SaleForm } from './use-sale.ts'

vi.mock('../api.ts', () => ({ api: {}, readFault: () => ({ status: 0, message: '' }), readFieldErrors: () => [] }))

const draw = (piece: ReactElement): string =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{piece}</QueryClientProvider>)

const booking = {
  id: 'b-1',
  booking_reference: 'TH1',
  service_title: 'Desert Safari',
  customer_name: 'Meera',
  customer_email: 'meera@example.com',
  customer_phone: '+919876543210',
  final_amount: money(20_000, 'USD'),
  payment_status: 'pending',
  booking_status: 'pending',
  prepared_move: null,
} as unknown as Booking

describe('the payment link', () => {
  const link: PaymentLink = {
    url: 'https://shop.test/booking-payment?bookingId=b-1&token=x',
    opensUntil: '2026-12-21T08:00:00.000Z',
    payBefore: '2026-11-23T08:00:00.000Z',
  }

  it("shows its expiry in the agency's time zone and a complete message to share", () => {
    const html = draw(<PaymentLinkBox booking={booking} link={link} />)
    expect(html).toContain('value="https://shop.test/booking-payment?bookingId=b-1&amp;token=x"')
    expect(html).toContain('Pay before 2026-11-23 12:00 PM, or the booking expires.')
    expect(html).toContain('The link expires on 2026-12-21 12:00 PM.')
    const chat = new URL((/href="(https:\/\/wa\.me[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'))
    expect(chat.searchParams.get('text')).toBe(
      `Hello Meera, here is the link to pay for your booking TH1 (Desert Safari, $200.00): ${link.url}`,
    )
    expect(draw(<PaymentLinkBox booking={booking} link={{ ...link, payBefore: null }} />)).toContain(
      'Payable on arrival.',
    )
  })

  it('is offered while a payment is due', () => {
    const can = (facts: object) => awaitsPayment({ ...booking, ...facts })
    expect(can({})).toBe(true)
    expect(can({ payment_status: 'failed', booking_status: 'confirmed' })).toBe(true)
    expect(can({ payment_status: 'completed', prepared_move: {} })).toBe(true)
    for (const facts of [
      { payment_status: 'completed' },
      { payment_status: 'refunded' },
      { booking_status: 'cancelled' },
      { final_amount: money(0, 'USD') },
    ])
      expect(can(facts)).toBe(false)
  })
})

async function chosenOf(key: string, more: object = {}): Promise<Chosen> {
  const kind = kinds.find((each) => each.key === key)
  if (!kind) throw new Error(key)
  const [{ fields }, { shop }, own] = await Promise.all([kind.fields(), kind.shop(), kind.form?.()])
  const item = {
    kind: key,
    details: {},
    party: { adults: { min: 1, max: 9 }, children: { max: 3, free: true }, infants: null, together: 4 },
    schedule: {
      slots: [],
      hours: null,
      dateRequired: true,
      timeRequired: false,
      noticeMinutes: 0,
      timeZone: 'Asia/Dubai',
    },
    documents: [],
    ...more,
  }
  const saleDetails = fields.admin?.saleDetails ?? null
  const saleSpecs = fields.admin?.saleSpecs ?? (() => [])
  const sold = { leadName: undefined, saleDetails, saleSpecs, shop: shop as KindShop, form: own?.form }
  return { item, kind: sold } as unknown as Chosen
}
const form = (more: object = {}) =>
  ({ draft: emptySale, errors: {}, nearest: [], change: () => {}, ...more }) as unknown as SaleForm
const documents = [{ name: 'visa', label: 'Visa', required: true, perTraveller: false }]

describe('the questions of a phone sale', () => {
  it("are the kind's own, each with its server error", async () => {
    const chosen = await chosenOf('ok_to_board', {
      documents,
      party: { fixed: { adults: 1, children: 0, infants: 0 } },
    })
    const errors = { 'details.pnr': 'Too short', 'details.acknowledge_short_notice': 'That is soon' }
    const html = draw(
      <SayProvider value={say}>
        <TripFields form={form({ errors })} chosen={chosen} />
      </SayProvider>,
    )
    for (const text of ['Passenger name', 'Flight number', 'Too short', 'That is soon']) expect(html).toContain(text)
    expect(html).toContain('id="sale-details-pnr"')
    expect(html).toContain('receives a private link to submit traveller details')
    expect(html).not.toContain('Adults')
  })

  it('omit those that staff answer for the customer: a visa is paid first, travellers follow', async () => {
    const html = draw(<TripFields form={form()} chosen={await chosenOf('visa', { documents })} />)
    expect(html).not.toContain('booking_option')
    expect(html).toContain('receives a private link to submit traveller details')
  })

  it("offer the item's times, ages and languages, and no more people than it allows", async () => {
    const item = {
      schedule: {
        ...(await chosenOf('tour')).item.schedule,
        slots: ['09:00', '14:00'],
        hasPickup: true,
        timeRequired: true,
      },
      details: { languages: ['English', 'Hindi'] },
    }
    const draft = { ...emptySale, adults: 4 }
    const html = draw(<TripFields form={form({ draft })} chosen={await chosenOf('tour', item)} />)
    for (const text of ['09:00 AM', '02:00 PM', 'Hindi', 'Pickup location', 'Up to 4 in total', 'Free'])
      expect(html).toContain(text)
    expect(html).not.toContain('Infants')
    expect(html).toMatch(/aria-label="Add one: Adults" aria-disabled="true"/)
  })
})

describe('the price of a phone sale', () => {
  const line = (label: string) => ({ label, quantity: 2, unit: money(5500, 'USD'), total: money(11_000, 'USD') })
  const price = {
    lines: [line('adult'), line('starlight')],
    tax: money(0, 'USD'),
    discount: money(1000, 'USD'),
    final: money(10_000, 'USD'),
  }

  it("is the server's price line by line, even for a kind unknown to the client", () => {
    const html = draw(<SalePrice form={form({ chosen: {}, price })} />)
    for (const text of ['2 adults × $55.00', 'Starlight × 2', '-$10.00', '$100.00']) expect(html).toContain(text)
    expect(html).not.toContain('Tax')
  })

  it('is shown once an item is chosen, or replaced by an error', () => {
    expect(draw(<SalePrice form={form({ chosen: null })} />)).toContain('Select a service to see the price')
    expect(draw(<SalePrice form={form({ chosen: {}, quoteError: new Error('offline') })} />)).toContain(
      'Failed to calculate the price',
    )
  })
})

describe('the question about the price', () => {
  const now = money(26_000, 'USD')

  it('speaks of a new price only when another was shown', () => {
    expect(priceQuestion({ before: money(20_000, 'USD'), now })).toMatch(/^The price is now \$260\.00\./)
    expect(priceQuestion({ before: null, now })).toMatch(/^The price is \$260\.00\./)
  })
})
