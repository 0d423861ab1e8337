import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { testCore } from '../../tests/support/database.ts'
import { readScrape, type Sample } from '../../tests/support/prometheus.ts'
import { safariForTwo } from '../../tests/support/requests.ts'
import { shopPages } from '../../tests/support/shop-pages.ts'
import { watchCertificate } from '../platform/certificate.server.ts'

const core = await testCore()
const shop = await testApp({ core, pages: shopPages() })
await seedWorld(shop.shop.deps, 'test')

const samples = async (): Promise<readonly Sample[]> => readScrape((await shop.call('GET /metrics')).text).samples
const counted = async () => (await samples()).filter(({ name }) => name === 'http_request_duration_seconds_count')
const read = async (name: string, labels: Record<string, string> = {}): Promise<number | undefined> =>
  (await samples()).find(
    (row) => row.name === name && Object.entries(labels).every(([key, value]) => row.labels[key] === value),
  )?.value

describe('requests', () => {
  it('are counted by the pattern of their route, their method and the class of their status', async () => {
    const booked = await shop.call('POST /api/bookings', safariForTwo)
    const { booking } = booked.json() as { booking: { id: string } }
    await shop.call(`GET /api/bookings/${booking.id}?token=wrong`)
    await shop.call('GET /api/site')
    await shop.call('GET /api/site')
    await shop.call('POST /rpc/booking/create', {})
    await shop.call('GET /tours')
    await shop.call('GET /tours/desert-safari')
    const rows = (await counted()).map(({ labels }) => `${labels.method} ${labels.route} ${labels.status}`)
    for (const row of ['POST /api/bookings 2xx', 'GET /api/site 2xx', 'GET /tours 2xx', 'GET /tours/* 2xx'])
      expect(rows).toContain(row)
    expect(rows.filter((row) => /^GET \/api\/bookings\/\{\w+\} 4xx$/.test(row))).toHaveLength(1)
    expect(rows.some((row) => row.startsWith('POST /rpc/booking/'))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(booking.id)
  })

  it('that attack the metrics add a fixed number of rows', async () => {
    const attack = async (n: number): Promise<void> => {
      const word = `made-up-${n}`
      for (const url of [`/${word}`, `/${word}/${word}`, `/api/${word}`, `/rpc/${word}/${word}`, `/tours/${word}`])
        await shop.call(`GET ${url}`)
      for (const url of [
        `/%74ours?${word}=1`,
        `/TOURS/${word}`,
        `/ar/${word}`,
        `/api/bookings/${word}`,
        `/admin/${word}`,
      ])
        await shop.call(`GET ${url}`)
      await shop.app.inject({ method: 'PROPFIND' as 'GET', url: `/${word}` })
      await shop.app.inject({ method: 'SEARCH' as 'GET', url: '/tours' })
      await shop.call(`POST /api/webhooks/${word}`, {})
    }
    await attack(0)
    const rows = (await counted()).length
    for (let n = 1; n < 30; n++) await attack(n)
    expect((await counted()).length).toBe(rows)
    const methods = new Set((await counted()).map(({ labels }) => labels.method))
    for (const method of methods) expect(['GET', 'HEAD', 'POST', 'PUT', 'other']).toContain(method)
  })
})

describe('saturation', () => {
  it('has the connections in use and those who wait for one', async () => {
    const [client, waits] = [await core.pool.connect(), await read('db_pool_wait_seconds_count', { pool: 'requests' })]
    const used = await read('db_pool_connections', { state: 'used' })
    client.release()
    expect(used).toBeGreaterThan(0)
    expect(waits).toBeGreaterThan(0)
    expect(await read('db_pool_max')).toBe(core.pool.options.max)
    expect(await read('db_pool_waiting')).toBe(0)
  })

  it('has the queue by task: jobs that are due, their age, those that are retried and those given up', async () => {
    await sql`select graphile_worker.add_job('sweep-files', job_key => 'due', run_at => now() - interval '90 s')`.execute(
      core.db,
    )
    for (const [key, state] of [
      ['retried', 'attempts = 3'],
      ['failed', 'attempts = max_attempts'],
    ] as const) {
      await sql`select graphile_worker.add_job('sweep-files', job_key => ${key}, run_at => now() + interval '1 h')`.execute(
        core.db,
      )
      await sql`update graphile_worker._private_jobs set ${sql.raw(state)} where key = ${key}`.execute(core.db)
    }
    const task = { task: 'sweep-files' }
    expect(await read('job_queue_waiting', task)).toBe(1)
    expect(await read('job_queue_age_seconds', task)).toBeGreaterThanOrEqual(90)
    expect(await read('job_queue_retrying', task)).toBe(1)
    expect(await read('job_queue_failed', task)).toBe(1)
    expect(await read('job_queue_waiting', { task: 'send-mail' })).toBeDefined()
    await sql`delete from graphile_worker._private_jobs where key in ('due', 'retried', 'failed')`.execute(core.db)
    expect(await read('job_queue_waiting', task)).toBe(0)
  })

  it('has memory, event-loop delay and the database', async () => {
    for (const name of ['nodejs_heap_limit_bytes', 'process_resident_memory_bytes', 'db_up'])
      expect(await read(name), name).toBeGreaterThan(0)
    expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  })
})

test('the certificate is read once an hour, in the background, and only from an https address', async () => {
  let now = 0
  const asked: string[] = []
  let answer: () => Promise<Date> = async () => new Date('2027-01-01T00:00:00Z')
  const look = (url: string) => {
    asked.push(url)
    return answer()
  }
  const clock = () => now
  const known = watchCertificate('https://shop.example', look, clock)
  expect(known()).toBeNull()
  await expect.poll(known).toEqual(new Date('2027-01-01T00:00:00Z'))
  expect(asked).toEqual(['https://shop.example'])
  now += 3_600_000
  answer = async () => Promise.reject(new Error('away'))
  expect(known()).toEqual(new Date('2027-01-01T00:00:00Z'))
  expect(asked).toHaveLength(2)
  expect(watchCertificate('http://shop.example', look, clock)()).toBeNull()
  expect(asked).toHaveLength(2)
})
