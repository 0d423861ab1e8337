import { expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { addService } from '../modules/booking/testing/fixtures.ts'

const shop = await testApp()
const { core, call } = shop
const visa = await addService(core, 'visa')

it('a visa that was paid before its papers were sent gets a link for each traveller by mail [C099, C097]', async () => {
  const request = {
    service_type: 'visa',
    service_id: visa.id,
    adults_count: 1,
    children_count: 1,
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_phone: '+919876543210',
    details: { booking_option: 'pay_now' },
  }
  const headers = { 'idempotency-key': 'one-application-of-asha' }
  const booked = await call('POST /api/bookings', request, headers)
  const again = await call('POST /api/bookings', request, headers)
  const { booking, token } = booked.json() as {
    booking: { id: string; booking_reference: string; booking_status: string }
    token: string
  }
  expect(booking.booking_status).toBe('pending')
  expect(again.json()).toMatchObject({ booking: { id: booking.id } })

  const subject = `Documents for booking ${booking.booking_reference}: ${visa.title}`
  const asked = () => shop.outbox.filter((mail) => mail.subject === subject)
  await shop.runJobs()
  expect(asked()).toEqual([])

  const started = await call('POST /api/payments', { bookingId: booking.id, token, paymentMethod: 'sandbox_card' })
  const { pathname } = new URL(String(started.json().checkoutUrl))
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
  await call(`POST ${pathname}`, 'action=pay&report_first=on', form)
  await shop.runJobs()
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.to).toBe('asha@example.com')
  const links = [...(asked()[0]?.text ?? '').matchAll(/Traveller (\d): http:\/\/shop\.test(\S+)/g)]
  expect(links.map(([, number]) => number)).toEqual(['1', '2'])
  const { searchParams } = new URL(links[1]?.[2] ?? '', 'http://shop.test')
  expect(searchParams.get('traveller')).toBe('2')
  const query = new URLSearchParams({ token: searchParams.get('token') ?? '' })
  const paperwork = await call(`GET /api/bookings/${searchParams.get('bookingId')}/paperwork?${query}`)
  expect(paperwork.json()).toMatchObject({ case_stage: 'waiting_for_documents', travelers: [] })
})
