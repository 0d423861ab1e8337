import { expect, test } from 'vitest'
import { bookingId, paymentOf, tourOf } from '../testing/fake-api.ts'
import { open, textOf, withToken } from '../testing/open-page.ts'

const stay = tourOf({
  kind: 'package',
  slug: 'short-break',
  title: 'Dubai Short Break',
  schedule: { ...tourOf().schedule, slots: [], timeRequired: false, hasPickup: false },
})

test('[C161] the generic form asks when, who, how many and what else, and a tour for time and pickup too', async () => {
  const common = ['Travel date', 'Adults', 'Children', 'Infants', 'Customer name', 'Email address', 'Phone']
  const ofTours = ['Time 09:00 AM', 'Pickup location']
  const services = [tourOf(), stay]
  const tour = textOf((await open(`/booking?type=tour&id=${tourOf().slug}`, { services })).html)
  for (const words of [...common, 'Special requests', ...ofTours]) expect(tour).toContain(words)
  const other = textOf((await open(`/booking?type=package&id=${stay.slug}`, { services })).html)
  for (const words of [...common, 'Special requests']) expect(other).toContain(words)
  for (const words of ofTours) expect(other).not.toContain(words)
})

test("a payment that failed says 'Payment Failed' with the provider's message (C184)", async () => {
  const attempt = {
    id: bookingId,
    provider: 'sandbox_card',
    state: 'failed' as const,
    failureMessage: 'Your card was declined',
    bankDetails: null,
    instructions: '',
  }
  const payments = [paymentOf({ attempt })]
  const text = textOf((await open(`/booking-payment?${withToken}`, { payments })).html)
  expect(text).toContain('Payment Failed Your card was declined')
})

test('[C160] a ticket, a tour and a package have their form, the general type an enquiry', async () => {
  const ticket = tourOf({ kind: 'ticket', slug: 'frame', title: 'Dubai Frame' })
  const read = async (query: string) => {
    const page = await open(`/booking?${query}`, { services: [tourOf(), stay, ticket] })
    expect(page.status).toBe(200)
    return textOf(page.html)
  }
  for (const query of [`type=ticket&id=frame`, `type=tour&id=${tourOf().slug}`, 'type=package&id=short-break']) {
    const text = await read(query)
    for (const words of ['Travel date', 'Customer name', 'Book Now']) expect(text).toContain(words)
    expect(text).not.toContain('Subject')
  }
  const enquiry = await read('type=general')
  for (const words of ['Subject', 'Message']) expect(enquiry).toContain(words)
  expect(enquiry).not.toContain('Book Now')
})
