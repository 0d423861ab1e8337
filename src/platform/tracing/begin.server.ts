import type { Env } from '../env.server.ts'
import type { Log } from '../log.server.ts'
import { switchOn } from './tracing.server.ts'

/** Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set. Call it before the database is opened. Returns what ends it. */
export async function beginTracing({ tracing: settings, fileStore }: Env, log: Log): Promise<() => Promise<void>> {
  if (settings === null) return async () => {}
  // Loaded on demand: without traces it costs no memory or time.
  const { openTracing } = await import('./opentelemetry.server.ts')
  const stores = fileStore.type === 's3' ? [new URL(fileStore.endpoint).host] : []
  const tracing = await openTracing(settings, log, new Set(stores))
  switchOn(tracing)
  return async () => {
    switchOn(null)
    await tracing.stop()
  }
}
