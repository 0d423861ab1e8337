import { timingSafeEqual } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Core } from '../platform/core.server.ts'
import { onWait } from '../platform/db/pool-waits.server.ts'
import type { DiskSpace, DiskWatch } from '../platform/disk-space.server.ts'
import { readQueue } from '../platform/jobs/queue-state.server.ts'
import { methodOf, routeOf } from './request-work.server.ts'
import { within } from './within.ts'

/** What the rooms add to `/metrics`. */
export type RoomReadings = Readonly<{
  /** Every task that a job can have. */
  tasks: readonly string[]
  /** For how long the oldest email has been waiting, in seconds. */
  mailWaiting: () => Promise<number>
}>

export type MetricsDeps = Readonly<{
  core: Core
  disk: DiskWatch
  metricsToken: string | null
  readings?: RoomReadings | undefined
  /** When the certificate of the shop's own address expires; null while unknown. */
  certificate?: (() => Date | null) | undefined
  /** The embedded database's log is archived. */
  isArchived?: boolean | undefined
}>

type Open = { access: 'public'; sessionless: true }

export function registerMetrics(app: FastifyInstance, deps: MetricsDeps, open: Open): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  app.addHook('onClose', measurePools(deps.core, registry))
  app.get('/metrics', { config: open }, async (request, reply) => {
    if (!mayRead(request, deps.metricsToken)) return reply.code(403).send({ status: 'forbidden' })
    const own = [...poolGauges(deps.core), ...heapGauges(), ...replicaGauges(deps.core), ...certificateGauges(deps)]
    const gauges = [...own, ...diskGauges(await deps.disk()), ...(await databaseGauges(deps))]
    return reply.header('content-type', registry.contentType).send(`${await registry.metrics()}${writeGauges(gauges)}`)
  })
}

/** Requests, errors and durations: each route's pattern, method and class of status. */
function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.01, 0.05, 0.15, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    durations.observe(
      { method: methodOf(request), route: routeOf(request, reply.statusCode), status },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

const poolsOf = ({ pool, directPool }: Core): readonly (readonly [string, Pool])[] =>
  pool === directPool
    ? [['requests', pool]]
    : [
        ['requests', pool],
        ['direct', directPool],
      ]

/** Returns what ends it. */
function measurePools(core: Core, registry: Registry): () => Promise<void> {
  const waits = new Histogram({
    name: 'db_pool_wait_seconds',
    help: 'db_pool_wait_seconds',
    labelNames: ['pool'],
    buckets: [0.001, 0.01, 0.1, 0.5, 2, 5],
    registers: [registry],
  })
  const ends = poolsOf(core).map(([name, pool]) => onWait(pool, (seconds) => waits.observe({ pool: name }, seconds)))
  return async () => {
    for (const end of ends) end()
  }
}

type Gauge = readonly [name: string, value: number, labels?: Readonly<Record<string, string>>]

/** All rows of a name stand together, as the format wants. */
function writeGauges(gauges: readonly Gauge[]): string {
  const names = [...new Set(gauges.map(([name]) => name))]
  const rowsOf = (wanted: string) =>
    gauges
      .filter(([name]) => name === wanted)
      .map(writeGauge)
      .join('')
  return names.map((name) => `# TYPE ${name} gauge\n${rowsOf(name)}`).join('')
}
function writeGauge([name, value, labels = {}]: Gauge): string {
  const pairs = Object.entries(labels).map(([key, word]) => `${key}="${word.replace(/[\\"\n]/g, '_')}"`)
  const number = Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf'
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${number}\n`
}

const poolGauges = (core: Core): Gauge[] =>
  poolsOf(core).flatMap(([name, pool]): Gauge[] => [
    ['db_pool_connections', pool.totalCount - pool.idleCount, { pool: name, state: 'used' }],
    ['db_pool_connections', pool.idleCount, { pool: name, state: 'idle' }],
    ['db_pool_max', pool.options.max ?? Number.NaN, { pool: name }],
    ['db_pool_waiting', pool.waitingCount, { pool: name }],
  ])

const heapGauges = (): Gauge[] => [['nodejs_heap_limit_bytes', getHeapStatistics().heap_size_limit]]

const replicaGauges = ({ reads }: Core): Gauge[] =>
  reads.hasReplica ? [['db_replica_lag_seconds', reads.lagSeconds()]] : []

function certificateGauges({ certificate, core }: MetricsDeps): Gauge[] {
  const expires = certificate?.()
  return expires ? [['tls_certificate_expiry_seconds', (expires.getTime() - core.clock().getTime()) / 1_000]] : []
}

/** `disk_state` is 0 with enough room, 1 when uploads are refused, 2 when all writes are. */
const diskGauges = ({ state, freeBytes, totalBytes }: DiskSpace): Gauge[] => [
  ['disk_free_bytes', freeBytes],
  ['disk_total_bytes', totalBytes],
  ['disk_state', ['ok', 'low', 'full'].indexOf(state)],
]

const databaseMilliseconds = 2_000

/** What is read from the database. Without an answer `db_up` is 0 and the rest is left out. */
async function databaseGauges(deps: MetricsDeps): Promise<Gauge[]> {
  const { core, readings } = deps
  const { tasks, mailWaiting } = readings ?? { tasks: [], mailWaiting: async () => 0 }
  try {
    const reading = Promise.all([readQueue(core), mailWaiting(), archiveGauges(deps)])
    const [queue, mail, archive] = await within(databaseMilliseconds, reading)
    const jobs = tasks.flatMap((task): Gauge[] => {
      const { waiting = 0, age = 0, retrying = 0, failed = 0 } = queue.get(task) ?? {}
      return [
        ['job_queue_waiting', waiting, { task }],
        ['job_queue_age_seconds', age, { task }],
        ['job_queue_retrying', retrying, { task }],
        ['job_queue_failed', failed, { task }],
      ]
    })
    return [['db_up', 1], ['mail_waiting_seconds', mail], ...archive, ...jobs]
  } catch {
    return [['db_up', 0]]
  }
}

/** How old the newest file of the archived log is; infinite before the first one. */
async function archiveGauges({ core, isArchived = false }: MetricsDeps): Promise<Gauge[]> {
  if (!isArchived) return []
  const { rows } = await core.pool.query<{ age: number | null }>(
    'select extract(epoch from now() - last_archived_time)::float8 as age from pg_stat_archiver',
  )
  return [['db_archive_age_seconds', rows[0]?.age ?? Number.POSITIVE_INFINITY]]
}

/** The holder of METRICS_TOKEN or, without it, this machine. A request that a local proxy forwarded is not local. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) {
    const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.raw.socket.remoteAddress ?? '')
    return isLocal && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  }
  const received = Buffer.from(request.headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return received.length === right.length && timingSafeEqual(received, right)
}
