import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../adapters/payments/bank-transfer/provider.ts'
import { catalogueLanguage } from '../../kernel/language.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { admin, stranger } from '../booking/testing/fixtures.ts'
import { maxUploadBytes } from '../files/index.ts'
import { registerPaymentRoutes } from './index.server.ts'
import { aPdf, type Held, paymentWorld, visitor, type World } from './testing/world.ts'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = await paymentWorld([bankTransfer])
  app = Fastify()
  // Like the web room: requests have a language, refusals become answers, and the scope accepts multipart bodies.
  app.setErrorHandler((error, _request, reply) =>
    reply
      .code(isRefusal(error) ? 422 : 500)
      .send({ code: isRefusal(error) ? error.code : String(error), ...(isRefusal(error) && { facts: error.facts }) }),
  )
  app.decorateRequest('language', catalogueLanguage)
  const callers = { admin, stranger }
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: 1000 } })
    await registerPaymentRoutes(
      scope,
      world,
      ({ headers }) => callers[headers['x-as'] as keyof typeof callers] ?? visitor,
    )
  })
})
afterAll(() => app.close())

const jpeg = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer()
const png = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
const gif = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
    .gif()
    .toBuffer()

type Sent = {
  file?: Uint8Array
  name?: string
  type?: string
  token?: string
  note?: string
  query?: string
  headers?: Record<string, string>
}
async function send(
  bookingId: string,
  { file, name = 'receipt', type = 'image/png', token, note, query = '', headers = {} }: Sent,
) {
  const form = new FormData()
  if (token) form.set('token', token)
  if (note !== undefined) form.set('note', note)
  if (file) form.set('file', new Blob([Buffer.from(file)], { type }), name)
  const request = new Request('http://x', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/api/bookings/${bookingId}/payment-proofs${query}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
  })
  return { status: answer.statusCode, ...(answer.json() as { code?: string; version?: number; facts?: unknown }) }
}
const proofsOf = async ({ bookingId }: Held) =>
  world.db
    .selectFrom('payment_proofs')
    .innerJoin('files', 'files.id', 'payment_proofs.file_id')
    .select(['version', 'content_type', 'original_name'])
    .where('booking_id', '=', bookingId)
    .orderBy('version')
    .execute()

describe('POST /api/bookings/{id}/payment-proofs', () => {
  it('accepts JPG, PNG and PDF by content, whatever the file name [C217, C221]', async () => {
    const { bookingId, token } = await world.aBooking()
    expect(await send(bookingId, { file: await jpeg(), name: 'a.exe', type: 'text/html', token })).toMatchObject({
      status: 201,
      version: 1,
    })
    expect((await send(bookingId, { file: await png(), token })).status).toBe(201)
    expect((await send(bookingId, { file: aPdf(), query: `?token=${token}` })).status).toBe(201)
    const proofs = await proofsOf({ bookingId, token })
    expect(proofs.map((proof) => proof.content_type)).toEqual(['image/jpeg', 'image/png', 'application/pdf'])
  })

  it('refuses other types with the sentence for proofs [C217]', async () => {
    const { bookingId, token } = await world.aBooking()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const answer = await send(bookingId, { file: svg, name: 'receipt.png', token })
    expect(answer).toMatchObject({ status: 422, code: 'file/type', facts: { purpose: 'payment_proof' } })
    expect((await world.booking(bookingId)).payment_gateway).toBeNull()
  })

  it('accepts a GIF from the generic booking flow only [C218]', async () => {
    const { bookingId, token } = await world.aBooking()
    expect((await send(bookingId, { file: await gif(), token })).code).toBe('file/type')
    expect((await send(bookingId, { file: await gif(), token, query: '?flow=booking' })).status).toBe(201)
    for (const service_type of ['visa', 'ticket', 'ok_to_board']) {
      const held = await world.aBooking()
      await world.db.updateTable('bookings').set({ service_type }).where('id', '=', held.bookingId).execute()
      const sent = { file: await gif(), token: held.token, query: '?flow=booking' }
      expect([service_type, (await send(held.bookingId, sent)).code]).toEqual([service_type, 'file/type'])
    }
  })

  it('stores the customer note apart from the admin notes [C183]', async () => {
    const { bookingId, token } = await world.aBooking()
    const notes = async () => {
      const { customer_note, admin_notes } = await world.booking(bookingId)
      return [customer_note, admin_notes]
    }
    await world.db.updateTable('bookings').set({ admin_notes: 'Call back' }).where('id', '=', bookingId).execute()
    const sent = { file: aPdf(), token }
    expect((await send(bookingId, { ...sent, note: ' From my brother’s account\n' })).status).toBe(201)
    expect(await notes()).toEqual(['From my brother’s account', 'Call back'])
    // A later proof without a note, or by staff, keeps the note.
    expect((await send(bookingId, { ...sent, note: ' ' })).status).toBe(201)
    expect((await send(bookingId, { file: aPdf(), note: 'Seen', headers: { 'x-as': 'admin' } })).status).toBe(201)
    expect(await notes()).toEqual(['From my brother’s account', 'Call back'])
    for (const bad of ['x'.repeat(1001), 'a\u0000b'])
      expect((await send(bookingId, { ...sent, note: bad })).code).toBe('request/invalid')
    expect(await proofsOf({ bookingId, token })).toHaveLength(3)
  })

  it('accepts exactly 5 MB and not one byte more [C219]', async () => {
    const { bookingId, token } = await world.aBooking()
    expect((await send(bookingId, { file: aPdf(maxUploadBytes), token })).status).toBe(201)
    expect((await send(bookingId, { file: aPdf(maxUploadBytes + 1), token })).code).toBe('file/too-large')
  })

  it('without a file returns its own sentence [C220]', async () => {
    const { bookingId, token } = await world.aBooking()
    expect((await send(bookingId, { token })).code).toBe('file/missing')
    const plain = await app.inject({ method: 'POST', url: `/api/bookings/${bookingId}/payment-proofs` })
    expect(plain.json()).toMatchObject({ code: 'file/missing' })
  })

  it('without the token answers like an unknown booking; an administrator needs none [C222]', async () => {
    const { bookingId } = await world.aBooking()
    expect((await send(bookingId, { file: aPdf() })).code).toBe('booking/not-found')
    expect((await send(bookingId, { file: aPdf(), headers: { 'x-as': 'stranger' } })).code).toBe('booking/not-found')
    expect((await send(bookingId, { file: aPdf(), headers: { 'x-as': 'admin' } })).status).toBe(201)
  })
})

