import { describe, expect, it, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../support/app.ts'
import { safariForTwo } from '../support/requests.ts'
import { anyAddress, databaseState, expectRefused, type Refused } from './database-state.ts'

const shop = await testApp({ trustProxy: 1 })
const { core } = shop
await seedWorld(shop.shop.deps, 'test')
const admin = await shop.signIn('admin')
const unknownId = '018f0000-0000-7000-8000-000000000000'

async function book(paymentMethod?: string): Promise<string> {
  const body = {
    ...safariForTwo,
  }
  const { booking, token } = (await shop.call('POST /api/bookings', body, anyAddress())).json() as {
    booking: { id: string }
    token: string
  }
  if (paymentMethod) {
    const paid = await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod }, anyAddress())
    expect(paid.json()).toMatchObject({ success: true })
  }
  return booking.id
}
const byTransfer = await book('bank_transfer')
const byCash = await book('cash_on_arrival')
const attempt = await core.db
  .selectFrom('payment_attempts')
  .select('id')
  .where('booking_id', '=', byTransfer)
  .executeTakeFirstOrThrow()

const send = (route: string, body: unknown, wanted: Refused, headers: Record<string, string> = {}) =>
  expectRefused(shop, route, { body, headers: { ...admin.headers, ...headers } }, wanted)
const invalid = (path: string, message?: string): Refused => ({
  status: 422,
  code: 'request/invalid',
  errors: [{ path, ...(message !== undefined && { message }) }],
})
const path = (action: string, id = byTransfer) => `/api/admin/bookings/${id}/${action}`
const controls = 'Remove the control characters'

/** A back-office write with a valid body, its text field and that field's maximum length. */
const writes: readonly {
  route: string
  body: Record<string, unknown>
  text?: string
  most?: number
  hasBooking?: boolean
}[] = [
  { route: `PUT ${path('notes')}`, body: { admin_notes: 'x' }, text: 'admin_notes', most: 10_000 },
  { route: `POST ${path('confirmation')}`, body: {} },
  { route: `POST ${path('cancellation')}`, body: { reason: 'x' }, text: 'reason', most: 1000 },
  { route: `POST ${path('completion')}`, body: {} },
  {
    route: `POST ${path('verification')}`,
    body: { decision: 'approved', admin_notes: 'x' },
    text: 'admin_notes',
    most: 10_000,
  },
  { route: `POST ${path('proof-requests')}`, body: { reason: 'x' }, text: 'reason', most: 1000 },
  { route: `PUT ${path('proof-url')}`, body: { url: 'https://files.example/a.pdf' }, text: 'url', most: 2000 },
  { route: `POST ${path('arrival-payment')}`, body: { reason: 'x' }, text: 'reason', most: 1000 },
  { route: `POST ${path('payment-link')}`, body: {} },
  {
    route: 'POST /api/admin/bookings',
    body: {
      ...safariForTwo,
      admin_notes: 'x',
    },
    text: 'admin_notes',
    most: 10_000,
  },
  { route: `POST /api/admin/payment-attempts/${attempt.id}/refunds`, body: { reason: 'x' }, text: 'reason', most: 300 },
  { route: `POST /api/admin/payment-attempts/${attempt.id}/review`, body: { note: 'x' }, text: 'note', most: 1000 },
  { route: `POST /api/admin/refunds/${unknownId}/settlement`, body: { outcome: 'succeeded' } },
  { route: 'POST /api/admin/booking-emails', body: { bookingId: byTransfer, emailType: 'reminder' } },
  { route: `POST /api/admin/mail/${unknownId}/retries`, body: {} },
  { route: `POST /api/admin/reviews/${unknownId}/publication`, body: { version: 1 } },
  {
    route: `DELETE /api/admin/reviews/${unknownId}/publication`,
    body: { version: 1, reason: 'x' },
    text: 'reason',
    most: 500,
  },
  {
    route: `PUT /api/admin/tasks/${unknownId}`,
    body: { version: 1, text: 'x', due_on: '2026-12-01', assignee_id: null },
    text: 'text',
    most: 2000,
  },
  { route: `PUT /api/admin/tasks/${unknownId}/done`, body: { done: true } },
  { route: `DELETE /api/admin/tasks/${unknownId}`, body: {} },
  { route: `POST /api/admin/tasks/${unknownId}/restoration`, body: {} },
  { route: `PUT /api/admin/reviews/${unknownId}/reply`, body: { version: 1, reply: 'x' }, text: 'reply', most: 2000 },
]

