import type { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log.server.ts'

export type SilenceLimits = Readonly<{
  /** How long a connection with an open statement may receive nothing before the database is probed. */
  quietMilliseconds: number
  /** How long a new connection may take. */
  probeMilliseconds: number
  /** How many probes must fail in a row. */
  probes: number
}>
/** A visitor waits about fourteen seconds at most. */
const usual: SilenceLimits = { quietMilliseconds: 6_000, probeMilliseconds: 4_000, probes: 2 }

type Watched = pg.PoolClient & { connection: { stream: Socket }; readyForQuery: boolean }

/**
 * Closes the pool's connections when the database accepts statements but answers nobody: a frozen machine, or a
 * network that drops packets. Slow work is safe, because the database still accepts new connections. Callers get the
 * same error as for a lost connection.
 */
export function endSilence(
  pool: pg.Pool,
  connection: pg.PoolConfig,
  log: Pick<Log, 'warn'>,
  limits: SilenceLimits = usual,
): void {
  let probing: Promise<boolean> | null = null
  /** Concurrent callers share one probe. */
  const answers = (): Promise<boolean> => {
    probing ??= acceptsConnections(connection, limits).finally(() => {
      probing = null
    })
    return probing
  }
  pool.on('connect', (client) => {
    const { connection: wire } = client as Watched
    const { stream } = wire
    const isWaiting = (): boolean => !(client as Watched).readyForQuery
    const check = async (): Promise<void> => {
      const bytesBefore = stream.bytesRead
      const isSilent = isWaiting() && !(await answers()) && isWaiting() && stream.bytesRead === bytesBefore
      if (stream.destroyed) return
      if (!isSilent) return void stream.setTimeout(limits.quietMilliseconds)
      log.warn('the database does not answer: closing a connection')
      stream.destroy(new Error('Connection terminated: the database does not answer'))
    }
    stream.on('timeout', () => void check())
    stream.setTimeout(limits.quietMilliseconds)
  })
}

async function acceptsConnections(
  connection: pg.PoolConfig,
  { probes, probeMilliseconds }: SilenceLimits,
): Promise<boolean> {
  for (let probe = 0; probe < probes; probe++) if (await accepts(connection, probeMilliseconds)) return true
  return false
}

const sqlState = /^[0-9A-Z]{5}$/

async function accepts(connection: pg.PoolConfig, milliseconds: number): Promise<boolean> {
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
