import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.server.ts'
import { setTypeParsers } from '../postgres/index.server.ts'
import { endSilence, type SilenceLimits } from './silence.server.ts'
import type { Tables } from './tables.server.ts'

export type Database = Kysely<Tables>
/** What a query may run on: the pool or a transaction. */
export type Queryable = Kysely<Tables> | Transaction<Tables>
export type Trx = Transaction<Tables>

// pg's own parsers give int8 as text and dates as local midnights.
setTypeParsers()

export type OpenDatabase = { db: Database; pool: pg.Pool; close: () => Promise<void> }

/**
 * Opens a pool; sessions work in UTC and give up on a statement after 30 s and on a lock after 10 s. A database that says
 * nothing any more counts as away (`silence`: after how long).
 */
export function openDatabase(connection: pg.PoolConfig, log: Log, silence?: SilenceLimits): OpenDatabase {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options:
      '-c timezone=UTC -c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000',
    ...connection,
  })
  // A lost idle connection is replaced by the pool; without a listener it would end the process.
  // While closing, a server of our own may be gone before the last connection is.
  let isClosing = false
  const lost = (error: Error) => {
    if (!isClosing) log.warn({ reason: error.message }, 'database connection lost')
  }
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  endSilence(pool, connection, log, silence)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    close: async () => {
      isClosing = true
      await db.destroy()
      // Kysely leaves the pool alone when it never ran a query through it.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Typed queries on one connection, in whatever transaction is open there; whoever gave the connection ends it. */
export function onClient(client: pg.ClientBase): Database {
  const only = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => only, end: async () => {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
