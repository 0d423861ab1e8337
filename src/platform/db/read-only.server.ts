import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Log } from '../log.server.ts'

/** SQLSTATE of a write that the session may not make. */
export const readOnlySession = '25006'
export const isReadOnly = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === readOnlySession

/**
 * Closes a connection to a server that no longer accepts writes, such as an old primary that came back as a replica: the
 * next connection reaches the new primary. Until then callers get the errors of an unavailable database.
 */
export function endReadOnlySessions(pool: pg.Pool, log: Pick<Log, 'warn'>): void {
  const readOnly = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlySession) readOnly.add(client)
    })
  })
  // The pool drops a connection that is ending.
  pool.on('release', (_error, client) => {
    if (!readOnly.delete(client)) return
    log.warn('the database takes no writes: closing a connection')
    void (client as unknown as pg.Client).end().catch(() => {})
  })
}
