import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { root } from '../process/command.ts'
import { type Line, lineTo } from '../process/line.ts'
import { type MailSink, startMailSink } from '../process/mail-sink.ts'
import { findOlderVersion, hasOlderVersion, type OlderVersion } from '../process/older-version.ts'
import { freePort } from '../process/programs.ts'
import { hasProxy, type Nginx, proxyTo } from '../process/proxy.ts'
import { dataFolder, endAll, type ShopProcess, startShop, startWorker } from '../process/shop.ts'
import { startRenaming, startTraffic } from '../process/traffic.ts'
import { ask, read } from '../process/visitors.ts'
import { inDatabase } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const adminPassword = 'a-long-admin-password'
const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`

describe.skipIf(!hasProxy() || !hasOlderVersion())(
  'an update of two nodes and a worker behind nginx (if installed)',
  () => {
    let mail: MailSink
    let line: Line
    let ports: [number, number]
    let older: OlderVersion
    let nodes: [ShopProcess, ShopProcess]
    let worker: ShopProcess
    let proxy: Nginx
    const all: ShopProcess[] = []
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
    const noted = (shop: ShopProcess): ShopProcess => {
      all.push(shop)
      return shop
    }
    const stop = async (shop: ShopProcess): Promise<void> => {
      shop.signal('SIGTERM')
      expect(await shop.ended).toBe(0)
    }
    /** Replaces one process after the other by those of other sources. */
    const rollTo = async (sources: string): Promise<void> => {
      for (const n of [0, 1] as const) {
        await stop(nodes[n])
        nodes[n] = noted(startShop(envOf(ports[n]), [], sources))
        await nodes[n].listening
      }
      await stop(worker)
      worker = noted(startWorker(envOf(), sources))
      await worker.says(/worker is ready/)
    }

    beforeAll(async () => {
      mail = await startMailSink()
      await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
      line = await lineTo(connection, database)
      ports = [await freePort(), await freePort()]
      older = await findOlderVersion((sources) => {
        nodes = [startShop(envOf(ports[0]), [], sources), startShop(envOf(ports[1]), [], sources)]
        return Promise.all(nodes.map(({ listening }) => listening)).catch(async (error) => {
          for (const node of nodes) node.signal('SIGKILL')
          await Promise.all(nodes.map(({ ended }) => ended))
          throw error
        })
      })
      all.push(...nodes)
      worker = noted(startWorker(envOf(), older.folder))
      await worker.says(/worker is ready/)
      proxy = await proxyTo(ports)
    })
    afterAll(async () => {
      await endAll()
      await proxy?.end()
      await line?.end()
      await mail?.end()
      older?.remove()
      await inDatabase(connection, undefined, (client) =>
        client.query(`drop database if exists ${database} with (force)`),
      )
    })

    test('fails no request, repeats no job and shows no old page, nor when it is taken back', async () => {
      const { url } = proxy
      const staff = await ask(url, '/api/auth/sign-in/email', { email: 'admin@safar.example', password: adminPassword })
      const cookie = staff.headers.get('set-cookie')?.split(';')[0] ?? ''
      const renaming = await startRenaming(
        url,
        cookie,
        ports.map((port) => `http://127.0.0.1:${port}`),
      )
      const traffic = startTraffic(url, 4)
      await traffic.more(30)
      await rollTo(root)
      await traffic.more(30)
      await rollTo(older.folder)
      await traffic.more(30)
      await traffic.stop()
      const { saved, stale } = await renaming.stop()
      expect(traffic.failures).toEqual([])
      expect(saved).toBeGreaterThan(20)
      expect(Math.max(...stale)).toBeLessThan(1_000)
      const jobs = 'select count(*)::int as n from graphile_worker.jobs'
      const left = () => inDatabase(connection, database, async (c) => (await c.query<{ n: number }>(jobs)).rows[0]?.n)
      await expect.poll(left, { timeout: 60_000, interval: 250 }).toBe(0)
      // One to the customer, one to the agency.
      expect(mail.ids).toHaveLength(2 * traffic.acknowledged.length)
      expect(new Set(mail.ids).size).toBe(mail.ids.length)
      for (const booked of traffic.acknowledged) expect((await read(url, booked)).status).toBe(200)
      for (const shop of all) expect(shop.output().match(/^.*"level":[56]0.*$/gm) ?? []).toEqual([])
    })
  },
)
