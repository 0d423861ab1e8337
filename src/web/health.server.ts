import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Core } from '../platform/core.server.ts'
import { isMigrated } from '../platform/db/migrate.server.ts'
import type { DiskSpace, DiskWatch } from '../platform/disk-space.server.ts'

export type HealthDeps = Readonly<{
  core: Core
  disk: DiskWatch
  /** True from the first signal to stop, so that the load balancer sends no more requests. */
  isDraining: () => boolean
  metricsToken: string | null
}>

export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  const open = { access: 'public', sessionless: true } as const
  // Also answers 200 while load is shed: a busy shop must not be restarted.
  const alive = { ...open, summary: '200 while the process lives', pressureHandler: () => undefined }
  app.get('/healthz', { config: alive }, () => ({ status: 'ok' }))
  const ready = readiness(deps)
  app.get(
    '/readyz',
    { config: { ...open, summary: '200 when migrated, database reachable, disk not full, not draining' } },
    async (_request, reply) => {
      const reason = await ready()
      const { state } = await deps.disk()
      if (reason === null && state !== 'full') return { status: 'ready', ...(state === 'low' && { disk: 'low' }) }
      return reply
        .code(503)
        .header('retry-after', '5')
        .send({ status: 'unavailable', reason: reason ?? 'disk full' })
    },
  )
  registerMetrics(app, deps, open)
}

/** Null when ready, otherwise the reason. */
function readiness({ core, isDraining }: HealthDeps): () => Promise<string | null> {
  let migrated = false
  return async () => {
    if (isDraining()) return 'draining'
    try {
      await within(2_000, core.pool.query('select 1'))
      migrated ||= await within(2_000, isMigrated(core.pool))
    } catch {
      return 'database not reachable'
    }
    return migrated ? null : 'migrations have not run'
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function registerMetrics(
  app: FastifyInstance,
  { core, disk, metricsToken }: HealthDeps,
  open: { access: 'public'; sessionless: true },
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.01, 0.05, 0.15, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the URL, which may contain references and tokens.
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { config: open }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) return reply.code(403).send({ status: 'forbidden' })
    const pool = `# TYPE db_pool_waiting gauge\ndb_pool_waiting ${core.pool.waitingCount}\n`
    const space = diskMetrics(await disk())
    return reply.header('content-type', registry.contentType).send(`${await registry.metrics()}${pool}${space}`)
  })
}

/** `disk_state` is 0 with enough room, 1 when uploads are refused, 2 when all writes are. */
const diskMetrics = ({ state, freeBytes, totalBytes }: DiskSpace): string =>
  [
    ['disk_free_bytes', freeBytes],
    ['disk_total_bytes', totalBytes],
    ['disk_state', ['ok', 'low', 'full'].indexOf(state)],
  ]
    .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')

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
