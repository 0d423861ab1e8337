import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { PaymentLink } from '../../modules/payment/contract.ts'
import { kinds } from '../../services/index.ts'
import type { KindShop } from '../../services/kind.ts'
import type { Booking } from '../bookings/panel.tsx'
import { awaitsPayment, PaymentLinkBox } from '../bookings/payment-link.tsx'
import { emptySale } from './sale.ts'
import { SalePrice } from './sale-price.tsx'
import { TripFields } from './trip-fields.tsx'
import type { Chosen, SaleForm } from './use-sale.ts'

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
} as unknown as Booking

describe('the payment link', () => {
  const link: PaymentLink = {
    url: 'https://shop.test/booking-payment?bookingId=b-1&token=x',
    opensUntil: '2026-12-21T08:00:00.000Z',
    payBefore: '2026-11-23T08:00:00.000Z',
  }

  it('stands there with its ends, in the time of the agency, and a message with everything in it', () => {
    const html = draw(<PaymentLinkBox booking={booking} link={link} />)
    expect(html).toContain('value="https://shop.test/booking-payment?bookingId=b-1&amp;token=x"')
    expect(html).toContain('To be paid before 2026-11-23 12:00 PM, else the booking expires.')
    expect(html).toContain('The link works until 2026-12-21 12:00 PM.')
    const chat = new URL((/href="(https:\/\/wa\.me[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'))
    expect(chat.searchParams.get('text')).toBe(
      `Hello Meera, here is the link to pay for your booking TH1 (Desert Safari, $200.00): ${link.url}`,
    )
    expect(draw(<PaymentLinkBox booking={booking} link={{ ...link, payBefore: null }} />)).toContain(
      'The booking waits until arrival.',
    )
  })

  it('is offered where something is to be paid still', () => {
    const can = (facts: object) => awaitsPayment({ ...booking, ...facts })
    expect(can({})).toBe(true)
    expect(can({ payment_status: 'failed', booking_status: 'confirmed' })).toBe(true)
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
  const [{ fields }, { shop }] = await Promise.all([kind.fields(), kind.shop()])
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
  return { item, kind: { leadName: undefined, saleDetails, shop: shop as KindShop } } as unknown as Chosen
}
const form = (more: object = {}) => ({ draft: emptySale, errors: {}, change: () => {}, ...more }) as unknown as SaleForm
const documents = [{ name: 'visa', label: 'Visa', required: true, perTraveller: false }]

describe('the questions of a sale', () => {
  it("are the kind's own, with what the server says of each", async () => {
    const chosen = await chosenOf('ok_to_board', {
      documents,
      party: { fixed: { adults: 1, children: 0, infants: 0 } },
    })
    const errors = { 'details.pnr': 'Too short', 'details.acknowledgeShortNotice': 'That is soon' }
    const html = draw(<TripFields form={form({ errors })} chosen={chosen} />)
    for (const text of ['Passenger name', 'Flight number', 'Too short', 'That is soon']) expect(html).toContain(text)
    expect(html).toContain('id="sale-details-pnr"')
    expect(html).toContain('the customer gets a private link to hand them in')
    expect(html).not.toContain('Adults')
  })

  it('leave out what staff answer for the customer: a visa is paid first, its travellers follow', async () => {
    const html = draw(<TripFields form={form()} chosen={await chosenOf('visa', { documents })} />)
    expect(html).not.toContain('booking_option')
    expect(html).toContain('the customer gets a private link to hand them in')
  })

  it('offer the times, ages and languages of the item, and no more people than it takes', async () => {
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
    for (const text of ['09:00 AM', '02:00 PM', 'Hindi', 'Pickup location', 'Together at most 4', 'Free'])
      expect(html).toContain(text)
    expect(html).not.toContain('Infants')
    expect(html).toMatch(/aria-label="One more: Adults" aria-disabled="true"/)
  })
})

describe('the price of a sale', () => {
  const line = (label: string) => ({ label, quantity: 2, unit: money(5500, 'USD'), total: money(11_000, 'USD') })
  const price = {
    lines: [line('adult'), line('starlight')],
    tax: money(0, 'USD'),
    discount: money(1000, 'USD'),
    final: money(10_000, 'USD'),
  }

  it('is the one of the server, line by line, also of a kind that is not known here', () => {
    const html = draw(<SalePrice form={form({ chosen: {}, quote: { data: { price } } })} />)
    for (const text of ['2 adults × $55.00', 'Starlight × 2', '-$10.00', '$100.00']) expect(html).toContain(text)
    expect(html).not.toContain('Tax')
  })

  it('waits for an item, and says when it could not be worked out', () => {
    expect(draw(<SalePrice form={form({ chosen: null, quote: {} })} />)).toContain('The price appears when')
    expect(draw(<SalePrice form={form({ chosen: {}, quote: { isError: true } })} />)).toContain(
      'Failed to work out the price',
    )
  })
})
