import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { addService, addUsers, book } from './testing/fixtures.ts'

let core: TestCore
const open: pg.Client[] = []
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})
afterAll(() => Promise.all(open.map((client) => client.end())))

/** Two connections that count in the same shard. Process ids are consecutive, so a few more connections suffice. */
async function sameShard(): Promise<[pg.Client, pg.Client]> {
  const byShard = new Map<number, pg.Client>()
  for (let tries = 0; tries < 60; tries++) {
    const client = new pg.Client({ ...core.pool.options, options: '-c lock_timeout=5000' })
    await client.connect()
    open.push(client)
    const { rows } = await client.query<{ shard: number }>('select pg_backend_pid() % 16 as shard')
    const shard = rows[0]?.shard ?? -1
    const other = byShard.get(shard)
    if (other) return [other, client]
    byShard.set(shard, client)
  }
  throw new Error('no two connections in one shard')
}

async function isBlocked(client: pg.Client): Promise<boolean> {
  const { processID } = client as unknown as { processID: number }
  const asked = 'select cardinality(pg_blocking_pids($1)) > 0 as blocked'
  const { rows } = await core.pool.query<{ blocked: boolean }>(asked, [processID])
  return rows[0]?.blocked ?? false
}

describe('booking counters', () => {
  test('never deadlock two transactions, even when one counts twice', async () => {
    const service = await addService(core, 'tour')
    const paying = await book(core, service)
    const confirmed = await book(core, service)
    const pay = `update bookings set payment_status = 'completed', paid_minor = 1 where id = $1`
    const confirm = `update bookings set booking_status = 'confirmed' where id = $1`
    await core.pool.query(pay, [confirmed.id])
    const [first, second] = await sameShard()
    await first.query('begin')
    await second.query('begin')
    await first.query(pay, [paying.id])
    let isThrough = false
    const other = second.query(confirm, [confirmed.id]).then(() => {
      isThrough = true
      return second.query('commit')
    })
    // Wait until the second is done or blocked; only then does the first count again.
    await expect.poll(async () => isThrough || (await isBlocked(second)), { interval: 10 }).toBe(true)
    const one = first.query(confirm, [paying.id]).then(() => first.query('commit'))
    const both = await Promise.allSettled([other, one])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const { rows } = await core.pool.query(
      `select booking_status, sum(bookings)::int as n, sum(paid_minor)::int as paid from booking_counters
        group by booking_status order by 1`,
    )
    expect(rows.filter(({ n }) => n !== 0)).toEqual([{ booking_status: 'confirmed', n: 2, paid: 2 }])
  })
})
