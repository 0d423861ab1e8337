import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { metaConversions } from '../adapters/conversions/meta/index.server.ts'
import { forgetVisits } from '../modules/conversion/index.server.ts'
import { saveSettings } from '../modules/settings/index.server.ts'
import { anonymous } from '../platform/core.server.ts'
import { emitEvent } from '../platform/jobs/events.server.ts'

const accessToken = 'a-secret-access-token'
type SentEvent = { path: string; body: { data: Record<string, unknown>[]; access_token: string }; text: string }
const sent: SentEvent[] = []
/** Responses of the advertising network, in order; 200 when none is left. */
const answers: number[] = []
const network = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => {
    text += part
  })
  request.on('end', () => {
    sent.push({ path: request.url ?? '', body: JSON.parse(text) as SentEvent['body'], text })
    response.writeHead(answers.shift() ?? 200).end('{}')
  })
})
await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
afterAll(() => network.close())
const apiUrl = `http://127.0.0.1:${(network.address() as AddressInfo).port}`

const shop = await testApp({ conversions: metaConversions({ accessToken, apiUrl }) })
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const admin = await shop.signIn('admin')
const agency = anonymous('127.0.0.1')
await saveSettings(core, agency, { facebook_pixel_id: '123456789012' })
await shop.runJobs()

const agreed = {
  cookie: 'safar_consent=yes; _fbp=fb.1.1596403881668.1098115397',
  'user-agent': 'Mozilla/5.0 (a phone)',
}
let travellers = 0
async function book(headers: Record<string, string>, more: object = {}) {
  core.clock.advance(11)
  const answer = await call(
    'POST /api/bookings',
    {
      service_type: 'tour',
      service_id: 'desert-safari',
      travel_date: '2026-12-20',
      travel_time: '14:00',
      adults_count: 2,
      customer_name: 'Asha Rao',
      customer_email: `Guest${++travellers}@example.com`,
      customer_phone: '+91 98765 43210',
      ...more,
    },
    headers,
  )
  expect(answer.status, answer.text).toBeLessThan(300)
  const { booking, token } = answer.json() as {
    booking: { id: string; booking_reference: string; final_amount: { minor: number; currency: string } }
    token: string
  }
  return { bookingId: booking.id, token, reference: booking.booking_reference, final: booking.final_amount }
}
async function pay({ bookingId, token }: { bookingId: string; token: string }) {
  const started = await call('POST /api/payments', { bookingId, token, paymentMethod: 'cash_on_arrival' })
  expect(started.status, started.text).toBeLessThan(300)
  const paid = await call(`POST /api/admin/bookings/${bookingId}/arrival-payment`, { reason: 'Cash' }, admin.headers)
  expect(paid.status, paid.text).toBeLessThan(300)
}
/** Runs all due jobs and returns the events sent since the last call. */
let read = 0
async function newlyTold(): Promise<SentEvent[]> {
  await shop.runJobs()
  const fresh = sent.slice(read)
  read = sent.length
  return fresh
}
const events = (all: readonly SentEvent[]) => all.flatMap(({ body }) => body.data)
const visits = () => core.db.selectFrom('conversion_visits').select('booking_id').execute()

