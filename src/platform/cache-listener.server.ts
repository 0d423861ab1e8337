import type { Socket } from 'node:net'
import pg from 'pg'
import type { Core } from './core.server.ts'
import { listenerName } from './db/schema-notice.server.ts'

export type ListenerTimes = Readonly<{
  /** Pause between two heartbeats. */
  heartbeatMilliseconds: number
  /** How long the database may take to answer one statement. */
  timeoutMilliseconds: number
  /** Pause before connecting again. */
  retryMilliseconds: number
}>
/** A cached value is stale for at most 15 seconds after the connection died silently. */
const defaultTimes: ListenerTimes = {
  heartbeatMilliseconds: 10_000,
  timeoutMilliseconds: 5_000,
  retryMilliseconds: 1_000,
}

type Options = Readonly<{
  channel: string
  onPayload: (payload: string | undefined) => void
  /** The channel is being listened to (again). */
  onUp: () => void
  /** The connection is lost or no longer answers: notifications may be missed from now on. */
  onDown: () => void
  times?: ListenerTimes | undefined
}>

/**
 * Listens to a channel on a connection of its own. A heartbeat on that connection notices a line that drops packets
 * without a reset: to TCP such a connection looks idle for hours.
 */
export class CacheListener {
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private isClosed = false
  private readonly core: Pick<Core, 'directPool' | 'log'>
  private readonly options: Options
  private readonly times: ListenerTimes

  constructor(core: Pick<Core, 'directPool' | 'log'>, options: Options) {
    this.core = core
    this.options = options
    this.times = options.times ?? defaultTimes
  }

  /** Resolves after the first attempt, whether it succeeded or not; later attempts follow by themselves. */
  async start(): Promise<void> {
    const { channel, onPayload, onUp } = this.options
    const client = new pg.Client({
      ...this.core.directPool.options,
      application_name: listenerName,
      connectionTimeoutMillis: this.times.timeoutMilliseconds,
    })
    this.client = client
    client.on('notification', ({ payload }) => onPayload(payload))
    client.on('error', (error) => this.core.log.warn({ err: error }, 'cache invalidation lost its connection'))
    client.on('end', () => this.giveUp(client))
    try {
      await client.connect()
      await this.run(client, `listen ${channel}`)
    } catch (error) {
      this.core.log.warn({ err: error }, 'cache invalidation is not connected')
      this.giveUp(client)
      return
    }
    if (this.client !== client) return
    onUp()
    this.later(this.times.heartbeatMilliseconds, () => this.beat(client))
  }

  async close(): Promise<void> {
    this.isClosed = true
    if (this.timer) clearTimeout(this.timer)
    const { client } = this
    this.client = null
    if (!client) return
    // A dead line never confirms the end.
    const patience = setTimeout(() => destroy(client), this.times.timeoutMilliseconds)
    await client.end().catch((error: unknown) => this.core.log.debug({ err: error }, 'closing cache invalidation'))
    clearTimeout(patience)
  }

  private async beat(client: pg.Client): Promise<void> {
    if (this.client !== client) return
    try {
      await this.run(client, 'select 1')
      if (this.client === client) this.later(this.times.heartbeatMilliseconds, () => this.beat(client))
    } catch (error) {
      if (this.client === client) this.core.log.warn({ err: error }, 'cache invalidation: the database does not answer')
      this.giveUp(client)
    }
  }

  private giveUp(client: pg.Client): void {
    if (this.client !== client) return
    this.client = null
    destroy(client)
    this.options.onDown()
    if (!this.isClosed) this.later(this.times.retryMilliseconds, () => this.start())
  }

  private run(client: pg.Client, text: string) {
    return client.query({ text, query_timeout: this.times.timeoutMilliseconds } as pg.QueryConfig)
  }

  private later(milliseconds: number, work: () => Promise<void>): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => void work(), milliseconds)
    this.timer.unref()
  }
}

/** Closes the socket at once: `end()` would wait for a peer that may be gone. */
function destroy(client: pg.Client): void {
  const { stream } = (client as pg.Client & { connection: { stream: Socket } }).connection
  stream.destroy()
}