describe('POST /api/webhooks/{provider}', () => {
  const post = (payload: Buffer, headers: Record<string, string>, url = '/api/webhooks/made_up') =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

  it('reads the raw bytes and answers when the webhook is stored [C208]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const { rawBody, headers } = world.madeUp.report({ eventId: 'h1', attemptId: attempt.id }, world.clock())
    const answer = await post(rawBody, headers)
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })

  it('refuses a bad signature and an unknown provider', async () => {
    expect((await post(Buffer.from('[]'), {})).json()).toMatchObject({ code: 'payment/bad-signature' })
    expect((await post(Buffer.from('[]'), {}, '/api/webhooks/nobody')).json()).toMatchObject({
      code: 'payment/unknown-provider',
    })
  })

  it('answers 5xx when it could not be stored, so that the provider retries', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const broken = Fastify()
    const db = new Proxy(world.db, {
      get: (target, key) =>
        key === 'transaction'
          ? () => {
              throw new Error('disk full')
            }
          : Reflect.get(target, key),
    })
    await registerPaymentRoutes(broken.register(multipart), { ...world, db }, () => visitor)
    const { rawBody, headers } = world.madeUp.report({ eventId: 'h2', attemptId: attempt.id }, world.clock())
    const answer = await broken.inject({ method: 'POST', url: '/api/webhooks/made_up', payload: rawBody, headers })
    await broken.close()
    expect(answer.statusCode).toBe(500)
    expect((await post(rawBody, headers)).statusCode).toBe(200)
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })
})

