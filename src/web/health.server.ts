import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Core } from '../platform/core.server.ts'
import { isMigrated } from '../platform/db/migrate.server.ts'

export type HealthDeps = Readonly<{
  core: Core
  /** True from the first signal to stop: the balancer sends no more. */
  isDraining: () => boolean
  metricsToken: string | null
}>

export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  const open = { access: 'public', sessionless: true } as const
  // Also while load is shed: whoever restarts what does not live must not end a shop that is only busy.
  const alive = { ...open, summary: '200 while the process lives', pressureHandler: () => undefined }
  app.get('/healthz', { config: alive }, () => ({ status: 'ok' }))
  const ready = readiness(deps)
  app.get(
    '/readyz',
    { config: { ...open, summary: '200 when migrated, database reachable, not draining' } },
    async (_request, reply) => {
      const reason = await ready()
      if (reason === null) return { status: 'ready' }
      return reply.code(503).header('retry-after', '5').send({ status: 'unavailable', reason })
    },
  )
  registerMetrics(app, deps, open)
}

/** Null when ready, else the reason. */
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
  { core, metricsToken }: HealthDeps,
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
    // The pattern of the route, never the address: that would hold references and tokens.
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { config: open }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) return reply.code(403).send({ status: 'forbidden' })
    const pool = `# TYPE db_pool_waiting gauge\ndb_pool_waiting ${core.pool.waitingCount}\n`
    return reply.header('content-type', registry.contentType).send(`${await registry.metrics()}${pool}`)
  })
}

/** With METRICS_TOKEN its holder, else this machine; a call that a proxy on this machine passed on is not of it. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) {
    const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.raw.socket.remoteAddress ?? '')
    return isLocal && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  }
  const given = Buffer.from(request.headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}
