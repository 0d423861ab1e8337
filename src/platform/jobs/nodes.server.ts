import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Core } from '../core.server.ts'
import { repairTimes } from './clock.server.ts'

/** 'SAFW': the class of the advisory locks that mark living worker processes. */
const lockClass = 0x53414657
const lookEverySeconds = 15

type Direct = Pick<Core, 'directPool' | 'log'>
export interface WorkerNode {
  leave: () => Promise<void>
}

/**
 * Registers this worker process, releases the jobs of dead ones (the queue alone would wait four hours) and repairs
 * times that lie ahead of the clock. The database frees the process's advisory lock when its connection ends.
 */
export async function joinWorkers(core: Direct, workerIds: readonly string[]): Promise<WorkerNode> {
  const node = randomInt(2 ** 31 - 1)
  let client: pg.Client | null = null
  const hold = async (): Promise<pg.Client> => {
    if (client) return client
    const fresh = new pg.Client({ ...core.directPool.options, application_name: 'safar worker' })
    fresh.on('error', (error) => {
      core.log.warn({ reason: error.message }, 'the worker lost its lock; it is taken again')
      if (client === fresh) client = null
    })
    try {
      await fresh.connect()
      await fresh.query('select pg_advisory_lock($1, $2)', [lockClass, node])
      await fresh.query('insert into worker_nodes (node, worker_ids) values ($1, $2) on conflict (node) do nothing', [
        node,
        workerIds,
      ])
    } catch (error) {
      // Closed, because the retry uses a new connection.
      await fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    return fresh
  }
  const look = async (): Promise<void> => {
    const freed = await repairQueue(await hold(), node)
    if (freed > 0) core.log.warn({ nodes: freed }, 'jobs of dead workers were released')
  }
  await look()
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = look().catch((error) =>
      core.log.warn({ reason: (error as Error).message }, 'could not look after ended workers'),
    )
  }, lookEverySeconds * 1000)
  return {
    leave: async () => {
      clearInterval(timer)
      await running
      // Fails without the database, but then the lock is already gone with the connection.
      await client?.query('delete from worker_nodes where node = $1', [node]).catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

/**
 * Repairs times that lie ahead of the clock. Releases jobs locked by dead nodes, and jobs locked for over a minute by
 * unknown ones. Returns the dead nodes.
 */
async function repairQueue(client: pg.Client, self: number): Promise<number> {
  await repairTimes(client)
  const { rows } = await client.query<{ node: number; worker_ids: string[] }>(
    'select node, worker_ids from worker_nodes where node <> $1',
    [self],
  )
  let ended = 0
  for (const { node, worker_ids } of rows) {
    const taken = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [lockClass, node])
    if (!taken.rows[0]?.got) continue
    await client.query('select graphile_worker.force_unlock_workers($1)', [worker_ids])
    await client.query('delete from worker_nodes where node = $1', [node])
    await client.query('select pg_advisory_unlock($1, $2)', [lockClass, node])
    ended++
  }
  // A process that dies between taking its first job and registering has no row.
  await client.query(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs j where locked_at < now() - interval '1 minute'
      and not exists (select from worker_nodes w where j.locked_by = any (w.worker_ids)) having count(*) > 0`)
  return ended
}
