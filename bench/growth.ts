// npm run bench:growth [-- --rows 10000000] [--data FOLDER]: tables that grow with every change, as after ten years. Shows
// what the screens read of them (rows and blocks, which do not depend on the machine), and what it costs to delete a
// month: in batches, as the shop does, and by dropping a partition. With --data the filled database is kept and used again.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type pg from 'pg'
import { seedMillion } from '../db/seeds/million.server.ts'
import { type OpenShop, openShop } from '../src/app/open-shop.server.ts'
import { readEnv } from '../src/platform/env.server.ts'
import { createLog } from '../src/platform/log.server.ts'
import { deleteOld } from '../src/platform/retention.server.ts'
import { printTable } from './figures.ts'
import { fill, fillPartitions } from './growth-fill.ts'
import { type Reading, readingsOf } from './growth-plans.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000000' }, data: { type: 'string' } },
})
const rows = Number(values.rows)
if (!Number.isSafeInteger(rows) || rows < 1_000) throw new Error('--rows: a whole number from 1000')
const dataDir = values.data ?? (await mkdtemp(path.join(tmpdir(), 'safar-growth-')))
const env = readEnv({ NODE_ENV: 'production', DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'warn' })

const isEmpty = async (pool: pg.Pool, table: string): Promise<boolean> => {
  const { rows: tables } = await pool.query<{ name: string | null }>('select to_regclass($1) as name', [table])
  if (tables[0]?.name === null) return true
  return (await pool.query(`select from ${table} limit 1000`)).rowCount !== 1_000
}

async function fillAll({ core, shop }: OpenShop): Promise<void> {
  if (await isEmpty(core.pool, 'bookings'))
    await seedMillion({ ...shop.deps, isSandbox: true }, { bookings: Math.ceil(rows / 100), services: 1_000 })
  for (const [table, amount] of [
    ['audit_entries', rows],
    ['booking_history', rows],
    ['events', rows],
    ['mail_messages', Math.ceil(rows / 10)],
  ] as const) {
    if (!(await isEmpty(core.pool, table))) continue
    console.log(`Filling ${table} with ${amount.toLocaleString('en')} rows...`)
    await fill(core.pool, table, amount)
  }
  if (await isEmpty(core.pool, 'audit_by_month')) await fillPartitions(core.pool, rows)
}

type Cost = { readonly rows: number; readonly cpuMs: number; readonly walBytes: number }
type Work = (client: pg.PoolClient) => Promise<number>

/** What the database spends: CPU time of all its processes, and bytes of its log. */
async function costOf(pool: pg.Pool, work: Work): Promise<Cost> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('checkpoint')
    const before = await spentBy(client)
    const amount = await work(client)
    const after = await spentBy(client)
    return { rows: amount, cpuMs: after.cpuMs - before.cpuMs, walBytes: after.walBytes - before.walBytes }
  } finally {
    client.release(true)
  }
}

const tickMs = 10
/** Of this session, and of the log: other sessions are idle. */
async function spentBy(client: pg.PoolClient): Promise<{ cpuMs: number; walBytes: number }> {
  const { rows: sessions } = await client.query<{ pid: number; at: number }>(
    `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as at`,
  )
  const { pid = 0, at = 0 } = sessions[0] ?? {}
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, walBytes: at }
}

/** The oldest of the 120 months. */
const oldestMonth = async (client: pg.PoolClient, table: string): Promise<Date> => {
  const { rows: months } = await client.query<{ end: Date }>(
    `select date_trunc('month', min(at)) + interval '1 month' as end from ${table}`,
  )
  return months[0]?.end ?? new Date(0)
}

async function deleteMonth({ core }: OpenShop, client: pg.PoolClient): Promise<number> {
  const end = await oldestMonth(client, 'audit_entries')
  const { onClient } = await import('../src/platform/db/database.server.ts')
  return deleteOld({ db: onClient(client) }, { table: 'audit_entries', isOld: sql`at < ${end} and ${core !== null}` })
}

async function dropMonth(client: pg.PoolClient): Promise<number> {
  const end = await oldestMonth(client, 'audit_by_month')
  const { rows: counts } = await client.query<{ n: number }>(
    'select count(*)::int as n from audit_by_month where at < $1',
    [end],
  )
  const name = `audit_of_${new Date(end.getTime() - 86_400_000).toISOString().slice(0, 7).replace('-', '_')}`
  await client.query(`drop table ${name}`)
  return counts[0]?.n ?? 0
}

const vacuum: Work = async (client) => {
  await client.query('vacuum audit_entries')
  return 0
}

const write =
  (table: string, amount: number): Work =>
  async (client) => {
    for (let n = 0; n < amount; n++)
      await client.query(
        `insert into ${table} (id, actor_id, actor_name, action, subject_type, subject_id, before, after, at)
         values (gen_random_uuid(), 'staff-1', 'Asha', 'booking.note-added', 'booking', gen_random_uuid()::text, '{"a": 1}', '{"a": 2}', now())`,
      )
    return amount
  }
const readSubjects =
  (table: string, amount: number): Work =>
  async (client) => {
    for (let n = 0; n < amount; n++)
      await client.query(
        `select * from ${table} where subject_type = 'booking' and subject_id = md5($1::text)::uuid::text order by at desc limit 1`,
        [String((n * 7919) % Math.max(1, rows / 5))],
      )
    return amount
  }

async function compare(shop: OpenShop): Promise<void> {
  const { pool } = shop.core
  const steps: readonly (readonly [string, Work])[] = [
    ['2,000 entries written, one table', write('audit_entries', 2_000)],
    ['2,000 entries written, partitions', write('audit_by_month', 2_000)],
    ['2,000 subjects looked up, one table', readSubjects('audit_entries', 2_000)],
    ['2,000 subjects looked up, partitions', readSubjects('audit_by_month', 2_000)],
    ['a month deleted in batches of 1,000', (client) => deleteMonth(shop, client)],
    ['... and vacuumed', vacuum],
    ['a month dropped as a partition', dropMonth],
  ]
  const table: string[][] = []
  for (const [name, work] of steps) {
    const cost = await costOf(pool, work)
    table.push([name, String(cost.rows), String(cost.cpuMs), (cost.walBytes / 1024).toFixed(0)])
  }
  printTable(['what', 'rows', 'CPU ms', 'kB of log'], table)
}

function printReadings(readings: readonly Reading[]): void {
  const cells = readings.map(({ name, statements, rows: read, blocks }) => [name, statements, read, blocks].map(String))
  printTable(['question', 'statements', 'rows read', 'blocks'], cells)
}

const shop = await openShop(env, createLog('warn'), 3_000)
try {
  await fillAll(shop)
  printReadings(await readingsOf(shop))
  await compare(shop)
} finally {
  await shop.close()
  if (values.data === undefined) await rm(dataDir, { recursive: true, force: true })
}