describe('POST /booking-payment, from a browser without scripts', () => {
  const choose = (held: Held, method: string) =>
    app.inject({
      method: 'POST',
      url: `/booking-payment?bookingId=${held.bookingId}&token=${encodeURIComponent(held.token)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(method === '' ? {} : { 'payment-method': method }).toString(),
    })
  it('links to the provider, and redirects a transfer to the payment page', async () => {
    const held = await world.aBooking()
    const got = await choose(held, 'made_up')
    const [attempt] = await world.attempts(held.bookingId)
    const url = attempt?.action?.kind === 'redirect' ? attempt.action.url : ''
    expect([got.statusCode, got.headers['content-security-policy']]).toEqual([
      200,
      expect.stringMatching(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'/),
    ])
    expect(got.body).toContain(`<a class="button" href="${url}">Continue to payment</a>`)
    expect(got.body).toContain('$200.00')
    const transfer = await choose(await world.aBooking(), 'bank_transfer')
    expect([transfer.statusCode, transfer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/booking-payment\?/),
    ])
  })
  it('posts the form of a provider that needs one', async () => {
    const form = { key: 'a "b" <c>' }
    for (const action of [
      { type: 'acme_redirect', kind: 'redirect', url: 'https://pay.acme.example/post', form },
      {
        type: 'acme_checkout',
        kind: 'popup',
        data: { options: {}, page: { url: 'https://pay.acme.example/post', form } },
      },
    ] as const) {
      const held = await world.aBooking()
      const { attempt } = await world.started(held)
      const change = { action: JSON.stringify(action) }
      await world.db.updateTable('payment_attempts').set(change).where('id', '=', attempt.id).execute()
      const got = await choose(held, 'made_up')
      expect(got.body).toContain('<form method="post" action="https://pay.acme.example/post">')
      expect(got.body).toContain('name="key" value="a &quot;b&quot; &lt;c&gt;"')
      expect(got.headers['content-security-policy']).toContain('form-action https://pay.acme.example;')
    }
  })
  it('is rate limited by address like other starts', async () => {
    const held = await world.aBooking()
    for (let n = 0; n < 60; n++) await choose(held, 'unheard_of')
    expect((await choose(held, 'made_up')).body).toContain('This payment could not be started.')
    expect(await world.attempts(held.bookingId)).toEqual([])
    await world.db.deleteFrom('rate_limits').execute()
    await choose(held, 'made_up')
    expect(await world.attempts(held.bookingId)).toHaveLength(1)
  })
  it('says when the payment cannot start, and shows a visitor without a link nothing', async () => {
    const held = await world.aBooking()
    for (const method of ['', 'unheard_of']) {
      const got = await choose(held, method)
      expect(got.body).toContain('This payment could not be started. Your booking is saved.')
    }
    const foreign = await choose({ ...held, token: 'guessed' }, 'made_up')
    expect(foreign.headers.location).toMatch(/^\/booking-payment\?/)
    expect(await world.attempts(held.bookingId)).toEqual([])
  })
})

describe('/api/payments/{attempt}/return', () => {
  it('redirects with 303 after GET and after a POST from the provider [C207]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const url = `/api/payments/${attempt.id}/return`
    const got = await app.inject({ method: 'GET', url: `${url}?order=${orderRef}` })
    expect(got.statusCode).toBe(303)
    expect(got.headers.location).toMatch(
      new RegExp(`^/booking-confirmation\\?bookingId=${held.bookingId}&token=[^&]+&status=success$`),
    )
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await app.inject({ method: 'POST', url, payload: 'razorpay_payment_id=x', headers })
    expect(posted.statusCode).toBe(303)
  })

  it('redirects to the payment page after a definite failure [C196]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.move(orderRef, 'failed')
    const got = await app.inject({ method: 'GET', url: `/api/payments/${attempt.id}/return?order=${orderRef}` })
    expect(got.headers.location).toMatch(/^\/booking-payment\?bookingId=/)
  })

  it('redirects to the provider when it wants another means of payment', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    const payerUrl = 'https://pay.made-up.example/again'
    world.madeUp.mood.twist = { payerUrl }
    const url = `/api/payments/${attempt.id}/return`
    try {
      expect((await app.inject({ method: 'GET', url: `${url}?order=${orderRef}` })).headers.location).toBe(payerUrl)
      expect((await app.inject({ method: 'GET', url })).headers.location).toMatch(/^\/booking-confirmation/)
    } finally {
      world.madeUp.mood.twist = {}
    }
  })

  it('redirects to the methods with the message of a failed try, if the provider reports it now', async () => {
    const held = await world.aBooking()
    const { attempt } = await world.started(held)
    const url = `/api/payments/${attempt.id}/return`
    const location = async () => (await app.inject({ method: 'GET', url })).headers.location
    world.madeUp.mood.twist = { failureMessage: 'The bank said no' }
    try {
      expect(await location()).toMatch(/^\/booking-payment\?/)
    } finally {
      world.madeUp.mood.twist = {}
    }
    const [row] = await world.attempts(held.bookingId)
    expect(row).toMatchObject({ state: 'requires_action', failure_message: 'The bank said no' })
    world.madeUp.mood.status = 'silent'
    expect(await location()).toMatch(/^\/booking-confirmation\?/)
    world.madeUp.mood.status = 'ok'
  })

  it('answers 404 for an unknown attempt', async () => {
    const got = await app.inject({ method: 'GET', url: '/api/payments/not-an-id/return' })
    expect(got.json()).toMatchObject({ code: 'payment/unknown-attempt' })
  })
})
