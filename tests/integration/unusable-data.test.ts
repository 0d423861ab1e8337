import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/postgres/index.server.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const disk = mkdtempSync(path.join(tmpdir(), 'safar-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=10m,mode=755', 'tmpfs', disk]).status === 0
afterAll(async () => {
  await endAll()
  if (isMounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

test('data of a later version stops the start, which changes nothing', async () => {
  const DATA_DIR = dataFolder()
  const first = startShop({ DATA_DIR, SEED: 'none' })
  await first.listening
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)
  const inDatabase = async (statement: string) => {
    const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR })
    const client = new pg.Client(postgres.connectionOptions())
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    await postgres.stop()
    return rows
  }
  await inDatabase(`insert into migrations (name, hash) values ('9999_of_tomorrow.sql', 'x')`)
  const refused = startShop({ DATA_DIR, SEED: 'none' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(
    /^Safar cannot start: DATA_DIR: .* later version of the shop \(9999_of_tomorrow\.sql\)/m,
  )
  expect(refused.output()).not.toMatch(/^\s+at /m)
  expect(readFileSync(path.join(DATA_DIR, 'secret-key'), 'utf8')).not.toBe('')
})

test.skipIf(!isMounted)('a read-only data folder stops the start with an explanation', async () => {
  for (const DATA_DIR of [disk, path.join(disk, 'data')]) {
    const shop = startShop({ DATA_DIR })
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toMatch(/^Safar cannot start: Cannot (make|lock) the data folder /m)
    expect(shop.output()).toContain('DATA_DIR')
    expect(shop.output()).not.toMatch(/^\s+at /m)
  }
})
