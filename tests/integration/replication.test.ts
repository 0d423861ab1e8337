import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { readMigrations } from '../../src/platform/db/migrate.server.ts'
import {
  endServers,
  hasPostgres,
  newReplica,
  newServer,
  type PostgresServer,
  type Settings,
} from '../process/cluster.ts'
import { runCommand } from '../process/command.ts'
import { countLost, startPurchases } from '../process/purchases.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { book, pay } from '../process/visitors.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const synchronous = { synchronous_standby_names: '*' }
const promote = (replica: PostgresServer) => replica.query('select pg_promote()')
const envOf = (database: PostgresServer) => ({
  DATABASE_URL: database.url,
  SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
  DATA_DIR: dataFolder(),
  PAYMENTS_MODE: 'sandbox',
  WORKER: 'off',
})

describe.skipIf(!hasPostgres())('a primary that is killed while customers book (if PostgreSQL is installed)', () => {
  afterEach(endServers)
  afterAll(endAll)

  /** Kills the primary after some purchases, promotes the replica, and counts what was acknowledged and is not there. */
  const killUnderLoad = async (settings: Settings, before?: (replica: PostgresServer) => Promise<unknown>) => {
    const primary = await newServer()
    const replica = await newReplica(primary, 'standby')
    for (const [name, value] of Object.entries(settings)) await primary.query(`alter system set ${name} = '${value}'`)
    await primary.query('select pg_reload_conf()')
    const shop = startShop(envOf(primary))
    const purchases = startPurchases([await shop.listening], 6)
    await purchases.reached(20)
    await before?.(replica)
    await purchases.reached(60)
    await primary.kill()
    await promote(replica)
    await purchases.stop()
    return { primary, replica, purchases, lost: await countLost(replica, purchases) }
  }

  test('loses nothing with synchronous replication, and takes no more writes when it returns', async () => {
    const { primary, replica, lost } = await killUnderLoad(synchronous)
    expect(lost).toBe(0)
    const ledger = await runCommand('src/app/ledger.ts', [], envOf(replica))
    expect(ledger.errors + ledger.output).toContain('The ledger agrees with every attempt and booking.')
    expect(ledger.code).toBe(0)
    await primary.start()
    // Nobody confirms what it writes, so nothing that it takes is ever acknowledged.
    const late = primary.query('create table written_late ()').then(
      () => 'acknowledged',
      () => 'ended',
    )
    const waits = `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`
    await expect.poll(async () => (await primary.query<{ n: number }>(waits))[0]?.n).toBe(1)
    await primary.stop()
    expect(await late).toBe('ended')
  })

  test('interrupts a migration, which the next start repeats on the new primary', async () => {
    const primary = await newServer()
    const replica = await newReplica(primary, 'standby')
    await primary.query(`alter system set synchronous_standby_names = '*'`)
    await primary.query('select pg_reload_conf()')
    const shop = startShop(envOf(primary))
    const ran = async (on: PostgresServer): Promise<number> => {
      const [row] = await on.query<{ n: number }>('select count(*)::int as n from migrations').catch(() => [])
      return row?.n ?? 0
    }
    await vi.waitFor(async () => expect(await ran(primary)).toBeGreaterThan(10), { timeout: 30_000, interval: 5 })
    await primary.kill()
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toMatch(
      /^Safar cannot start: DATABASE_URL: the database cannot be used: Migration \d{4}_\w+\.sql/m,
    )
    expect(shop.output()).not.toMatch(/^\s+at /m)
    await promote(replica)
    const known = (await readMigrations()).length
    expect(await ran(replica)).toBeLessThan(known)
    const url = await startShop(envOf(replica)).listening
    expect(await ran(replica)).toBe(known)
    await pay(url, await book(url))
  })

  test('control: with asynchronous replication and a replica that is cut off, purchases are lost', async () => {
    const cutOff = (replica: PostgresServer) =>
      replica.query(`alter system set primary_conninfo = ''`).then(() => replica.query('select pg_reload_conf()'))
    const { lost, purchases } = await killUnderLoad({}, cutOff)
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThan(purchases.bookings.length + purchases.payments.length)
  })
})
