import type { QueryCreator, QueryExecutorProvider } from 'kysely'
import type pg from 'pg'
import type { Log } from '../log.server.ts'
import { isDatabaseAway } from './away.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { isReadOnly } from './read-only.server.ts'
import type { Tables } from './tables.server.ts'

/**
 * What reads from the replica may do. The database and transactions can be passed where this is wanted, but this cannot
 * be passed where a transaction, a lock or a change is wanted.
 */
export type ReadDatabase = ReadCreator & QueryExecutorProvider
/** A part of a statement that reads. */
export type ReadCreator = Pick<QueryCreator<Tables>, 'selectFrom' | 'selectNoFrom' | 'with'>

/** Who reads. After a change of their own, people read the primary until the replica has it for certain. */
export type Reader = { readonly hasJustWritten?: boolean }
/** Reads the primary. */
export const upToDate: Reader = { hasJustWritten: true }

export interface Reads {
  /** DATABASE_READ_URL is set. */
  readonly hasReplica: boolean
  /**
   * Reads what may be a second old: lists, reports, exports, the sitemap. Never for decisions, money that moves, or values
   * that are cached until a notification drops them. `work` runs on the replica, or on the primary if the replica is away
   * or more than a second behind, or `reader` has just written; it is repeated on the primary if the replica ends meanwhile.
   */
  readonly recent: <T>(reader: Reader, work: (db: ReadDatabase) => Promise<T>) => Promise<T>
  /** How old the replica's data is at most, in seconds; infinite while unknown. */
  readonly lagSeconds: () => number
}

export const onlyPrimary = (db: Database): Reads => ({
  hasReplica: false,
  recent: (_reader, work) => work(db),
  lagSeconds: () => 0,
})

const maxLagMilliseconds = 1_000
const lookMilliseconds = 200
const answerMilliseconds = 1_000
/** Ten seconds: an older sample proves nothing that counts. */
const maxSamples = 50

type Primary = { readonly db: Database; readonly pool: pg.Pool; readonly log: Pick<Log, 'info' | 'warn'> }
type Sample = { readonly at: number; readonly written: number }

/** Reads from a replica. It is watched from the first read on. */
export function openReads(
  primary: Primary,
  connection: pg.PoolConfig,
  log: Log,
): Reads & { close: () => Promise<void> } {
  const replica = openDatabase({ ...connection, max: 8, connectionTimeoutMillis: answerMilliseconds }, log)
  // Also where the address leads to a primary.
  replica.pool.on('connect', (client) => void client.query('set default_transaction_read_only = on').catch(() => {}))
  const watch = watchReplica(primary, replica.pool)
  return {
    hasReplica: true,
    lagSeconds: () => watch.lag() / 1_000,
    recent: async (reader, work) => {
      watch.start()
      if (reader.hasJustWritten || watch.lag() > maxLagMilliseconds) return work(primary.db)
      try {
        return await work(replica.db)
      } catch (error) {
        requireAway(error)
        watch.distrust()
        return work(primary.db)
      }
    },
    close: async () => {
      await watch.stop()
      await replica.close()
    },
  }
}

/** Throws unless the replica is away. A write on it is a bug, which must not pass for that. */
export function requireAway(error: unknown): void {
  if (isReadOnly(error)) throw new Error('A read from the replica tried to write', { cause: error })
  if (!isDatabaseAway(error)) throw error
}

type Watch = { start: () => void; stop: () => Promise<void>; lag: () => number; distrust: () => void }
/** The replica shows everything that was written before `freshAsOf`. */
type Known = { readonly freshAsOf: number; readonly samples: readonly Sample[] }
const nothing: Known = { freshAsOf: Number.NEGATIVE_INFINITY, samples: [] }

function watchReplica({ pool, log }: Primary, replica: pg.Pool): Watch {
  let known = nothing
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> = Promise.resolve()
  let isStopped = false
  const report = reportTo(log)
  const lag = (): number => performance.now() - known.freshAsOf
  const look = async (): Promise<void> => {
    let reason: string | null = null
    try {
      known = await learn({ pool, replica }, known)
    } catch (error) {
      // Nothing new is known: the data grows older.
      reason = reasonOf(error)
    }
    report(lag() <= maxLagMilliseconds, reason)
  }
  const next = (): void => {
    if (isStopped) return
    timer = setTimeout(() => {
      looking = look().then(next)
    }, lookMilliseconds)
    timer.unref()
  }
  return {
    lag,
    start: () => {
      if (timer === null) next()
    },
    stop: async () => {
      isStopped = true
      if (timer) clearTimeout(timer)
      await looking
    },
    distrust: () => {
      known = nothing
    },
  }
}

/** Logs when the replica begins to be read, and when and why it is not; a reason that stays once. */
function reportTo(log: Pick<Log, 'info' | 'warn'>): (isUsable: boolean, reason: string | null) => void {
  let wasUsable = false
  let warnedOf: string | null = null
  return (isUsable, reason) => {
    const isNews = wasUsable || (reason !== null && reason !== warnedOf)
    if (isUsable && !wasUsable) log.info('the replica is read')
    if (!isUsable && isNews) log.warn({ reason }, 'the replica lags or is away: the primary is read')
    warnedOf = isUsable ? null : (reason ?? warnedOf)
    wasUsable = isUsable
  }
}

/**
 * Compares positions in the log of changes, so that an idle primary does not look like a replica that lags: a replica that
 * has replayed what the primary had written at a moment shows everything up to that moment.
 */
async function learn({ pool, replica }: { pool: pg.Pool; replica: pg.Pool }, { freshAsOf, samples }: Known) {
  const replayed = await positionOf(replica, replayPosition)
  const at = performance.now()
  const written = await positionOf(pool, writePosition)
  // Ahead of the primary: it follows another one, or the primary was replaced by an older copy.
  if (replayed > written) return nothing
  return {
    freshAsOf: samples.findLast((sample) => sample.written <= replayed)?.at ?? freshAsOf,
    samples: [...samples.slice(1 - maxSamples), { at, written }],
  }
}

const reasonOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

const replayPosition = `select case when pg_is_in_recovery() then
  pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::bigint end as at`
const writePosition = `select case when not pg_is_in_recovery() then
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint end as at`

async function positionOf(pool: pg.Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ at: number | null }>({
    text,
    query_timeout: answerMilliseconds,
  } as pg.QueryConfig)
  const at = rows[0]?.at ?? null
  if (at === null) throw new Error(text === replayPosition ? 'this server is no replica' : 'this server is no primary')
  return at
}
