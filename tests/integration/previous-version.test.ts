import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { root } from '../process/command.ts'
import { type Line, lineTo } from '../process/line.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { startTraffic } from '../process/traffic.ts'
import { book, pay, read } from '../process/visitors.ts'
import { inDatabase } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const git = (...args: readonly string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
/** The last commits that are at least so many days older than this one, which a shop may have run; none without history. */
const newest = Number(git('log', '-1', '--format=%ct'))
const older = [1, 2, 3, 5].flatMap((days) => git('rev-list', '-1', `--before=${newest - days * 86_400}`, 'HEAD') || [])

const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`

describe.skipIf(older.length === 0)('a node of an earlier day’s version (if git knows it)', () => {
  const sources = mkdtempSync(path.join(tmpdir(), 'safar-older-'))
  let version = ''
  const folder = dataFolder()
  let line: Line
  let before: ShopProcess
  const env = () => ({
    DATABASE_URL: line.url,
    SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
    DATA_DIR: folder,
    PAYMENTS_MODE: 'sandbox',
    ADMIN_PASSWORD: 'a-long-admin-password',
  })
  const applied = () =>
    inDatabase(connection, database, async (client) => {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from migrations')
      return rows[0]?.n ?? 0
    })

  const unpack = (commit: string): string => {
    const folder = path.join(sources, commit)
    mkdirSync(folder)
    const packed = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: packed })
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    return folder
  }

  beforeAll(async () => {
    await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
    line = await lineTo(connection, database)
    for (const commit of older) {
      before = startShop(env(), [], unpack(commit))
      // Not every commit of a day is a whole version.
      const isWhole = await before.listening.then(
        () => true,
        () => false,
      )
      version = isWhole ? commit : ''
      if (isWhole) break
    }
    expect(version).not.toBe('')
  })
  afterAll(async () => {
    await endAll()
    await line?.end()
    await inDatabase(connection, undefined, (client) =>
      client.query(`drop database if exists ${database} with (force)`),
    )
    rmSync(sources, { recursive: true, force: true })
  })

  test('serves without a failure while the new one changes the schema and takes over', async () => {
    const url = await before.listening
    const known = await applied()
    const early = await book(url)
    const traffic = startTraffic(url, 2)
    await traffic.more(10)
    const next = await startShop(env()).listening
    const changes = git('diff', '--name-only', '--diff-filter=A', version, 'HEAD', '--', 'db/migrations/*.sql')
    expect((await applied()) - known).toBe(changes.split('\n').filter(Boolean).length)
    await traffic.more(30)
    const late = await book(url)
    await pay(next, early)
    await pay(next, late)
    await pay(url, await book(next))
    await traffic.stop()
    expect(traffic.failures).toEqual([])
    before.signal('SIGTERM')
    expect(await before.ended).toBe(0)
    const seen = await Promise.all([early, late, ...traffic.acknowledged].map((booked) => read(next, booked)))
    expect(seen.filter(({ status }) => status !== 200)).toEqual([])
    expect(before.said().match(/^.*"level":[56]0.*$/gm) ?? []).toEqual([])
  })
})
