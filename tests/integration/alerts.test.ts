import { setTimeout as wait } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import type { Order } from '../../src/adapters/payments/sandbox-card/orders.server.ts'
import { type Deliver, reportOf, sendReport } from '../../src/adapters/payments/sandbox-card/reports.server.ts'
import { purgeOnInvalidation } from '../../src/platform/cdn.server.ts'
import { openDatabase } from '../../src/platform/db/database.server.ts'
import { openReads } from '../../src/platform/db/reads.server.ts'
import type { DiskSpace } from '../../src/platform/disk-space.server.ts'
import { addJob } from '../../src/platform/jobs/events.server.ts'
import { readQueue } from '../../src/platform/jobs/queue-state.server.ts'
import { tasksOf } from '../../src/platform/jobs/tasks.server.ts'
import { lineTo } from '../process/line.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { afterFile } from '../support/after-file.ts'
import { type TestApp, type TestAppOptions, testApp } from '../support/app.ts'
import { testCore, testDatabase } from '../support/database.ts'
import { evaluate, firing, readRules, readScrape, type Scrape } from '../support/prometheus.ts'
import { safariForTwo } from '../support/requests.ts'

// Each alert of deploy/compose/alerts.yml: the fault is caused in a running shop, and the rule is evaluated on what the shop
// reports then. How long a condition must last (`for`) is left to Prometheus.
const roomy: DiskSpace = { state: 'ok', freeBytes: 50e9, totalBytes: 100e9 }
let space = roomy
let expires: Date | null = null
let isMailAway = false
let isCdnAway = false
const core = await testCore()
const shop = await testApp({
  core,
  disk: async () => space,
  certificate: () => expires,
  cdn: {
    headersOf: () => ({}),
    purge: async () => {
      if (isCdnAway) throw new Error('the CDN is away')
    },
  },
  mailer: async () => ({
    send: async () => {
      if (isMailAway) throw new Error('the mail server is away')
    },
  }),
})
const shopWith = async (options: TestAppOptions) => testApp({ core, ...options })
await seedWorld(shop.shop.deps, 'test')
await shop.runJobs()

const scrape = async ({ call }: Pick<TestApp, 'call'> = shop): Promise<Scrape> => {
  const answer = await call('GET /metrics').catch(() => null)
  return readScrape(answer?.status === 200 ? answer.text : null)
}
const tested = new Set<string>()
/** The alerts that fire after `fault`, and did not before. */
async function causedBy(alert: string, fault: () => Promise<unknown>, app: TestApp = shop): Promise<void> {
  tested.add(alert)
  const [calm, before] = [await scrape(app), await scrape(app)]
  expect(firing(calm, before)).not.toContain(alert)
  await fault()
  expect(firing(before, await scrape(app))).toContain(alert)
}
const quiet = new Logger(() => () => undefined)
/** As a worker does, so a job that fails stays and is tried again. */
const work = () =>
  runOnce({ pgPool: core.pool, taskList: tasksOf(shop.shop.jobs), logger: quiet, noHandleSignals: true })
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(core.db)
/** While `fault` runs, nothing can read or write the table. */
async function without(table: string, fault: () => Promise<unknown>): Promise<void> {
  const away = `${table}_away`
  await sql`alter table ${sql.id(table)} rename to ${sql.id(away)}`.execute(core.db)
  try {
    await fault()
  } finally {
    await sql`alter table ${sql.id(away)} rename to ${sql.id(table)}`.execute(core.db)
  }
}
/** A booking whose card payment has begun. */
async function startPayment(): Promise<Order> {
  const booked = (await shop.call('POST /api/bookings', safariForTwo)).json() as {
    booking: { id: string }
    token: string
  }
  const body = { bookingId: booked.booking.id, token: booked.token, paymentMethod: 'sandbox_card' }
  const started = (await shop.call('POST /api/payments', body)).json() as { checkoutUrl: string }
  const ref = new URL(started.checkoutUrl).pathname.split('/').at(-1) ?? ''
  return core.db.selectFrom('sandbox_card_orders').selectAll().where('order_ref', '=', ref).executeTakeFirstOrThrow()
}
const report: Deliver = async (payload, headers) => {
  const url = '/api/webhooks/sandbox_card'
  const answer = await shop.app.inject({ method: 'POST', url, payload: Buffer.from(payload), headers })
  expect(answer.statusCode).toBe(200)
}
const visit = async (app: TestApp, route: string, times = 20): Promise<void> => {
  for (let n = 0; n < times; n++) await app.call(route)
}

beforeEach(() => {
  isCdnAway = false
  space = roomy
  expires = null
  isMailAway = false
})

