import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryHistory } from '@tanstack/react-router'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { Refusal } from '../../src/kernel/refusal.ts'
import { createShop } from '../../src/shop/routing/router.tsx'
import type { PagesDeps } from '../../src/web/pages.server.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'

// No address may cause a 500: random paths, queries, headers and encodings against the real pages and API.
const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
const core = { ...(await testCore()), log }
const shop = await testApp({ core, pages: shopPages(), trustProxy: 1 })
await seedWorld(shop.shop.deps, 'test')
const callers = [{}, (await shop.signIn('customer')).headers, (await shop.signIn('admin')).headers]

type Parameter = { readonly name: string; readonly in: string }
type Operation = { readonly parameters?: readonly Parameter[] }
type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
const openApi = (await shop.call('GET /api/openapi.json')).json() as unknown as OpenApi
const apiPaths = Object.entries(openApi.paths).flatMap(([path, { get }]) => (get ? [`/api${path}`] : []))
const apiKeys = Object.values(openApi.paths).flatMap(({ get }) =>
  (get?.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])),
)
const { router } = createShop({
  api: null as never,
  currency: 'USD',
  language: 'en',
  origin: '',
  history: createMemoryHistory(),
})
const pagePaths = Object.keys(router.routesByPath)
const pageKeys = ['q', 'sort', 'type', 'place', 'duration', 'priceFrom', 'priceTo', 'page', 'featured', 'step', 'id']
const otherPaths = ['/admin', '/admin/bookings', '/admin/:any', '/sitemap.xml', '/files/:any', '/pictures/:any']

