import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Line, lineTo } from '../process/line.ts'
import { type MailSink, startMailSink } from '../process/mail-sink.ts'
import { freePort } from '../process/programs.ts'
import { hasProxy, type Nginx, proxyTo } from '../process/proxy.ts'
import { dataFolder, endAll, type ShopProcess, startShop, startWorker } from '../process/shop.ts'
import { startRenaming, startTraffic, type Traffic } from '../process/traffic.ts'
import { ask } from '../process/visitors.ts'
import { inDatabase } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const adminPassword = 'a-long-admin-password'
const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`

const leavesOutForLong = (text: string) => text.replaceAll('fail_timeout=1s', 'fail_timeout=10s')
const triesOneNode = (text: string) => text.replace(/proxy_next_upstream .*;/, 'proxy_next_upstream off;')

describe.skipIf(!hasProxy())('two nodes and a worker behind nginx (if installed)', () => {
  let mail: MailSink
  let line: Line
  let ports: [number, number]
  let nodes: [ShopProcess, ShopProcess]
  let worker: ShopProcess
  const proxies: Nginx[] = []
  const folder = dataFolder()
  const envOf = (port = 0) => ({
    PORT: String(port),
    DATABASE_URL: line.url,
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: folder,
    PAYMENTS_MODE: 'sandbox',
    WORKER: 'off',
    ADMIN_PASSWORD: adminPassword,
    SMTP_URL: mail.url,
  })
  const proxied = async (change?: (text: string) => string): Promise<string> => {
    const proxy = await proxyTo(ports, change)
    proxies.push(proxy)
    return proxy.url
  }
  const startAgain = async (n: 0 | 1): Promise<void> => {
    nodes[n] = startShop(envOf(ports[n]))
    await nodes[n].listening
  }
  const roll = async (n: 0 | 1): Promise<void> => {
    nodes[n].signal('SIGTERM')
    expect(await nodes[n].ended).toBe(0)
    await startAgain(n)
  }
  const cookieOf = async (url: string): Promise<string> => {
    const staff = await ask(url, '/api/auth/sign-in/email', { email: 'admin@safar.example', password: adminPassword })
    return staff.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  beforeAll(async () => {
    mail = await startMailSink()
    await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
    line = await lineTo(connection, database)
    ports = [await freePort(), await freePort()]
    nodes = [startShop(envOf(ports[0])), startShop(envOf(ports[1]))]
    await Promise.all(nodes.map(({ listening }) => listening))
    worker = startWorker(envOf())
    await worker.says(/worker is ready/)
  })
  afterAll(async () => {
    await endAll()
    for (const proxy of proxies) await proxy.end()
    await line?.end()
    await mail?.end()
    await inDatabase(connection, undefined, (client) =>
      client.query(`drop database if exists ${database} with (force)`),
    )
  })

  const killOne = async (traffic: Traffic): Promise<number> => {
    await traffic.more(60)
    nodes[0].signal('SIGKILL')
    await nodes[0].ended
    const goneAt = performance.now()
    await traffic.more(60)
    return goneAt
  }

  test('lose only the writes in flight on a killed node, and nothing while all restart', async () => {
    const url = await proxied()
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const renaming = await startRenaming(url, await cookieOf(url), urls)
    const traffic = startTraffic(url, 6)
    const killedAt = await killOne(traffic)
    await startAgain(0)
    await traffic.more(30)
    for (const { what, began, write } of traffic.failures) expect([began < killedAt, write], what).toEqual([true, true])
    expect(traffic.failures.length).toBeLessThanOrEqual(6)
    traffic.failures.splice(0)
    for (const n of [0, 1] as const) await roll(n)
    worker.signal('SIGTERM')
    expect(await worker.ended).toBe(0)
    worker = startWorker(envOf())
    await traffic.more(30)
    await traffic.stop()
    const { saved, stale } = await renaming.stop()
    expect(traffic.failures).toEqual([])
    expect(saved).toBeGreaterThan(20)
    expect(Math.max(...stale)).toBeLessThan(1_000)
    const bookings = traffic.acknowledged.length
    const jobs = 'select count(*)::int as n from graphile_worker.jobs'
    const left = () => inDatabase(connection, database, async (c) => (await c.query<{ n: number }>(jobs)).rows[0]?.n)
    await expect.poll(left, { timeout: 60_000, interval: 250 }).toBe(0)
    // Requests in flight on the killed node may have booked, too.
    expect(mail.ids.length).toBeGreaterThanOrEqual(bookings)
    expect(new Set(mail.ids).size).toBe(mail.ids.length)
  })

  test('control: a proxy that tries one node only fails after the kill', async () => {
    const traffic = startTraffic(await proxied(triesOneNode), 6)
    const killedAt = await killOne(traffic)
    await expect.poll(() => traffic.failures.some(({ began }) => began > killedAt)).toBe(true)
    await traffic.stop()
    await startAgain(0)
  })

  test('control: with a node left out for ten seconds, the next one stops too early', async () => {
    const traffic = startTraffic(await proxied(leavesOutForLong), 6)
    for (const n of [0, 1] as const) await roll(n)
    await traffic.stop()
    expect(traffic.failures.length).toBeGreaterThan(0)
  })

  test('control: a node that ignores notifications shows old pages', async () => {
    const deaf = await startShop(envOf(), ['./tests/process/deaf.ts']).listening
    const live = `http://127.0.0.1:${ports[1]}`
    const renaming = await startRenaming(live, await cookieOf(live), [deaf])
    const traffic = startTraffic(live, 1)
    await traffic.more(60)
    await traffic.stop()
    expect((await renaming.stop()).stale[0]).toBeGreaterThan(1_000)
  })
})
