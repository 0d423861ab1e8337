import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../platform/db/migrate.server.ts'
import { type MetricsDeps, registerMetrics } from './metrics.server.ts'
import { within } from './within.ts'

export type HealthDeps = MetricsDeps &
  Readonly<{
    /** True from the first signal to stop, so that the load balancer sends no more requests. */
    isDraining: () => boolean
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
