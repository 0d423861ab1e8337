import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Core } from '../core.server.ts'
import { isDatabaseAway } from '../db/away.server.ts'
import type { DeliveredEvent, EventName } from './events.server.ts'
import { joinWorkers } from './nodes.server.ts'
import { patientPool } from './patient-pool.server.ts'

/** One job: given its payload. Throwing gives it back to be tried again, later and later. */
export type JobHandler = (payload: Record<string, unknown>) => Promise<void>
export type Jobs = Readonly<Record<string, JobHandler>>
/** Called at least once per event: must be safe to repeat. */
export type Subscriber<N extends EventName = EventName> = (event: DeliveredEvent<N>) => Promise<void>
/** Who reacts to what, each under a name that stays: an event that is waiting knows its subscribers by it. */
export type Subscriptions = { readonly [N in EventName]?: Readonly<Record<string, Subscriber<N>>> }
/** Repeated work: 'name' runs on the cron pattern (UTC); missed runs are not made up for. */
export type Schedule = readonly { task: string; cron: string }[]

export interface RunningWorker {
  /** Takes no new job, lets running ones finish, gives the rest back. */
  stop: () => Promise<void>
}

/** One round of a name runs at a time, by the queue, and no more than one waits, by the key. */
export const crontabOf = (schedule: Schedule): string =>
  schedule.map(({ task, cron }) => `${cron} ${task} ?queue=${task}&jobKey=${task}`).join('\n')

export async function startWorker(core: Core, jobs: Jobs, schedule: Schedule, concurrency = 4): Promise<RunningWorker> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, handle]): [string, Task] => [
      name,
      async (payload) => handle((payload ?? {}) as Record<string, unknown>),
    ]),
  )
  const logger = new Logger((scope) => (level, message) => {
    const at = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    core.log[at]({ job: scope.taskIdentifier, jobId: scope.jobId }, message)
  })
  const workerIds: string[] = []
  const events = new EventEmitter() as WorkerEvents
  // A job is locked in the name of its pool; older queues name the worker.
  events.on('pool:create', ({ workerPool }) => workerIds.push(workerPool.id))
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId))
  const runner = await run({
    events,
    pgPool: patientPool(core.pool),
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
 * Settles when the database has not answered three times in a row. The queue would wait for it for minutes to give its
 * jobs back; others do that at once, because the lock of this process is gone with its connection.
 */
async function databaseIsGone({ pool, log }: Pick<Core, 'pool' | 'log'>): Promise<void> {
  for (let failures = 0; failures < 3; ) {
    await wait(1_000, undefined, { ref: false })
    const isAway = await pool.query('select 1').then(() => false, isDatabaseAway)
    failures = isAway ? failures + 1 : 0
  }
  log.warn('the database is away: the jobs at hand are left to others')
}
