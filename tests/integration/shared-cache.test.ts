import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishInvalidation } from '../../src/platform/cache-invalidation.server.ts'
import type { PageSource } from '../../src/web/pages.server.ts'
import { hasProxy, type Nginx, proxyTo } from '../process/proxy.ts'
import { testApp } from '../support/app.ts'
import { type TestCore, testDatabase } from '../support/database.ts'

vi.setConfig({ hookTimeout: 60_000 })

/** What pages show, and how often a node has rendered one. */
let word = 'first'
let renders = 0
const source: PageSource = {
  isDevelopment: false,
  serveFiles: async () => {},
  load: async () => ({
    render: async (input) => {
      renders++
      const { url, currency } = input as { url: string; currency: string }
      const isPrivate = url.includes('/bookings/')
      return { status: 200, headers: {}, html: `<p>${word} ${currency}</p>`, tags: ['catalogue'], isPrivate }
    },
    assets: {},
    currencyCookie: 'safar_currency',
    adminShell: () => '<!doctype html>',
  }),
}
const pages = {
  source,
  displayCurrency: async () => 'USD',
  paymentOrigins: {},
  isAdminPath: () => false,
}

describe.skipIf(!hasProxy())('two nodes behind the cache of nginx (if installed)', () => {
  let cores: [TestCore, TestCore]
  let ports: [number, number]
  let url: string
  const proxies: Nginx[] = []
  const proxied = async (change?: (text: string) => string): Promise<string> => {
    const proxy = await proxyTo(ports, change)
    proxies.push(proxy)
    return proxy.url
  }
  const get = async (path: string, cookie?: string, at = url) => {
    const answer = await fetch(`${at}${path}`, {
      headers: { 'x-forwarded-for': '10.0.0.1', ...(cookie && { cookie }) },
    })
    return { text: await answer.text(), cache: answer.headers.get('x-cache'), status: answer.status }
  }

  beforeAll(async () => {
    const database = await testDatabase()
    cores = [database.openCore(), database.openCore()]
    const apps = await Promise.all(cores.map((core) => testApp({ core, pages })))
    for (const { app } of apps) await app.listen({ port: 0, host: '127.0.0.1' })
    ports = apps.map(({ app }) => (app.server.address() as AddressInfo).port) as [number, number]
    url = await proxied()
  })
  afterAll(async () => {
    for (const proxy of proxies) await proxy.end()
  })

  test('answer visitors from one copy', async () => {
    const before = renders
    const caches = new Set<string | null>()
    for (let n = 0; n < 20; n++) caches.add((await get('/tours')).cache)
    expect(caches).toContain('HIT')
    // Each node renders it once at most.
    expect(renders - before).toBeLessThanOrEqual(2)
  })

  test('give each currency its own copy', async () => {
    await get('/visas')
    expect((await get('/visas', 'safar_currency=INR')).text).toBe('<p>first INR</p>')
    expect((await get('/visas')).text).toBe('<p>first USD</p>')
  })

  test('control: a cache that ignores Vary mixes them up', async () => {
    const careless = await proxied((text) =>
      text.replace('proxy_cache pages;', 'proxy_cache pages; proxy_ignore_headers Vary;'),
    )
    await get('/packages', undefined, careless)
    expect((await get('/packages', 'safar_currency=INR', careless)).text).toBe('<p>first USD</p>')
  })

  test.each([
    ['a personal page', '/bookings/1', undefined],
    ['a page for somebody who is signed in', '/tours', `safar.session=${'a'.repeat(32)}`],
    ['an answer of the API', '/api/site', undefined],
    ['a failure', '/api/nothing', undefined],
  ])('never store %s', async (_what, path, cookie) => {
    for (let n = 0; n < 3; n++) expect((await get(path, cookie)).cache).toBe('MISS')
  })

  test('show a change within two seconds, also while many ask', async () => {
    const nodes = ports.map((port) => `http://127.0.0.1:${port}`)
    for (const at of [url, ...nodes]) await get('/tours', undefined, at)
    word = 'second'
    await publishInvalidation(cores[0].db, ['catalogue'])
    const changedAt = performance.now()
    let [stale, staleOnNode] = [0, 0]
    while (performance.now() - changedAt < 3_500) {
      const began = performance.now()
      if ((await get('/tours')).text.includes('first')) stale = began - changedAt
      const askedAt = performance.now()
      for (const node of nodes)
        if ((await get('/tours', undefined, node)).text.includes('first')) staleOnNode = askedAt - changedAt
    }
    expect((await get('/tours')).text).toBe('<p>second USD</p>')
    expect(stale).toBeLessThan(2_000)
    expect(staleOnNode).toBeLessThan(1_000)
  })
})
