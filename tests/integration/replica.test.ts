import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Queryable, Trx } from '../../src/platform/db/database.server.ts'
import type { ReadDatabase } from '../../src/platform/db/reads.server.ts'
import { endServers, hasPostgres, newReplica, newServer, type PostgresServer } from '../process/cluster.ts'
import { type Line, lineTo } from '../process/line.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { ask, asSomebody, book, pay } from '../process/visitors.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const adminPassword = 'a-long-admin-password'
const metricsToken = 'a-token-for-the-metrics'

test('the type of the replica fits nowhere where something could be changed or decided', () => {
  const inTransaction = (_trx: Trx): void => {}
  const anywhere = (_q: Queryable): void => {}
  const reading = (_db: ReadDatabase): void => {}
  const refused = (replica: ReadDatabase, q: Queryable): void => {
    // @ts-expect-error: a transaction begins on the primary
    inTransaction(replica)
    // @ts-expect-error: what may write is given the primary
    anywhere(replica)
    reading(q)
  }
  expect(refused).toBeTypeOf('function')
})

describe.skipIf(!hasPostgres())('a node with a streaming replica (if PostgreSQL is installed)', () => {
  let primary: PostgresServer
  let replica: PostgresServer
  let line: Line
  let shop: ShopProcess
  let url: string
  let cookie: string
  const envOf = (): Record<string, string> => ({
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: line.url,
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: dataFolder(),
    PAYMENTS_MODE: 'sandbox',
    ADMIN_PASSWORD: adminPassword,
    WORKER: 'off',
    METRICS_TOKEN: metricsToken,
  })
  const signIn = async (shopUrl: string): Promise<string> => {
    const staff = await ask(shopUrl, '/api/auth/sign-in/email', {
      email: 'admin@safar.example',
      password: adminPassword,
    })
    return (
      staff.headers
        .getSetCookie()
        .find((each) => each.includes('session'))
        ?.split(';')[0] ?? ''
    )
  }
  const asStaff = (shopUrl: string, path: string, more = '') =>
    ask(shopUrl, path, undefined, { cookie: [cookie, more].filter(Boolean).join('; ') })
  const listed = async (shopUrl: string, reference: string): Promise<boolean> => {
    const { json } = await asStaff(shopUrl, '/api/admin/bookings?limit=100')
    return JSON.stringify(json).includes(reference)
  }
  let markers = 0
  /** Whether the replica got a statement about a table while `read` ran: it logs all of them in order. */
  const readsReplica = async (table: string, read: () => Promise<unknown>): Promise<boolean> => {
    const from = replica.output().length
    await read()
    const marker = `marker ${++markers}`
    await replica.query(`select '${marker}'`)
    await vi.waitFor(() => expect(replica.output()).toContain(marker), { timeout: 10_000, interval: 20 })
    return replica.output().slice(from).includes(table)
  }
  /** What may be a second old, by its path, with a table that it reads. */
  const recentReads = (): [path: string, table: string][] => {
    const today = new Date().toISOString().slice(0, 10)
    return [
      ['bookings', 'bookings'],
      ['bookings?q=rao', 'booked_titles'],
      ['bookings.csv', 'bookings'],
      ['bookings.csv?q=rao', 'booked_titles'],
      [`sales-report?from=${today}&to=${today}&by=kind`, 'bookings'],
      ['customers?q=rao', 'customers'],
      ['audit', 'audit_entries'],
      [`places-report?from=${today}&weeks=1`, 'offered_days'],
      [`places-report.csv?from=${today}&weeks=1`, 'offered_days'],
    ]
  }
  const shopReadsReplica = () => readsReplica('bookings', () => asStaff(url, '/api/admin/bookings'))

  beforeAll(async () => {
    primary = await newServer()
    replica = await newReplica(primary, 'reads', { log_statement: 'all' })
    line = await lineTo({ connectionString: replica.url }, 'postgres')
    shop = startShop(envOf())
    url = await shop.listening
    cookie = await signIn(url)
  })
  afterAll(async () => {
    await endAll()
    await line?.end()
    await endServers()
  })

  const read = async (path: string, more?: string): Promise<void> => {
    expect((await asStaff(url, `/api/admin/${path}`, more)).status, path).toBe(200)
  }

  test('reads lists, exports, reports and the sitemap from it', async () => {
    await book(url)
    await expect.poll(shopReadsReplica, { timeout: 30_000 }).toBe(true)
    for (const [path, table] of recentReads()) expect(await readsReplica(table, () => read(path)), path).toBe(true)
    expect(await readsReplica('services', () => ask(url, '/sitemap.xml'))).toBe(true)
  })

  test('reads from the primary what decides, and what the same browser has just written', async () => {
    expect(await readsReplica('bookings', () => book(url))).toBe(false)
    const saved = await fetch(`${url}/api/admin/settings`, {
      method: 'PUT',
      body: JSON.stringify({ settings: { site_title: 'Renamed' } }),
      headers: { ...asSomebody(), 'content-type': 'application/json', cookie },
    })
    const mark = saved.headers.getSetCookie().map((each) => each.split(';')[0])
    expect(mark).toEqual(['safar.wrote=1'])
    for (const [path, table] of recentReads())
      expect(await readsReplica(table, () => read(path, mark[0])), path).toBe(false)
  })

  /** What the replica was asked while `work` ran, apart from how far it is. */
  const askedOfReplica = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const from = replica.output().length
    await work()
    const marker = `marker ${++markers}`
    await replica.query(`select '${marker}'`)
    await vi.waitFor(() => expect(replica.output()).toContain(marker), { timeout: 10_000, interval: 20 })
    const asked = [
      ...replica
        .output()
        .slice(from)
        .matchAll(/LOG: +(?:statement|execute [^:]*): (.*)/g),
    ]
    return asked.map(([, text = '']) => text).filter((text) => !/pg_is_in_recovery|read_only|marker/.test(text))
  }

  test('reads from the primary whatever else can be read, and all that is about money', async () => {
    const { id, token } = await book(url)
    const { json } = await ask(url, '/api/openapi.json')
    const paths = Object.entries(json.paths as Record<string, object>).flatMap(([path, on]) =>
      'get' in on ? path : [],
    )
    const recent = new Set(recentReads().map(([path]) => `/admin/${path.replace(/\?.*/, '')}`))
    const others = paths.filter((path) => !recent.has(path))
    expect(others.length).toBeGreaterThan(80)
    await expect.poll(shopReadsReplica, { timeout: 30_000 }).toBe(true)
    const asked: [string, readonly string[]][] = []
    let answered = 0
    for (const path of others) {
      const query = path.startsWith('/bookings/') ? `?token=${encodeURIComponent(token)}` : ''
      const of = `/api${path.replaceAll(/\{[^}]*\}/g, id)}${query}`
      const texts = await askedOfReplica(async () => {
        if ((await asStaff(url, of)).status === 200) answered++
      })
      if (texts.length > 0) asked.push([path, texts])
    }
    expect(asked).toEqual([])
    expect(answered).toBeGreaterThan(40)
    expect(await askedOfReplica(async () => pay(url, await book(url)))).toEqual([])
    expect(await shopReadsReplica()).toBe(true)
  })

  test('does not start on the replica alone', async () => {
    const wrong = startShop({ ...envOf(), DATABASE_URL: replica.url })
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toMatch(/^Safar cannot start: DATABASE_URL: the database cannot be used: .*read-only/m)
  })

  test('says once why it reads the primary when the replica cannot be used', async () => {
    const wrong = startShop({ ...envOf(), DATABASE_READ_URL: primary.url })
    const at = await wrong.listening
    for (let n = 0; n < 3; n++) await asStaff(at, '/api/admin/bookings')
    await wrong.says(/this server is no replica.*the primary is read/)
    await asStaff(at, '/api/admin/bookings')
    expect(wrong.output().match(/the primary is read/g)).toHaveLength(1)
  })

  /** Books while the replica is paused. Returns for how long a list that was asked for later did not show the booking. */
  const staleWhilePaused = async (shopUrl: string): Promise<number> => {
    await asStaff(shopUrl, '/api/admin/bookings')
    await replica.query('select pg_wal_replay_pause()')
    const { reference } = await book(shopUrl)
    const bookedAt = performance.now()
    let stale = 0
    while (performance.now() - bookedAt < 3_000) {
      const began = performance.now()
      if (!(await listed(shopUrl, reference))) stale = Math.max(stale, began - bookedAt)
    }
    await replica.query('select pg_wal_replay_resume()')
    return stale
  }

  test('shows nothing that is older than a second while the replica is paused, and uses it again afterwards', async () => {
    expect(await staleWhilePaused(url)).toBeLessThan(1_000)
    await expect.poll(shopReadsReplica, { timeout: 30_000 }).toBe(true)
  })

  test('control: a node that does not measure the lag shows older lists', async () => {
    const trusting = await startShop(envOf(), ['./tests/process/trusts-replica.ts']).listening
    // The first read begins to watch.
    await asStaff(trusting, '/api/admin/bookings')
    await expect
      .poll(() => readsReplica('bookings', () => asStaff(trusting, '/api/admin/bookings')), { timeout: 20_000 })
      .toBe(true)
    expect(await staleWhilePaused(trusting)).toBeGreaterThan(1_000)
  })

  test('answers from the primary while the replica is away', async () => {
    await expect.poll(shopReadsReplica, { timeout: 30_000 }).toBe(true)
    const statuses = new Set<number>()
    await line.cut()
    for (let n = 0; n < 20; n++) statuses.add((await asStaff(url, '/api/admin/bookings')).status)
    expect([...statuses]).toEqual([200])
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(await metrics.text()).toMatch(/^db_replica_lag_seconds (\+Inf|[\d.]+)$/m)
    await line.mend()
    await expect.poll(shopReadsReplica, { timeout: 30_000 }).toBe(true)
  })
})
