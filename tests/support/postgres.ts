import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/platform/db/database.server.ts'
import { migrate } from '../../src/platform/db/migrate.server.ts'
import { createLog } from '../../src/platform/log.server.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/index.server.ts'

/** Where a test finds the server, and the migrated database that its own is copied from. */
export type TestPostgres = { connection: pg.ClientConfig; template: string }
declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres
  }
}

/**
 * Once per run: a PostgreSQL of our own, or the one of DATABASE_URL, with a migrated template. On the latter every
 * database of the run is named after the template and dropped with it; its role needs CREATEDB and nothing else.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL ? null : await startThrowaway()
  const connection: pg.ClientConfig = server ? server.connection : { connectionString: process.env.DATABASE_URL! }
  const template = `safar_test_${randomBytes(4).toString('hex')}`
  await inDatabase(connection, undefined, (client) => client.query(`create database ${template}`))
  const { pool, close } = openDatabase({ ...inside(connection, template), max: 2 }, createLog('warn'))
  await migrate(pool)
  await close()
  project.provide('postgres', { connection, template })
  return async () => {
    if (server) return server.stop()
    await inDatabase(connection, undefined, (client) => dropAll(client, template))
  }
}

/** Also what a test made in its own course, or a worker that died has left. */
async function dropAll(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

async function startThrowaway(): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'safar-test-'))
  const server = await startEmbeddedPostgres({ dataDir: folder })
  const connection = { ...server.connectionOptions('postgres') } as pg.ClientConfig
  return {
    connection,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same server, another database. */
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
