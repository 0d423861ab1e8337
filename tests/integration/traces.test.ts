import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Collector, type ReceivedSpan, startCollector } from '../process/collector.ts'
import { freePort } from '../process/programs.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { ask, type Booked, book, pay } from '../process/visitors.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const watcher = ['./tests/process/loaded-telemetry.ts']
const mails: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    mails.push(...envelope.rcptTo.map(({ address }) => address))
    stream.resume().on('end', () => done())
  },
})
beforeAll(() => new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done)))
afterAll(async () => {
  await endAll()
  await new Promise<void>((done) => smtp.close(() => done()))
})

const shopWith = (env: Record<string, string>): ShopProcess => {
  const { port } = smtp.server.address() as AddressInfo
  const SMTP_URL = `smtp://127.0.0.1:${port}?tls=none&from=shop@example.com`
  return startShop({ DATA_DIR: dataFolder(), PAYMENTS_MODE: 'sandbox', SMTP_URL, ...env }, watcher)
}
const stopped = async (shop: ShopProcess): Promise<number> => {
  shop.signal('SIGTERM')
  return shop.ended
}
const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_BSP_SCHEDULE_DELAY: '100' }

describe('a shop with a collector', () => {
  let collector: Collector
  let shop: ShopProcess
  let url: string
  let booked: Booked
  beforeAll(async () => {
    collector = await startCollector()
    shop = shopWith({ ...json, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    url = await shop.listening
    booked = await book(url)
  })
  afterAll(() => collector.close())

  const named = (name: string): ReceivedSpan | undefined => collector.spans().find((span) => span.name === name)
  const traceOf = (span: ReceivedSpan | undefined): readonly ReceivedSpan[] =>
    collector.spans().filter(({ traceId }) => traceId === span?.traceId)

  test('sends a booking, its statements, its jobs and their emails as one trace', async () => {
    const names = () => traceOf(named('POST /api/bookings')).map(({ name }) => name)
    await expect.poll(names, { timeout: 60_000 }).toContain('SMTP')
    for (const name of ['INSERT bookings', 'job deliver-event', 'INSERT mail_messages'])
      await expect.poll(names, { timeout: 30_000 }).toContain(name)
    const rootsOf = (trace: readonly ReceivedSpan[]) => {
      const ids = new Set(trace.map(({ spanId }) => spanId))
      return trace.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId))
    }
    // A job's own span comes after those of its statements.
    const rootNames = () => rootsOf(traceOf(named('POST /api/bookings'))).map(({ name }) => name)
    await expect.poll(rootNames, { timeout: 30_000 }).toEqual(['POST /api/bookings'])
    const trace = traceOf(named('POST /api/bookings'))
    const roots = rootsOf(trace)
    expect(roots[0]?.attributes).toMatchObject({ 'http.route': '/api/bookings', 'http.response.status_code': 200 })
    const sent = trace.find(({ name }) => name === 'SMTP')
    expect(sent?.attributes).toMatchObject({ 'server.address': '127.0.0.1' })
    const job = trace.find(({ name, spanId }) => name === 'job deliver-event' && spanId === sent?.parentSpanId)
    expect(job?.attributes).toMatchObject({
      'safar.job.attempt': 1,
      'safar.request_id': roots[0]?.attributes['safar.request_id'],
    })
    expect(Number(job?.attributes['safar.job.queue_age_ms'])).toBeGreaterThanOrEqual(0)
  })

  test('names routes and never what was asked for or by whom', async () => {
    await pay(url, booked)
    const secret = 'a-secret-token-in-the-query'
    await ask(url, `/api/bookings/${booked.id}?token=${secret}`)
    await expect.poll(() => named('GET /api/bookings/{id}') ?? named('GET /api/bookings/{bookingId}')).toBeDefined()
    const everything = JSON.stringify(collector.spans())
    for (const word of [secret, booked.id, booked.reference, booked.token, 'Asha', '919876543210', '@example.com'])
      expect(everything, word).not.toContain(word)
  })

  test('continues the trace of the proxy, unless it cannot be read', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c'
    const start = (traceparent: string) => ask(url, '/api/session', undefined, { traceparent })
    await start(`00-${trace}-b7ad6b7169203331-01`)
    await expect.poll(() => collector.spans().some(({ traceId }) => traceId === trace)).toBe(true)
    const before = collector.spans().length
    for (const wrong of ['nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `ff-${trace}-b7ad6b7169203331-01`]) {
      const { status } = await start(wrong)
      expect(status).toBe(200)
    }
    await expect.poll(() => collector.spans().length).toBeGreaterThan(before)
    expect(traceOf({ traceId: '0'.repeat(32) } as ReceivedSpan)).toEqual([])
    // Not sampled by the proxy.
    const silent = '1af7651916cd43dd8448eb211c80319c'
    await start(`00-${silent}-b7ad6b7169203331-00`)
    await start(`00-${trace.replace('0', '2')}-b7ad6b7169203331-01`)
    await expect.poll(() => collector.spans().some(({ traceId }) => traceId === trace.replace('0', '2'))).toBe(true)
    expect(collector.spans().some(({ traceId }) => traceId === silent)).toBe(false)
  })

  test('does not trace probes, its own reports, or work of no request', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) await ask(url, path)
    expect(await stopped(shop)).toBe(0)
    const names = collector.spans().map(({ name }) => name)
    for (const part of ['/healthz', '/readyz', '/metrics', '/v1/traces', 'graphile_worker.get_job'])
      expect(names.filter((name) => name.includes(part))).toEqual([])
    expect(shop.output()).toMatch(loadedSdk)
  })
})

