import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  endServers,
  hasPostgres,
  newServer,
  type PostgresServer,
  runProgram,
  serverFolder,
  serverOn,
} from '../process/cluster.ts'
import { root, runCommand } from '../process/command.ts'
import { hasProgram } from '../process/programs.ts'
import { countLost, type Purchases, startPurchases } from '../process/purchases.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const settings = readFileSync(path.join(root, 'deploy/pgbackrest/postgresql.conf'), 'utf8')
const settingOf = (name: string): string => new RegExp(`^${name} = '?([^'\\n]*)'?$`, 'm').exec(settings)?.[1] ?? ''
/** A minute in production. */
const archiveSeconds = 2

test('deploy/pgbackrest archives at least every five minutes', () => {
  expect(settingOf('archive_mode')).toBe('on')
  expect(settingOf('archive_timeout')).toMatch(/^\d+s$/)
  expect(Number.parseInt(settingOf('archive_timeout'), 10)).toBeLessThanOrEqual(300)
})

const isInstalled = hasPostgres() && hasProgram('pgbackrest', 'version')
describe.skipIf(!isInstalled)('the archive of pgBackRest (if installed)', () => {
  let folder: string
  let config: string
  let server: PostgresServer
  let purchases: Purchases
  /** The instant to restore to, and what was acknowledged before. */
  let instant: string
  let instantAt: number
  let before: Pick<Purchases, 'bookings' | 'payments'>

  const envOf = (database: PostgresServer) => ({
    DATABASE_URL: database.url,
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: dataFolder(),
    PAYMENTS_MODE: 'sandbox',
    WORKER: 'off',
  })
  const backrest = (...args: string[]) =>
    runProgram('/usr/bin/pgbackrest', `--config=${config}`, '--stanza=safar', ...args)
  /** The documented file, with the folders and the port of this test. */
  const configure = (data: string, port: number): void => {
    const text = readFileSync(path.join(root, 'deploy/pgbackrest/pgbackrest.conf'), 'utf8')
      .replace('/var/lib/pgbackrest', path.join(folder, 'repository'))
      .replace('/var/lib/postgresql/15/main', data)
    const more = [
      `pg1-port=${port}`,
      `pg1-socket-path=${folder}`,
      'pg1-user=shop',
      '[global]',
      `lock-path=${folder}/lock`,
    ]
    writeFileSync(config, `${text}${more.join('\n')}\nspool-path=${folder}/spool\n`)
    chmodSync(config, 0o644)
  }
  const restored = async (...target: string[]): Promise<PostgresServer> => {
    const data = path.join(serverFolder(), 'data')
    configure(data, server.port)
    await backrest('restore', ...target)
    const copy = await serverOn(data)
    await copy.start({
      archive_mode: 'off',
      restore_command: `pgbackrest --config=${config} --stanza=safar archive-get %f "%p"`,
    })
    await vi.waitFor(
      async () => {
        const [row] = await copy.query<{ is: boolean }>('select pg_is_in_recovery() as is')
        expect(row?.is).toBe(false)
      },
      { timeout: 30_000, interval: 50 },
    )
    return copy
  }

  beforeAll(async () => {
    folder = serverFolder()
    config = path.join(folder, 'pgbackrest.conf')
    server = await newServer({
      archive_mode: settingOf('archive_mode'),
      archive_command: settingOf('archive_command').replace('pgbackrest', `pgbackrest --config=${config}`),
      archive_timeout: `${archiveSeconds}s`,
      unix_socket_directories: folder,
    })
    configure(server.folder, server.port)
    await backrest('stanza-create')
    const shop = startShop(envOf(server))
    const url = await shop.listening
    await backrest('backup')
    purchases = startPurchases([url], 4)
    await purchases.reached(20)
    before = { bookings: [...purchases.bookings], payments: [...purchases.payments] }
    instant = (await server.query<{ now: string }>('select now()::text'))[0]?.now ?? ''
    instantAt = performance.now()
    await purchases.reached(before.payments.length + 40)
    // Until more than one period of archiving has passed under load.
    const burnsAt = performance.now() + archiveSeconds * 2_500
    while (performance.now() < burnsAt) await purchases.reached(purchases.payments.length + 1)
    await server.kill()
    await purchases.stop()
    rmSync(server.folder, { recursive: true, force: true })
  })
  afterAll(async () => {
    await endAll()
    await endServers()
  })

  test('restores the database to the instant that was asked for', async () => {
    const copy = await restored('--type=time', `--target=${instant}`, '--target-action=promote')
    expect(await countLost(copy, { ...purchases, ...before })).toBe(0)
    // A second later, so that none of them was being written at that instant.
    const later = purchases.bookings.filter((_, n) => (purchases.at[n] ?? 0) > instantAt + 1_000)
    expect(later.length).toBeGreaterThan(0)
    expect(await countLost(copy, { ...purchases, bookings: later, payments: [] })).toBe(later.length)
    const ledger = await runCommand('src/app/ledger.ts', [], envOf(copy))
    expect([ledger.code, ledger.errors]).toEqual([0, ''])
  })

  test('loses no more than the time between two archived files when the machine burns', async () => {
    const copy = await restored()
    const endedAt = purchases.at.at(-1) ?? 0
    // Two seconds for the work of archiving.
    const old = purchases.bookings.filter((_, n) => (purchases.at[n] ?? 0) < endedAt - (archiveSeconds + 2) * 1_000)
    expect(old.length).toBeGreaterThan(0)
    expect(await countLost(copy, { ...purchases, bookings: old, payments: [] })).toBe(0)
  })

  test('control: the backup alone has no purchase', async () => {
    const copy = await restored('--type=immediate', '--target-action=promote')
    expect(await countLost(copy, { ...purchases, payments: [] })).toBe(purchases.bookings.length)
  })
})
