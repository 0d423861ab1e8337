import { describe, expect, it, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../support/app.ts'
import { anyAddress, databaseState, expectRefused, type Refused, type Sent } from './database-state.ts'

const shop = await testApp({ trustProxy: 1 })
const { core } = shop
await seedWorld(shop.shop.deps, 'test')

const contact = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
const party = { adults_count: 2, children_count: 0, infants_count: 0 }
const tour = {
  service_type: 'tour',
  service_id: 'desert-safari',
  travel_date: '2026-12-20',
  travel_time: '14:00',
  ...party,
}
const tourBooking = { ...tour, ...contact, pickup_location: 'Rove Downtown' }

type Held = { bookingId: string; token: string; reference: string }
async function book(more: object = {}, headers: Record<string, string> = {}): Promise<Held> {
  const answer = await shop.call('POST /api/bookings', { ...tourBooking, ...more }, { ...anyAddress(), ...headers })
  expect(answer.status, answer.text).toBe(200)
  const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
  return { bookingId: booking.id, token, reference: booking.booking_reference }
}
const refused = (route: string, sent: Sent, wanted: Refused) => expectRefused(shop, route, sent, wanted)
const invalid = (path: string, message?: string): Refused => ({
  status: 422,
  code: 'request/invalid',
  errors: [{ path, ...(message !== undefined && { message }) }],
})
const unfit = (path: string, message: string): Refused => ({
  status: 422,
  code: 'booking/invalid',
  errors: [{ path, message }],
})
const long = 'x'.repeat(100_000)
const noSuchField = 'There is no such field'
const controls = 'Remove the control characters'

test('control: the same requests succeed without their fault, and the database state shows it', async () => {
  const before = await databaseState(shop)
  await book({ customer_email: 'control@example.com' })
  const after = await databaseState(shop)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed).toEqual(expect.arrayContaining(['public.bookings', 'public.booking_history', 'public.events']))
  const quote = await shop.call('POST /api/quotes', tour, anyAddress())
  expect([quote.status, quote.json().errors]).toEqual([200, []])
})

describe('a body with thousands of fields', () => {
  const fields = Object.fromEntries(Array.from({ length: 9_900 }, (_, place) => [`f${place}`, 1]))
  it.each(['POST /api/bookings', 'POST /api/quotes'])(
    'is refused by %s before each field is checked',
    async (route) => {
      const whole = route === 'POST /api/quotes' ? tour : tourBooking
      const travellers = Array.from({ length: 50_000 }, () => ({}))
      for (const details of [fields, { travellers }]) {
        const answer = await shop.call(route, { ...whole, details }, anyAddress())
        expect([answer.status, answer.json().errors]).toEqual([
          422,
          [{ path: 'details', message: 'There are too many fields' }],
        ])
      }
    },
  )
  it('is too large above 10,000 of them, whatever they are', async () => {
    const more = Object.fromEntries(Array.from({ length: 50_000 }, (_, place) => [`f${place}`, 1]))
    for (const body of [{ ...tour, ...more }, { ...tour, details: more }, more])
      await refused('POST /api/quotes', { body }, { status: 413, code: 'request/too-large' })
  })
  it('reports at most a hundred errors', async () => {
    const answer = await shop.call('POST /api/quotes', { ...tour, ...fields }, anyAddress())
    expect(answer.status).toBe(422)
    expect(answer.json().errors).toHaveLength(100)
  })
})

