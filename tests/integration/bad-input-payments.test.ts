import { describe, expect, it, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { createKeyring, issueToken } from '../../src/platform/crypto/keyring.server.ts'
import { testApp } from '../support/app.ts'
import { safariForTwo } from '../support/requests.ts'
import { anyAddress, databaseState, expectRefused, type Refused, type Sent } from './database-state.ts'

const shop = await testApp({ trustProxy: 1 })
const { core } = shop
await seedWorld(shop.shop.deps, 'test')
const stranger = await shop.signIn('customer')

const unknownId = '018f0000-0000-7000-8000-000000000000'
type Held = { bookingId: string; token: string; reference: string }
async function book(customer_email: string): Promise<Held> {
  const body = {
    ...safariForTwo,
    customer_email,
  }
  const answer = await shop.call('POST /api/bookings', body, anyAddress())
  expect(answer.status, answer.text).toBe(200)
  const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
  return { bookingId: booking.id, token, reference: booking.booking_reference }
}
const mine = await book('asha@example.com')
const others = await book('other@example.com')

const refused = (route: string, sent: Sent, wanted: Refused) => expectRefused(shop, route, sent, wanted)
const notFound = { status: 404, code: 'booking/not-found' }
const invalid = (path: string, message?: string): Refused => ({
  status: 422,
  code: 'request/invalid',
  errors: [{ path, ...(message !== undefined && { message }) }],
})
const inAMonth = new Date('2026-12-20T00:00:00Z')
const good = { bookingId: mine.bookingId, token: mine.token, paymentMethod: 'bank_transfer' }
const pay = (more: object, wanted: Refused, headers = {}) =>
  refused('POST /api/payments', { body: { ...good, ...more }, headers }, wanted)

/**
 * Tokens that must not open `mine`: invented, truncated, altered, expired, or made for another booking, purpose or key.
 */
const badTokens: readonly (readonly [what: string, token: string | undefined])[] = [
  ['none', undefined],
  ['an empty one', ''],
  ['words', 'let-me-in'],
  ['only dots', '..'],
  ['one that is cut', mine.token.slice(0, -1)],
  ['one that is longer', `${mine.token}.x`],
  ['one with another signature', mine.token.replace(/[^.]+$/, (signature) => [...signature].reverse().join(''))],
  ['one whose time was moved', mine.token.replace(/\.[^.]+\./, '.zzzzzz.')],
  ['one for another booking', others.token],
  ['its own, made to name this booking', others.token.replace(others.bookingId, mine.bookingId)],
  ['one that has expired', issueToken(core.keys, 'booking', mine.bookingId, new Date('2026-11-21T07:59:00Z'))],
  ['one for another purpose', issueToken(core.keys, 'unsubscribe', mine.bookingId, inAMonth)],
  ['one of another shop', issueToken(createKeyring('x'.repeat(32)), 'booking', mine.bookingId, inAMonth)],
  ['the reference', mine.reference],
  ['a null byte', `${mine.token}\u0000`],
]

test('control: a booking can be read, checked and paid with its token', async () => {
  const query = `token=${encodeURIComponent(mine.token)}`
  expect((await shop.call(`GET /api/bookings/${mine.bookingId}?${query}`)).status).toBe(200)
  expect((await shop.call(`GET /api/bookings/${mine.bookingId}/payment?${query}`)).status).toBe(200)
  const checked = await shop.call(`POST /api/bookings/${mine.bookingId}/payment-checks`, { token: mine.token })
  expect(checked.status).toBe(200)
  const before = await databaseState(shop)
  const paid = await shop.call('POST /api/payments', { ...good, amount: 1, customerName: { a: 1 } }, anyAddress())
  expect(paid.json()).toMatchObject({ success: true })
  expect((await databaseState(shop))['public.payment_attempts']).not.toBe(before['public.payment_attempts'])
  const attempts = await core.db.selectFrom('payment_attempts').select('amount_minor').execute()
  expect(attempts).toEqual([{ amount_minor: 20_000 }])
})

describe.each(badTokens)('%s', (_what, token) => {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`
  const headers = stranger.headers
  it('opens no booking for anybody, and gets the same response as an unknown booking [C227, C318, A309]', async () => {
    for (const sent of [{}, { headers }]) {
      for (const path of ['', '/payment']) {
        await refused(`GET /api/bookings/${mine.bookingId}${path}${query}`, sent, notFound)
      }
    }
    const answer = await shop.call(`GET /api/bookings/${mine.bookingId}${query}`)
    const unknown = await shop.call(`GET /api/bookings/${unknownId}${query}`)
    expect(withoutRequest(answer.json())).toEqual(withoutRequest(unknown.json()))
  })
  it('cannot pay, check a payment or upload a proof [C222, C318]', async () => {
    const body = { token }
    await refused(`POST /api/bookings/${mine.bookingId}/payment-checks`, { body }, notFound)
    await pay({ token }, notFound)
    await pay({ token }, notFound, headers)
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    const proof =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 startxref %%EOF\r\n--x--\r\n'
    await refused(
      `POST /api/bookings/${mine.bookingId}/payment-proofs${query}`,
      { body: proof, headers: multipart },
      notFound,
    )
  })
})
const withoutRequest = (problem: Record<string, unknown>) => ({ ...problem, requestId: null })

describe('POST /api/payments refuses', () => {
  it('an invalid booking id, and an unknown one', async () => {
    for (const bookingId of [
      1,
      null,
      '',
      'x',
      `${mine.bookingId}x`,
      [mine.bookingId],
      { $ne: '' },
      `${mine.bookingId}\u0000`,
    ]) {
      await pay({ bookingId }, invalid('bookingId'))
    }
    await pay({ bookingId: unknownId }, notFound)
  })
  it('tokens that are not strings, or too long', async () => {
    for (const token of [1, null, {}, [mine.token], 'x'.repeat(301)]) await pay({ token }, invalid('token'))
  })
  it.each([
    'razorpay',
    'stripe',
    'paypal',
    'ccavenue',
    'free',
    '__proto__',
    'constructor',
    'toString',
    '',
    "' or 1=1 --",
  ])('the method %s, which is not offered [A150]', async (paymentMethod) => {
    await pay({ paymentMethod }, { status: 409, code: 'payment/method-unavailable' })
  })
  it('a payment method of the wrong type', async () => {
    for (const paymentMethod of [1, null, ['bank_transfer'], {}]) await pay({ paymentMethod }, invalid('paymentMethod'))
    await pay({ paymentMethod: 'bank\u0000transfer' }, invalid('paymentMethod', 'Remove the control characters'))
    await pay({ paymentMethod: 'x'.repeat(41) }, invalid('paymentMethod'))
  })
  it.each(['payment_status', 'booking_status', 'payment_reference', 'status', 'currency', 'is_admin', 'mode'])(
    'a claim about %s [C210]',
    async (field) => {
      await pay({ [field]: 'completed' }, invalid(field, 'There is no such field'))
    },
  )
  it('a cancelled booking', async () => {
    const gone = await book('gone@example.com')
    const admin = await shop.signIn('admin')
    const cancelled = await shop.call(`POST /api/admin/bookings/${gone.bookingId}/cancellation`, {}, admin.headers)
    expect(cancelled.status).toBe(200)
    const body = { bookingId: gone.bookingId, token: gone.token, paymentMethod: 'bank_transfer' }
    await refused('POST /api/payments', { body }, { status: 409, code: 'payment/not-payable' })
  })
  it('a different request with a used Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'payments-key-1', ...anyAddress() }
    expect((await shop.call('POST /api/payments', good, headers)).status).toBe(200)
    await pay({ paymentMethod: 'cash_on_arrival' }, { status: 422, code: 'idempotency/other-request' }, headers)
  })
  it('a cross-site request', async () => {
    await pay({}, { status: 403, code: 'request/cross-site' }, { origin: 'https://evil.test' })
  })
  it('malformed and oversized bodies, and other content types', async () => {
    const json = { 'content-type': 'application/json' }
    const send = (body: string, headers: Record<string, string>, status: number, code: string) =>
      refused('POST /api/payments', { body, headers }, { status, code })
    await send('{"bookingId":', json, 400, 'request/malformed')
    await send(`{"__proto__":{},"bookingId":"${mine.bookingId}"}`, json, 400, 'request/malformed')
    await send(`{"amount":"${'x'.repeat(10 * 1024 * 1024)}"}`, json, 413, 'request/too-large')
    await send('bookingId=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'request/media-type')
  })
})

describe('states claimed by a browser', () => {
  it.each(['PATCH', 'PUT', 'DELETE', 'POST'])('%s on a booking does not exist [C210]', async (method) => {
    const sent = { body: { payment_status: 'completed', booking_status: 'confirmed' } }
    await refused(`${method} /api/bookings/${mine.bookingId}?token=${encodeURIComponent(mine.token)}`, sent, {
      status: 404,
      code: 'request/not-found',
    })
  })
  it.each(['stripe', 'razorpay', 'paypal', 'nobody', '__proto__', '%00', '..%2f'])(
    'an unsigned webhook from %s changes nothing [C208, C210]',
    async (provider) => {
      const route = `POST /api/webhooks/${provider}`
      const before = await databaseState(shop)
      const answer = await shop.call(route, { type: 'payment.captured', id: mine.bookingId }, anyAddress())
      expect([400, 404], answer.text).toContain(answer.status)
      expect(await databaseState(shop)).toEqual(before)
    },
  )
  it('an unsigned sandbox card webhook changes nothing, and staff see it [C210]', async () => {
    await refused(
      'POST /api/webhooks/sandbox_card',
      { body: { event: 'paid' } },
      { status: 400, code: 'payment/bad-signature' },
    )
    const { headers } = await shop.signIn('support')
    const { providers } = (await shop.call('GET /api/admin/refused-payment-reports', undefined, headers)).json() as {
      providers: { provider: string; reports: object[] }[]
    }
    expect(providers.find(({ provider }) => provider === 'sandbox_card')?.reports).toMatchObject([
      { outcome: 'rejected', excerpt: '{"event":"paid"}' },
    ])
  })
  it.each([unknownId, 'x', '%00', '__proto__', "'--"])('a return from unknown attempt %s is 404', async (attempt) => {
    await refused(
      `GET /api/payments/${attempt}/return?status=success`,
      {},
      { status: 404, code: 'payment/unknown-attempt' },
    )
  })
})

describe('POST /api/tracking-lookups refuses', () => {
  const track = (body: unknown, wanted: Refused, headers = {}) =>
    refused('POST /api/tracking-lookups', { body, headers }, wanted)
  it('an empty or blank reference [C234]', async () => {
    for (const body of [{}, { reference: '' }, { reference: ' \t ' }]) {
      await track(body, { status: 422, code: 'booking/reference-missing' })
    }
  })
  it('unknown references [C238]', async () => {
    for (const reference of ['TH0000000000', mine.bookingId, '%', '_', 'TH%', "' or '1'='1", '__proto__', '🙂']) {
      await track({ reference }, notFound)
    }
  })
  it('references of the wrong type or size, or with invalid characters', async () => {
    for (const reference of [1, null, ['TH'], {}]) await track({ reference }, invalid('reference'))
    await track({ reference: 'T'.repeat(61) }, invalid('reference'))
    await track({ reference: `${mine.reference}\u0000` }, invalid('reference', 'Remove the control characters'))
    await track({ reference: `${mine.reference}\r\nx` }, invalid('reference', 'Use one line'))
  })
  it('an email address that is not the booking’s [C239]', async () => {
    for (const email of ['other@example.com', 'asha', '%', 'asha@example.com.evil.test']) {
      await track({ reference: mine.reference, email }, { status: 422, code: 'booking/email-mismatch' })
    }
  })
  it('an email address of the wrong type or with control characters', async () => {
    for (const email of [1, null, [], {}, 'x'.repeat(255)]) {
      await track({ reference: mine.reference, email }, invalid('email'))
    }
    await track(
      { reference: mine.reference, email: 'a\u0000@x.com' },
      invalid('email', 'Remove the control characters'),
    )
  })
  it('unknown fields', async () => {
    for (const field of ['token', 'bookingId', 'admin']) {
      await track({ reference: mine.reference, [field]: 'x' }, invalid(field, 'There is no such field'))
    }
  })
})
