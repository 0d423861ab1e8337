import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPageCache, type PageCache, type PageCacheOptions, type Rendered } from './page-cache.server.ts'

const page = (html: string, more: Partial<Rendered> = {}): Rendered => ({
  status: 200,
  headers: {},
  html,
  tags: ['catalogue'],
  isPrivate: false,
  ...more,
})
const cacheOf = (more: Partial<PageCacheOptions> = {}): PageCache =>
  createPageCache({
    maxEntries: 100,
    maxBytes: 10_000_000,
    isUsable: () => true,
    headersOf: () => ({ 'x-added': 'yes' }),
    ...more,
  })
/** A rendering that finishes on demand. */
function gate<T>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open }
}
const textOf = (answer: Awaited<ReturnType<PageCache['get']>>): string =>
  'cached' in answer ? String(answer.cached.text.in('identity')) : answer.page.html

describe('the page cache', () => {
  it('renders once and then serves from memory in every encoding', async () => {
    const cache = cacheOf()
    let renders = 0
    const render = async (): Promise<Rendered> => page(`<p>${++renders}</p>`)
    await cache.get('/a', render)
    const answer = await cache.get('/a', render)
    expect(renders).toBe(1)
    if (!('cached' in answer)) throw new Error('not cached')
    expect(answer.cached.headers).toMatchObject({ 'x-added': 'yes' })
    expect(brotliDecompressSync(await answer.cached.text.in('br')).toString()).toBe('<p>1</p>')
    expect(gunzipSync(await answer.cached.text.in('gzip')).toString()).toBe('<p>1</p>')
  })

  it('renders once for parallel requests', async () => {
    const cache = cacheOf()
    let renders = 0
    const { promise, open } = gate<Rendered>()
    const render = (): Promise<Rendered> => {
      renders++
      return promise
    }
    const answers = Array.from({ length: 20 }, () => cache.get('/a', render))
    open(page('x'))
    await Promise.all(answers)
    expect(renders).toBe(1)
  })

  it('drops by tag, and only pages with that tag', async () => {
    const cache = cacheOf()
    await cache.get('/a', async () => page('a', { tags: ['service:1'] }))
    await cache.get('/b', async () => page('b', { tags: ['service:2'] }))
    cache.drop(['service:1'])
    expect([cache.has('/a'), cache.has('/b')]).toEqual([false, true])
    cache.drop(['*'])
    expect(cache.size()).toEqual({ entries: 0, bytes: 0 })
  })

  it('never serves a page rendered before a drop, even when its rendering ends after it', async () => {
    const cache = cacheOf()
    const { promise, open } = gate<Rendered>()
    const early = cache.get('/a', () => promise)
    cache.drop(['catalogue'])
    // Requested after the drop: it must not get the rendering that began before.
    const late = cache.get('/a', async () => page('new'))
    open(page('old'))
    expect(textOf(await early)).toBe('old')
    expect(textOf(await late)).toBe('new')
    expect(textOf(await cache.get('/a', async () => page('not needed')))).toBe('new')
  })

  it('control: without a drop the running rendering is shared and cached', async () => {
    const cache = cacheOf()
    const { promise, open } = gate<Rendered>()
    const early = cache.get('/a', () => promise)
    const late = cache.get('/a', async () => page('new'))
    open(page('old'))
    expect(textOf(await early)).toBe('old')
    expect(textOf(await late)).toBe('old')
    expect(cache.has('/a')).toBe(true)
  })

  it('does not cache a page either when an unrelated drop came during rendering: its tags were unknown', async () => {
    const cache = cacheOf()
    const { promise, open } = gate<Rendered>()
    const early = cache.get('/a', () => promise)
    cache.drop(['content'])
    open(page('old'))
    await early
    expect(cache.has('/a')).toBe(false)
  })

  it.each([
    ['private', { isPrivate: true }],
    ['missing', { status: 404 }],
    ['failed', { status: 500 }],
    ['moved', { status: 301 }],
  ])('keeps no %s page', async (_name, more) => {
    const cache = cacheOf()
    const answer = await cache.get('/a', async () => page('x', more))
    expect('page' in answer).toBe(true)
    expect(cache.has('/a')).toBe(false)
  })

  it('a failed rendering is repeated', async () => {
    const cache = cacheOf()
    await expect(
      cache.get('/a', async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(textOf(await cache.get('/a', async () => page('yes')))).toBe('yes')
  })

  it('neither caches nor serves from memory while this node does not hear drops', async () => {
    let hears = true
    const cache = cacheOf({ isUsable: () => hears })
    await cache.get('/a', async () => page('old'))
    hears = false
    expect(textOf(await cache.get('/a', async () => page('new')))).toBe('new')
    hears = true
    expect(textOf(await cache.get('/a', async () => page('not needed')))).toBe('old')
  })

  it('stays within its limits and evicts the least recently used first', async () => {
    const cache = cacheOf({ maxEntries: 2 })
    for (const key of ['/a', '/b', '/a', '/c']) await cache.get(key, async () => page(key))
    expect([cache.has('/a'), cache.has('/b'), cache.has('/c')]).toEqual([true, false, true])
    const small = cacheOf({ maxBytes: 40_000 })
    for (let n = 0; n < 50; n++) await small.get(`/${n}`, async () => page('x'.repeat(1_000)))
    expect(small.size().bytes).toBeLessThanOrEqual(40_000)
    expect(small.size().entries).toBeGreaterThan(10)
  })

  it('keeps its pages when somebody requests endless made-up searches', async () => {
    const cache = cacheOf({ maxEntries: 3 })
    for (const key of ['/tours', '/tours?place=dubai', '/umrah']) await cache.get(key, async () => page(key))
    for (let n = 0; n < 50; n++) await cache.get(`/tours?place=${n}`, async () => page(`${n}`))
    const cached = ['/tours', '/umrah', '/tours?place=49', '/tours?place=dubai'].map((key) => cache.has(key))
    expect(cached).toEqual([true, true, true, false])
    expect(cache.size().entries).toBe(3)
  })
})
