import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { testCore } from '../../tests/support/database.ts'
import { safariForTwo } from '../../tests/support/requests.ts'
import { createLog } from '../platform/log.server.ts'
import { proxyTest } from './request-id.server.ts'

const lines: string[] = []
const core = {
  ...(await testCore()),
  log: createLog('info', { to: { write: (line: string) => void lines.push(line) } }),
}
const shop = await testApp({
  core,
  mailer: async () => ({ send: () => Promise.reject(new Error('the mail server is away')) }),
  trustProxy: ['10.0.0.0/8', 'loopback'],
  routes: [
    (app) => {
      app.post('/api/broken', { config: { access: 'public' } }, () => {
        throw new Error('a planted fault')
      })
      app.get('/broken', { config: { access: 'public' } }, () => {
        throw new Error('a planted fault')
      })
    },
  ],
})
await seedWorld(shop.shop.deps, 'test')
const admin = await shop.signIn('admin')
const fromProxy = 'b5e0c0ffee00000000000000000000aa'
const idOf = async (route: string, headers: Record<string, string>, body?: unknown) =>
  (await shop.call(route, body, headers)).headers['x-request-id']

describe('a request id', () => {
  it('is taken from the proxy and returned', async () => {
    expect(await idOf('GET /api/session', { 'x-request-id': fromProxy })).toBe(fromProxy)
  })

  test.each([
    '',
    'short',
    'a'.repeat(65),
    'with space 1',
    'a"b{c}d<e>',
    `${fromProxy}, ${fromProxy}`,
    '../../etc/passwd',
  ])('is made new when the given one is malformed: %j', async (given) => {
    const id = await idOf('GET /api/session', { 'x-request-id': given })
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('of a client that is no proxy is ignored', async () => {
    const { headers } = await shop.app.inject({
      url: '/api/session',
      headers: { 'x-request-id': fromProxy },
      remoteAddress: '203.0.113.9',
    })
    expect(headers['x-request-id']).not.toBe(fromProxy)
  })

  it('is ignored without a proxy', async () => {
    const direct = await testApp({ core })
    const { headers } = await direct.call('GET /api/session', undefined, { 'x-request-id': fromProxy })
    expect(headers['x-request-id']).not.toBe(fromProxy)
  })

  it('is in every line of the log, also after the body has arrived', async () => {
    lines.length = 0
    await idOf('POST /api/broken', { 'x-request-id': fromProxy }, { some: 'body' })
    const written = lines.map((line) => JSON.parse(line))
    expect(written.map(({ msg }) => msg)).toEqual(['request failed', 'answered'])
    for (const line of written) expect(line).toMatchObject({ requestId: fromProxy })
  })

  it('is on the page that reports an error', async () => {
    const headers = { 'x-request-id': fromProxy, accept: 'text/html' }
    expect((await shop.call('GET /broken', undefined, headers)).text).toContain(`please quote ${fromProxy}.`)
    expect((await shop.call('GET /no-such-page', undefined, headers)).text).not.toContain(fromProxy)
  })

  it('is in the audit entries of a change', async () => {
    const headers = { ...admin.headers, 'x-request-id': fromProxy }
    const saved = await shop.call('PUT /api/admin/settings', { settings: { site_title: 'Renamed' } }, headers)
    expect(saved.status).toBe(200)
    const entries = await core.db.selectFrom('audit_entries').select(['action', 'request_id']).execute()
    expect(entries).toContainEqual({ action: 'settings.saved', request_id: fromProxy })
  })

  it('follows a booking into its jobs, and the jobs of those', async () => {
    const requestId = 'a-booking-0001'
    const booked = await shop.call('POST /api/bookings', safariForTwo, { 'x-request-id': requestId })
    expect(booked.status).toBe(200)
    const { rows } = await sql<{ payload: object }>`
      select payload from graphile_worker._private_jobs
      where payload -> '_from' ->> 'requestId' = ${requestId}`.execute(core.db)
    expect(rows.length).toBeGreaterThan(0)
    lines.length = 0
    await shop.runJobs()
    const failed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'mail not sent, retry later')
    expect(failed.length).toBeGreaterThan(0)
    for (const line of failed) expect(line).toMatchObject({ requestId })
  })
})

test('the proxies are known by address, range and name, in both families', () => {
  const cases: [Parameters<typeof proxyTest>[0], string | undefined, boolean][] = [
    [false, '127.0.0.1', false],
    [0, '127.0.0.1', false],
    [1, '203.0.113.9', true],
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '::ffff:10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.0.0.0/8', 'fd00::/8'], '10.9.9.9', true],
    [['10.0.0.0/8', 'fd00::/8'], 'fd00::1', true],
    [['loopback'], '::1', true],
    [['uniquelocal'], '192.168.1.1', true],
    [['uniquelocal'], '8.8.8.8', false],
    [['loopback'], undefined, false],
  ]
  for (const [proxies, address, expected] of cases)
    expect([proxies, address, proxyTest(proxies)(address)]).toEqual([proxies, address, expected])
})