describe('an objective that is missed', () => {
  test.each(['AvailabilityBudget', 'AvailabilityObjective'])('%s: a route fails', async (alert) => {
    const broken = await shopWith({
      routes: [
        (app) => {
          app.get('/api/broken', { config: { access: 'public' } }, () => {
            throw new Error('a planted fault')
          })
        },
      ],
    })
    await visit(broken, 'GET /api/session')
    await causedBy(alert, () => visit(broken, 'GET /api/broken', 5), broken)
  })

  test('a single failure among a thousand requests fires no fast alert', async () => {
    const text = (good: number, bad: number): string =>
      [
        `http_request_duration_seconds_count{method="GET",route="/a",status="2xx"} ${good}`,
        `http_request_duration_seconds_count{method="GET",route="/a",status="5xx"} ${bad}`,
      ].join('\n')
    const alerts = firing(readScrape(text(0, 0), 0), readScrape(text(999, 1), 60))
    expect(alerts).not.toContain('AvailabilityBudget')
  })

  test.each(['LatencyBudget', 'LatencyObjective'])('%s: the database is slow', async (alert) => {
    const slow = await shopWith({
      routes: [
        (app) => {
          app.get('/api/slow', { config: { access: 'public' } }, async () => {
            await sql`select pg_sleep(0.55)`.execute(core.db)
            return {}
          })
        },
      ],
    })
    await visit(slow, 'GET /api/session', 5)
    await causedBy(alert, () => visit(slow, 'GET /api/slow', 2), slow)
  })

  test.each(['PaymentReportsBudget', 'PaymentReportsObjective'])('%s: reports cannot be stored', async (alert) => {
    const unsigned = () => shop.call('POST /api/webhooks/sandbox_card', { id: 'evt_1' })
    expect((await unsigned()).status).toBe(400)
    await causedBy(alert, async () => {
      await without('payment_events', async () => expect((await unsigned()).status).toBe(500))
    })
  })

  test.each(['MailDelayBudget', 'MailDelayObjective'])('%s: the mail server is away', async (alert) => {
    await causedBy(alert, async () => {
      isMailAway = true
      expect((await shop.call('POST /api/bookings', safariForTwo)).status).toBe(200)
      await shop.runJobs()
      core.clock.advance(6)
    })
    isMailAway = false
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(core.db)
    await shop.runJobs()
  })
})

