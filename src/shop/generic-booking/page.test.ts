import { expect, test } from 'vitest'
import { bookingId, paymentOf, tourOf } from '../testing/fake-api.ts'
import { bodyOf, open, textOf, withToken } from '../testing/open-page.ts'

const stay = tourOf({
  kind: 'package',
  slug: 'short-break',
  title: 'Dubai Short Break',
  schedule: { ...tourOf().schedule, slots: [], timeRequired: false, hasPickup: false },
})

test('[C056] a form with a pickup advises to arrive 15 minutes before', async () => {
  const advice = 'Arrive 15 minutes before pickup.'
  const services = [tourOf(), stay]
  const read = async (query: string) => textOf((await open(`/booking?${query}`, { services })).html)
  expect(await read(`type=tour&id=${tourOf().id}`)).toContain(advice)
  expect(await read('type=package&id=short-break')).not.toContain(advice)
})

test('[C161] the generic form asks for date, contact, party and requests, and for a tour also for time and pickup', async () => {
  const common = ['Travel date', 'Adults', 'Children', 'Infants', 'Customer name', 'Email address', 'Phone']
  const ofTours = ['Time 09:00 AM', 'Pickup location']
  const services = [tourOf(), stay]
  const tour = textOf((await open(`/booking?type=tour&id=${tourOf().slug}`, { services })).html)
  for (const words of [...common, 'Special requests', ...ofTours]) expect(tour).toContain(words)
  const other = textOf((await open(`/booking?type=package&id=${stay.slug}`, { services })).html)
  for (const words of [...common, 'Special requests']) expect(other).toContain(words)
  for (const words of ofTours) expect(other).not.toContain(words)
})

test('[C007, C165] only tours ask for a pickup location on the booking page, and it is optional', async () => {
  const visa = tourOf({ kind: 'visa', slug: 'oman', details: { country: 'Oman', visa_type: 'Visa', price: 4000 } })
  const ticket = tourOf({ kind: 'ticket', slug: 'frame', schedule: stay.schedule })
  const services = [tourOf(), stay, visa, ticket]
  const read = async (query: string) => {
    const page = await open(`/booking?${query}`, { services })
    expect([query, page.status]).toEqual([query, 200])
    return textOf(page.html)
  }
  expect(await read(`type=tour&id=${tourOf().id}`)).toContain('Pickup location (optional)')
  for (const query of ['type=package&id=short-break', 'type=ticket&id=frame', 'type=visa&id=oman', 'type=general'])
    expect(await read(query), query).not.toContain('Pickup location')
  for (const query of [`type=tour&id=${tourOf().id}`, 'type=package&id=short-break', 'type=ticket&id=frame'])
    expect(await read(query), query).toContain('Special requests (optional)')
})

test("a payment that failed says 'Payment Failed' with the provider's message (C184)", async () => {
  const attempt = {
    id: bookingId,
    provider: 'sandbox_card',
    state: 'failed' as const,
    failureMessage: 'Your card was declined',
    bankDetails: null,
    instructions: '',
    isUncharged: true,
    isWithdrawn: false,
  }
  const payments = [paymentOf({ attempt })]
  const text = textOf((await open(`/booking-payment?${withToken}`, { payments })).html)
  expect(text).toContain('Payment Failed Your card was declined')
})

test('[C063] a ticket has its own form: date, time, lead guest, mobile number and party', async () => {
  const ticket = tourOf({
    ...{ kind: 'ticket', slug: 'frame', title: 'Dubai Frame' },
    schedule: { ...tourOf().schedule, hasPickup: false },
  })
  const { html } = await open('/booking?type=ticket&id=frame', { services: [ticket] })
  const side = textOf(/<aside[\s\S]*?<\/aside>/.exec(bodyOf(html))?.[0] ?? '')
  const places = ['Date', 'Time', 'Adults', 'Children', 'Infants', 'Lead guest name', 'Email', 'Mobile number'].map(
    (label) => side.search(new RegExp(`(^| )${label}( |$)`)),
  )
  expect(places).not.toContain(-1)
  expect([...places].sort((a, b) => a - b)).toEqual(places)
  for (const words of ['Travel date', 'Customer name', 'Email address', 'Pickup location'])
    expect(side).not.toContain(words)
})

test('[C160] ticket, tour and package open their form, the general type opens an enquiry', async () => {
  const ticket = tourOf({ kind: 'ticket', slug: 'frame', title: 'Dubai Frame' })
  const read = async (query: string) => {
    const page = await open(`/booking?${query}`, { services: [tourOf(), stay, ticket] })
    expect(page.status).toBe(200)
    return textOf(page.html)
  }
  const own = await read('type=ticket&id=frame')
  for (const words of ['Lead guest name', 'Book Now']) expect(own).toContain(words)
  expect(own).not.toContain('Customer name')
  for (const query of [`type=tour&id=${tourOf().slug}`, 'type=package&id=short-break']) {
    const text = await read(query)
    for (const words of ['Travel date', 'Customer name', 'Book Now']) expect(text).toContain(words)
    expect(text).not.toContain('Subject')
  }
  const enquiry = await read('type=general')
  for (const words of ['Subject', 'Message']) expect(enquiry).toContain(words)
  expect(enquiry).not.toContain('Book Now')
})
