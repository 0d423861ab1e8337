import { brotliDecompressSync } from 'node:zlib'
import { oc } from '@orpc/contract'
import { implement } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { testCore } from '../../tests/support/database.ts'
import { procedure } from '../kernel/contract.ts'
import { createServer, type ServerDeps } from './create-server.server.ts'

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

describe('a server whose event loop is late', () => {
  it('sheds requests with 503 and Retry-After, and still says that it lives', async () => {
    // So little that any machine is late.
    const late = await testApp({ core, longestDelay: 0.001 })
    await expect.poll(async () => (await late.call('GET /api/session')).status, { timeout: 10_000 }).toBe(503)
    const shed = await late.call('GET /readyz')
    expect([shed.status, shed.headers['retry-after']]).toEqual([503, '10'])
    expect((await late.call('GET /healthz')).status).toBe(200)
  })
})

describe('a HEAD request', () => {
  it('reads as GET does, and changes nothing: pages of other sites can make one', async () => {
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

  it('are problems with code, sentence and fields where the input is wrong', async () => {
    const answer = await shop.call('POST /api/quotes', { service_type: 'tour', adults_count: -1, total_amount: 1 })
    expect(answer.status).toBe(422)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const problem = answer.json() as { errors: { path: string; message: string }[] }
    expect(problem).toMatchObject({ status: 422, code: 'request/invalid', title: 'Please check the marked fields.' })
    expect(problem.errors.map(({ path }) => path).sort()).toEqual(['adults_count', 'service_id', 'total_amount'])
    for (const { message } of problem.errors) expect(message).not.toBe('')
  })

  it('tell a page the code, the sentence and the fields of a refusal', async () => {
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
  ])('%s with %s (%s) is %i', async (route, given, type, status, code) => {
    const payload = given === 'a megabyte' ? `{"a":"${'x'.repeat(1024 * 1024)}"}` : given
    const answer = await shop.call(route, payload, type ? { 'content-type': type } : {})
    expect(answer.status).toBe(status)
    const body = answer.json() as { code?: string; json?: { code: string } }
    expect(body.code ?? body.json?.code).toBe(code)
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  it('to an address that cannot be read have the headers of all others, and words for a person', async () => {
    const answer = await shop.call('GET /%ff', undefined, { accept: 'text/html' })
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    const { headers } = await shop.call('GET /nothing')
    for (const name of ['x-content-type-options', 'referrer-policy', 'content-security-policy'])
      expect([name, answer.headers[name]]).toEqual([name, headers[name]])
    expect(answer.headers['x-request-id']).toMatch(/./)
  })

  it('travel compressed where that saves something', async () => {
    const headers = { 'accept-encoding': 'br' }
    const payload = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`unknown${n}`, n]))
    const long = await shop.app.inject({ method: 'POST', url: '/api/quotes', headers, payload })
    expect(long.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(long.rawPayload).toString())).toMatchObject({ code: 'request/invalid' })
    const short = await shop.app.inject({ url: '/api/session', headers })
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  it('a procedure that changes something cannot be called by GET over RPC', async () => {
    const answer = await shop.call('GET /rpc/booking/create?data=%7B%7D')
    expect(answer.status).toBe(405)
  })

  it('tell nothing of what went wrong inside', async () => {
    const answer = await shop.call('GET /api/broken')
    expect(answer.status).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'server/broken' })
    expect(answer.text).not.toContain('secret detail')
  })

  it('ask to come back when the database is away', async () => {
    const answer = await shop.call('GET /api/database-away')
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it('say how long to wait above a limit', async () => {
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
  it('protect every answer, also refusals', async () => {
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
  it('ask for https where the shop has it', async () => {
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
  ])('with %o change nothing', async (headers) => {
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
  ])('control: with %o they do', async (headers) => {
    expect((await call(headers as Record<string, string>)).status).toBe(200)
  })
  it('are heard where that is meant', async () => {
    expect((await call({ origin: 'https://provider.test' }, 'POST /api/webhooks/test')).status).toBe(200)
  })
  it('may read what everybody may read', async () => {
    expect((await shop.call('GET /api/session', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })
})

describe('the client', () => {
  it('is known by the connection, whatever it says of itself', async () => {
    const answer = await shop.call('GET /api/who', undefined, { 'x-forwarded-for': '9.9.9.9' })
    expect(answer.json()).toMatchObject({ address: '127.0.0.1' })
  })
  it('is known by the proxy where one is trusted, and not by what is in front of it', async () => {
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
  it('costs no statement as long as it has no session', async () => {
    let asked = 0
    const counting = await testApp({
      core,
      callerOf: async () => {
        asked++
        throw new Error('asked')
      },
    })
    expect((await counting.call('GET /api/nothing')).status).toBe(404)
    expect((await counting.call('GET /api/nothing', undefined, { cookie: 'safar_currency=INR' })).status).toBe(404)
    expect(asked).toBe(0)
    await counting.call('GET /api/nothing', undefined, admin.headers)
    expect(asked).toBe(1)
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
  it('control: succeeds when everything says who may call', async () => {
    await expect(start({})).resolves.toBeUndefined()
  })
  it('fails when a route does not say who may call it', async () => {
    const routes: ServerDeps['routes'] = [(app) => void app.get('/api/forgotten', () => 1)]
    await expect(start({ routes })).rejects.toThrow('GET /api/forgotten does not declare who may call it')
  })
  it('fails when a procedure does not say who may call it', async () => {
    const contract = { forgotten: oc.route({ method: 'GET', path: '/forgotten' }) }
    const bare = implement(contract)
    const router = bare.router({ forgotten: bare.forgotten.handler(() => 1) })
    await expect(start({ router })).rejects.toThrow('forgotten does not declare who may call it')
  })
})

describe('health', () => {
  it('says that the process lives, and that it can work', async () => {
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
  it('is not ready without its database or before its migrations', async () => {
    const away = await testCore()
    const { app } = await createServer({ ...shop.shop.server, core: away })
    await away.pool.query('alter table migrations rename to elsewhere')
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'unavailable', reason: 'database not reachable' })
    await away.pool.query("create table migrations as select * from elsewhere where name like '0001%'")
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'unavailable', reason: 'migrations have not run' })
    await app.close()
  })
  it('gives figures to this machine only, or to the holder of the token', async () => {
    expect((await shop.call('GET /metrics')).text).toContain('http_request_duration_seconds')
    expect((await shop.call('GET /metrics', undefined, { 'x-forwarded-for': '9.9.9.9' })).status).toBe(403)
    const guarded = await testApp({ core, metricsToken: 'token-of-the-scraper' })
    expect((await guarded.call('GET /metrics')).status).toBe(403)
    const authorization = 'Bearer token-of-the-scraper'
    expect((await guarded.call('GET /metrics', undefined, { authorization })).status).toBe(200)
  })
})
