import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.server.ts'
import { processesIn } from './leftovers.server.ts'
import { MadeDataDir, makeFolder, removeFolder, ShopProcess, starters, until } from './testing/shop-process.ts'

let made: MadeDataDir
beforeAll(async () => {
  made = await MadeDataDir.make()
}, 120_000)
afterAll(() => made.remove())

let folder = ''
let dataDir = ''
beforeEach(() => {
  folder = makeFolder()
  dataDir = path.join(folder, 'data')
})
afterEach(async () => {
  await made.takeBack()
  await removeFolder(folder)
})

/** 0 while there is none. */
const serverPid = (): number => {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0
}
async function isAnswering(postgres: EmbeddedPostgres): Promise<boolean> {
  const client = new pg.Client(postgres.connectionOptions())
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const serverRuns = () => processesIn(path.join(dataDir, 'postgres')).length > 0

describe.each(starters)(
  'a shop with the embedded database, started by $who',
  { timeout: 90_000 },
  ({ account, reason }) => {
    it('creates the database at the first start and reuses it at the second', async ({ skip }) => {
      skip(reason !== undefined, reason)
      await removeFolder(folder)
      folder = makeFolder(account)
      dataDir = path.join(folder, 'data')

      const first = new ShopProcess(dataDir, { account })
      expect((await first.started()).dataDir).toBe(dataDir)
      await first.query('create table bookings (reference text)')
      await first.query(`insert into bookings values ('TH1')`)
      await first.stop()
      expect(serverRuns()).toBe(false)
      expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')

      const second = new ShopProcess(dataDir, { account })
      await second.started()
      expect(await second.query('select reference from bookings')).toEqual([{ reference: 'TH1' }])
      expect(second.events.filter(({ line }) => line?.includes('Creating'))).toEqual([])
      await second.stop()
    })
  },
)

describe('the server', { timeout: 120_000 }, () => {
  beforeEach(() => made.lendTo(dataDir))

  const running: EmbeddedPostgres[] = []
  const start = async (place: string) => {
    const postgres = await startEmbeddedPostgres({ dataDir: place })
    running.push(postgres)
    return postgres
  }
  afterEach(async () => {
    await Promise.all(running.splice(0).map((postgres) => postgres.stop()))
  })

  const withContent = async (name: string, content: string, check: () => Promise<void>) => {
    const file = path.join(dataDir, 'postgres', name)
    const intact = readFileSync(file)
    writeFileSync(file, content)
    await check().finally(() => writeFileSync(file, intact))
  }

  it('is closed to other accounts and to the network, and keeps committed data', async () => {
    const shop = new ShopProcess(dataDir)
    const { host = '' } = await shop.started()
    expect(lstatSync(host).mode & 0o777).toBe(0o700)
    expect(lstatSync(host).uid).toBe(statSync(path.join(dataDir, 'postgres')).uid)
    const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'max_parallel_workers_per_gather', 'TimeZone']
    const rows = await shop.query(`select name, setting from pg_settings where name in ('${names.join("','")}')`)
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '',
      fsync: 'on',
      synchronous_commit: 'on',
      max_parallel_workers_per_gather: '0',
      TimeZone: 'UTC',
    })
    expect(await shop.query('select datlocprovider::text, datlocale from pg_database where oid = 1')).toEqual([
      { datlocprovider: 'b', datlocale: 'C.UTF-8' },
    ])
    await shop.stop()
    expect(existsSync(host)).toBe(false)
  })

  it('ignores the PG variables of the environment', async () => {
    const env = { PGPORT: '1', PGHOST: '192.0.2.1', PGUSER: 'x', PGDATABASE: 'x', PGSSLMODE: 'require', PGDATA: '/x' }
    const shop = new ShopProcess(dataDir, { env })
    await shop.started()
    expect(await shop.query('select current_user::text as name')).toEqual([{ name: 'postgres' }])
    await shop.stop()
  })

  it('starts in a folder whose name needs quoting', async () => {
    const difficult = path.join(folder, `agent's "best", trips سفر`)
    made.lendTo(difficult)
    const postgres = await start(difficult)
    expect(path.dirname(postgres.host)).toBe(postgres.dataDir)
  })

  it('puts its socket elsewhere when the path of the data folder is too long, and removes it afterwards', async () => {
    const long = path.join(folder, 'a-very-long-name-of-a-folder'.repeat(4))
    made.lendTo(long)
    const postgres = await start(long)
    expect(postgres.host.startsWith(long)).toBe(false)
    expect(lstatSync(postgres.host).mode & 0o777).toBe(0o700)
    await postgres.stop()
    expect(existsSync(postgres.host)).toBe(false)

    const killed = new ShopProcess(long)
    const { host = '' } = await killed.started()
    await killed.kill()
    await start(long)
    expect(existsSync(host)).toBe(false)
  })

  it('may be stopped twice; the first stop frees the folder', async () => {
    const postgres = await start(dataDir)
    await Promise.all([postgres.stop(), postgres.stop()])
    await postgres.stop()
    expect(serverRuns()).toBe(false)
    await start(dataDir)
  })

  it('is started again after each of five unexpected ends within a minute; the sixth is reported', async () => {
    const postgres = await start(dataDir)
    let hasDied = false
    void postgres.died.then(() => {
      hasDied = true
    })
    for (let round = 0; round < 5; round++) {
      const killed = serverPid()
      process.kill(killed, 'SIGKILL')
      await until(() => ![0, killed].includes(serverPid()))
      await expect.poll(() => isAnswering(postgres), { timeout: 30_000 }).toBe(true)
    }
    expect(hasDied).toBe(false)
    process.kill(serverPid(), 'SIGKILL')
    expect((await postgres.died).message).toMatch(/^The database ended 6 times within a minute.*DATABASE_URL/s)
    await postgres.stop()
    await start(dataDir)
  })

  it('can be stopped while its server is started again', async () => {
    const postgres = await start(dataDir)
    const killed = serverPid()
    process.kill(killed, 'SIGKILL')
    await until(() => processesIn(path.join(dataDir, 'postgres')).every((pid) => pid !== killed))
    await postgres.stop()
    // The processes of a killed server end by themselves, a moment after it.
    await until(() => !serverRuns())
    await start(dataDir)
  })

  it('reports its own log when it cannot start', async () => {
    await withContent('postgresql.conf', 'no_such_setting = 1\n', () =>
      expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/no_such_setting.*DATABASE_URL/s),
    )
    await start(dataDir)
  })

  it.skipIf(process.getuid?.() !== 0)('takes over a database that root restored', async () => {
    execFileSync('chown', ['-R', '0:0', path.join(dataDir, 'postgres')])
    chmodSync(path.join(dataDir, 'postgres'), 0o755)
    await start(dataDir)
    expect(statSync(path.join(dataDir, 'postgres', 'base', '1', 'PG_VERSION')).uid).not.toBe(0)
  })

  it('refuses a database of another major version', async () => {
    await withContent('PG_VERSION', '17\n', () =>
      expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ fault: 'wrong-version' }),
    )
  })
})

