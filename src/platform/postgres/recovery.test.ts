import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { processesIn } from './leftovers.server.ts'
import { MadeDataDir, makeFolder, removeFolder, ShopProcess, starters, until } from './testing/shop-process.ts'

let folder = ''
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => removeFolder(folder))

const isRoot = process.getuid?.() === 0

/** Hides `setpriv`: then the server outlives a killed shop, as on macOS. */
const withoutSetpriv = { PATH: '/nonexistent' }

const unfinishedIn = (dataDir: string): string | undefined =>
  existsSync(dataDir) ? readdirSync(dataDir).find((name) => name.startsWith('postgres.unfinished-')) : undefined

const insideUnfinished = (dataDir: string, file: string): boolean => {
  const name = unfinishedIn(dataDir)
  return name !== undefined && existsSync(path.join(dataDir, name, file))
}

/** Moments of a first start, recognised by the files that exist. */
const moments: { moment: string; reached: (dataDir: string) => boolean }[] = [
  { moment: 'the lock was taken', reached: (dir) => existsSync(path.join(dir, 'safar.lock')) },
  { moment: 'its first tables were written', reached: (dir) => insideUnfinished(dir, 'base/1/PG_VERSION') },
  { moment: 'its second database was written', reached: (dir) => insideUnfinished(dir, 'base/5') },
  { moment: 'it got its name', reached: (dir) => existsSync(path.join(dir, 'postgres')) },
  { moment: 'the server was listening', reached: (dir) => existsSync(path.join(dir, 'socket', '.s.PGSQL.5432')) },
]

describe('a killed first start', { timeout: 120_000 }, () => {
  it.each(moments)('can be repeated when it was killed just after $moment', async ({ reached }) => {
    const dataDir = path.join(folder, 'data')
    const killed = new ShopProcess(dataDir)
    await until(() => reached(dataDir))
    await killed.kill()
    expect(killed.events.map(({ event }) => event)).not.toContain('started')

    const again = new ShopProcess(dataDir)
    await again.started()
    expect(await again.query('select count(*)::int as databases from pg_database')).toEqual([{ databases: 3 }])
    await again.stop()
    expect(unfinishedIn(dataDir)).toBeUndefined()
  })
})

describe.each(starters)('a killed shop, started by $who', { timeout: 120_000 }, ({ account, reason }) => {
  let made: MadeDataDir | undefined
  beforeAll(async () => {
    if (!reason) made = await MadeDataDir.make(account)
  }, 120_000)
  afterEach(() => made?.takeBack())
  afterAll(() => made?.remove())

  const cases = [
    { server: 'the kernel stops the server', env: {} },
    { server: 'the server lives on', env: withoutSetpriv },
    { server: 'the server is killed with it', env: {}, killServer: true },
  ]
  it.for(cases)('starts again with every acknowledged row, where $server', async ({ env, killServer }, { skip }) => {
    skip(reason !== undefined, reason)
    await removeFolder(folder)
    folder = makeFolder(account)
    const dataDir = path.join(folder, 'data')
    const cluster = path.join(dataDir, 'postgres')
    made?.lendTo(dataDir)

    const killed = new ShopProcess(dataDir, { account, env })
    await killed.started()
    await killed.query('drop table if exists bookings; create table bookings (id int)')
    let acknowledged = 0
    const writing = (async () => {
      for (let id = 1; ; id += 1) {
        await killed.query(`insert into bookings values (${id})`)
        acknowledged = id
      }
    })().catch((error: unknown) => error)
    await until(() => acknowledged >= 50)
    if (killServer) process.kill(serverOf(cluster), 'SIGKILL')
    await killed.kill()
    await writing
    if (env === withoutSetpriv) expect(processesIn(cluster)).not.toEqual([])

    const again = new ShopProcess(dataDir, { account, env })
    await again.started()
    const [row] = await again.query('select count(*)::int as rows, max(id) as last from bookings')
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(acknowledged)
    expect(row?.last).toBe(row?.rows)
    const stopped = again.events.filter(({ line }) => line?.includes('earlier run'))
    if (env === withoutSetpriv) expect(stopped).toHaveLength(1)
    await again.stop()
  })

  it('loses its server too, stopped by the kernel', async ({ skip }) => {
    skip(reason !== undefined, reason)
    skip(!existsSync('/usr/bin/setpriv'), 'this system has no setpriv: the next start stops the server')
    await removeFolder(folder)
    folder = makeFolder(account)
    made?.lendTo(path.join(folder, 'data'))
    const shop = new ShopProcess(path.join(folder, 'data'), { account })
    await shop.started()
    await shop.kill()
    await until(() => processesIn(path.join(folder, 'data', 'postgres')).length === 0)
    expect(readFileSync(path.join(folder, 'data', 'postgres.log'), 'utf8')).toContain('database system is shut down')
  })
})

describe('stale files', { timeout: 120_000 }, () => {
  it('of a dead server are removed, even if its process id is in use again', async () => {
    const dataDir = path.join(folder, 'data')
    const cluster = path.join(dataDir, 'postgres')
    const killed = new ShopProcess(dataDir, { env: withoutSetpriv })
    const { host = '' } = await killed.started()
    process.kill(serverOf(cluster), 'SIGKILL')
    await killed.kill()
    await until(() => processesIn(cluster).length === 0)
    // PostgreSQL itself would mistake a living process of its account for the server, and refuse.
    const { uid, gid } = statSync(cluster)
    const bystander = spawn('cat', { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], ...(isRoot ? { uid, gid } : {}) })
    await once(bystander, 'spawn')
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    writeFileSync(path.join(cluster, 'postmaster.pid'), [bystander.pid, ...lines.slice(1)].join('\n'))
    expect(existsSync(path.join(host, '.s.PGSQL.5432'))).toBe(true)

    const again = new ShopProcess(dataDir)
    await again.started()
    expect(await again.query('select 1 as works')).toEqual([{ works: 1 }])
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    bystander.stdin.end()
    await again.stop()
  })
})

const serverOf = (cluster: string): number =>
  Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
