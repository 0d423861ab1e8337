import type { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log.server.ts'

export type SilenceLimits = Readonly<{
  /** How long a connection with an open statement may bring nothing before somebody looks. */
  quietMilliseconds: number
  /** How long a new connection may take to be greeted by the database. */
  probeMilliseconds: number
  /** How many new connections must wait in vain. */
  probes: number
}>
/** A visitor waits for about fourteen seconds at most. */
const usual: SilenceLimits = { quietMilliseconds: 6_000, probeMilliseconds: 4_000, probes: 2 }

type Watched = pg.PoolClient & { connection: { stream: Socket }; readyForQuery: boolean }

/**
 * Ends the connections of a pool whose statements a database has taken and then says nothing, on them or to anybody new:
 * a machine that is frozen, or a line that swallows everything. Work of any length is left alone as long as the database
 * greets others, so migrations, exports and restores need no limit of their own. Who waited hears that the database is
 * away, as when its connection is cut.
 */
export function endSilence(
  pool: pg.Pool,
  connection: pg.PoolConfig,
  log: Pick<Log, 'warn'>,
  limits: SilenceLimits = usual,
): void {
  let asked: Promise<boolean> | null = null
  /** One question at a time, whoever needs to know. */
  const answers = (): Promise<boolean> => {
    asked ??= answersAnybody(connection, limits).finally(() => {
      asked = null
    })
    return asked
  }
  pool.on('connect', (client) => {
    const { connection: wire } = client as Watched
    const { stream } = wire
    const hasQuestion = (): boolean => !(client as Watched).readyForQuery
    const look = async (): Promise<void> => {
      const brought = stream.bytesRead
      const isSilent = hasQuestion() && !(await answers()) && hasQuestion() && stream.bytesRead === brought
      if (stream.destroyed) return
      if (!isSilent) return void stream.setTimeout(limits.quietMilliseconds)
      log.warn('the database says nothing any more: a connection is given up')
      stream.destroy(new Error('Connection terminated: the database says nothing any more'))
    }
    stream.on('timeout', () => void look())
    stream.setTimeout(limits.quietMilliseconds)
  })
}

async function answersAnybody(
  connection: pg.PoolConfig,
  { probes, probeMilliseconds }: SilenceLimits,
): Promise<boolean> {
  for (let asked = 0; asked < probes; asked++) if (await greets(connection, probeMilliseconds)) return true
  return false
}

const sqlState = /^[0-9A-Z]{5}$/

async function greets(connection: pg.PoolConfig, milliseconds: number): Promise<boolean> {
  const probe = new pg.Client({ ...connection, connectionTimeoutMillis: milliseconds })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (error) {
    // 'Too many connections' is an answer, too.
    return sqlState.test((error as { code?: string }).code ?? '')
  } finally {
    void probe.end().catch(() => {})
  }
}
