import { EventEmitter } from 'node:events'
import { Logger, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Core } from '../core.server.ts'
import type { DeliveredEvent, EventName } from './events.server.ts'
import { joinWorkers } from './nodes.server.ts'
import { patientPool } from './patient-pool.server.ts'

/** One job: given its payload. Throwing gives it back to be tried again, later and later. */
export type JobHandler = (payload: Record<string, unknown>) => Promise<void>
export type Jobs = Readonly<Record<string, JobHandler>>
/** Called at least once per event: must be safe to repeat. */
export type Subscriber<N extends EventName = EventName> = (event: DeliveredEvent<N>) => Promise<void>
export type Subscriptions = { readonly [N in EventName]?: readonly Subscriber<N>[] }
/** Repeated work: 'name' runs on the cron pattern (UTC); missed runs are not made up for. */
export type Schedule = readonly { task: string; cron: string }[]

export interface RunningWorker {
  /** Takes no new job, lets running ones finish, gives the rest back. */
  stop: () => Promise<void>
}

/** The job that takes an event to its subscribers, one after the other. */
export function deliverEvents(core: Core, subscriptions: Subscriptions): JobHandler {
  return async (payload) => {
    const row = await core.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', String(payload.id))
      .executeTakeFirstOrThrow()
    const event = {
      id: row.id,
      name: row.name as EventName,
      payload: row.payload as never,
      occurredAt: row.occurred_at,
    }
    const subscribers = (subscriptions[event.name] ?? []) as readonly Subscriber[]
    for (const subscriber of subscribers) await subscriber(event)
  }
}

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
  const crontab = schedule.map(({ task, cron }) => `${cron} ${task}`).join('\n')
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
    crontab,
    logger,
    noHandleSignals: true,
    pollInterval: 1000,
  })
  const node = await joinWorkers(core, workerIds)
  return {
    stop: async () => {
      await runner.stop()
      await node.leave()
    },
  }
}
