import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Line, lineTo } from '../../../tests/process/line.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { createLog } from '../log.server.ts'
import { isDatabaseAway } from './away.server.ts'
import { type OpenDatabase, openDatabase } from './database.server.ts'

const limits = { quietMilliseconds: 150, probeMilliseconds: 400, probes: 2 }
let line: Line
let database: OpenDatabase
beforeAll(async () => {
  const { name } = await testDatabase()
  line = await lineTo(inject('postgres').connection, name)
  database = openDatabase({ connectionString: line.url, max: 3 }, createLog('silent'), limits)
})
afterAll(async () => {
  await database.close()
  await line.end()
})

test('a database that accepts statements but never answers counts as away until it answers again', async () => {
  const { pool } = database
  const busy = await pool.connect()
  await busy.query('begin')
  line.swallow()
  const before = performance.now()
  const [inTransaction, onItsOwn] = await Promise.all(
    [busy.query('select 1'), pool.query('select 1')].map((asked) =>
      asked.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  )
  expect(isDatabaseAway(inTransaction)).toBe(true)
  expect(isDatabaseAway(onItsOwn)).toBe(true)
  // The second statement opened a new connection, limited by the pool's connection timeout.
  expect(performance.now() - before).toBeLessThan(8_000)
  busy.release(true)
  line.giveBack()
  await expect.poll(() => pool.query('select 1 as n').then(({ rows }) => rows, String)).toEqual([{ n: 1 }])
})

test('control: slow statements and idle connections are left alone', async () => {
  const { pool } = database
  const idle = await pool.connect()
  expect((await pool.query('select pg_sleep(1.5), 2 as n')).rows).toMatchObject([{ n: 2 }])
  expect((await idle.query('select 3 as n')).rows).toEqual([{ n: 3 }])
  idle.release()
})
