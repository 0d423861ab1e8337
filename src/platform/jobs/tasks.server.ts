import type { Job, TaskList } from 'graphile-worker'
import type { Span } from '../tracing/span.server.ts'
import { errorType, startSpan } from '../tracing/tracing.server.ts'
import { asPartOf } from '../work.server.ts'
import { type Origin, readOrigin } from './origin.server.ts'

type Jobs = Readonly<Record<string, (payload: Record<string, unknown>) => Promise<void>>>

/** The jobs as the queue calls them: each runs as a part of the request that queued it. */
export function tasksOf(jobs: Jobs, started: (jobId: string, requestId: string) => void = () => {}): TaskList {
  const entries = Object.entries(jobs).map(([name, handle]): [string, TaskList[string]] => [
    name,
    async (given, { job }) => {
      const { origin, payload } = readOrigin(given)
      const requestId = origin?.requestId ?? null
      if (requestId) started(job.id, requestId)
      const span = spanOf(name, job, origin)
      try {
        await asPartOf({ requestId, span }, () => handle(payload))
        span?.end()
      } catch (error) {
        span?.end({ error: errorType(error) })
        throw error
      }
    },
  ])
  return Object.fromEntries(entries)
}

/** A job that runs later has a trace of its own with a link: traces are looked at while they are short. */
const sameTraceMilliseconds = 3_600_000

function spanOf(name: string, { attempts, run_at, created_at }: Job, origin: Origin | null): Span | undefined {
  const now = Date.now()
  const from = origin?.traceparent ?? null
  const isSoon = now - new Date(created_at).getTime() < sameTraceMilliseconds
  return startSpan({
    name: `job ${name}`,
    kind: 'consumer',
    attributes: {
      'safar.job.task': name,
      'safar.job.attempt': attempts,
      'safar.job.queue_age_ms': Math.max(0, now - new Date(run_at).getTime()),
      ...(origin && { 'safar.request_id': origin.requestId }),
    },
    ...(isSoon ? { parent: from } : { link: from }),
  })
}
