import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { StartedShop } from './start-shop.ts'

export type Spent = {
  /** CPU milliseconds of the shop's process. */
  readonly shop: number
  /** CPU milliseconds of all of PostgreSQL's processes. */
  readonly database: number
  /** Bytes of the database's log. */
  readonly log: number
  /** Bytes of the database. */
  readonly size: number
}

const tickMs = 10
/** CPU milliseconds of a process and of its children that have ended. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * tickMs
  } catch {
    return 0
  }
}

/** Every process whose working folder is there: PostgreSQL's server and its sessions. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

export async function spent(pool: pg.Pool, shop: StartedShop): Promise<Spent> {
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ log: number; size: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as log, pg_database_size(current_database()) as size`,
  )
  const database = processesIn(path.join(shop.dataDir, 'postgres')).reduce((sum, pid) => sum + cpuOf(pid), 0)
  return { shop: cpuOf(shop.pid), database, log: rows[0]?.log ?? 0, size: rows[0]?.size ?? 0 }
}

/** The cost of an action includes its mails and other reactions. */
export async function untilIdle(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`,
    )
    if (rows[0]?.n === 0) return
    await pool.query('select pg_sleep(0.2)')
  }
}
