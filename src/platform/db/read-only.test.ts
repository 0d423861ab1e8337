import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { createLog } from '../log.server.ts'
import { isDatabaseAway } from './away.server.ts'
import { type OpenDatabase, openDatabase } from './database.server.ts'
import { requireAway } from './reads.server.ts'

let database: OpenDatabase
beforeAll(async () => {
  const { name } = await testDatabase()
  database = openDatabase({ ...inject('postgres').connection, database: name, max: 1 }, createLog('silent'))
})
afterAll(() => database.close())

const session = async (): Promise<number | undefined> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  return rows[0]?.pid
}
const run = (text: string): Promise<unknown> =>
  sql
    .raw(text)
    .execute(database.db)
    .then(
      () => null,
      (error: unknown) => error,
    )

test('a session that may not write any more ends, and counts as away', async () => {
  const before = await session()
  await run('set default_transaction_read_only = on')
  expect(isDatabaseAway(await run('create table written (id int)'))).toBe(true)
  expect(await session()).not.toBe(before)
  expect(await run('create table written (id int)')).toBeNull()
})

test('control: a session with any other fault stays', async () => {
  const before = await session()
  const fault = await run('select 1 / 0')
  expect(fault).toMatchObject({ code: '22012' })
  expect(isDatabaseAway(fault)).toBe(false)
  expect(await session()).toBe(before)
})

test('a write on the replica is a bug, not a replica that is away', async () => {
  await run('set default_transaction_read_only = on')
  const refused = await run('create table elsewhere (id int)')
  expect(() => requireAway(refused)).toThrow('tried to write')
  expect(() => requireAway(new Error('Connection terminated'))).not.toThrow()
  const broken = await run('select 1 / 0')
  expect(() => requireAway(broken)).toThrow('division by zero')
})
