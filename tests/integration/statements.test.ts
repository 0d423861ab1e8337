import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { countStatements } from '../../bench/statement-counter.ts'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { addService } from '../../src/modules/booking/testing/fixtures.ts'
import { refreshDaysAhead } from '../../src/modules/inventory/index.server.ts'
import { listenForInvalidation, publishInvalidation } from '../../src/platform/cache-invalidation.server.ts'
import { type Session, testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'

// Statement counts do not depend on the machine. Raising a limit here means that a page got slower.
const core = await testCore()
const counter = countStatements(core.pool)
const shop = await testApp({
  core,
  pages: shopPages(),
})
await seedWorld(shop.shop.deps, 'test')
const admin: Session = await shop.signIn('admin')
await hearEverything()

/** A notification that arrives later would drop what is cached, or keep a value that is being read from being cached. */
async function hearEverything(): Promise<void> {
  const marker = 'test:seeded'
  const heard = Promise.withResolvers<void>()
  const stop = await listenForInvalidation(core, (tags) => {
    if (tags.includes(marker)) heard.resolve()
  })
  await publishInvalidation(core.db, [marker])
  await heard.promise
  await stop()
}

type Call = { readonly body?: unknown; readonly headers?: Record<string, string> }
async function ask(route: string, { body, headers }: Call = {}) {
  const { result, statements } = await counter.during(() => shop.call(route, body, headers))
  expect(result.status, `${route}: ${result.text}`).toBeLessThan(300)
  return { answer: result, count: statements.length }
}
const countOf = async (route: string, call?: Call): Promise<number> => (await ask(route, call)).count

/** The seeded items' availability is announced once more some seconds later, which drops pages made meanwhile. */
const expectCached = (route: string) => expect.poll(() => countOf(route), { timeout: 15_000 }).toBe(0)

const choice = {
  service_type: 'tour',
  service_id: 'desert-safari',
  travel_date: '2026-12-10',
  travel_time: '09:00',
  adults_count: 2,
}
let guests = 0
const request = () => ({
  ...choice,
  customer_name: 'Asha Rao',
  customer_email: `asha-${++guests}@example.com`,
  customer_phone: '+971501234567',
  pickup_location: 'Rove Downtown Dubai',
})
const withKey = () => ({ 'idempotency-key': `statements-${++guests}` })
async function book() {
  const { answer, count } = await ask('POST /api/bookings', { body: request(), headers: withKey() })
  const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
  return { bookingId: booking.id, reference: booking.booking_reference, token, count }
}

const pay = ({ bookingId, token }: { bookingId: string; token: string }) =>
  countOf('POST /api/payments', { body: { bookingId, token, paymentMethod: 'cash_on_arrival' }, headers: withKey() })

describe('statements per request', () => {
  test('the counter records statements without the surrounding transaction', async () => {
    const { statements } = await counter.during(async () => {
      await core.pool.query('select 1')
      await core.db.transaction().execute((trx) => sql`select 2 where ${true}`.execute(trx))
    })
    expect(statements).toEqual([
      { text: 'select 1', values: [] },
      { text: 'select 2 where $1', values: [true] },
    ])
  })

  test('public pages need few when rendered, none when cached', async () => {
    expect(await countOf('GET /')).toBeLessThanOrEqual(7)
    await expectCached('GET /')
    expect(await countOf('GET /tours')).toBeLessThanOrEqual(2)
    await expectCached('GET /tours')
    expect(await countOf('GET /tours?q=desert')).toBe(1)
    expect(await countOf('GET /tours/desert-safari')).toBe(1)
    await expectCached('GET /tours/desert-safari')
  })

  test('a month of availability of a service is one statement, and none while it is cached', async () => {
    const month = 'GET /api/services/tour/desert-safari/availability?from=2026-12-01&to=2026-12-31'
    expect(await countOf(month)).toBe(1)
    expect(await countOf(month)).toBe(0)
  })

  test('the catalogue API needs one for any number of items', async () => {
    // Facets that were invalidated meanwhile cost one more statement, once.
    let limit = 20
    await expect.poll(() => countOf(`GET /api/services/tour?limit=${limit++}`), { timeout: 15_000 }).toBe(1)
    await expectCached('GET /api/services/tour?limit=24')
    expect(await countOf('GET /api/services/tour/desert-safari')).toBe(1)
  })

  test('a list of 24 filtered by a day is one statement, whatever else is filtered and sorted', async () => {
    const list = 'GET /api/services/tour?limit=24&date=2026-12-17'
    for (const more of ['', '&sort=price', '&sort=rating&place=Dubai', '&q=safari&priceFrom=10'])
      expect(await countOf(`${list}${more}`)).toBe(1)
    expect(await countOf('GET /tours?date=2026-12-17')).toBe(1)
    await expectCached('GET /tours?date=2026-12-17')
  })

  test('a purchase stays within its limits', async () => {
    expect(await countOf('POST /api/quotes', { body: choice })).toBeLessThanOrEqual(2)
    // The first purchase fills the caches.
    const first = await book()
    await hearEverything()
    await pay(first)
    const bought = await book()
    const { bookingId, reference, token, count } = bought
    // One takes the places, also on free sale: a capacity that is set later must know what was sold.
    expect(count).toBeLessThanOrEqual(10)
    // The payment method and the confirmation are one write of the booking and one of its history.
    expect(await pay(bought)).toBeLessThanOrEqual(10)
    expect(await countOf(`GET /api/bookings/${bookingId}/payment?token=${token}`)).toBeLessThanOrEqual(5)
    expect(await countOf('POST /api/tracking-lookups', { body: { reference } })).toBeLessThanOrEqual(5)
  })

  test('the jobs of a purchase stay within their limits', async () => {
    await pay(await book())
    await hearEverything()
    await shop.runJobs()
    const idle = (await counter.during(() => shop.runJobs())).statements.length
    await pay(await book())
    const { statements } = await counter.during(() => shop.runJobs())
    // Two events, which send their mails; each job is fetched and completed.
    const jobs = statements.filter(({ text }) => text.includes('delete from "graphile_worker"')).length
    expect(jobs).toBe(2)
    // A job that is skipped while another is being finished takes the queue one more round.
    const rounds = statements.filter(({ text }) => text.includes('server_version_num')).length
    expect(rounds).toBeGreaterThan(0)
    expect(statements.length - rounds * idle).toBeLessThanOrEqual(25)
  })

  test('the booking list and the dashboard need no more with more bookings', async () => {
    const { headers } = admin
    const places = [
      'GET /api/admin/bookings',
      'GET /api/admin/bookings?q=asha',
      'GET /api/admin/dashboard',
      'GET /api/admin/trends',
      'GET /api/admin/period-figures?from=2026-11-01&to=2026-11-30',
    ]
    const costs = () =>
      places.reduce<Promise<number[]>>(
        async (all, place) => [...(await all), await countOf(place, { headers })],
        Promise.resolve([]),
      )
    await book()
    const [list = 0, search = 0, dashboard = 0, trends = 0, period = 0] = await costs()
    expect([list, search]).toEqual([3, 3])
    expect(dashboard).toBeLessThanOrEqual(7)
    expect(trends).toBeLessThanOrEqual(5)
    expect(period).toBeLessThanOrEqual(6)
    for (let more = 0; more < 4; more++) await book()
    expect(await costs()).toEqual([list, search, dashboard, trends, period])
  })
})

test('the audit trail names any number of entries with the same statements', async () => {
  const { headers } = await shop.signIn('admin')
  const cost = () => countOf('GET /api/admin/audit', { headers })
  const write = async () => {
    const item = await addService(shop.core, 'tour')
    const items = [item, await addService(shop.core, 'tour')].map(({ id }) => ({ id, version: 1 }))
    const sent = await shop.call('POST /api/admin/services/changes', { action: 'deactivate', items }, headers)
    expect(sent.status, sent.text).toBe(200)
  }
  await write()
  const before = await cost()
  expect(before).toBeLessThanOrEqual(6)
  for (let more = 0; more < 3; more++) await write()
  expect(await cost()).toBe(before)
})

test('a page stays below 30 kB on the wire', async () => {
  for (const url of ['/', '/tours', '/tours/desert-safari']) {
    const { rawPayload, headers } = await shop.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(headers['content-encoding']).toBe('br')
    expect(rawPayload.length, url).toBeLessThan(30 * 1024)
  }
})

// The last one: its changes are heard for some seconds, and would drop what other tests have cached.
test('a list filtered by a day costs no statement twice, and counts its matches once until one of them changes', async () => {
  await refreshDaysAhead(shop.shop.deps)
  const list = async (more = '') => {
    const route = `GET /api/services/tour?limit=1&date=2026-12-10${more}`
    const { result, statements } = await counter.during(() => shop.call(route))
    const own = statements.filter(({ text }) => text.includes('with hits as'))
    const { total, nextCursor } = result.json() as { total: number; nextCursor: string | null }
    const counting = own.filter(({ text }) => text.includes('count(*)')).length
    return { total, nextCursor, statements: statements.length, counting }
  }
  const first = await list()
  expect(first.counting).toBe(1)
  expect(first.total).toBeGreaterThan(1)
  // The refresh is heard late.
  await vi.waitFor(async () => expect(await list()).toEqual({ ...first, statements: 0, counting: 0 }))
  const next = { total: first.total, statements: 1, counting: 0 }
  await vi.waitFor(async () => expect(await list(`&cursor=${first.nextCursor}`)).toMatchObject(next))
  const { rows } = await sql<{ id: string; version: number }>`select id, version from services
    where kind = 'tour' and status = 'active' order by created_at limit 1`.execute(core.db)
  const change = { ...rows[0], status: 'inactive' }
  const hidden = await shop.call(`PATCH /api/admin/services/${rows[0]?.id}`, change, admin.headers)
  expect(hidden.status, hidden.text).toBe(200)
  expect(await list()).toMatchObject({ total: first.total - 1, counting: 1 })
  const back = { ...rows[0], version: (rows[0]?.version ?? 0) + 1, status: 'active' }
  await shop.call(`PATCH /api/admin/services/${rows[0]?.id}`, back, admin.headers)
  await refreshDaysAhead(shop.shop.deps)
})
