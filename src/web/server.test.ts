import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { oc } from '@orpc/contract'
import { implement } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { afterFile } from '../../tests/support/after-file.ts'
import { testApp } from '../../tests/support/app.ts'
import { testCore } from '../../tests/support/database.ts'
import { procedure } from '../kernel/contract.ts'
import { createLog } from '../platform/log.server.ts'
import { createServer, type ServerDeps } from './create-server.server.ts'
import { serveBuiltFiles } from './static-files.server.ts'

const core = await testCore()
const shop = await testApp({
  core,
  routes: [
    (app) => {
      app.post('/api/webhooks/test', { config: { access: 'public', crossSite: true } }, () => ({ heard: true }))
      app.post('/api/uploads/test', { config: { access: 'public' } }, () => ({ stored: true }))
      app.get('/api/broken', { config: { access: 'public' } }, () => {
        throw new Error('secret detail')
      })
      app.get('/api/database-away', { config: { access: 'public' } }, () => {
        throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
      })
      app.get('/api/who', { config: { access: 'public' } }, (request) => request.caller)
    },
  ],
})
const admin = await shop.signIn('admin')

describe('a server with a delayed event loop', () => {
  it('sheds requests with 503 and Retry-After, and still reports that it is alive', async () => {
    // So low that any machine exceeds it.
    const late = await testApp({ core, maxDelay: 0.001 })
    await expect.poll(async () => (await late.call('GET /api/session')).status, { timeout: 10_000 }).toBe(503)
    const shed = await late.call('GET /readyz')
    expect([shed.status, shed.headers['retry-after']]).toEqual([503, '10'])
    expect((await late.call('GET /healthz')).status).toBe(200)
  })
})

describe('a procedure that fails', () => {
  it('is logged with the request id that the answer names, over REST and over RPC', async () => {
    const lines: string[] = []
    const log = createLog('error', { to: { write: (line: string) => void lines.push(line) } })
    const broken = { broken: procedure('public', 'GET /broken-procedure', 'Fails') }
    const router = implement(broken).router({
      broken: implement(broken).broken.handler(() => {
        throw new Error('a planted fault')
      }),
    })
    const failing = await testApp({ core: { ...core, log }, router })
    for (const route of ['GET /api/broken-procedure', 'POST /rpc/broken']) {
      lines.length = 0
      const answer = await failing.call(route, route.startsWith('POST') ? {} : undefined)
      expect([route, answer.status]).toEqual([route, 500])
      const requestId = answer.headers['x-request-id']
      const cause = lines.map((line) => JSON.parse(line)).find((line) => line.err?.message === 'a planted fault')
      expect(cause).toMatchObject({ requestId })
    }
  })
})

describe('a HEAD request', () => {
  it('reads like GET and changes nothing, because other sites can send one', async () => {
    const { headers } = await shop.signIn('customer')
    const other = { user_id: (await shop.call('GET /api/who', undefined, headers)).json().userId as string }
    await core.db
      .insertInto('sessions')
      .values({ ...other, id: 'another', token: 'of-another-browser', expires_at: new Date('2099-01-01') })
      .execute()
    for (const method of ['GET', 'HEAD']) {
      const answer = await shop.call(`${method} /rpc/account/sessions/endOthers`, undefined, headers)
      expect(answer.status, method).toBe(405)
    }
    const left = core.db.selectFrom('sessions').select('id').where('id', '=', 'another')
    expect(await left.executeTakeFirst()).toEqual({ id: 'another' })
    const read = await shop.call('HEAD /api/session')
    expect([read.status, read.text]).toEqual([200, ''])
  })
})

