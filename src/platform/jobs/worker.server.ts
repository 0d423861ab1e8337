import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import type { Core } from '../core.server.ts'
import { isDatabaseAway } from '../db/away.server.ts'
import { watchClock } from './clock.server.ts'
import type { DeliveredEvent, EventName } from './events.server.ts'
import { joinWorkers } from './nodes.server.ts'
import { patientPool } from './patient-pool.server.ts'
import { tasksOf } from './tasks.server.ts'

/** Runs one job. A job that throws is retried with growing delays. */
export type JobHandler = (payload: Record<string, unknown>) => Promise<void>
export type Jobs = Readonly<Record<string, JobHandler>>
/** Called at least once for each event: must be safe to repeat. */
export type Subscriber<N extends EventName = EventName> = (event: DeliveredEvent<N>) => Promise<void>
/** Subscribers by event and name. Names must not change: waiting events refer to them. */
export type Subscriptions = { readonly [N in EventName]?: Readonly<Record<string, Subscriber<N>>> }
/** Recurring work: `task` runs on the cron pattern (UTC). Missed runs are skipped. */
export type Schedule = readonly { task: string; cron: string }[]

export interface RunningWorker {
  /** Takes no new job, lets running ones finish, releases the rest. */
  stop: () => Promise<void>
}

const retryMilliseconds = 2_000

/** Each task has its own queue (one run at a time) and its own key (one waiting run). */
export const crontabOf = (schedule: Schedule): string =>
  schedule.map(({ task, cron }) => `${cron} ${task} ?queue=${task}&jobKey=${task}`).join('\n')

/** Runs jobs until it is stopped. Starts again when the clock is set back, because the scheduler waits for its old time. */
export async function startWorker(core: Core, jobs: Jobs, schedule: Schedule, concurrency = 4): Promise<RunningWorker> {
  let current: RunningWorker | null = await startOnce(core, { jobs, schedule, concurrency })
  let restarting: Promise<void> = Promise.resolve()
  let isStopping = false
  const restart = async (): Promise<void> => {
    core.log.warn('the clock was set back: the worker starts again')
    await current?.stop()
    for (current = null; current === null && !isStopping; ) {
      current = await startOnce(core, { jobs, schedule, concurrency }).catch((error: unknown) => {
        core.log.warn({ reason: (error as Error).message }, 'the worker could not start; it tries again')
        return wait(retryMilliseconds, null)
      })
    }
  }
  const endWatch = watchClock(() => {
    restarting = restarting.then(restart)
  })
  return {
    stop: async () => {
      isStopping = true
      endWatch()
      await restarting
      await current?.stop()
    },
  }
}

type Work = { jobs: Jobs; schedule: Schedule; concurrency: number }

async function startOnce(core: Core, { jobs, schedule, concurrency }: Work): Promise<RunningWorker> {
  /** Requests by running job: the queue writes its lines outside the job. */
  const requests = new Map<string, string>()
  const taskList = tasksOf(jobs, (jobId, requestId) => requests.set(jobId, requestId))
  const logger = new Logger((scope) => (level, message) => {
    const at = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    const requestId = requests.get(scope.jobId ?? '')
    core.log[at]({ job: scope.taskIdentifier, jobId: scope.jobId, ...(requestId && { requestId }) }, message)
  })
  const workerIds: string[] = []
  const events = new EventEmitter() as WorkerEvents
  // A job is locked by its pool; older versions of the queue name the worker.
  events.on('pool:create', ({ workerPool }) => workerIds.push(workerPool.id))
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId))
  events.on('job:complete', ({ job }) => requests.delete(job.id))
  const runner = await run({
    events,
    pgPool: patientPool(core.directPool),
    taskList,
    concurrency,
    crontab: crontabOf(schedule),
    logger,
    noHandleSignals: true,
    pollInterval: 1000,
  })
  const node = await joinWorkers(core, workerIds).catch(async (error: unknown) => {
    await runner.stop()
    throw error
  })
  return {
    stop: async () => {
      await Promise.race([runner.stop().catch(unlessAway), databaseIsGone(core)])
      await node.leave()
    },
  }
}

function unlessAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error
}

/**
 * Settles when the database failed to answer three times in a row. The queue would wait for minutes to release its
 * jobs; other nodes do that at once, because this process has lost its lock.
 */
async function databaseIsGone({ directPool, log }: Pick<Core, 'directPool' | 'log'>): Promise<void> {
  for (let failures = 0; failures < 3; ) {
    await wait(1_000, undefined, { ref: false })
    const isAway = await directPool.query('select 1').then(() => false, isDatabaseAway)
    failures = isAway ? failures + 1 : 0
  }
  log.warn('the database is away: the jobs at hand are left to others')
}
