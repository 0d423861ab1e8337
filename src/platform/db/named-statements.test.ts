import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestCore, type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { listenForInvalidation } from '../cache-invalidation.server.ts'
import type { Queryable } from './database.server.ts'
import { migrate } from './migrate.server.ts'
import { channel } from './schema-notice.server.ts'

let database: TestDatabase
/** A node that listens. */
let node: TestCore
let stop: () => Promise<void>
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  node = database.openCore()
  await sql`drop table if exists things; create table things (id integer, name text)`.execute(node.db)
  stop = await listenForInvalidation(node, () => {})
})
afterEach(() => stop())

const oneSession = <T>(core: TestCore, work: (q: Queryable) => Promise<T>) => core.db.connection().execute(work)
const readAll = (q: Queryable, n: number) => sql`select * from things where id = ${n}`.execute(q)
async function often(q: Queryable, run: (q: Queryable, n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 10; n++) await run(q, n)
}
async function namedTexts(q: Queryable): Promise<readonly string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(q)
  return rows.map(({ statement }) => statement)
}

describe('statements with a name', () => {
  test('are those that run often, and answer like others', async () => {
    await oneSession(node, async (q) => {
      await sql`insert into things select n, 'thing ' || n from generate_series(1, 9) n`.execute(q)
      const answers: unknown[] = []
      await often(q, async (_, n) => answers.push((await readAll(q, n)).rows))
      await sql`select 'seldom' where 1 = ${1}`.execute(q)
      expect(answers.slice(7)).toEqual([7, 8, 9].map((id) => [{ id, name: `thing ${id}` }]))
      expect(await namedTexts(q)).toEqual(['select * from things where id = $1'])
    })
  })

  test('are not those whose first rows are asked for', async () => {
    await oneSession(node, async (q) => {
      await often(q, (_, n) => sql`select * from things where id = ${n} order by name LIMIT 1`.execute(q))
      expect(await namedTexts(q)).toEqual([])
    })
  })

  test('are at most three hundred', async () => {
    await oneSession(node, async (q) => {
      for (let n = 0; n < 310; n++)
        await often(q, (_, value) => sql`select ${sql.raw(`'text ${n}'`)} where 0 = ${value}`.execute(q))
      expect(await namedTexts(q)).toHaveLength(300)
    })
  })

  test('work again after one has failed', async () => {
    await sql`create unique index things_once on things (id)`.execute(node.db)
    await oneSession(node, async (q) => {
      const add = (_: Queryable, n: number) =>
        sql`insert into things values (${n % 2}, 'x')`.execute(q).then(
          () => true,
          () => false,
        )
      await often(q, add)
      await sql`delete from things`.execute(q)
      expect(await add(q, 1)).toBe(true)
    })
  })

  test('are not used by a node that does not listen', async () => {
    const other = database.openCore()
    await oneSession(other, async (q) => {
      await often(q, readAll)
      expect(await namedTexts(q)).toEqual([])
    })
  })
})

describe('a migration of the next version', () => {
  const columnAdded = (name: string) => [{ name, sql: 'alter table things add column since date', hash: 'a' }]
  const command = (q: TestCore) =>
    q.db.transaction().execute(async (trx) => {
      await sql`insert into things values (1, 'one')`.execute(trx)
      return (await readAll(trx, 1)).rows
    })

  test('control: adding a column breaks named statements of a node that does not hear of it', async () => {
    await oneSession(node, (q) => often(q, readAll))
    await sql`alter table things add column since date`.execute(node.db)
    await expect(command(node)).rejects.toThrow('cached plan must not change result type')
  })

  test('breaks nothing, during and after it', async () => {
    await oneSession(node, (q) => often(q, readAll))
    const next = database.openCore()
    await expect(migrate(next.pool, columnAdded('9101_column.sql'))).resolves.toEqual(['9101_column.sql'])
    expect(await command(node)).toEqual([{ id: 1, name: 'one', since: null }])
    await vi.waitFor(() =>
      oneSession(node, async (q) => {
        await often(q, readAll)
        expect(await namedTexts(q)).toHaveLength(2)
      }),
    )
  })

  test('is waited for without names', async () => {
    await oneSession(node, (q) => often(q, readAll))
    const held = Promise.withResolvers<void>()
    const next = database.openCore()
    const holding = next.db.transaction().execute(async (trx) => {
      await sql`lock table things in access share mode`.execute(trx)
      await held.promise
    })
    const migrating = migrate(next.pool, columnAdded('9102_column.sql'))
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted and relation = 'things'::regclass`.execute(
        next.db,
      )
      expect(rows).toHaveLength(1)
    }
    await vi.waitFor(isWaiting, { timeout: 10_000 })
    const selling = command(node)
    held.resolve()
    await Promise.all([holding, migrating])
    expect(await selling).toEqual([{ id: 1, name: 'one', since: null }])
  })

  test('gives no notice, and does not wait, if no other node listens', async () => {
    await stop()
    const notices: unknown[] = []
    const listening = await node.pool.connect()
    listening.on('notification', ({ payload }) => notices.push(payload))
    await listening.query(`listen ${channel}`)
    await migrate(node.pool, columnAdded('9103_column.sql'))
    await listening.query('select')
    listening.release(true)
    expect(notices).toEqual([])
  })
})