// prom-client loads the API, which does nothing by itself.
const loadedSdk = /@opentelemetry\/(?!api\/)/

test('a shop without the variable loads no SDK of OpenTelemetry and sends nothing', async () => {
  const collector = await startCollector()
  const shop = shopWith({ ...json, OTEL_TRACES_SAMPLER: 'always_on' })
  await book(await shop.listening)
  expect(await stopped(shop)).toBe(0)
  expect(shop.output()).not.toMatch(loadedSdk)
  expect(collector.requests()).toBe(0)
  await collector.close()
})

test('traces are sent as protobuf by default, and the sampler decides', async () => {
  const collector = await startCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
  const shop = shopWith(env)
  await ask(await shop.listening, '/api/session')
  const texts = () => collector.bodies.map(({ body }) => body.toString('latin1'))
  // The request's own span may come in a later batch than those of its statements.
  await expect.poll(() => texts().some((text) => text.includes('GET /api/session')), { timeout: 60_000 }).toBe(true)
  expect(new Set(collector.bodies.map(({ type }) => type))).toEqual(new Set(['application/x-protobuf']))
  await stopped(shop)
  const asked = collector.requests()
  const none = shopWith({ ...env, OTEL_TRACES_SAMPLER: 'always_off' })
  await book(await none.listening)
  await stopped(none)
  expect(collector.requests()).toBe(asked)
  await collector.close()
})

test.each(['away', 'deaf'] as const)(
  'a collector that is %s neither breaks nor slows requests and the stop',
  async (how) => {
    const deaf = how === 'deaf' ? await startCollector({ isDeaf: true }) : null
    const endpoint = deaf?.url ?? `http://127.0.0.1:${await freePort()}`
    const shop = shopWith({ ...json, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_MAX_QUEUE_SIZE: '512' })
    const url = await shop.listening
    const before = mails.length
    await book(url)
    for (let n = 0; n < 300; n++) expect((await ask(url, '/api/session')).status).toBe(200)
    const since = performance.now()
    await ask(url, '/api/session')
    expect(performance.now() - since).toBeLessThan(2_000)
    await expect.poll(() => mails.length, { timeout: 60_000 }).toBeGreaterThan(before)
    if (how === 'away') await expect.poll(shop.output, { timeout: 30_000 }).toContain('traces are not delivered')
    const stop = performance.now()
    expect(await stopped(shop)).toBe(0)
    expect(performance.now() - stop).toBeLessThan(20_000)
    expect(shop.output().match(/traces are not delivered/g)?.length ?? 0).toBeLessThan(2)
    await deaf?.close()
  },
)
