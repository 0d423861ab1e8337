import { describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { issueToken } from '../../src/platform/crypto/keyring.server.ts'
import { declaredProcedures } from '../../src/web/access.server.ts'
import { testApp } from '../support/app.ts'
import { anyAddress } from './database-state.ts'

// Calls every booking route of the running shop as every kind of user. Permitted users get past the booking check;
// everybody else gets the same response as for an unknown booking.
const plain: { method: string; path: string }[] = []
const { core, shop: composed } = await testApp()
const shop = await testApp({
  core,
  trustProxy: 1,
  routes: [
    (app) => {
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) if (each !== 'HEAD') plain.push({ method: each, path: url })
      })
    },
    ...composed.server.routes,
  ],
})
await seedWorld(composed.deps, 'test')

type Held = { id: string; token: string }
async function book(email: string, headers: Record<string, string> = {}): Promise<Held> {
  const choice = { service_type: 'tour', service_id: 'city-tour', travel_date: '2026-12-20', travel_time: '10:00' }
  const contact = { customer_name: 'Asha Rao', customer_email: email, customer_phone: '+919876543210' }
  const body = { ...choice, ...contact, adults_count: 1 }
  const answer = await shop.call('POST /api/bookings', body, { ...anyAddress(), ...headers })
  expect(answer.status, answer.text).toBe(200)
  const { booking, token } = answer.json() as { booking: { id: string }; token: string }
  return { id: booking.id, token }
}

const owner = await shop.signIn('customer')
const namesake = await shop.signIn('customer', { email: 'guest@example.com' })
const unverified = await shop.signIn('customer', { email: 'unproven@example.com', isVerified: false })
const other = await shop.signIn('customer')
const admin = await shop.signIn('admin')
const [owned, guests, unproven, another] = [
  await book(owner.email, owner.headers),
  await book(namesake.email),
  await book(unverified.email),
  await book('somebody@example.com'),
]
const inAMinute = new Date(core.clock().getTime() + 60_000)
const expired = (held: Held) => issueToken(core.keys, 'booking', held.id, new Date(core.clock().getTime() - 1_000))

type Asker = { headers?: Record<string, string>; token?: string }
const may: [who: string, held: Held, asker: Asker][] = [
  ['its owner', owned, owner],
  ['the holder of its link', owned, { token: owned.token }],
  ['another customer with its link', owned, { headers: other.headers, token: owned.token }],
  ['an administrator', owned, admin],
  ['whose verified address a guest booked with', guests, namesake],
]
const mayNot: typeof may = [
  ['another customer', owned, other],
  ['nobody in particular', owned, {}],
  ['the holder of the link of another booking', owned, { token: another.token }],
  ['the owner of another booking with its link', owned, { headers: namesake.headers, token: guests.token }],
  ['the holder of a link that has ended', owned, { token: expired(owned) }],
  ['the holder of a token for something else', owned, { token: issueToken(core.keys, 'file', owned.id, inAMinute) }],
  ['the holder of a link made up', owned, { token: another.token.replace(another.id, owned.id) }],
  ['whose address is not verified', unproven, unverified],
  ['another customer, of a guest booking', guests, other],
]

/** A traveller's link opens these routes and the traveller's own documents, and nothing else. */
const ofATraveller = /\/(paperwork|travellers\/\{position\})$|^\/rpc .*\.(paperwork|saveTraveller)$/
const travellerToken = (subject: string, until = inAMinute) => issueToken(core.keys, 'traveller-papers', subject, until)
const strayLinks = [
  travellerToken(`${another.id}~0`),
  travellerToken(`${owned.id}~1`),
  travellerToken(`${owned.id}~-1`),
  travellerToken(owned.id),
  travellerToken(`${owned.id}~0`, new Date(core.clock().getTime() - 1_000)),
]

/** Only the traveller writes a review; staff have no more access to it than strangers (D120). */
const ofTheHolderAlone = /\/review$|^\/rpc review\./

/** The body of each write; a missing one fails below. */
const bodies: Readonly<Record<string, Record<string, unknown>>> = {
  'PUT /bookings/{bookingId}/travellers': { travellers: [{}] },
  'PUT /bookings/{bookingId}/travellers/{position}': { position: 0, traveller: {} },
  'POST /bookings/{bookingId}/move-quotes': { travel_date: '2026-12-22', travel_time: '10:00' },
  'POST /bookings/{bookingId}/moves': { travel_date: '2026-12-22', travel_time: '10:00', version: 0 },
  'POST /bookings/{bookingId}/prepared-move/ending': {},
  'POST /bookings/{bookingId}/cancellation': { expected_refund: { minor: 1, currency: 'USD' } },
  'POST /bookings/{bookingId}/messages': { message: 'May we bring a pram?' },
  'PUT /bookings/{bookingId}/review': { version: 0, rating: 5, shown_name: 'Asha R.' },
  'POST /payments': { paymentMethod: 'bank_transfer' },
  'POST /bookings/{bookingId}/payment-checks': {},
  'POST /bookings/{bookingId}/payment-visits': {},
}
const uploads = ['/api/bookings/:bookingId/documents', '/api/bookings/:bookingId/payment-proofs']

