import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endServers } from '../process/cluster.ts'
import { runCommand } from '../process/command.ts'
import { hasPatroni, killServer, type Member, type Patroni, startPatroni } from '../process/patroni.ts'
import { countLost, startPurchases } from '../process/purchases.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

describe.skipIf(!hasPatroni())('two nodes on Patroni, etcd and haproxy (if installed)', () => {
  let patroni: Patroni
  let urls: string[]
  const at = (port: number, user = 'safar', database = 'safar') =>
    `postgres://${user}:${patroni.password}@127.0.0.1:${port}/${database}`
  const query = async <T extends Record<string, unknown>>(url: string, text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end()
    }
  }
  const leader = async () => (await patroni.states()).find(({ role }) => role === 'leader')?.name
  const envOf = (WORKER: 'inline' | 'off') => ({
    DATABASE_URL: at(patroni.primaryPort),
    DATABASE_READ_URL: at(patroni.replicaPort),
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: dataFolder(),
    PAYMENTS_MODE: 'sandbox',
    WORKER,
  })

  beforeAll(async () => {
    patroni = await startPatroni()
    const admin = at(patroni.primaryPort, 'postgres', 'postgres')
    await vi.waitFor(() => query(admin, 'select 1'), { timeout: 20_000, interval: 100 })
    await query(admin, `create role safar login password '${patroni.password}'`)
    await query(admin, 'create database safar owner safar')
    urls = [await startShop(envOf('inline')).listening, await startShop(envOf('off')).listening]
  })
  afterAll(async () => {
    await endAll()
    await patroni?.end()
    await endServers()
  })

  test.each([
    ['PostgreSQL of the primary', async ({ folder }: Member) => killServer(folder)],
    ['machine of the primary', (member: Member) => patroni.killMachine(member)],
  ])('sell again within 30 seconds after the %s was killed, and have lost nothing', async (what, kill) => {
    const purchases = startPurchases(urls, 6)
    await purchases.reached(40)
    const name = await leader()
    const primary = patroni.members.find((member) => member.name === name) ?? patroni.members[0]
    const killedAt = performance.now()
    await kill(primary)
    await vi.waitFor(async () => expect(await leader()).not.toBe(name), { timeout: 60_000, interval: 100 })
    await purchases.reached(purchases.payments.length + 40)
    await purchases.stop()
    const gaps = purchases.at.slice(1).map((instant, n) => instant - (purchases.at[n] ?? instant))
    expect(purchases.at.at(-1)).toBeGreaterThan(killedAt)
    expect(Math.max(...gaps)).toBeLessThan(30_000)
    const reached = {
      query: <T extends Record<string, unknown>>(text: string) => query<T>(at(patroni.primaryPort), text),
    }
    expect(await countLost(reached, purchases)).toBe(0)
    const ledger = await runCommand('src/app/ledger.ts', [], envOf('off'))
    expect([ledger.code, ledger.errors]).toEqual([0, ''])

    // The old primary returns as a replica that has everything, and refuses writes.
    if (what.startsWith('machine')) patroni.startMachine(primary)
    const states = () => patroni.states()
    await vi.waitFor(
      async () => expect((await states()).find((member) => member.name === name)?.role).toBe('sync_standby'),
      { timeout: 60_000, interval: 250 },
    )
    await expect(query(at(primary.port), 'create table written_late ()')).rejects.toThrow(/read-only transaction/)
    const old = { query: <T extends Record<string, unknown>>(text: string) => query<T>(at(primary.port), text) }
    expect(await countLost(old, purchases)).toBe(0)
  })
})