describe('a cause', () => {
  test('NodeDown: a node has ended', async () => {
    const node = await shopWith({})
    await causedBy('NodeDown', () => node.app.close(), node)
  })

  test('DatabaseAway: the database does not answer', async () => {
    const { connection } = inject('postgres')
    const own = await testDatabase()
    const line = await lineTo(connection, own.name)
    const away = openDatabase({ connectionString: line.url }, core.log)
    afterFile(async () => {
      await away.close()
      await line.end()
    })
    const node = await testApp({ core: { ...own.openCore(), db: away.db, pool: away.pool } })
    await causedBy('DatabaseAway', line.cut, node)
  })

  test('WaitingForConnections: all connections are in use', async () => {
    const clients: PoolClient[] = []
    let late: Promise<unknown> | null = null
    await causedBy('WaitingForConnections', async () => {
      for (let n = 0; n < (core.pool.options.max ?? 0); n++) clients.push(await core.pool.connect())
      late = core.pool.query('select 1').catch(() => {})
    })
    for (const client of clients) client.release()
    await late
  })

  test('EventLoopBlocked: a long calculation', async () => {
    await causedBy('EventLoopBlocked', async () => {
      for (let round = 0; round < 3; round++) {
        const until = performance.now() + 400
        while (performance.now() < until);
        await wait(1)
      }
    })
  })

  test('MemoryLow: the heap is nearly full', async () => {
    tested.add('MemoryLow')
    const line = await lineTo(inject('postgres').connection, (await testDatabase()).name)
    const env = {
      ...{ DATABASE_URL: line.url, SECRET_KEY: 'a-secret-key-of-at-least-32-characters', DATA_DIR: dataFolder() },
      ...{
        PAYMENTS_MODE: 'sandbox',
        SEED: 'none',
        WORKER: 'off',
        NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=400',
      },
    }
    const node = startShop(env, ['./tests/process/fills-heap.ts'])
    const url = await node.listening
    const scrapeNode = async () => readScrape(await (await fetch(`${url}/metrics`)).text())
    const before = await scrapeNode()
    expect(firing(before, before)).not.toContain('MemoryLow')
    const filled = async () => {
      node.signal('SIGUSR2')
      return firing(before, await scrapeNode())
    }
    await expect.poll(filled, { timeout: 20_000, interval: 500 }).toContain('MemoryLow')
    await endAll()
    await line.end()
  })

  test.each(['low', 'full'] as const)('DiskLow: the disk is %s', async (state) => {
    await causedBy('DiskLow', async () => {
      space = { ...roomy, state, freeBytes: 1e6 }
    })
  })

  test('QueueStuck: no worker takes the jobs', async () => {
    await causedBy('QueueStuck', async () => {
      expect((await shop.call('POST /api/bookings', safariForTwo)).status).toBe(200)
      // The database has a clock of its own.
      await sql`update graphile_worker._private_jobs set run_at = run_at - interval '10 minutes'`.execute(core.db)
    })
    await shop.runJobs()
  })

  test('JobsGivenUp: a job fails for the last time', async () => {
    await causedBy('JobsGivenUp', () =>
      without('rate_limits', async () => {
        await addJob(core.db, 'forget-old-rows', {}, { key: 'fails', maxAttempts: 1 })
        await work()
      }),
    )
    await sql`delete from graphile_worker._private_jobs where key = 'fails'`.execute(core.db)
  })

  test('PaymentReportsWait: a provider does not answer', async () => {
    const order = await startPayment()
    await causedBy('PaymentReportsWait', () =>
      // The sandbox card's own records: it cannot say what became of its order.
      without('sandbox_card_orders', async () => {
        await sendReport(core, report, reportOf({ ...order, status: 'paid' }), false)
        await makeDue()
        await work()
      }),
    )
    await makeDue()
    await work()
    expect(firing(await scrape(), await scrape())).not.toContain('PaymentReportsWait')
  })

  test('ArchiveOld: the log has never been archived', async () => {
    const node = await shopWith({ isArchived: true })
    const before = await scrape()
    tested.add('ArchiveOld')
    expect(firing(before, before)).not.toContain('ArchiveOld')
    expect(firing(before, await scrape(node))).toContain('ArchiveOld')
  })

  test('CdnNotPurged: the CDN does not answer', async () => {
    const end = await purgeOnInvalidation(core, { gatherMilliseconds: 1, againMilliseconds: 600_000 })
    const isQueued = async () => (await readQueue(core)).get('purge-cdn')?.waiting ?? 0
    await causedBy('CdnNotPurged', async () => {
      isCdnAway = true
      await expect.poll(isQueued).toBeGreaterThan(0)
      await work()
    })
    await end()
    isCdnAway = false
    await makeDue()
    await work()
  })

  test('ReplicaAway: the replica has ended', async () => {
    const nowhere = { host: '127.0.0.1', port: 1 }
    const reads = openReads(core, nowhere, core.log)
    afterFile(() => reads.close())
    const lagging = await testApp({ core: { ...core, reads: { ...reads, lagSeconds: () => 0.2 } } })
    const node = await testApp({ core: { ...core, reads } })
    const before = await scrape(lagging)
    tested.add('ReplicaAway')
    expect(firing(before, before)).not.toContain('ReplicaAway')
    expect(firing(before, await scrape(node))).toContain('ReplicaAway')
  })

  test('CertificateExpires: it has ten days left', async () => {
    const inDays = (days: number): Date => new Date(core.clock().getTime() + days * 86_400_000)
    expires = inDays(30)
    await causedBy('CertificateExpires', async () => {
      expires = inDays(10)
    })
  })
})

test('every alert has a test', () => {
  const alerts = readRules().flatMap(({ alert }) => alert ?? [])
  expect(alerts.length).toBeGreaterThan(15)
  expect([...tested].sort()).toEqual([...alerts].sort())
})

test('the evaluation reads what the rules use and nothing else', () => {
  const text = 'a{x="1"} 4\na{x="2"} 8\nb 2\n'
  const [before, after] = [readScrape('a{x="1"} 2\n', 0), readScrape(text, 2)]
  const world = { before, after, records: new Map([['safar:a:5m', 'sum(a)']]) }
  const valuesOf = (expr: string) => evaluate(expr, world).map(({ value }) => value)
  const cases: [string, number[]][] = [
    ['sum(a) / b', [6]],
    ['sum(rate(a[5m]))', [5]],
    ['a{x=~"1|2"} > 4', [8]],
    ['a{x!="1"}', [8]],
    ['max by (x) (a) > bool 4', [0, 1]],
    ['1 - b * 0.25', [0.5]],
    ['safar:a:5m > 10 and safar:a:5m > 11', [12]],
    ['b > 2 or b < 3', [2]],
    ['avg_over_time(safar:a:5m[1h])', [12]],
    ['nothing > 0', []],
  ]
  for (const [expr, expected] of cases) expect([expr, valuesOf(expr)]).toEqual([expr, expected])
  for (const wrong of ['sum(a', 'a >', 'a ! b', 'rate(a[5m]) extra'])
    expect(() => evaluate(wrong, world), wrong).toThrow()
})
