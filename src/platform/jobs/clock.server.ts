import type pg from 'pg'

/**
 * Repairs times that were written before the clock was set back; otherwise the queue would wait until the clock reaches
 * them again. Jobs keep their delay, scheduled tasks are due at once. The database's clock decides. Two statements.
 */
export async function repairTimes(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'`)
  // The scheduler writes times of this machine, whose clock may be ahead of the database's.
  await client.query(`update graphile_worker._private_jobs set
      run_at = now() + case when payload -> '_cron' is null then greatest(run_at - updated_at, '0') else '0' end,
      created_at = least(created_at, now()), updated_at = now()
    where locked_at is null and (updated_at > now() + interval '1 minute'
      or (payload -> '_cron' is not null and run_at > now() + interval '1 minute'))`)
}

const lookMilliseconds = 5_000
/** Smaller steps only delay a scheduled task a little. */
const minStepMilliseconds = 30_000

/** Calls `react` after the clock of this machine was set back. Returns a function that ends it. */
export function watchClock(react: () => void): () => void {
  let [wall, steady] = [Date.now(), performance.now()]
  const timer = setInterval(() => {
    const drift = Date.now() - wall - (performance.now() - steady)
    wall = Date.now()
    steady = performance.now()
    if (drift < -minStepMilliseconds) react()
  }, lookMilliseconds)
  return () => clearInterval(timer)
}
