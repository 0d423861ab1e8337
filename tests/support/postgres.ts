import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/platform/db/database.server.ts'
import { migrate } from '../../src/platform/db/migrate.server.ts'
import { createLog } from '../../src/platform/log.server.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/index.server.ts'
import { makeRunFolder } from './memory-folder.ts'

/**
 * The server, and the migrated database that tests copy. The strategy 'file_copy' takes a fifth of the time of 'wal_log',
 * but makes a server that syncs to disk write everything.
 */
export type TestPostgres = { connection: pg.ClientConfig; template: string; strategy: 'file_copy' | 'wal_log' }
declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres
  }
}

/**
 * Runs once: starts a PostgreSQL, or uses the one of DATABASE_URL, and migrates a template. On the latter all databases
 * of the run carry the template's name as a prefix and are dropped with it; the role only needs CREATEDB.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder()
  const server = process.env.DATABASE_URL ? null : await startThrowaway(join(folder, 'data'))
  const connection: pg.ClientConfig = server ? server.connection : { connectionString: process.env.DATABASE_URL! }
  const template = `safar_test_${randomBytes(4).toString('hex')}`
  await inDatabase(connection, undefined, (client) => client.query(`create database ${template}`))
  const { pool, close } = openDatabase({ ...inside(connection, template), max: 2 }, createLog('warn'))
  await migrate(pool)
  await close()
  project.provide('postgres', { connection, template, strategy: server ? 'file_copy' : 'wal_log' })
  return async () => {
    if (server) await server.stop()
    else await inDatabase(connection, undefined, (client) => dropAll(client, template))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Includes databases created by tests or left by a dead worker. */
async function dropAll(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

async function startThrowaway(dataDir: string): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  const server = await startEmbeddedPostgres({
    dataDir,
    // Its data need not survive a crash, its databases live too briefly for upkeep, and several of them, each with more
    // than one node, are in use at once.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_connections: '200',
    },
  })
  return { connection: { ...server.connectionOptions('postgres') } as pg.ClientConfig, stop: () => server.stop() }
}

export function inside(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

export async function inDatabase<T>(
  connection: pg.ClientConfig,
  database: string | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(database ? inside(connection, database) : connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
