import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { deliverEvents } from './delivery.server.ts'
import { addJob, emitEvent, purgeEvents } from './events.server.ts'
import { joinWorkers } from './nodes.server.ts'
import { crontabOf, type Jobs, type Subscriptions, startWorker } from './worker.server.ts'

declare module './events.server.ts' {
  interface Events {
    'test.happened': { n: number }
    'test.whispered': { url: string }
  }
}

let core: TestCore
beforeAll(async () => {
  core = await testCore()
})

describe('scheduled tasks', () => {
  test('run one at a time, with at most one waiting', async () => {
    const [item] = parseCrontab(crontabOf([{ task: 'slow-round', cron: '* * * * *' }]))
    const { queueName: queue, jobKey: key } = item!.options
    let running = 0
    let most = 0
    let done = 0
    const [first, started] = gate()
    const [goOn, release] = gate()
    const jobs: Jobs = {
      'slow-round': async () => {
        running++
        most = Math.max(most, running)
        started()
        await goOn
        running--
        done++
      },
    }
    const add = () => addJob(core.db, 'slow-round', {}, { ...(queue && { queue }), ...(key && { key }) })
    const worker = await startWorker(core, jobs, [], 4)
    await add()
    await first
    for (let n = 0; n < 3; n++) await add()
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from graphile_worker.jobs where task_identifier = 'slow-round'`.execute(core.db)
    release()
    await expect.poll(() => done, { timeout: 10_000 }).toBe(2)
    await worker.stop()
    expect(most).toBe(1)
    expect(rows[0]?.n).toBe(2)
  })
})

function gate(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

/** Runs each waiting delivery once, like the queue would. Returns the messages of those that threw. */
async function deliver(subscriptions: Subscriptions, options: { deleteAtOnce?: readonly string[] } = {}) {
  const jobs = deliverEvents(core, () => ({ subscriptions }), options)
  const failed: string[] = []
  for (;;) {
    const { rows } = await sql<{ id: string; name: string; payload: Record<string, unknown> }>`
      delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
        where task.id = job.task_id and task.identifier = any (${Object.keys(jobs)})
        returning job.id::text as id, task.identifier as name, job.payload`.execute(core.db)
    if (rows.length === 0) return failed
    for (const { name, payload } of rows) {
      await jobs[name]?.(payload).catch((error: Error) => failed.push(error.message))
    }
  }
}
const emit = (n: number) => emitEvent(core.db, 'test.happened', { n }, core.clock())

describe('event subscribers', () => {
  test('are all called when one of them fails, and its error names it', async () => {
    const seen: string[] = []
    await emit(1)
    const failed = await deliver({
      'test.happened': {
        first: async () => void seen.push('first'),
        broken: async () => {
          throw new Error('not today')
        },
        last: async () => void seen.push('last'),
      },
    })
    expect(seen.sort()).toEqual(['first', 'last'])
    expect(failed).toEqual(['test.happened is not delivered yet. broken: Error: not today'])
  })

  test('are called alone after a failure, and an event that all have heard calls nobody', async () => {
    const seen: string[] = []
    let isBroken = true
    const id = await emit(2)
    const again = () => addJob(core.db, 'deliver-event', { id })
    const subscriptions: Subscriptions = {
      'test.happened': {
        mended: async () => {
          if (isBroken) throw new Error('not yet')
          seen.push('mended')
        },
        once: async () => void seen.push('once'),
      },
    }
    await deliver(subscriptions)
    await again()
    await deliver(subscriptions)
    expect(seen).toEqual(['once'])
    isBroken = false
    await again()
    await deliver(subscriptions)
    expect(seen).toEqual(['once', 'mended'])
    await again()
    await deliver(subscriptions)
    expect(seen).toEqual(['once', 'mended'])
  })

  test('with jobs of their own, from older versions, are called once each; the last one ends the delivery', async () => {
    const seen: string[] = []
    const id = await emit(3)
    const subscriptions: Subscriptions = {
      'test.happened': { first: async () => void seen.push('first'), last: async () => void seen.push('last') },
    }
    const jobs = deliverEvents(core, () => ({ subscriptions }))
    const names = ['first', 'gone', 'last']
    const rows = names.map((subscriber) => ({ event_id: id, subscriber }))
    await core.db.insertInto('event_reactions').values(rows).execute()
    const isHeard = async () =>
      (await core.db.selectFrom('events').select('heard_at').where('id', '=', id).executeTakeFirst())?.heard_at !== null
    for (const subscriber of names) {
      expect(await isHeard()).toBe(false)
      await jobs['react-to-event']?.({ id, subscriber })
      await jobs['react-to-event']?.({ id, subscriber })
    }
    expect(seen).toEqual(['first', 'last'])
    expect(await isHeard()).toBe(true)
  })
})

describe('events', () => {
  const left = async () => (await core.db.selectFrom('events').select('payload').execute()).map((row) => row.payload.n)
  test('are purged a day after delivery, and kept while undelivered', async () => {
    await core.db.deleteFrom('events').execute()
    await emit(10)
    await deliver({ 'test.happened': { heard: async () => {} } })
    await emit(11)
    await deliver({
      'test.happened': {
        deaf: async () => {
          throw new Error('not today')
        },
      },
    })
    await emit(12)
    const day = new Date(core.clock().getTime() + 86_400_000 + 1)
    await purgeEvents(core, core.clock())
    expect((await left()).sort()).toEqual([10, 11, 12])
    await purgeEvents(core, day)
    expect((await left()).sort()).toEqual([11, 12])
    await purgeEvents(core, new Date(core.clock().getTime() + 31 * 86_400_000))
    expect(await left()).toEqual([])
  })

  test('with one-time links are deleted on delivery', async () => {
    const links = () => core.db.selectFrom('events').select('id').where('name', '=', 'test.whispered').execute()
    await emitEvent(core.db, 'test.whispered', { url: 'https://shop.test/once' }, core.clock())
    expect(await links()).toHaveLength(1)
    const heard: string[] = []
    const subscriptions: Subscriptions = {
      'test.whispered': { ear: async ({ payload }) => void heard.push(payload.url) },
    }
    await deliver(subscriptions, { deleteAtOnce: ['test.whispered'] })
    expect(heard).toEqual(['https://shop.test/once'])
    expect(await links()).toEqual([])
  })
})

describe('registering a worker', () => {
  test('closes its connection when it fails', async () => {
    const impatient = new pg.Pool({ ...core.pool.options, options: '-c lock_timeout=100' })
    const holder = await core.pool.connect()
    await holder.query('begin; lock table worker_nodes in access exclusive mode')
    const joining = joinWorkers({ directPool: impatient, log: core.log }, ['w1'])
    await expect(joining).rejects.toThrow('lock timeout')
    await holder.query('rollback')
    holder.release()
    await impatient.end()
    const open = async () =>
      (
        await sql`select from pg_stat_activity where application_name = 'safar worker'
        and datname = current_database()`.execute(core.db)
      ).rows.length
    await expect.poll(open, { timeout: 2_000 }).toBe(0)
  })
})
