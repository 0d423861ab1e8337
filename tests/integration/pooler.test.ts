import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Line, lineTo } from '../process/line.ts'
import { hasPooler, type Pooler, poolerTo } from '../process/pooler.ts'
import { countLost, startPurchases } from '../process/purchases.ts'
import { dataFolder, endAll, type ShopProcess, startShop, startWorker } from '../process/shop.ts'
import { ask, asSomebody, book, read, sendProof } from '../process/visitors.ts'
import { inDatabase } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const adminPassword = 'a-long-admin-password'
const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`
const query = (text: string) =>
  inDatabase(connection, database, async (client) => (await client.query<Record<string, unknown>>(text)).rows)

describe.skipIf(!hasPooler())('two nodes and a worker behind PgBouncer (if installed) in transaction mode', () => {
  let line: Line
  let pooler: Pooler
  let nodes: ShopProcess[]
  const envOf = () => ({
    DATABASE_URL: pooler.url,
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: dataFolder(),
    PAYMENTS_MODE: 'sandbox',
    WORKER: 'off',
    ADMIN_PASSWORD: adminPassword,
  })

  beforeAll(async () => {
    await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
    line = await lineTo(connection, database)
    pooler = await poolerTo(line.url)
  })
  afterAll(async () => {
    await endAll()
    await pooler?.end()
    await line?.end()
    await inDatabase(connection, undefined, (client) =>
      client.query(`drop database if exists ${database} with (force)`),
    )
  })

  test('refuse to start without DATABASE_DIRECT_URL, and name it', async () => {
    const shop = startShop(envOf())
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toContain('DATABASE_DIRECT_URL: needed when DATABASE_URL leads to a pooler')
  })

  test('refuse to start when DATABASE_DIRECT_URL leads to a pooler as well', async () => {
    const shop = startShop({ ...envOf(), DATABASE_DIRECT_URL: pooler.url })
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toContain('DATABASE_DIRECT_URL: leads to a pooler: give the address of the database itself')
  })

  test('refuse to start behind a pooler that ignores what it does not understand', async () => {
    const careless = await poolerTo(line.url, 'ignore_startup_parameters = options')
    const [alone, twice] = [{}, { DATABASE_DIRECT_URL: careless.url }].map((more) =>
      startShop({ ...envOf(), DATABASE_URL: careless.url, ...more }),
    )
    expect([await alone?.ended, await twice?.ended]).toEqual([1, 1])
    expect(alone?.output()).toContain('DATABASE_DIRECT_URL: needed when DATABASE_URL leads to a pooler')
    expect(twice?.output()).toContain('DATABASE_DIRECT_URL: leads to a pooler')
    await careless.end()
  })

  test.each([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://shop@127.0.0.1:1/shop' }],
  ])('refuse to start when nothing answers at %s, and name it', async (name, wrong) => {
    const shop = startShop({ ...envOf(), DATABASE_DIRECT_URL: line.url, ...wrong })
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toMatch(new RegExp(`^Safar cannot start: ${name}: the database cannot be used: connect`, 'm'))
  })

  test('start together on an empty database', async () => {
    const env = { ...envOf(), DATABASE_DIRECT_URL: line.url }
    nodes = [startShop(env), startShop(env)]
    await Promise.all(nodes.map(({ listening }) => listening))
    startWorker(env)
    expect((await query('select count(*)::int as n from users'))[0]).toEqual({ n: 1 })
  })

  test('sell, store proofs and mail, whichever connection a statement gets', async () => {
    const urls = await Promise.all(nodes.map(({ listening }) => listening))
    const booked = await Promise.all(Array.from({ length: 20 }, (_, n) => book(urls[n % 2]!)))
    for (const [n, each] of booked.entries()) expect((await read(urls[(n + 1) % 2]!, each)).status).toBe(200)
    expect(await sendProof(urls[0]!, booked[0]!)).toBe(201)
    const jobs = async () => (await query('select count(*)::int as n from graphile_worker.jobs'))[0]
    await expect.poll(jobs, { timeout: 30_000 }).toEqual({ n: 0 })
    const mailed =
      'select count(distinct booking_id)::int as bookings, count(distinct status)::int as states from mail_messages'
    expect((await query(mailed))[0]).toEqual({ bookings: 20, states: 1 })
  })

  test('have the settings of a direct connection on every shared one', async () => {
    const names = ['timezone', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = new pg.Client(pooler.url)
        await client.connect()
        return client
      }),
    )
    const shown = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query(
          'select pg_sleep(0.05), current_setting(n) as v from unnest($1::text[]) n',
          [names],
        )
        return rows.map(({ v }) => v)
      }),
    )
    await Promise.all(clients.map((client) => client.end()))
    for (const values of shown) expect(values).toEqual(['UTC', '30s', '10s', '1min'])
  })

  test('sell on within seconds after the pooler was started again, and have lost nothing', async () => {
    const urls = await Promise.all(nodes.map(({ listening }) => listening))
    const purchases = startPurchases(urls, 6)
    await purchases.reached(20)
    for (let n = 0; n < 3; n++) {
      await pooler.restart()
      await purchases.reached(purchases.payments.length + 20)
    }
    await purchases.stop()
    const gaps = purchases.at.slice(1).map((instant, n) => instant - (purchases.at[n] ?? instant))
    expect(Math.max(...gaps)).toBeLessThan(10_000)
    const database = { query: async <T extends Record<string, unknown>>(text: string) => (await query(text)) as T[] }
    expect(await countLost(database, purchases)).toBe(0)
    for (const node of nodes) expect(node.output().match(/^.*"level":[56]0.*$/gm) ?? []).toEqual([])
  })

  test('hear of changes on the other node', async () => {
    const [first, second] = (await Promise.all(nodes.map(({ listening }) => listening))) as [string, string]
    const title = async () => JSON.stringify((await ask(second, '/api/site')).json)
    expect(await title()).not.toContain('Renamed')
    const staff = await ask(first, '/api/auth/sign-in/email', { email: 'admin@safar.example', password: adminPassword })
    const cookie = staff.headers.get('set-cookie')?.split(';')[0] ?? ''
    const saved = await fetch(`${first}/api/admin/settings`, {
      method: 'PUT',
      body: JSON.stringify({ settings: { site_title: 'Renamed' } }),
      headers: { ...asSomebody(), 'content-type': 'application/json', cookie },
    })
    expect(saved.status).toBe(200)
    await expect.poll(title).toContain('Renamed')
  })
})
