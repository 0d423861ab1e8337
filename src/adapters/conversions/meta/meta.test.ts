import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { Conversion } from '../../../modules/conversion/port.ts'
import { metaConversions } from './index.server.ts'

/** The next answers of the stand-in, and the requests that it received. */
let answer: { status: number; body: string } = { status: 200, body: '{"events_received":1}' }
let sent: Record<string, unknown> = {}
const network = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => {
    text += part
  })
  request.on('end', () => {
    sent = (JSON.parse(text) as { data: [Record<string, unknown>] }).data[0]
    response.writeHead(answer.status).end(answer.body)
  })
})
await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
afterAll(() => network.close())
const apiUrl = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
const sink = metaConversions({ accessToken: 'a-token', apiUrl })

const purchase: Conversion = {
  name: 'Purchase',
  eventId: 'TH1234567890',
  occurredAt: new Date('2026-11-21T10:00:00.900Z'),
  pageUrl: 'https://shop.test/booking-confirmation',
  value: money(129_950, 'INR'),
  itemId: 'item-1',
  email: ' John_Smith@gmail.com ',
  phone: '+1 (650) 555-1212',
  address: '198.51.100.7',
  userAgent: 'Mozilla/5.0',
  browserId: 'fb.1.1596403881668.1098115397',
  clickId: null,
}
async function send(changes: Partial<Conversion> = {}): Promise<Record<string, Record<string, unknown>>> {
  answer = { status: 200, body: '{}' }
  expect(await sink.send('123', { ...purchase, ...changes })).toBe('taken')
  return sent as Record<string, Record<string, unknown>>
}

describe('an event for Meta', () => {
  it('has every field of a website event, in Meta’s format [C327, C328]', async () => {
    expect(await send()).toEqual({
      event_name: 'Purchase',
      event_id: 'TH1234567890',
      event_time: 1_795_255_200,
      event_source_url: 'https://shop.test/booking-confirmation',
      action_source: 'website',
      user_data: {
        // The hashes from Meta's documentation: 'john_smith@gmail.com' and '16505551212'.
        em: ['62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
        ph: ['e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
        client_ip_address: '198.51.100.7',
        client_user_agent: 'Mozilla/5.0',
        fbp: 'fb.1.1596403881668.1098115397',
      },
      custom_data: {
        value: 1299.5,
        currency: 'INR',
        content_type: 'product',
        content_ids: ['item-1'],
        order_id: 'TH1234567890',
      },
    })
  })

  it('has no missing phone number, no order before the payment, and the click if there was one', async () => {
    const checkout = await send({ name: 'InitiateCheckout', phone: null, clickId: 'fb.1.1596403881668.IwAR_x-9' })
    expect(checkout.user_data).not.toHaveProperty('ph')
    expect(checkout.user_data).toMatchObject({ fbc: 'fb.1.1596403881668.IwAR_x-9' })
    expect(checkout.custom_data).not.toHaveProperty('order_id')
  })

  it('writes IPv4 and IPv6 addresses in their own form, and amounts in units of the currency [C328]', async () => {
    expect((await send({ address: '::ffff:198.51.100.7' })).user_data).toMatchObject({
      client_ip_address: '198.51.100.7',
    })
    expect((await send({ address: '2001:db8::1' })).user_data).toMatchObject({ client_ip_address: '2001:db8::1' })
    expect((await send({ value: money(9_000, 'JPY') })).custom_data).toMatchObject({ value: 9_000, currency: 'JPY' })
  })
})

describe('an answer of Meta', () => {
  const outcome = async (status: number, error: object | string) => {
    answer = { status, body: typeof error === 'string' ? error : JSON.stringify({ error }) }
    return sink.send('123', purchase).catch((thrown: Error) => thrown.message)
  }
  it('that refuses the event for good is not retried', async () => {
    expect(await outcome(400, { code: 100, message: 'Invalid parameter', error_subcode: 2804003 })).toBe('refused')
    expect(await outcome(400, { code: 190, type: 'OAuthException' })).toBe('refused')
    expect(await outcome(403, 'no JSON')).toBe('refused')
  })
  it('that is temporary is retried, whatever its status', async () => {
    expect(await outcome(400, { code: 17 })).toBe('Meta: answered 400')
    expect(await outcome(403, { code: 4 })).toBe('Meta: answered 403')
    expect(await outcome(400, { code: 100, is_transient: true })).toBe('Meta: answered 400')
    expect(await outcome(500, { code: 190 })).toBe('Meta: answered 500')
    expect(await outcome(429, '')).toBe('Meta: answered 429')
  })
})
