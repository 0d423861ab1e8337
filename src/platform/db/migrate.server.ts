import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'

const folder = new URL('../../../db/migrations/', import.meta.url)
/** 'safar' as a number: the lock that nodes starting together queue for. */
export const migrationLock = 0x5afa2

export type Migration = { readonly name: string; readonly sql: string; readonly hash: string }

/** The numbered SQL files, in order. Append only: a file that has run must not change. */
export async function readMigrations(from: URL = folder): Promise<readonly Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, from), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database up to date: each file in a transaction of its own, under one advisory lock, so that nodes that
 * start together do no harm. Refuses a file that ran with other content. Returns the names that ran now.
 */
export async function migrate(pool: pg.Pool, migrations?: readonly Migration[]): Promise<readonly string[]> {
  const wanted = migrations ?? (await readMigrations())
  const client = await pool.connect()
  const ran: string[] = []
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(journal)
    const done = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const hashes = new Map(done.rows.map((row) => [row.name, row.hash]))
    for (const migration of wanted) {
      const hash = hashes.get(migration.name)
      if (hash === migration.hash) continue
      if (hash !== undefined)
        throw new Error(`Migration ${migration.name} has changed after it ran. Add a new one instead.`)
      await runOne(client, migration)
      ran.push(migration.name)
    }
    await buildQueue(pool)
    return ran
  } finally {
    // Ends the session: the lock and the settings go with it, whatever happened above.
    client.release(true)
  }
}

const journal =
  'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())'

/** The schema of these migrations in an empty database, in the transaction that is open. The queue's own comes first. */
export async function buildSchema(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(journal)
  for (const migration of migrations) await apply(client, migration)
}

async function apply(client: pg.ClientBase, { name, sql, hash }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
}

/** The queue's tables, which stand in a schema of their own. */
export const buildQueue = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool })

async function runOne(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** True when every migration of this version has run. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const wanted = await readMigrations()
  const done = await pool.query<{ name: string }>('select name from migrations')
  const names = new Set(done.rows.map((row) => row.name))
  return wanted.every((migration) => names.has(migration.name))
}
