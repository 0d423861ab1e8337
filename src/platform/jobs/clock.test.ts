import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { addJob } from './events.server.ts'
import { joinWorkers } from './nodes.server.ts'
import { startWorker } from './worker.server.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
})

describe('a clock that is set back', () => {
  const forward = 2 * 86_400_000
  const atSecond = (second: number, ahead = 0) => {
    vi.useRealTimers()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: now - (now % 60_000) + second * 1_000 + ahead })
  }
  afterEach(() => vi.useRealTimers())

  test('does not stop scheduled tasks', async () => {
    let runs = 0
    const tick = async () => {
      runs++
    }
    atSecond(57, forward)
    const worker = await startWorker(core, { tick }, [{ task: 'tick', cron: '* * * * *' }])
    await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThan(0)
    await expect.poll(() => queued('tick'), { timeout: 30_000 }).toEqual([])
    const before = runs
    atSecond(45)
    await expect.poll(() => runs, { timeout: 100_000 }).toBe(before + 1)
    await worker.stop()
  }, 240_000)

  test('does not delay jobs, also those that wait for a retry', async () => {
    await addJob(core.db, 'soon', {})
    await addJob(core.db, 'later', {}, { delay: forward + 600_000 })
    await addJob(core.db, 'untouched', {}, { delay: 600_000 })
    await sql`update graphile_worker._private_jobs set created_at = created_at + interval '2 days',
      updated_at = updated_at + interval '2 days', run_at = greatest(run_at, updated_at + interval '2 days')
      where key is null and task_id in (select id from graphile_worker._private_tasks where identifier in ('soon', 'later'))`.execute(
      core.db,
    )
    const node = await joinWorkers(core, ['w2'])
    await node.leave()
    const waits = async (task: string) => Math.ceil((await queued(task))[0]! / 60_000 - 0.5) + 0
    expect([await waits('soon'), await waits('later'), await waits('untouched')]).toEqual([0, 10, 10])
  })
})

/** Milliseconds until each job of a task may run. */
async function queued(task: string): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from run_at - now())::float * 1000 as ms from graphile_worker.jobs where task_identifier = ${task}`.execute(
    core.db,
  )
  return rows.map(({ ms }) => ms)
}