describe.each(writes)('$route refuses', ({ route, body }) => {
  const needsBody = Object.keys(body).length > 0 && !/cancellation/.test(route)
  const isUnion = route.endsWith('booking-emails')
  const field = (name: string, message?: string): Refused =>
    isUnion ? { status: 422, code: 'request/invalid' } : invalid(name, message)

  it('unknown fields', async () => {
    for (const name of ['booking_status', 'payment_status', 'verified_by', 'final_amount', 'is_admin', '']) {
      await send(route, { ...body, [name]: 'completed' }, field(name, 'There is no such field'))
    }
  })
  it('a body that is not one object, malformed, too large or of another content type', async () => {
    const json = { 'content-type': 'application/json' }
    if (needsBody)
      for (const payload of ['[]', '"x"', '7'])
        await send(route, payload, { status: 422, code: 'request/invalid' }, json)
    await send(route, '{"reason":', { status: 400, code: 'request/malformed' }, json)
    await send(route, '{"constructor":{"prototype":{}}}', { status: 400, code: 'request/malformed' }, json)
    await send(route, `{"reason":"${'x'.repeat(2 ** 20)}"}`, { status: 413, code: 'request/too-large' }, json)
    await send(route, 'reason=x', { status: 415, code: 'request/media-type' }, { 'content-type': 'text/plain' })
  })
  it('a cross-site request from any signed-in user', async () => {
    await send(route, body, { status: 403, code: 'request/cross-site' }, { origin: 'https://evil.test' })
  })
  it('invalid and unknown ids', async () => {
    const [method = '', url = ''] = route.split(' ')
    if (!/[0-9a-f-]{36}/.test(url)) return
    for (const id of ['x', '1', '%00', '__proto__', `${unknownId}x`, '..%2f..']) {
      const before = await databaseState(shop)
      const answer = await shop.call(`${method} ${url.replace(/[0-9a-f-]{36}/, id)}`, body, admin.headers)
      expect([404, 422], `${id}: ${answer.text}`).toContain(answer.status)
      expect(await databaseState(shop)).toEqual(before)
    }
    const answer = await shop.call(`${method} ${url.replace(/[0-9a-f-]{36}/, unknownId)}`, body, admin.headers)
    expect(answer.status, answer.text).toBe(404)
  })
})

it.each(writes.filter(({ text }) => text))(
  '$route refuses texts of the wrong type, too long, or with control characters',
  async ({ route, body, text, most = 0 }) => {
    const name = text ?? ''
    for (const value of [1, true, [], {}, ['x']]) await send(route, { ...body, [name]: value }, invalid(name))
    await send(route, { ...body, [name]: 'x'.repeat(most + 1) }, invalid(name, `Use at most ${most} characters`))
    for (const char of ['\u0000', '\u001b', '\u007f'])
      await send(route, { ...body, [name]: `a${char}b` }, invalid(name, controls))
  },
)

describe('a transfer decision is refused', () => {
  it('when it is neither approval nor rejection', async () => {
    for (const decision of ['completed', 'APPROVED', '', 1, null, ['approved'], true]) {
      await send(`POST ${path('verification')}`, { decision }, invalid('decision'))
    }
  })
  it('for a booking that is not paid by transfer', async () => {
    await send(
      `POST ${path('verification', byCash)}`,
      { decision: 'approved' },
      { status: 409, code: 'payment/no-transfer' },
    )
  })
  it('the second time [A173]', async () => {
    const id = await book('bank_transfer')
    const first = await shop.call(`POST ${path('verification', id)}`, { decision: 'approved' }, admin.headers)
    expect(first.status, first.text).toBe(200)
    for (const decision of ['rejected', 'approved']) {
      await send(`POST ${path('verification', id)}`, { decision }, { status: 409, code: 'payment/already-decided' })
    }
    await send(`POST ${path('proof-requests', id)}`, { reason: 'x' }, { status: 409, code: 'payment/already-decided' })
    await send(
      `PUT ${path('proof-url', id)}`,
      { url: 'https://files.example/a' },
      { status: 409, code: 'payment/already-decided' },
    )
  })
})

