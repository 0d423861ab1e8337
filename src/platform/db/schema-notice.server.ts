import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** The channel of cache invalidation (cache-invalidation.server.ts). */
export const channel = 'safar_cache'
/** `application_name` of the session that listens to it. */
export const listenerName = 'safar listener'

/** Sent before migrations: nodes that run must not use named statements (named-statements.server.ts). */
export const schemaChanges = 'schema changes'
/** Sent after them. */
export const schemaChanged = 'schema changed'

/** Time for a node to hear of it, and to finish a statement that it has just sent. */
const noticeMilliseconds = 1_000

/** Runs migrations between two notices. Gives none, and does not wait, unless another node listens. */
export async function withNotice<T>(client: pg.ClientBase, migrations: () => Promise<T>): Promise<T> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
    [listenerName],
  )
  if (rowCount === 0) return migrations()
  await notify(client, schemaChanges)
  await wait(noticeMilliseconds)
  try {
    return await migrations()
  } finally {
    await notify(client, schemaChanged)
  }
}

const notify = (client: pg.ClientBase, tag: string) =>
  client.query('select pg_notify($1, $2)', [channel, JSON.stringify([tag])])
