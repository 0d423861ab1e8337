import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Line, lineTo } from '../process/line.ts'
import { findOlderVersion, git, hasOlderVersion, type OlderVersion } from '../process/older-version.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { startTraffic } from '../process/traffic.ts'
import { book, pay, read } from '../process/visitors.ts'
import { inDatabase } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const { connection, template } = inject('postgres')
const database = `${template}_${randomBytes(6).toString('hex')}`

describe.skipIf(!hasOlderVersion())('a node of an earlier day’s version (if git knows it)', () => {
  let older: OlderVersion
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

  beforeAll(async () => {
    await inDatabase(connection, undefined, (client) => client.query(`create database ${database}`))
    line = await lineTo(connection, database)
    older = await findOlderVersion((sources) => {
      before = startShop(env(), [], sources)
      return before.listening
    })
  })
  afterAll(async () => {
    await endAll()
    await line?.end()
    await inDatabase(connection, undefined, (client) =>
      client.query(`drop database if exists ${database} with (force)`),
    )
    older?.remove()
  })

  test('serves without a failure while the new one changes the schema and takes over', async () => {
    const url = await before.listening
    const known = await applied()
    const early = await book(url)
    const traffic = startTraffic(url, 2)
    await traffic.more(10)
    const next = await startShop(env()).listening
    const changes = git('diff', '--name-only', '--diff-filter=A', older.commit, 'HEAD', '--', 'db/migrations/*.sql')
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
    expect(before.output().match(/^.*"level":[56]0.*$/gm) ?? []).toEqual([])
  })
})
