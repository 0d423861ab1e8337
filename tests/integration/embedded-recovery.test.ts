/** The embedded database, archived in RECOVERY_DIR, brought back to a moment: docs/operations.md, "Back to a minute". */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findRunning } from '../../src/platform/postgres/index.server.ts'
import { archiveSettings } from '../../src/platform/postgres/recovery/archive.server.ts'
import { listCopies } from '../../src/platform/postgres/recovery/copies.server.ts'
import { runCommand } from '../process/command.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { type Booked, book, pay } from '../process/visitors.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const dataDir = dataFolder()
const archive = `${dataFolder()}, archive of the "shop's" log, 100%`
const envOf = (folder: string) => ({ DATA_DIR: folder, RECOVERY_DIR: archive, SEED: 'test' })
const recover = (folder: string, ...words: string[]) => runCommand('src/app/recover.ts', words, envOf(folder))

let first: Booked
let second: Booked
/** Between the two bookings. */
let between: string

async function askDatabase<T>(folder: string, text: string): Promise<T[]> {
  const running = findRunning(folder)
  if (!running) throw new Error('no database is running')
  const client = new pg.Client(running.connection)
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

/** The bookings of a shop that is started for this question. */
async function bookingsIn(folder: string): Promise<string[]> {
  // A trial: it leaves the archive to the shop.
  const shop = startShop({ DATA_DIR: folder, SEED: 'test' })
  await shop.listening
  const rows = await askDatabase<{ id: string }>(folder, 'select id from bookings')
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  return rows.map(({ id }) => id)
}

beforeAll(async () => {
  const shop = startShop(envOf(dataDir))
  const url = await shop.listening
  await vi.waitFor(() => expect(listCopies(archive)).toHaveLength(1), { timeout: 150_000, interval: 100 })
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^db_archive_age_seconds \d/m)
  first = await book(url)
  await pay(url, first)
  between =
    (
      await askDatabase<{ now: string }>(
        dataDir,
        `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MSOF":00"') as now`,
      )
    )[0]?.now ?? ''
  second = await book(url)
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
})
afterAll(async () => {
  await endAll()
  rmSync(archive, { recursive: true, force: true })
})

test('the log is archived within five minutes, and not at all without RECOVERY_DIR', async () => {
  expect(Number.parseInt(archiveSettings(archive).archive_timeout ?? '', 10)).toBeLessThanOrEqual(300)
  const plain = dataFolder()
  const shop = startShop({ DATA_DIR: plain, SEED: 'none' })
  await shop.listening
  expect(await askDatabase(plain, 'show archive_mode')).toEqual([{ archive_mode: 'off' }])
  shop.signal('SIGTERM')
  await shop.ended
})

test('on another machine, a recovery has what was booked before the moment and nothing later', async () => {
  const elsewhere = dataFolder()
  const done = await recover(elsewhere, between)
  expect([done.code, done.errors]).toEqual([0, ''])
  expect(done.output).toContain('The database is as it was at')
  const ids = await bookingsIn(elsewhere)
  expect([ids.includes(first.id), ids.includes(second.id)]).toEqual([true, false])
  const ledger = await runCommand('src/app/ledger.ts', [], { DATA_DIR: elsewhere })
  expect([ledger.code, ledger.errors]).toEqual([0, ''])
})

test('control: to the end of the archive, both bookings are there', async () => {
  const elsewhere = dataFolder()
  const done = await recover(elsewhere, '--end')
  expect([done.code, done.errors]).toEqual([0, ''])
  const ids = await bookingsIn(elsewhere)
  expect([ids.includes(first.id), ids.includes(second.id)]).toEqual([true, true])
})

test('on the same machine, the database of before is moved aside, and a new copy is made', async () => {
  const done = await recover(dataDir, between)
  expect([done.code, done.errors]).toEqual([0, ''])
  expect(existsSync(path.join(dataDir, 'postgres.before-recovery-1'))).toBe(true)
  const shop = startShop(envOf(dataDir))
  const url = await shop.listening
  await vi.waitFor(() => expect(listCopies(archive).at(-1)?.firstFile.slice(0, 8)).not.toBe('00000001'), {
    timeout: 150_000,
    interval: 100,
  })
  const third = await book(url)
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  const elsewhere = dataFolder()
  expect((await recover(elsewhere, '--end')).code).toBe(0)
  expect(await bookingsIn(elsewhere)).toContain(third.id)
})

test('after a time without an archive, a new copy is made', async () => {
  const before = listCopies(archive).length
  const plain = startShop({ DATA_DIR: dataDir, SEED: 'test' })
  await book(await plain.listening)
  // Three files of the log that nobody archives.
  for (let n = 0; n < 3; n++)
    await askDatabase(dataDir, `select pg_switch_wal(), pg_logical_emit_message(true, 'a', 'b')`)
  plain.signal('SIGTERM')
  expect(await plain.ended).toBe(0)
  const shop = startShop(envOf(dataDir))
  await shop.listening
  await vi.waitFor(() => expect(listCopies(archive).length).toBe(before + 1), { timeout: 150_000, interval: 100 })
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('a wrong time, log or archive is refused and changes nothing', async () => {
  const elsewhere = dataFolder()
  const [wrong, early, unrecorded, late] = [
    await recover(elsewhere, 'yesterday'),
    await recover(elsewhere, '2020-01-01T10:00:00Z'),
    await recover(elsewhere, between, '--erasures', '/nowhere/erasures.log'),
    await recover(dataDir, '2099-01-01T10:00:00Z'),
  ]
  expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('TIME')])
  expect([early.code, early.errors]).toEqual([1, expect.stringContaining('its first moment is')])
  expect([unrecorded.code, unrecorded.errors]).toEqual([1, expect.stringContaining('/nowhere/erasures.log')])
  expect([late.code, late.errors]).toEqual([1, expect.stringContaining('The archive ends before 2099')])
  const other = startShop(envOf(dataFolder()))
  await expect(other.listening).rejects.toThrow('it holds the archive of another database')
  expect(readdirSync(elsewhere)).not.toContain('postgres')
  // Nothing has changed.
  expect(await bookingsIn(dataDir)).toContain(first.id)
})