const service = 'desert-safari'
const unknown = '01890000-0000-7000-8000-000000000000'
const escapes = ['%00', '%01', '%1f', '%7f', '%0a', '%0d%0a', '%ff', '%c0%80', '%ed%a0%80', '%E0%A4%A', '%', '%u0000']
const signs = ["'", '"', '\\', '%2f', '%5c', '..', '.', ';', '{', '$', '[', '%3Cscript%3E', '*', '~', '%E2%80%AE', '+']
const numbers = ['0', '-1', '1.5', '1e309', '9'.repeat(30), 'NaN', 'null', 'true', '0x10', '2026-02-30', '275760-09-14']
const names = ['__proto__', 'constructor', 'toString', 'then', service, unknown, 'tour', 'visa', 'general', 'payment']
const piece = fc.oneof(
  fc.constantFrom(...escapes, ...signs, ...numbers, ...names),
  fc.string({ maxLength: 8, unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.integer({ min: 90, max: 3_000 }).map((length) => 'x'.repeat(length)),
)
const value = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(service, unknown, 'tour', '') },
  { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')) },
)
const filled = (pattern: string) => {
  const parts = pattern.split(/(\{[^}]+\}|\$[A-Za-z]+|:any|\$$)/)
  return fc.tuple(...parts.map((part, place) => (place % 2 ? value : fc.constant(part)))).map((each) => each.join(''))
}
const path = (patterns: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...patterns).chain(filled) },
    { weight: 1, arbitrary: fc.array(value, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`) },
  )
const query = (keys: readonly string[]) => {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...keys) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom('a[b]', 'a[__proto__][c]', 'kind[]', 'limit[0]', 'data', '__proto__') },
  )
  return fc.array(fc.tuple(key, value), { maxLength: 4 }).map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
}
const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cookie',
  'host',
  'if-none-match',
  'range',
  'origin',
]
const moreHeaders = ['content-type', 'x-forwarded-for', 'idempotency-key', 'user-agent', 'x-http-method-override', 'te']
const headers = fc.dictionary(
  fc.constantFrom(...headerNames, ...moreHeaders),
  fc.oneof(
    fc.constantFrom('text/html', 'br;q=9', '*;q=-1,,;', 'en-XA,xx;q=x', 'safar_currency=INR', 'safar.session=x.y'),
    fc.constantFrom('bytes=9-1', '[::1]:99999', 'null', ',,,', 'a'.repeat(2_000), '\u00e9\u00ff', 'application/json;x'),
    value,
  ),
  { maxKeys: 3 },
)
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD')

type Asked = { method: string; path: string; query: string; headers: Record<string, string>; caller: number }
const request = (patterns: readonly string[], keys: readonly string[]): fc.Arbitrary<Asked> =>
  fc.record({ method, path: path(patterns), query: query(keys), headers, caller: fc.nat(callers.length - 1) })

/** Over a socket, because a request without one has its path normalised first. */
async function statusOf({ app }: TestApp, asked: Asked): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // Each request comes from an address of its own, so that no rate limit hides a fault.
  const own = { 'x-forwarded-for': `10.${random()}.${random()}.${random()}`, ...callers[asked.caller] }
  const url = `${asked.path.startsWith('/') ? '' : '/'}${asked.path}${asked.query && `?${asked.query}`}`
  const sent = {
    method: asked.method,
    path: url,
    headers: { ...own, ...asked.headers },
    host: '127.0.0.1',
    port,
    // The server may close a kept connection just as the next request is sent on it.
    agent: false,
  }
  return new Promise((resolve, reject) => {
    const message = get(sent, (answer) => {
      answer.resume()
      // At once: a request whose headers are too long gets a body even after HEAD, which is an error here.
      resolve(answer.statusCode ?? 0)
    })
    message.setTimeout(30_000, () => message.destroy(new Error('no answer')))
    message.on('error', reject)
  })
}
const random = () => Math.floor(Math.random() * 250)
const answersWell = (app: TestApp, asked: fc.Arbitrary<Asked>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(asked, async (each) => {
      lines.length = 0
      expect(await statusOf(app, each), lines.join()).toBeLessThan(500)
    }),
    { numRuns },
  )

describe('no address causes a 500', () => {
  test('of a page', () => answersWell(shop, request([...pagePaths, ...otherPaths], pageKeys), 400), 120_000)
  test('of the API', () => answersWell(shop, request(apiPaths, apiKeys), 500), 120_000)

  test('control: a page that fails on a control character is detected', async () => {
    const { source, ...rest } = shopPages()
    const renderer = await source.load()
    const render: typeof renderer.render = async (input) => {
      if (/%0\d/.test(input.url)) throw new Error('a planted fault')
      return { status: 200, headers: {}, html: '', tags: [], isPrivate: true }
    }
    const pages: PagesDeps = { ...rest, source: { ...source, load: async () => ({ ...renderer, render }) } }
    const faulty = await testApp({ core, pages })
    await expect(answersWell(faulty, request(pagePaths, pageKeys), 700)).rejects.toThrow('Property failed')
  }, 120_000)

  test('every 500 of it is logged with its request id', async () => {
    const { source, ...rest } = shopPages()
    const renderer = await source.load()
    const outcomes: Record<string, Partial<Awaited<ReturnType<typeof renderer.render>>>> = {
      '/refused': { status: 500, error: new Refusal('booking/closed') },
      '/failed': { status: 500, error: new Error('a planted fault') },
      '/silent': { status: 500 },
    }
    const render: typeof renderer.render = async ({ url }) => {
      const outcome = outcomes[new URL(url).pathname]
      if (!outcome) throw new Error('a planted fault')
      return { status: 200, headers: {}, html: 'x', tags: [], isPrivate: true, ...outcome }
    }
    const pages: PagesDeps = { ...rest, source: { ...source, load: async () => ({ ...renderer, render }) } }
    const faulty = await testApp({ core, pages })
    for (const url of ['/refused', '/failed', '/silent', '/thrown']) {
      lines.length = 0
      const answer = await faulty.call(`GET ${url}`)
      expect([url, answer.status]).toEqual([url, 500])
      expect(lines.join(), url).toContain(String(answer.headers['x-request-id']))
    }
  })

  test.each(['/tours?q=%00', '/visas?place=%01', '/tours/%00', '/booking?type=tour&id=%00', '/tours?q=%ed%a0%80'])(
    '%s included',
    async (url) => {
      expect((await shop.call(`GET ${url}`)).status).toBeLessThan(500)
    },
  )
})