describe('other steps are refused', () => {
  it('a request for a new proof without a reason [A174]', async () => {
    for (const reason of ['', ' \n\t ']) {
      await send(`POST ${path('proof-requests')}`, { reason }, { status: 422, code: 'payment/reason-required' })
    }
    await send(`POST ${path('proof-requests')}`, {}, invalid('reason'))
    await send(`POST ${path('proof-requests', byCash)}`, { reason: 'x' }, { status: 409, code: 'payment/no-transfer' })
  })
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.test/1',
    '//evil.test/a.pdf',
    '/a.pdf',
    'http:/one-slash',
    'http://files.example/a.pdf',
    'https://',
    'https:// evil.test',
    'http//x',
    'ftp://files.example/a.pdf',
    '',
  ])('the proof address %s [A177]', async (url) => {
    await send(
      `PUT ${path('proof-url')}`,
      { url },
      {
        status: 422,
        code: 'payment/proof-address',
        errors: [{ path: 'url', message: 'Enter an address that starts with https://' }],
      },
    )
  })
  it('completing an unconfirmed booking, and confirming a cancelled one', async () => {
    await send(`POST ${path('completion')}`, {}, { status: 409, code: 'booking/transition-refused' })
    const id = await book()
    expect((await shop.call(`POST ${path('cancellation', id)}`, {}, admin.headers)).status).toBe(200)
    for (const step of ['confirmation', 'completion', 'cancellation']) {
      await send(`POST ${path(step, id)}`, {}, { status: 409, code: 'booking/transition-refused' })
    }
  })
  it('cancelling a confirmed booking without a reason', async () => {
    const id = await book()
    expect((await shop.call(`POST ${path('confirmation', id)}`, {}, admin.headers)).status).toBe(200)
    for (const body of [{}, { reason: '' }, { reason: '  ' }]) {
      await send(`POST ${path('cancellation', id)}`, body, { status: 422, code: 'booking/reason-required' })
    }
  })
  it('saving notes on a booking that somebody else has changed', async () => {
    await send(`PUT ${path('notes')}`, { admin_notes: 'x', version: 0 }, { status: 409, code: 'booking/changed' })
    for (const version of [1.5, '1', null, 1e300]) {
      await send(`PUT ${path('notes')}`, { admin_notes: 'x', version }, invalid('version'))
    }
  })
  it('refunds of an invalid amount, or of money that was not received', async () => {
    const route = `POST /api/admin/payment-attempts/${attempt.id}/refunds`
    for (const amountMinor of [0, -1, 0.5, 1e300, '100', null, []]) {
      await send(route, { reason: 'x', amountMinor }, invalid('amountMinor'))
    }
    await send(route, { reason: 'x', amountMinor: 1 }, { status: 409, code: 'payment/refund-too-large' })
  })
  it('an email with an invalid type, booking or field [A184]', async () => {
    const route = 'POST /api/admin/booking-emails'
    const bad: unknown[] = [
      { bookingId: byTransfer, emailType: 'newsletter' },
      { bookingId: byTransfer, emailType: ['reminder'] },
      { booking_id: byTransfer, email_type: 'reminder' },
      { bookingId: byTransfer, email_type: 'booking_confirmation' },
      { bookingId: 'x', emailType: 'reminder' },
      { emailType: 'reminder' },
      { bookingId: byTransfer, emailType: 'reminder', to: 'v@evil.test' },
      { bookingId: byTransfer, emailType: 'reminder', subject: 'x\r\nBcc: v@evil.test' },
    ]
    for (const body of bad) await send(route, body, { status: 422, code: 'request/invalid' })
    const unknown = { bookingId: unknownId, emailType: 'reminder' }
    await send(route, unknown, { status: 404, code: 'mail/unknown-booking' })
    await send(
      route,
      { bookingId: byTransfer, emailType: 'cancellation' },
      { status: 409, code: 'mail/not-for-this-booking' },
    )
  })
})