describe('Ctrl-C', { timeout: 120_000 }, () => {
  beforeEach(() => made.lendTo(dataDir))

  it('leaves the database running until the requests have drained', async () => {
    const shop = new ShopProcess(dataDir, { drain: true })
    await shop.started()
    const group = -(shop.child.pid ?? Number.NaN)
    process.kill(group, 'SIGINT')
    expect((await shop.next(['rows', 'failed'])).rows).toMatchObject([{ answer: 'answered after Ctrl-C' }])
    await shop.next(['stopped'])
    await shop.ended()
    expect(shop.events.filter(({ event }) => event === 'died' || event === 'lost')).toEqual([])
    expect(shop.child.exitCode).toBe(0)
    expect(serverRuns()).toBe(false)
  })
})

describe('two shops on one folder', { timeout: 120_000 }, () => {
  it('are refused: the second names the fixes and leaves the first alone', async () => {
    made.lendTo(dataDir)
    const first = new ShopProcess(dataDir)
    await first.started()
    const second = new ShopProcess(dataDir)
    const refusal = await second.next(['refused', 'started'])
    expect(refusal).toMatchObject({ event: 'refused', fault: 'folder-in-use' })
    expect(refusal.message).toContain(`process ${first.child.pid}`)
    expect(refusal.message).toContain('DATA_DIR')
    expect(refusal.message).toContain('DATABASE_URL')
    await second.ended()
    expect(second.child.exitCode).toBe(1)
    expect(await first.query('select 1 as lives')).toEqual([{ lives: 1 }])
    await first.stop()
  })

  it('started together on an empty folder: one runs, the other is refused', async () => {
    const shops = [new ShopProcess(dataDir), new ShopProcess(dataDir), new ShopProcess(dataDir)]
    const outcomes = await Promise.all(shops.map((shop) => shop.next(['started', 'refused'])))
    expect(outcomes.map(({ event }) => event).sort()).toEqual(['refused', 'refused', 'started'])
    const winner = shops[outcomes.findIndex(({ event }) => event === 'started')]
    expect(await winner?.query('select 1 as works')).toEqual([{ works: 1 }])
    await winner?.stop()
  })
})