describe('answers', () => {
  it('are the same over REST and over RPC', async () => {
    const rest = await shop.call('GET /api/session', undefined, admin.headers)
    expect(rest.json()).toMatchObject({ user: { email: admin.email, role: 'admin', is_admin: true } })
    const rpc = await shop.call('POST /rpc/account/session', {}, admin.headers)
    expect(rpc.json()).toEqual({ json: rest.json() })
  })

  it('are problems with code, message and fields for wrong input', async () => {
    const answer = await shop.call('POST /api/quotes', { service_type: 'tour', adults_count: -1, total_amount: 1 })
    expect(answer.status).toBe(422)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const problem = answer.json() as { errors: { path: string; message: string }[] }
    expect(problem).toMatchObject({ status: 422, code: 'request/invalid', title: 'Please check the marked fields.' })
    expect(problem.errors.map(({ path }) => path).sort()).toEqual(['adults_count', 'service_id', 'total_amount'])
    for (const { message } of problem.errors) expect(message).not.toBe('')
  })

  it('give our pages the code, message and fields of a refusal', async () => {
    const answer = await shop.call('POST /rpc/booking/track', { json: { reference: ' ' } })
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({
      json: {
        status: 422,
        code: 'booking/reference-missing',
        message: 'Please enter your booking reference',
        data: { code: 'booking/reference-missing' },
      },
    })
  })

  it.each([
    ['POST /api/quotes', '{"a":', 'application/json', 400, 'request/malformed'],
    ['POST /api/quotes', '{"__proto__":{"admin":true}}', 'application/json', 400, 'request/malformed'],
    ['POST /api/quotes', '{"a":{"constructor":{"prototype":{}}}}', 'application/json', 400, 'request/malformed'],
    ['POST /rpc/booking/quote', '{"json":{"__proto__":{}}}', 'application/json', 400, 'request/malformed'],
    ['POST /rpc/booking/quote', '{"meta":1}', 'application/json', 400, 'request/malformed'],
    ['POST /api/quotes', '', 'application/json', 422, 'request/invalid'],
    ['POST /api/quotes', 'a=1', 'application/x-www-form-urlencoded', 415, 'request/media-type'],
    ['POST /api/quotes', 'a', 'text/plain', 415, 'request/media-type'],
    ['POST /api/quotes', '<a/>', 'application/xml', 415, 'request/media-type'],
    ['POST /api/quotes', 'a megabyte', 'application/json', 413, 'request/too-large'],
    ['GET /api/nothing', undefined, undefined, 404, 'request/not-found'],
    ['GET /%ff', undefined, undefined, 400, 'request/malformed'],
    ['GET /api/bookings/%E0%A4%A', undefined, undefined, 400, 'request/malformed'],
    ['GET /nothing', undefined, undefined, 404, 'request/not-found'],
    ['GET /rpc/nothing', undefined, undefined, 404, 'request/not-found'],
    ['DELETE /api/session', undefined, undefined, 404, 'request/not-found'],
    ['GET /api/bookings/1', undefined, undefined, 422, 'request/invalid'],
  ])('%s with %s (%s) is %i', async (route, sent, type, status, code) => {
    const payload = sent === 'a megabyte' ? `{"a":"${'x'.repeat(1024 * 1024)}"}` : sent
    const answer = await shop.call(route, payload, type ? { 'content-type': type } : {})
    expect(answer.status).toBe(status)
    const body = answer.json() as { code?: string; json?: { code: string } }
    expect(body.code ?? body.json?.code).toBe(code)
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  it('to an unreadable URL have the usual headers and a readable message', async () => {
    const answer = await shop.call('GET /%ff', undefined, { accept: 'text/html' })
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    const { headers } = await shop.call('GET /nothing')
    for (const name of ['x-content-type-options', 'referrer-policy', 'content-security-policy'])
      expect([name, answer.headers[name]]).toEqual([name, headers[name]])
    expect(answer.headers['x-request-id']).toMatch(/./)
  })

  it('are compressed when that saves bytes', async () => {
    const headers = { 'accept-encoding': 'br' }
    const payload = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`unknown${n}`, n]))
    const long = await shop.app.inject({ method: 'POST', url: '/api/quotes', headers, payload })
    expect(long.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(long.rawPayload).toString())).toMatchObject({ code: 'request/invalid' })
    const short = await shop.app.inject({ url: '/api/session', headers })
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  it('never come from a changing procedure called by GET over RPC', async () => {
    const answer = await shop.call('GET /rpc/booking/create?data=%7B%7D')
    expect(answer.status).toBe(405)
  })

  it('reveal no internal error', async () => {
    const answer = await shop.call('GET /api/broken')
    expect(answer.status).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'server/broken' })
    expect(answer.text).not.toContain('secret detail')
  })

  it('ask to retry when the database is away', async () => {
    const answer = await shop.call('GET /api/database-away')
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it('state how long to wait above a rate limit', async () => {
    core.clock.advance(5)
    const ask = () => shop.call('POST /api/tracking-lookups', { reference: 'TH0000000000' })
    const statuses: number[] = []
    let last = await ask()
    for (let n = 0; n < 10; n++) {
      statuses.push(last.status)
      last = await ask()
    }
    expect(statuses).toEqual(Array(10).fill(404))
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(last.json()).toMatchObject({ code: 'limit/too-many' })
  })
})

