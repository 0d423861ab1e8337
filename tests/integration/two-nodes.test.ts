import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailOnce, seedTemplates } from '../../src/modules/mail/index.server.ts'
import { seedGateways } from '../../src/modules/payment/index.server.ts'
import { readSettings, saveSettings } from '../../src/modules/settings/index.server.ts'
import { listenForInvalidation } from '../../src/platform/cache-invalidation.server.ts'
import { anonymous } from '../../src/platform/core.server.ts'
import { addJob } from '../../src/platform/jobs/events.server.ts'
import { startWorker } from '../../src/platform/jobs/worker.server.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { type TestCore, type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
let cores: [TestCore, TestCore]
let nodes: [TestApp, TestApp]
let ends: readonly (() => Promise<void>)[] = []
afterAll(async () => void (await Promise.all(ends.map((end) => end()))))

beforeAll(async () => {
  database = await testDatabase()
  cores = [database.openCore(), database.openCore()]
  nodes = [await testApp({ core: cores[0] }), await testApp({ core: cores[1] })]
  // Without this they would cache nothing.
  ends = await Promise.all(cores.map((core) => listenForInvalidation(core, () => {})))
  await sql`create table effects (n integer, worker integer)`.execute(cores[0].db)
})
const effects = async () => (await sql<{ n: number; worker: number }>`select * from effects`.execute(cores[0].db)).rows

describe('two nodes on one database', () => {
  test('run each job once', async () => {
    const jobs = (worker: number) => ({
      'test-effect': async ({ n }: Record<string, unknown>) => {
        await sql`insert into effects values (${n as number}, ${worker})`.execute(cores[0].db)
      },
    })
    await cores[0].db.transaction().execute(async (trx) => {
      for (let n = 0; n < 300; n++) await addJob(trx, 'test-effect', { n })
    })
    const workers = await Promise.all(cores.map((core, i) => startWorker(core, jobs(i), [])))
    await expect.poll(async () => (await effects()).length, { timeout: 20_000 }).toBe(300)
    await Promise.all(workers.map((worker) => worker.stop()))
    const done = await effects()
    expect(new Set(done.map((row) => row.n)).size).toBe(300)
    expect(new Set(done.map((row) => row.worker)).size).toBe(2)
  })

  test('take over the jobs of a dead node at once', async () => {
    await sql`truncate effects`.execute(cores[0].db)
    // The state after a kill: a registered worker holds a job, but no connection holds the worker's lock.
    await sql`insert into worker_nodes (node, worker_ids) values (1, array['worker-gone'])`.execute(cores[0].db)
    await addJob(cores[0].db, 'test-effect', { n: 1 })
    await sql`update graphile_worker._private_jobs set locked_by = 'worker-gone', locked_at = now()`.execute(
      cores[0].db,
    )
    const worker = await startWorker(
      cores[1],
      { 'test-effect': async () => void (await sql`insert into effects values (1, 1)`.execute(cores[1].db)) },
      [],
    )
    await expect.poll(async () => (await effects()).length, { timeout: 10_000 }).toBe(1)
    await worker.stop()
    expect((await sql`select from worker_nodes`.execute(cores[0].db)).rows).toEqual([])
  })

  test('are registered under the name that locks their jobs', async () => {
    const seen: { locked_by: string; known: boolean }[] = []
    const look = async () => {
      const { rows } = await sql<{ locked_by: string; known: boolean }>`
        select locked_by, exists (select from worker_nodes w where j.locked_by = any (w.worker_ids)) as known
        from graphile_worker.jobs j where locked_by is not null`.execute(cores[1].db)
      seen.push(...rows)
    }
    const worker = await startWorker(cores[0], { 'test-look': look }, [])
    await addJob(cores[0].db, 'test-look', {})
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(1)
    expect(seen[0]?.known).toBe(true)
    await worker.stop()
  })

  test('control: a live node keeps its job', async () => {
    const holder = await startWorker(cores[0], {}, [])
    const { rows } = await sql<{ id: string }>`select unnest(worker_ids) as id from worker_nodes limit 1`.execute(
      cores[0].db,
    )
    await addJob(cores[0].db, 'test-effect', { n: 2 })
    await sql`update graphile_worker._private_jobs set locked_by = ${rows[0]!.id}, locked_at = now() - interval '2 minutes'`.execute(
      cores[0].db,
    )
    const worker = await startWorker(cores[1], {}, [])
    const left = await sql<{ locked_by: string }>`select locked_by from graphile_worker.jobs`.execute(cores[0].db)
    expect(left.rows).toEqual([{ locked_by: rows[0]!.id }])
    await worker.stop()
    await holder.stop()
  })

  test('both end a session that is ended on one', async () => {
    const session = await nodes[0].signIn('admin')
    const onOther = () => nodes[1].call('GET /api/admin/dashboard', undefined, session.headers)
    expect((await onOther()).status).toBe(200)
    await cores[0].db.deleteFrom('sessions').where('user_id', '=', session.userId).execute()
    expect((await onOther()).status).toBe(401)
  })

  test('both apply a demotion made on one [A023]', async () => {
    const session = await nodes[0].signIn('admin')
    await cores[0].db.updateTable('users').set({ role: 'customer' }).where('id', '=', session.userId).execute()
    expect((await nodes[1].call('GET /api/admin/dashboard', undefined, session.headers)).status).toBe(403)
  })

  test('both read a setting saved on one', async () => {
    expect((await readSettings(cores[1])).site_title).not.toBe('Changed')
    await saveSettings(cores[0], { ...anonymous('test'), role: 'admin', name: 'Asha' }, { site_title: 'Changed' })
    await expect.poll(async () => (await readSettings(cores[1])).site_title, { timeout: 5_000 }).toBe('Changed')
  })

  test('both offer only the gateways that are left on after one was switched off on one', async () => {
    await seedGateways(cores[0].db, nodes[0].shop.deps.providers, ['cash_on_arrival'], cores[0].clock())
    const { headers } = await nodes[0].signIn('admin')
    const offered = async () =>
      (await nodes[1].call('GET /api/admin/manual-payment-methods', undefined, headers)).text.includes(
        'cash_on_arrival',
      )
    expect(await offered()).toBe(true)
    const gateways = [{ name: 'cash_on_arrival', version: 1, enabled: false }]
    expect((await nodes[0].call('PUT /api/admin/payment-gateways', { gateways }, headers)).status).toBe(200)
    await expect.poll(offered, { timeout: 5_000 }).toBe(false)
  })

  test('both write with a mail template changed on one', async () => {
    await seedTemplates(cores[0].db)
    const { headers } = await nodes[0].signIn('admin')
    let mails = 0
    const subjectOnOther = async () => {
      const [to, values, dedupeKey] = ['asha@example.com', {}, `two-nodes:${++mails}`]
      await mailOnce(cores[1], { template: 'booking_link', to, values, dedupeKey })
      const query = cores[1].db.selectFrom('mail_messages').select('subject').where('dedupe_key', '=', dedupeKey)
      return (await query.executeTakeFirstOrThrow()).subject
    }
    expect(await subjectOnOther()).not.toBe('Changed')
    const template = { subject: 'Changed', html_body: '<p>Changed</p>', is_active: true, version: 1 }
    expect((await nodes[0].call('PUT /api/admin/mail-templates/booking_link', template, headers)).status).toBe(200)
    await expect.poll(subjectOnOther, { timeout: 5_000 }).toBe('Changed')
  })
})
