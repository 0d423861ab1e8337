import { sql } from 'kysely'
import type { Core } from '../core.server.ts'

export type TaskState = Readonly<{
  /** Due jobs that no worker has taken. */
  waiting: number
  /** For how many seconds the oldest of them has been due. */
  age: number
  /** Jobs that failed and will be tried again. */
  retrying: number
  /** Jobs that failed for the last time within a day. */
  failed: number
}>

/** The queue by task; tasks without jobs are left out. One statement. */
export async function readQueue({ db }: Pick<Core, 'db'>): Promise<ReadonlyMap<string, TaskState>> {
  const { rows } = await sql<TaskState & { task: string }>`
    select task_identifier as task,
      (count(*) filter (where is_due))::int as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as age,
      (count(*) filter (where attempts between 1 and max_attempts - 1))::int as retrying,
      (count(*) filter (where attempts >= max_attempts and locked_at is null
        and updated_at > now() - interval '1 day'))::int as failed
    from (
      select *, run_at <= now() and locked_at is null and attempts < max_attempts as is_due from graphile_worker.jobs
    ) as job
    group by task_identifier`.execute(db)
  return new Map(rows.map(({ task, ...state }) => [task, state]))
}