describe('headers', () => {
  it('protect every response, also refusals', async () => {
    for (const route of ['GET /api/session', 'GET /nothing', 'GET /healthz', 'GET /api/admin/bookings']) {
      const { headers } = await shop.call(route)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })
  it('of a script, style, font or raster picture are only those that matter there', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'safar-files-'))
    afterFile(() => rm(folder, { recursive: true }))
    await mkdir(path.join(folder, 'assets'))
    const served = ['a.js', 'a.css', 'a.woff2', 'a.avif', 'a.webp', 'a.svg', 'a.html'].map((name) => `assets/${name}`)
    for (const file of [...served, 'service-worker.js']) await writeFile(path.join(folder, file), 'content')
    const { app } = await testApp({ core, routes: [(scope) => serveBuiltFiles(scope, folder)] })
    const headersOf = async (file: string) => Object.keys((await app.inject(`/${file}`)).headers)
    const isFull = async (file: string) => {
      const names = await headersOf(file)
      expect(names).toEqual(expect.arrayContaining(['x-content-type-options', 'cross-origin-resource-policy']))
      return ['content-security-policy', 'x-frame-options', 'x-request-id'].every((name) => names.includes(name))
    }
    const full = await Promise.all([...served, 'service-worker.js', 'assets/none.js'].map(isFull))
    expect(full).toEqual([false, false, false, false, false, true, true, true, true])
    expect((await headersOf('assets/a.js')).sort()).toEqual(
      ['accept-ranges', 'cache-control', 'connection', 'content-length', 'content-type', 'cross-origin-resource-policy']
        .concat(['date', 'etag', 'vary', 'x-content-type-options'])
        .sort(),
    )
  })
  it('require https if the shop uses it', async () => {
    const { app } = await createServer({ ...shop.shop.server, core: { ...core, baseUrl: 'https://shop.test' } })
    const answer = await app.inject('/healthz')
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    await app.close()
  })
})