describe('lists refuse invalid parameters', () => {
  const lists = ['/api/admin/bookings', '/api/admin/mail', '/api/my/bookings']
  const get = (url: string, wanted: Refused) => expectRefused(shop, `GET ${url}`, { headers: admin.headers }, wanted)

  it.each(lists)('%s: invalid limits', async (url) => {
    for (const limit of ['0', '-1', '101', '1.5', 'x', 'NaN', '1e9', ''])
      await get(`${url}?limit=${limit}`, invalid('limit'))
  })
  it.each(lists)('%s: invented cursors', async (url) => {
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const cursors = [
      'x',
      '%00',
      '!!',
      made([]),
      made([1]),
      made(['a', 'b']),
      made({}),
      made(null),
      made('x'),
      made([null, 1]),
    ]
    const odd = [
      made(['\u0000', unknownId]),
      made([1e308, unknownId]),
      made(['9999-99-99', unknownId]),
      made(['2026-02-30 00:00:00+00', unknownId]),
      made(Array(40).fill('x')),
    ]
    const now = new Date().toISOString()
    const near = [made([now, 'x']), made([now, '\u0000']), made(['\ud800', unknownId])]
    for (const cursor of [...cursors, ...odd, ...near]) {
      await get(`${url}?cursor=${cursor}`, { status: 422, code: 'list/bad-cursor' })
    }
    await get(`${url}?cursor=${'x'.repeat(501)}`, invalid('cursor'))
  })
  it('services: invented cursors, for visitors', async () => {
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const key = '2026-99-99 00:00:00+00'
    for (const cursor of [
      'x',
      made([key, unknownId]),
      made(['0000-01-01 00:00:00+00', unknownId]),
      made([1, unknownId]),
    ]) {
      const wanted = { status: 422, code: 'catalogue/invalid', errors: [{ path: 'cursor' }] }
      await get(`/api/services/tour?cursor=${cursor}`, wanted)
      await get(`/api/services/tour?sort=price&cursor=${cursor}`, wanted)
    }
    for (const query of ['sort=x', 'limit=101', 'limit=NaN', 'q[]=x', 'is_admin=1']) {
      await get(`/api/services/tour?${query}`, { status: 422, code: 'request/invalid' })
    }
    await get('/api/services/tour?q=%00', { status: 422, code: 'request/invalid' })
    await get('/api/services/constructor', { status: 404, code: 'catalogue/unknown-kind' })
  })
  it('bookings: unknown columns, directions, states and fields', async () => {
    const bad = [
      'sort=password',
      'sort=created_at;drop',
      'direction=up',
      'status=paid',
      'status[]=pending',
      'q[]=x',
      'is_admin=1',
    ]
    for (const query of bad) {
      await get(`/api/admin/bookings?${query}`, { status: 422, code: 'request/invalid' })
    }
    await get('/api/admin/bookings?q=%00', invalid('q', controls))
    await get('/api/admin/bookings.csv?q=%00', { status: 422, code: 'booking/invalid' })
    await get('/api/admin/bookings.csv?status=paid', { status: 422, code: 'booking/invalid' })
  })
  test('control: a search for pattern characters matches them literally and finds nothing', async () => {
    for (const q of ['%', '_', '\\', "'", '"', '%25%25', '(((', 'a'.repeat(200), '🙂']) {
      const answer = await shop.call(`GET /api/admin/bookings?q=${encodeURIComponent(q)}`, undefined, admin.headers)
      expect([q, answer.status, answer.json().items]).toEqual([q, 200, []])
    }
  })
})

describe('invalid URLs', () => {
  const public404 = ['/api/services/tour/', '/api/services/', '/api/pages/']
  const odd = [
    '%00',
    '__proto__',
    'constructor',
    '%ff',
    '%F0%9F%99%82',
    "'--",
    'x'.repeat(400),
    '%2e%2e%2fetc',
    '%0d%0a',
  ]
  it.each(public404)('an invalid end of %s… is refused or not found', async (start) => {
    for (const end of odd) {
      const answer = await shop.call(`GET ${start}${end}`)
      expect([400, 404, 422], `${end} ${answer.text}`).toContain(answer.status)
    }
  })
  it('an invalid file id', async () => {
    for (const id of [unknownId, 'x', '%00', '__proto__', '..%2f..%2fsecret-key']) {
      await expectRefused(
        shop,
        `GET /api/admin/files/${id}`,
        { headers: admin.headers },
        { status: 404, code: 'file/not-found' },
      )
    }
  })
})