describe('advertising events of a booking', () => {
  it('are a checkout and, after payment, one purchase with the booking’s amount and currency [C326, C327, C328]', async () => {
    const booked = await book(agreed)
    const [checkout, ...others] = await newlyTold()
    expect(others).toEqual([])
    const value = { value: booked.final.minor / 100, currency: booked.final.currency }
    expect(checkout?.path).toBe('/v24.0/123456789012/events')
    expect(events(checkout ? [checkout] : [])).toMatchObject([
      { event_name: 'InitiateCheckout', event_id: booked.reference, custom_data: value },
    ])
    await pay(booked)
    expect(events(await newlyTold())).toMatchObject([
      {
        event_name: 'Purchase',
        event_id: booked.reference,
        action_source: 'website',
        event_source_url: 'http://shop.test/booking-confirmation',
        custom_data: { ...value, order_id: booked.reference },
      },
    ])
    expect(await visits()).toEqual([])
    // Opens the page again and delivers the event again.
    await call(`GET /api/bookings/${booked.bookingId}?token=${encodeURIComponent(booked.token)}`)
    const { bookingId } = booked
    await core.db
      .transaction()
      .execute((trx) => emitEvent(trx, 'payment.completed', { bookingId, attemptId: bookingId }, core.clock()))
    expect(await newlyTold()).toEqual([])
  })

  it("contain hashes of the customer's email and phone only, and the token in the body only [C328]", async () => {
    await book(agreed)
    const [checkout] = await newlyTold()
    expect(checkout?.text).not.toMatch(/example\.com|98765|Asha/)
    expect(checkout?.path).not.toContain(accessToken)
    expect(checkout?.body).toMatchObject({
      access_token: accessToken,
      data: [
        {
          user_data: {
            em: [expect.stringMatching(/^[0-9a-f]{64}$/)],
            // SHA-256 of 919876543210.
            ph: ['92b5072176e723878b5e06ff3ca61898e4eb74e8c46642a0f2db800b17364ab0'],
            fbp: 'fb.1.1596403881668.1098115397',
            client_user_agent: 'Mozilla/5.0 (a phone)',
            client_ip_address: '127.0.0.1',
          },
        },
      ],
    })
  })

  it('are not sent without consent, for sales by staff, or for unpaid bookings [C323, C327, A290]', async () => {
    for (const cookie of ['', 'safar_consent=no', '_fbp=fb.1.1596403881668.1098115397']) {
      await pay(await book({ cookie }))
    }
    await pay(await book({ cookie: `${agreed.cookie}; ${admin.headers.cookie}` }))
    expect(await newlyTold()).toEqual([])
    const before = await visits()
    const unpaid = await book(agreed)
    expect(events(await newlyTold()).map(({ event_name }) => event_name)).toEqual(['InitiateCheckout'])
    expect(await visits()).toEqual([...before, { booking_id: unpaid.bookingId }])
    core.clock.advance(7 * 24 * 60 + 1)
    await forgetVisits(core)
    expect(await visits()).toEqual([])
    await newlyTold()
  })

  it('are not sent for sales by staff, whatever their browser consented to', async () => {
    const sale = {
      service_type: 'tour',
      service_id: 'desert-safari',
      travel_date: '2026-12-20',
      travel_time: '14:00',
      adults_count: 1,
      customer_name: 'Asha Rao',
      customer_email: 'caller@example.com',
      customer_phone: '+91 98765 43210',
    }
    const headers = { ...agreed, cookie: `${agreed.cookie}; ${admin.headers.cookie}` }
    const sold = await call('POST /api/admin/bookings', sale, headers)
    expect(sold.status, sold.text).toBe(200)
    const { booking, link } = sold.json() as { booking: { id: string }; link: { url: string } }
    await pay({ bookingId: booking.id, token: new URL(link.url).searchParams.get('token') ?? '' })
    expect(await newlyTold()).toEqual([])
    expect(await visits()).toEqual([])
  })

  it('are retried while the network does not answer, and dropped when it refuses', async () => {
    answers.push(503)
    const booked = await book(agreed)
    await expect(newlyTold()).rejects.toThrow('Meta: answered 503')
    expect((await call(`GET /api/bookings/${booked.bookingId}?token=${encodeURIComponent(booked.token)}`)).status).toBe(
      200,
    )
    const waiting = core.db.selectFrom('event_reactions').select('subscriber').where('done_at', 'is', null)
    expect(await waiting.execute()).toEqual([{ subscriber: 'tell-network' }])
    answers.push(400)
    await pay(booked)
    await newlyTold()
    expect(await visits()).toEqual([])
    expect(await newlyTold()).toEqual([])
  })

  it('end with the pixel id [C324, A290]', async () => {
    await saveSettings(core, agency, { facebook_pixel_id: '' })
    await pay(await book(agreed))
    expect(await newlyTold()).toEqual([])
    expect(await visits()).toEqual([])
  })
})