describe('calls from other sites', () => {
  const call = (headers: Record<string, string>, route = 'POST /api/uploads/test') => shop.call(route, {}, headers)

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://shop.test' },
    { origin: 'http://evil.test' },
    { origin: 'null' },
    { origin: 'http://shop.test.evil.test' },
    { origin: 'http://evil.test', host: 'shop.test' },
  ])('with %o are refused', async (headers) => {
    const answer = await call(headers as Record<string, string>)
    expect(answer.status).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'request/cross-site' })
  })
  it.each([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://shop.test' },
    { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
  ])('control: with %o are accepted', async (headers) => {
    expect((await call(headers as Record<string, string>)).status).toBe(200)
  })
  it('are accepted by routes that allow them', async () => {
    expect((await call({ origin: 'https://provider.test' }, 'POST /api/webhooks/test')).status).toBe(200)
  })
  it('may read public data', async () => {
    expect((await shop.call('GET /api/session', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })
})

describe('a method or header that the shop does not use', () => {
  it.each(['TRACE', 'TRACK', 'PROPFIND', 'CONNECT'])('%s gets no echo of the request', async (method) => {
    const answer = await rawAnswer(
      `${method} / HTTP/1.1\r\nHost: shop\r\nCookie: session=asha\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/)
    expect(answer).not.toContain('asha')
  })
  it('a request from a foreign origin gets no CORS header, also as a preflight', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const route of ['GET /api/session', 'GET /', 'OPTIONS /api/bookings', 'POST /api/bookings']) {
      const { headers } = await shop.call(route, undefined, origin)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

/** The answer to a request that no client library would send. */
async function rawAnswer(request: string): Promise<string> {
  if (!shop.app.server.listening) await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('the client', () => {
  it('is identified by the connection, whatever its headers claim', async () => {
    const answer = await shop.call('GET /api/who', undefined, { 'x-forwarded-for': '9.9.9.9' })
    expect(answer.json()).toMatchObject({ address: '127.0.0.1' })
  })
  it('is identified by a trusted proxy, not by headers in front of it', async () => {
    const behind = await testApp({
      core,
      trustProxy: 1,
      routes: [
        (app) => {
          app.get('/api/who', { config: { access: 'public' } }, (request) => ({ address: request.ip }))
        },
      ],
    })
    const answer = await behind.call('GET /api/who', undefined, { 'x-forwarded-for': '6.6.6.6, 9.9.9.9' })
    expect(answer.json()).toEqual({ address: '9.9.9.9' })
  })
  it('costs no statement without a session', async () => {
    let lookups = 0
    const counting = await testApp({
      core,
      callerOf: async () => {
        lookups++
        throw new Error('session lookup')
      },
    })
    expect((await counting.call('GET /api/nothing')).status).toBe(404)
    expect((await counting.call('GET /api/nothing', undefined, { cookie: 'safar_currency=INR' })).status).toBe(404)
    expect(lookups).toBe(0)
    await counting.call('GET /api/nothing', undefined, admin.headers)
    expect(lookups).toBe(1)
  })
})

describe('a start', () => {
  const os = implement({ open: procedure('public', 'GET /open', 'Open') })
  const sound = os.router({ open: os.open.handler(() => 1) })
  const start = async (more: Partial<ServerDeps>): Promise<void> => {
    const { app } = await createServer({
      core,
      router: sound,
      routes: [],
      callerOf: shop.shop.server.callerOf,
      hasSession: shop.shop.server.hasSession,
      ...more,
    })
    await app.close()
  }
  it('control: succeeds when everything declares its access', async () => {
    await expect(start({})).resolves.toBeUndefined()
  })
  it('fails when a route does not declare its access', async () => {
    const routes: ServerDeps['routes'] = [(app) => void app.get('/api/forgotten', () => 1)]
    await expect(start({ routes })).rejects.toThrow('GET /api/forgotten does not declare who may call it')
  })
  it('fails when a procedure does not declare its access', async () => {
    const contract = { forgotten: oc.route({ method: 'GET', path: '/forgotten' }) }
    const bare = implement(contract)
    const router = bare.router({ forgotten: bare.forgotten.handler(() => 1) })
    await expect(start({ router })).rejects.toThrow('forgotten does not declare who may call it')
  })
})

describe('health', () => {
  it('reports that the process is alive and ready', async () => {
    expect((await shop.call('GET /healthz')).status).toBe(200)
    const ready = await shop.call('GET /readyz')
    expect([ready.status, ready.json()]).toEqual([200, { status: 'ready' }])
  })
  it('is not ready while it drains', async () => {
    const { app, drain } = await createServer(shop.shop.server)
    drain()
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable', reason: 'draining' }])
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await app.close()
  })
  it('closes every connection while it drains, also of requests that arrived before', async () => {
    const route = { config: { access: 'public' } } as const
    let answer = (): void => {}
    const { app, drain } = await createServer({
      ...shop.shop.server,
      routes: [
        (scope) => {
          scope.get('/api/slow', route, () => new Promise((resolve) => (answer = () => resolve({ slow: true }))))
        },
      ],
    })
    expect((await app.inject('/healthz')).headers.connection).not.toBe('close')
    const slow = app.inject('/api/slow')
    const answered = slow.then(({ headers }) => headers.connection)
    await expect.poll(() => answer.length === 0 && String(answer).includes('resolve')).toBe(true)
    drain()
    answer()
    expect(await answered).toBe('close')
    expect((await app.inject('/healthz')).headers.connection).toBe('close')
    await app.close()
  })
  it('is not ready without its database or before its migrations', async () => {
    const away = await testCore()
    const { app } = await createServer({ ...shop.shop.server, core: away })
    await away.pool.query('alter table migrations rename to elsewhere')
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'unavailable', reason: 'database not reachable' })
    await away.pool.query("create table migrations as select * from elsewhere where name like '0001%'")
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'unavailable', reason: 'migrations have not run' })
    await app.close()
  })
  it('gives metrics to this machine only, or to the holder of the token', async () => {
    expect((await shop.call('GET /metrics')).text).toContain('http_request_duration_seconds')
    expect((await shop.call('GET /metrics', undefined, { 'x-forwarded-for': '9.9.9.9' })).status).toBe(403)
    const guarded = await testApp({ core, metricsToken: 'token-of-the-scraper' })
    expect((await guarded.call('GET /metrics')).status).toBe(403)
    const authorization = 'Bearer token-of-the-scraper'
    expect((await guarded.call('GET /metrics', undefined, { authorization })).status).toBe(200)
  })
})