const procedures = declaredProcedures(composed.router).filter(({ method, path }) => {
  const isOfABooking = path.includes('{bookingId}') || `${method} ${path}` in bodies
  return isOfABooking && !path.startsWith('/admin/')
})
const files = plain.filter(({ path }) => path.includes(':bookingId') && !path.startsWith('/api/admin/'))

type Answered = { status: number; code: unknown }
async function read(answer: { status: number; text: string }): Promise<Answered> {
  const body = (answer.text.startsWith('{') ? JSON.parse(answer.text) : {}) as {
    code?: string
    json?: { code?: string }
  }
  return { status: answer.status, code: body.json?.code ?? body.code }
}

async function byRest({ method, path }: { method: string; path: string }, id: string, asker: Asker): Promise<Answered> {
  const { headers = {}, token } = asker
  const { position, ...more } = bodies[`${method} ${path}`] ?? {}
  const isBody = method !== 'GET'
  const query = !isBody && token !== undefined ? `?token=${encodeURIComponent(token)}` : ''
  const given = { ...more, ...(token !== undefined && { token }), ...(path === '/payments' && { bookingId: id }) }
  const address = `/api${path.replace('{bookingId}', id).replace('{position}', String(position))}${query}`
  return read(await shop.call(`${method} ${address}`, isBody ? given : undefined, { ...anyAddress(), ...headers }))
}
async function byRpc(route: { name: string; method: string; path: string }, id: string, asker: Asker) {
  const { headers = {}, token } = asker
  const json = { bookingId: id, ...bodies[`${route.method} ${route.path}`], ...(token !== undefined && { token }) }
  const address = `/rpc/${route.name.replaceAll('.', '/')}`
  return read(await shop.call(`POST ${address}`, { json }, { ...anyAddress(), ...headers }))
}
async function asFile({ method, path }: { method: string; path: string }, id: string, asker: Asker) {
  const { headers = {}, token } = asker
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`
  const pdf = '%PDF-1.4\nstartxref\n9\n%%EOF\n'
  const head = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf'
  const body = uploads.includes(path) ? `--b\r\n${head}\r\n\r\n${pdf}\r\n--b--\r\n` : undefined
  const type: Record<string, string> = body ? { 'content-type': 'multipart/form-data; boundary=b' } : {}
  const address = `${path.replace(':bookingId', id)}${query}`
  return read(await shop.call(`${method} ${address}`, body, { ...anyAddress(), ...headers, ...type }))
}

const ways = [
  ...procedures.map(
    (route) => [`${route.method} /api${route.path}`, (id: string, by: Asker) => byRest(route, id, by)] as const,
  ),
  ...procedures.map((route) => [`/rpc ${route.name}`, (id: string, by: Asker) => byRpc(route, id, by)] as const),
  ...files.map((route) => [`${route.method} ${route.path}`, (id: string, by: Asker) => asFile(route, id, by)] as const),
]

it('every booking route is found, and every write has a body', () => {
  expect(ways.length).toBeGreaterThan(14)
  for (const { method, path } of procedures)
    if (method !== 'GET') expect(Object.keys(bodies)).toContain(`${method} ${path}`)
  for (const { method, path } of files) if (method !== 'GET') expect(uploads).toContain(path)
})

describe.each(ways)('%s', (name, ask) => {
  it("opens with a traveller's link only where that traveller's documents are [C267]", async () => {
    const { code } = await ask(owned.id, { token: travellerToken(`${owned.id}~0`) })
    expect(code === 'booking/not-found').toBe(!ofATraveller.test(name))
    for (const token of strayLinks)
      expect(await ask(owned.id, { token })).toEqual({ status: 404, code: 'booking/not-found' })
  })
  it.each(mayNot)('responds to %s as if the booking did not exist [C267]', async (_who, held, asker) => {
    expect(await ask(held.id, asker)).toEqual({ status: 404, code: 'booking/not-found' })
    expect(await ask('018f0000-0000-7000-8000-000000000000', asker)).toEqual({ status: 404, code: 'booking/not-found' })
  })
  it.each(may)('opens for %s [C267]', async (_who, held, asker) => {
    const { status, code } = await ask(held.id, asker)
    if (asker === admin && ofTheHolderAlone.test(name))
      return expect([status, code]).toEqual([404, 'booking/not-found'])
    expect([status, code]).not.toContain('booking/not-found')
    expect([401, 403, 500]).not.toContain(status)
  })
})
