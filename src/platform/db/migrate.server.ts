import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { withNotice } from './schema-notice.server.ts'

const folder = new URL('../../../db/migrations/', import.meta.url)
/** Advisory lock ('safar' as a number): nodes that start at the same time wait for each other. */
export const migrationLock = 0x5afa2

export type Migration = { readonly name: string; readonly sql: string; readonly hash: string }

/** The numbered SQL files, in order. A file that has run must not change. */
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
 * Runs the missing migrations, each in its own transaction, under an advisory lock. Throws when a file that has run
 * was changed. Returns the names that ran.
 */
export async function migrate(pool: pg.Pool, migrations?: readonly Migration[]): Promise<readonly string[]> {
  const wanted = migrations ?? (await readMigrations())
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(journal)
    const applied = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const hashes = new Map(applied.rows.map((row) => [row.name, row.hash]))
    for (const { name, hash } of wanted)
      if ((hashes.get(name) ?? hash) !== hash)
        throw new Error(`Migration ${name} has changed after it ran. Add a new one instead.`)
    const missing = wanted.filter(({ name }) => !hashes.has(name))
    if (missing.length > 0) await withNotice(client, () => runAll(client, missing))
    await buildQueue(pool)
    return missing.map(({ name }) => name)
  } finally {
    // Ending the session releases the lock and resets the limits.
    client.release(true)
  }
}

const journal =
  'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())'

/**
 * Creates the schema of these migrations in an empty database, in the open transaction. The queue's schema must exist.
 */
export async function buildSchema(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(journal)
  for (const migration of migrations) await apply(client, migration)
}

async function apply(client: pg.ClientBase, { name, sql, hash }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
}

/** The queue's tables live in their own schema. */
export const buildQueue = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool })

async function runAll(client: pg.PoolClient, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) await runOne(client, migration)
}

async function runOne(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    // Impossible on a lost connection, which has ended the transaction.
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Migrations that ran here and that this version does not know: a later version has used the database. */
export async function laterMigrations(pool: Pick<pg.Pool, 'query'>): Promise<readonly string[]> {
  const { rows: journals } = await pool.query<{ is: boolean }>(`select to_regclass('migrations') is not null as is`)
  if (!journals[0]?.is) return []
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const { rows } = await pool.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name).filter((name) => !known.has(name))
}

/** True when every migration of this version has run. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const wanted = await readMigrations()
  const applied = await pool.query<{ name: string }>('select name from migrations')
  const names = new Set(applied.rows.map((row) => row.name))
  return wanted.every((migration) => names.has(migration.name))
}
