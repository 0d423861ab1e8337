import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { freePort } from '../../../tests/process/programs.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { readEnv } from '../env.server.ts'
import { asPartOf } from '../work.server.ts'
import type { Attributes, Span } from './span.server.ts'
import { nameOf, withoutValues } from './statements.server.ts'
import { routeOfCall, traceSupplierCalls } from './supplier-calls.server.ts'
import { callTraced, type SpanStart, switchOn } from './tracing.server.ts'

type Made = SpanStart & { ended?: { attributes?: Attributes; error?: string | undefined } }
const made: Made[] = []
const span: Span = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  traceId: '0af7',
  end: () => {},
}
const record = () =>
  switchOn({
    start: (start) => {
      const one: Made = { ...start }
      made.push(one)
      return {
        ...span,
        end: (result = {}) => {
          one.ended = result
        },
      }
    },
    stop: async () => {},
  })
const inRequest = <T>(run: () => T): T => asPartOf({ requestId: 'a-request', span }, run)
afterEach(() => {
  switchOn(null)
  made.length = 0
})

describe('a statement', () => {
  it('is followed without its values, with its rows and the code of its error', async () => {
    record()
    const { pool } = (await testDatabase({ bare: true })).openCore()
    await inRequest(async () => {
      await pool.query('select $1::text as name from pg_class limit 2', ['Asha Rao'])
      await pool.query("select 'a literal' || $1 from pg_type limit 1", ['secret']).catch(() => {})
      await expect(pool.query('select from no_such_table')).rejects.toThrow()
      const client = await pool.connect()
      await client.query('begin')
      client.release()
    })
    await pool.query('select 1')
    expect(made.map(({ name }) => name)).toEqual(['SELECT pg_class', 'SELECT pg_type', 'SELECT no_such_table', 'BEGIN'])
    expect(made.map(({ ended }) => ended?.error)).toEqual([undefined, undefined, '42P01', undefined])
    expect(made[0]?.ended?.attributes).toEqual({ 'db.response.returned_rows': 2 })
    const everything = JSON.stringify(made)
    for (const value of ['Asha', 'secret', 'a literal']) expect(everything).not.toContain(value)
    expect(made.every(({ parent }) => parent === span)).toBe(true)
  })

  it('keeps its request when a connection comes back from another request', async () => {
    record()
    const { pool } = (await testDatabase({ bare: true })).openCore()
    const clients = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()))
    const other: Span = { ...span, traceId: 'other' }
    const late = inRequest(() => pool.query('select 1 as late'))
    asPartOf({ requestId: 'another', span: other }, () => {
      for (const client of clients) client.release()
    })
    await late
    expect(made.map(({ name, parent }) => [name, parent === span])).toEqual([['SELECT', true]])
    expect(Number(made[0]?.attributes['safar.pool_wait_ms'])).toBeGreaterThan(0)
  })

  test.each([
    ['insert into "bookings" ("id") values ($1)', 'INSERT bookings'],
    ['with mail as (insert into mail_messages values ($1) returning id) select 1 from mail', 'WITH mail_messages'],
    ['update only events set heard_at = $1', 'UPDATE events'],
    ['commit', 'COMMIT'],
    ['', 'STATEMENT'],
  ])('%s is named %s', (text, name) => expect(nameOf(text)).toBe(name))

  test('literals and long numbers are left out', () => {
    expect(withoutValues("select 'it''s', 123456789 from a where b = 7")).toBe("select '?', ? from a where b = 7")
    expect(withoutValues(`select ${'x'.repeat(5_000)}`).length).toBe(2_000)
  })
})

describe('a call to a supplier', () => {
  test.each([
    ['/v1/checkout/sessions/cs_test_a1b2/expire?key=secret', '/v1/checkout/sessions/{id}/expire'],
    ['/v1/payments/pay_abcdef/refund', '/v1/payments/{id}/refund'],
    ['/v21.0/1234567890/events', '/v21.0/{id}/events'],
    ['/order_wordlike', '/{id}'],
    ['/', '/'],
  ])('%s has the route %s', (path, route) => expect(routeOfCall(path)).toBe(route))
  test('an address in the file store names no file', () =>
    expect(routeOfCall('/bucket/documents/passport.pdf', true)).toBe('/{bucket}/{key}'))

  const received: (string | undefined)[] = []
  const server = createServer((request, response) => {
    received.push(request.headers.traceparent as string | undefined)
    response.writeHead(request.url?.includes('refused') ? 402 : 200).end('{}')
  })
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
  afterAll(() => new Promise<void>((done) => server.close(() => done())))

  it('is followed with fetch and with node:http, and is never told the trace', async () => {
    record()
    const closed = await freePort()
    const end = traceSupplierCalls(new Set())
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/v1/refunds/re_1?key=secret`
    await inRequest(async () => {
      await (await fetch(url, { method: 'POST' })).text()
      await (await fetch(`http://127.0.0.1:${port}/refused`)).text()
      await new Promise<void>((done) => {
        httpRequest(url, (response) => response.resume().on('end', () => done())).end()
      })
      await expect(fetch(`http://127.0.0.1:${closed}/v1/orders`)).rejects.toThrow()
    })
    await (await fetch(url)).text()
    end()
    await inRequest(async () => (await fetch(url)).text())
    const host = '127.0.0.1'
    await expect.poll(() => made.every(({ ended }) => ended)).toBe(true)
    expect(
      made.map(({ name, ended }) => [name, ended?.attributes?.['http.response.status_code'], ended?.error]),
    ).toEqual([
      [`POST ${host}/v1/refunds/{id}`, 200, undefined],
      [`GET ${host}/{id}`, 402, '402'],
      [`GET ${host}/v1/refunds/{id}`, 200, undefined],
      [`GET ${host}/v1/orders`, undefined, 'ECONNREFUSED'],
    ])
    expect(received).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(JSON.stringify(made)).not.toContain('secret')
  })

  it('passes on its answer and its error, traced or not', async () => {
    const failing = () => callTraced('SMTP', {}, () => Promise.reject(Object.assign(new Error('x'), { code: 'EAUTH' })))
    expect(await inRequest(() => callTraced('SMTP', {}, async () => 7))).toBe(7)
    record()
    expect(await inRequest(() => callTraced('SMTP', {}, async () => 7))).toBe(7)
    await expect(inRequest(failing)).rejects.toThrow('x')
    expect(made.map(({ ended }) => ended?.error)).toEqual([undefined, 'EAUTH'])
  })
})

describe('the variables', () => {
  const settings = (more: Record<string, string>) => readEnv(more).tracing
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  it('switch traces on and off', () => {
    expect(settings({})).toBeNull()
    expect(settings({ OTEL_TRACES_SAMPLER: 'always_on' })).toBeNull()
    expect(settings({ ...collector, OTEL_SDK_DISABLED: 'TRUE' })).toBeNull()
    expect(settings({ ...collector, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(settings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://a.example/v1/traces' })).not.toBeNull()
    expect(settings(collector)).toEqual({
      ...{ protocol: 'http/protobuf', sampler: 'parentbased_always_on', ratio: 1, batches: {} },
    })
    expect(settings({ ...collector, OTEL_TRACES_SAMPLER_ARG: '0.05', OTEL_BSP_MAX_QUEUE_SIZE: '512' })).toMatchObject({
      ...{ ratio: 0.05, batches: { maxQueueSize: 512 } },
    })
  })
  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_BSP_SCHEDULE_DELAY', 'soon'],
  ])('%s=%s stops the start with its name', (name, value) =>
    expect(() => readEnv({ ...collector, [name]: value })).toThrow(name),
  )
})
