import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.server.ts'
import { setTypeParsers } from '../postgres/index.server.ts'
import { traceStatements } from '../tracing/statements.server.ts'
import { isTracing } from '../tracing/tracing.server.ts'
import { nameStatements } from './named-statements.server.ts'
import { measureWaits, takeWait } from './pool-waits.server.ts'
import { endReadOnlySessions } from './read-only.server.ts'
import { endSilence, type SilenceLimits } from './silence.server.ts'
import type { Tables } from './tables.server.ts'

export type Database = Kysely<Tables>
/** The pool or a transaction. */
export type Queryable = Kysely<Tables> | Transaction<Tables>
export type Trx = Transaction<Tables>

// By default pg returns int8 as text and dates as local midnights.
setTypeParsers()

export type OpenDatabase = { db: Database; pool: pg.Pool; close: () => Promise<void> }

/** Settings of every session, spelt as PostgreSQL stores them; timeouts in milliseconds. */
export const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  statement_timeout: '30000',
  lock_timeout: '10000',
  idle_in_transaction_session_timeout: '60000',
}
const startOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/**
 * Opens a pool. Sessions have `sessionSettings`. `silence` sets when a
 * database that does not answer counts as away.
 */
export function openDatabase(connection: pg.PoolConfig, log: Log, silence?: SilenceLimits): OpenDatabase {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: startOptions,
    ...connection,
  })
  // Without a listener a lost idle connection would end the process; the pool replaces it. While closing, an embedded
  // server may be gone before the last connection.
  let isClosing = false
  const lost = (error: Error) => {
    if (!isClosing) log.warn({ reason: error.message }, 'database connection lost')
  }
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  endSilence(pool, connection, log, silence)
  endReadOnlySessions(pool, log)
  measureWaits(pool)
  nameStatements(pool)
  if (isTracing()) traceStatements(pool, takeWait)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    close: async () => {
      isClosing = true
      await db.destroy()
      // Kysely does not close a pool that it never used.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Typed queries on one connection, inside its open transaction. The caller closes the connection. */
export function onClient(client: pg.ClientBase): Database {
  const only = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => only, end: async () => {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
