/** Use with node --import: the shop takes a replica for up to date without looking, a control of tests of replicas. */
import pg from 'pg'

const { query } = pg.Pool.prototype
type Query = (this: pg.Pool, text: unknown, ...more: unknown[]) => Promise<unknown>
pg.Pool.prototype.query = function (this: pg.Pool, text: unknown, ...more: unknown[]) {
  const isPosition = JSON.stringify(text)?.includes('pg_wal_lsn_diff')
  return isPosition ? Promise.resolve({ rows: [{ at: 1 }] }) : (query as Query).call(this, text, ...more)
} as typeof query