describe.each(['POST /api/bookings', 'POST /api/quotes'])('%s refuses', (route) => {
  const whole = route === 'POST /api/quotes' ? tour : tourBooking
  const send = (more: object, wanted: Refused) => refused(route, { body: { ...whole, ...more } }, wanted)

  const notCounts: unknown[] = [-1, 1.5, 501, 1e9, Number.MAX_SAFE_INTEGER + 1, 1e308, 'NaN', 'Infinity', '2', '', true]
  const noNumbers: unknown[] = [null, [], [2], {}, { valueOf: 2 }, '1e3', '0x2', '２']
  it.each(['adults_count', 'children_count', 'infants_count'])('an invalid count in %s', async (field) => {
    for (const value of [...notCounts, ...noNumbers]) await send({ [field]: value }, invalid(field))
    if (field === 'adults_count') await send({ [field]: 0 }, invalid(field))
  })

  it.each([
    ['service_type', [1, null, ['tour'], { $ne: '' }, 'x'.repeat(41)]],
    ['service_id', [1, null, ['desert-safari'], { $gt: '' }, 'x'.repeat(121), 'a\u0000b', 'a\nb']],
    [
      'travel_date',
      [20261220, true, ['2026-12-20'], {}, '', '2026-02-30', '2026-13-01', '20-12-2026', '2026-12-20T00:00'],
    ],
    ['travel_time', [14, true, ['14:00'], {}, '', '24:00', '14:60', '2pm', '14:00:00', '14:00 PM']],
    ['details', [1, 'x', true, null, [[]]]],
  ])('%s of a wrong type or shape', async (field, values) => {
    for (const value of values) await send({ [field]: value }, invalid(field))
  })

  it('server-side and unknown fields [A310]', async () => {
    const fields = ['id', 'booking_reference', 'total_amount', 'final_amount', 'base_amount', 'currency', 'paid_amount']
    const others = [
      'booking_status',
      'payment_status',
      'user_id',
      'is_admin',
      'role',
      'admin_notes',
      'verified_at',
      'verified_by',
      '',
    ]
    for (const field of [...fields, ...others, 'toString', 'hasOwnProperty']) {
      await send({ [field]: 1 }, invalid(field, noSuchField))
    }
  })

  it('a body that is not one object', async () => {
    for (const payload of ['[]', '[{}]', 'null', '"text"', '7', 'true']) {
      const sent = { body: payload, headers: { 'content-type': 'application/json' } }
      await refused(route, sent, { status: 422, code: 'request/invalid' })
    }
  })

  const bodies: [what: string, payload: string | Buffer, type: string, wanted: Refused][] = [
    ['half an object', '{"adults_count":', 'application/json', { status: 400, code: 'request/malformed' }],
    ['NaN', '{"adults_count":NaN}', 'application/json', { status: 400, code: 'request/malformed' }],
    ['two objects', '{}{}', 'application/json', { status: 400, code: 'request/malformed' }],
    [
      '__proto__',
      '{"details":{"__proto__":{"isAdmin":true}}}',
      'application/json',
      { status: 400, code: 'request/malformed' },
    ],
    [
      'constructor',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      'application/json',
      { status: 400, code: 'request/malformed' },
    ],
    [
      '10 MB of text',
      `{"service_id":"${'x'.repeat(10 * 1024 * 1024)}"}`,
      'application/json',
      { status: 413, code: 'request/too-large' },
    ],
    ['a form', 'adults_count=1', 'application/x-www-form-urlencoded', { status: 415, code: 'request/media-type' }],
    ['text', '{}', 'text/plain', { status: 415, code: 'request/media-type' }],
    ['XML', '<a/>', 'text/xml', { status: 415, code: 'request/media-type' }],
    ['bytes', Buffer.from([0, 255]), 'application/octet-stream', { status: 415, code: 'request/media-type' }],
    ['a type that only begins like JSON', '{}', 'application/jsonx', { status: 415, code: 'request/media-type' }],
  ]
  it.each(bodies)('%s', async (_what, body, type, wanted) => {
    await refused(route, { body, headers: { 'content-type': type } }, wanted)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
  it('a multipart body', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    await refused(route, { body: '--x--\r\n', headers }, { status: 415, code: 'request/media-type' })
  })
})

describe('POST /api/bookings refuses', () => {
  const send = (more: object, wanted: Refused) =>
    refused('POST /api/bookings', { body: { ...tourBooking, ...more } }, wanted)

  it.each([
    ['yesterday', { travel_date: '2026-11-20' }, unfit('travel_date', 'Please choose today or a later date')],
    ['a day long gone', { travel_date: '1970-01-01' }, unfit('travel_date', 'Please choose today or a later date')],
    [
      'a day too far',
      { travel_date: '2028-11-22' },
      unfit('travel_date', 'Please choose a date within the next two years'),
    ],
    [
      'the last day there is',
      { travel_date: '9999-12-31' },
      unfit('travel_date', 'Please choose a date within the next two years'),
    ],
    ['no day', { travel_date: null }, unfit('travel_date', 'Travel date is required')],
    ['no time', { travel_time: null }, unfit('travel_time', 'Please select a time')],
    [
      'a time that is no slot',
      { travel_time: '13:00' },
      unfit('travel_time', 'Please select one of the times on offer'),
    ],
    ['no name', { customer_name: ' ' }, unfit('customer_name', 'Customer name is required')],
    ['no email', { customer_email: ' ' }, unfit('customer_email', 'Email address is required')],
    [
      'no email address',
      { customer_email: 'asha@localhost' },
      unfit('customer_email', 'Please enter a valid email address'),
    ],
    ['no phone', { customer_phone: '' }, unfit('customer_phone', 'Phone number is required')],
    ['no phone number', { customer_phone: '12ab' }, unfit('customer_phone', 'Please enter a valid phone number')],
    [
      'a price without a currency of its own',
      { expected_amount: { minor: 1, currency: 'XXX' } },
      { status: 409, code: 'booking/price-changed' },
    ],
    [
      'a price of its own',
      { expected_amount: { minor: 1, currency: 'USD' } },
      { status: 409, code: 'booking/price-changed' },
    ],
    ['part of a cent', { expected_amount: { minor: 0.5, currency: 'USD' } }, invalid('expected_amount.minor')],
    ['what the kind does not ask', { details: { total: 1 } }, unfit('details.total', noSuchField)],
    [
      'more people than it takes',
      { adults_count: 500 },
      { status: 422, code: 'booking/invalid', errors: [{ path: 'adults_count' }] },
    ],
  ] as [string, object, Refused][])('a tour with %s [C162, C164, C166, C167, C168, C190]', (_what, more, wanted) =>
    send(more, wanted),
  )

  it('a slot earlier today in Dubai time [C170]', async () => {
    core.clock.set('2026-11-21T10:30:00Z')
    await send(
      { travel_date: '2026-11-21', travel_time: '14:00' },
      unfit('travel_time', 'This time has passed or is too close to be booked'),
    )
    core.clock.set('2026-11-21T21:00:00Z')
    await send({ travel_date: '2026-11-21' }, unfit('travel_date', 'Please choose today or a later date'))
  })

  it.each([
    { service_type: 'cruise' },
    { service_type: '__proto__' },
    { service_type: 'constructor' },
    { service_type: 'tour\u0000' },
    { service_id: 'no-such-tour' },
    { service_id: '018f0000-0000-7000-8000-000000000000' },
    { service_id: 'uae-30-days' },
    { service_id: "' or 1=1 --" },
    { service_id: '../city-tour' },
    { service_id: '' },
  ])('%o, which is no service [C159]', async (more) => {
    await send(more, { status: 404, code: 'booking/service-not-found' })
  })
  it('an inactive service, like an unknown one [C159]', async () => {
    await core.db.updateTable('services').set({ status: 'inactive' }).where('slug', '=', 'city-tour').execute()
    await send({ service_id: 'city-tour' }, { status: 404, code: 'booking/service-not-found' })
  })

  it.each(['customer_name', 'customer_email', 'customer_phone', 'pickup_location', 'selected_language'])(
    'a line break or control character in %s, which could inject a mail header',
    async (field) => {
      for (const end of ['\r\nBcc: v@example.com', '\nBcc: v@example.com', '\rx']) {
        await send({ [field]: `asha@example.com${end}` }, invalid(field, 'Use one line'))
      }
      for (const end of ['\u0000', '\u001b[31m', '\u007f'])
        await send({ [field]: `asha@example.com${end}` }, invalid(field, controls))
      await send({ [field]: long }, invalid(field))
    },
  )
  it('special requests that are too long or contain control characters', async () => {
    await send({ special_requests: 'a\u0000b' }, invalid('special_requests', controls))
    await send({ special_requests: 'x'.repeat(2001) }, invalid('special_requests', 'Use at most 2000 characters'))
  })
  it.each([
    'a@x.com, b@x.com',
    'a@x.com;b@x.com',
    '"a@evil x"@shop.com',
    '<a@x.com>',
    'Asha <a@x.com>',
    'a@x.com b@x.com',
    'a@@x.com',
  ])('%s, which is not one mailbox [C162]', async (customer_email) => {
    await send({ customer_email }, unfit('customer_email', 'Please enter a valid email address'))
  })
  it('endlessly nested details', async () => {
    const open = ['{"a":', '['] as const
    const wanted = (depth: number, path?: string): Refused =>
      depth > 90 ? { status: 400, code: 'request/malformed' } : invalid('details', path)
    for (const [n, close, depth] of [
      [0, '}', 90],
      [1, ']', 90],
      [0, '}', 50_000],
      [1, ']', 50_000],
    ] as const) {
      const deep = `{"a":${open[n].repeat(depth)}1${close.repeat(depth)}}`
      const body = JSON.stringify({ ...tourBooking, details: 0 }).replace('"details":0', `"details":${deep}`)
      const sent = { body, headers: { 'content-type': 'application/json' } }
      await refused('POST /api/bookings', sent, wanted(depth, 'This is nested too deeply'))
      await refused(
        'POST /api/bookings',
        { ...sent, headers: { ...sent.headers, 'idempotency-key': 'deep-details' } },
        wanted(depth),
      )
    }
  })

  const kinds: [kind: string, body: object, wanted: Refused][] = [
    [
      'ticket',
      { service_id: 'tower-ticket', travel_date: '2026-11-20' },
      unfit('travel_date', 'Please choose today or a later date'),
    ],
    [
      'ticket',
      { service_id: 'tower-ticket', customer_name: '' },
      unfit('customer_name', 'Lead guest name is required'),
    ],
    [
      'ticket',
      { service_id: 'tower-ticket', customer_phone: null },
      unfit('customer_phone', 'Mobile number is required'),
    ],
    ['package', { service_id: 'dubai-three-days', travel_time: '09:00' }, { status: 422, code: 'booking/invalid' }],
    ['transfer', { service_id: 'airport-to-city', adults_count: 5 }, { status: 422, code: 'booking/invalid' }],
    [
      'visa',
      { service_id: 'uae-30-days', adults_count: 11, details: { booking_option: 'pay_now' } },
      { status: 422, code: 'booking/invalid' },
    ],
    [
      'visa',
      { service_id: 'uae-30-days', details: { booking_option: 'free' } },
      { status: 422, code: 'booking/invalid' },
    ],
    ['ok_to_board', { service_id: 'ok-to-board', details: {} }, { status: 422, code: 'booking/invalid' }],
  ]
  it.each(kinds)('a %s with %o [C064, C065, C078]', async (service_type, more, wanted) => {
    const bare = { travel_time: null, pickup_location: null }
    const body = { ...tourBooking, ...bare, service_type, ...more }
    await refused('POST /api/bookings', { body }, wanted)
  })
})

describe('POST /api/quotes', () => {
  it('reports invalid choices, prices valid ones, and stores nothing', async () => {
    const before = await databaseState(shop)
    const past = await shop.call('POST /api/quotes', { ...tour, travel_date: '2026-11-20' }, anyAddress())
    expect([past.status, past.json().errors]).toEqual([
      200,
      [{ path: 'travel_date', message: 'Please choose today or a later date' }],
    ])
    expect(await databaseState(shop)).toEqual(before)
  })
  it.each([{ service_type: 'cruise' }, { service_id: 'no-such-tour' }])('has no price for %o', async (more) => {
    await refused(
      'POST /api/quotes',
      { body: { ...tour, ...more } },
      { status: 404, code: 'booking/service-not-found' },
    )
  })
})

describe('POST /api/bookings from other origins', () => {
  it.each([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://shop.test' },
  ])('with %o books nothing', async (headers) => {
    await refused(
      'POST /api/bookings',
      { body: tourBooking, headers: headers as Record<string, string> },
      {
        status: 403,
        code: 'request/cross-site',
      },
    )
  })
})
