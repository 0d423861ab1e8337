import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { testCore } from '../../tests/support/database.ts'
import { publishInvalidation } from '../platform/cache-invalidation.server.ts'
import type { Rendered } from './page-cache.server.ts'
import type { PageSource } from './pages.server.ts'

type Input = { url: string; api: { account: { session: () => Promise<unknown> } }; currency: string }
const core = await testCore()
/** Rendered addresses. */
const renders: string[] = []
let draw = async ({ url, currency }: Input): Promise<Partial<Rendered>> => ({ html: `<div>${url} ${currency}</div>` })
const usual = draw

const isAdminPath = (path: string): boolean => !path.includes('/nope')
const source: PageSource = {
  isDevelopment: false,
  serveFiles: async () => {},
  load: async () => ({
    render: async (input) => {
      const given = input as unknown as Input
      renders.push(`${given.url} ${given.currency}`)
      const page = await draw(given)
      return { status: 200, headers: {}, html: '', tags: ['catalogue'], isPrivate: false, ...page }
    },
    assets: {},
    currencyCookie: 'safar_currency',
    adminShell: (language) => `<!doctype html><html lang="${language}"><div id="admin"></div>`,
  }),
}
const shop = await testApp({
  core,
  pages: {
    source,
    displayCurrency: async () => 'USD',
    paymentOrigins: { script: ['https://checkout.test'] },
    isAdminPath,
  },
})
const get = (url: string, headers: Record<string, string> = {}) => shop.call(`GET ${url}`, undefined, headers)
const rendersOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  renders.length = 0
  await work()
  return [...renders]
}
let pages = 0
/** A page that no other test uses. */
const fresh = (): string => `/page-${++pages}`

describe('a page that is the same for every visitor', () => {
  it('is rendered once, for the shop’s own URL whatever the Host header is', async () => {
    const path = fresh()
    const made = await rendersOf(async () => {
      await get(path, { host: 'evil.test' })
      expect((await get(path)).text).toBe(`<div>http://shop.test${path} USD</div>`)
    })
    expect(made).toEqual([`http://shop.test${path} USD`])
  })
  it('has one cache entry, whatever a campaign adds to its URL', async () => {
    const path = fresh()
    const made = await rendersOf(async () => {
      await get(`${path}?sort=price&page=2`)
      await get(`${path}?page=2&sort=price`)
      await get(path)
      await get(`${path}?utm_source=mail&fbclid=1`)
      await get(`${path}/`)
    })
    expect(made).toEqual([`http://shop.test${path}?sort=price&page=2 USD`, `http://shop.test${path} USD`])
  })
  it('uses the visitor’s currency, if it is known', async () => {
    const path = fresh()
    const made = await rendersOf(async () => {
      await get(path, { cookie: 'safar_currency=INR' })
      await get(path, { cookie: 'a=b; safar_currency=INR; c=d' })
      await get(path, { cookie: 'safar_currency=XXX' })
      await get(path, { cookie: 'safar_currency=<script>' })
    })
    expect(made).toEqual([`http://shop.test${path} INR`, `http://shop.test${path} USD`])
  })
  it('is compressed, and not sent again when the visitor has it', async () => {
    const path = fresh()
    await get(path)
    const answer = await shop.app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
      vary: 'accept-encoding, cookie',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain(path)
    const again = await get(path, { 'if-none-match': String(answer.headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
  })
  it('is rendered again after a change of its data, on every node', async () => {
    const path = fresh()
    const other = await testApp({
      core,
      pages: { source, displayCurrency: async () => 'USD', paymentOrigins: {}, isAdminPath },
    })
    await get(path)
    await other.call(`GET ${path}`)
    await publishInvalidation(core.db, ['content'])
    await publishInvalidation(core.db, ['catalogue'])
    await vi.waitFor(async () => {
      const made = await rendersOf(async () => {
        await get(path)
        await other.call(`GET ${path}`)
      })
      expect(made).toHaveLength(2)
    })
  })
})

describe('the content policy of a page', () => {
  const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy'])
  it('allows the pixel on public pages of a shop that uses one, and on no private page [C323, C324, C330]', async () => {
    const script = 'https://pixel.test/events.js'
    draw = async () => ({ html: 'x', tags: ['settings'], pixel: script })
    const cached = fresh()
    for (const time of ['made', 'cached']) {
      const policy = await policyOf(cached)
      expect(policy, time).toMatch(/script-src 'self' https:\/\/pixel\.test;/)
      expect(policy, time).toMatch(/connect-src 'self' https:\/\/pixel\.test https:\/\/www\.facebook\.com;/)
    }
    draw = async () => ({ html: 'x', pixel: null })
    expect(await policyOf(cached)).toContain('pixel.test')
    await publishInvalidation(core.db, ['settings'])
    await vi.waitFor(async () => expect(await policyOf(cached)).not.toContain('pixel.test'))
    draw = async () => ({ html: 'x', pixel: script, isPrivate: true })
    expect(await policyOf(fresh())).not.toContain('pixel.test')
    expect(await policyOf('/booking-payment?bookingId=1')).not.toContain('pixel.test')
    draw = usual
  })
})

describe('a private page', () => {
  it('is never cached, and its headers say so', async () => {
    draw = async ({ url }) => ({ isPrivate: true, html: url, headers: { 'x-robots-tag': 'noindex' } })
    const path = `${fresh()}?token=secret&bookingId=1`
    const made = await rendersOf(async () => {
      const answer = await get(path)
      expect(answer.text).toBe(`http://shop.test${path}`)
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      expect(answer.headers.etag).toBeUndefined()
      await get(path)
    })
    expect(made).toHaveLength(2)
    draw = usual
  })
  it('is rendered with the visitor’s own session', async () => {
    const seen: unknown[] = []
    draw = async ({ api }) => {
      seen.push(await api.account.session())
      return { html: 'x' }
    }
    const path = fresh()
    const customer = await shop.signIn('customer')
    await get(path)
    const made = await rendersOf(() => get(path, customer.headers))
    expect(made).toHaveLength(1)
    expect(seen).toEqual([{ user: null }, { user: expect.objectContaining({ email: customer.email }) }])
    draw = usual
  })
  it('cannot call procedures that the visitor may not call', async () => {
    draw = async ({ api }) => {
      const { booking } = api as unknown as { booking: { admin: { list: (input: object) => Promise<unknown> } } }
      await booking.admin.list({})
      return { html: 'leaked' }
    }
    expect((await get(fresh())).text).not.toContain('leaked')
    draw = usual
  })
})

describe('the status of a page', () => {
  it.each([
    [404, {}],
    [503, { 'retry-after': '600' }],
  ])('is %i as the page sets it, and not cached', async (status, headers) => {
    draw = async () => ({ status, headers, html: '<h1>x</h1>' })
    const path = fresh()
    const answer = await get(path)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(headers)
    expect(await rendersOf(() => get(path))).toHaveLength(1)
    draw = usual
  })
  it('is 503 with Retry-After when a dependency is away', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    draw = async () => ({ status: 500, html: 'x', isPrivate: true, error: away }) as Partial<Rendered>
    const answer = await get(fresh())
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
    draw = async () => ({ status: 500, html: 'x', isPrivate: true, error: new Error('bug') }) as Partial<Rendered>
    expect((await get(fresh())).status).toBe(500)
    draw = usual
  })
  it('is a redirect for a moved page', async () => {
    draw = async () => ({ status: 301, headers: { location: '/tours/new-slug' } })
    const answer = await get(fresh())
    expect([answer.status, answer.headers.location]).toEqual([301, '/tours/new-slug'])
    draw = usual
  })
  it('is 500 with a plain page when rendering fails, without details', async () => {
    draw = async () => {
      throw new Error('secret detail')
    }
    const answer = await get(fresh(), { accept: 'text/html' })
    expect(answer.status).toBe(500)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.text).not.toContain('secret detail')
    expect(answer.text).toContain('<meta name="color-scheme" content="light dark">')
    draw = usual
  })
  it.each(['//evil.test/tours', '///evil.test', '/\\evil.test'])('%s stays on our own site', async (url) => {
    const made = await rendersOf(() => get(url))
    for (const address of made) expect(new URL(address.split(' ')[0] ?? '').host).toBe('shop.test')
  })
})

describe('the content policy', () => {
  const policyOf = async (path: string): Promise<string> => String((await get(path)).headers['content-security-policy'])

  it('forbids inline scripts, also injected ones', async () => {
    draw = async () => ({ html: `<script>start()</script><script type="application/json" id="x">{}</script>` })
    const policy = await policyOf(fresh())
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    draw = usual
  })
  it('allows the checkout on the payment page only', async () => {
    draw = async () => ({ html: 'x', isPrivate: true })
    expect(await policyOf('/booking-payment?bookingId=1')).toContain('https://checkout.test')
    expect(await policyOf(fresh())).not.toContain('checkout.test')
    draw = usual
  })
  it('allows the checkout in a wizard at its payment step, also from the cache', async () => {
    const path = fresh()
    const opener = async (url: string) => (await get(url)).headers['cross-origin-opener-policy']
    await get(path)
    expect(await policyOf(`${path}?step=payment`)).toContain('https://checkout.test')
    expect(await policyOf(`${path}?step=contact`)).not.toContain('checkout.test')
    expect(await policyOf(path)).not.toContain('checkout.test')
    expect([await opener(`${path}?step=payment`), await opener(path)]).toEqual([
      'same-origin-allow-popups',
      'same-origin',
    ])
  })
})

describe('the back office', () => {
  it.each(['/admin', '/admin/', '/admin/bookings', '/admin/bookings?q=x'])(
    '%s is an empty shell for anybody [A305]',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow'])
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' })
      expect(answer.text).toContain('<div id="admin"></div>')
    },
  )
  it('is in the language that this browser has chosen for it, whatever the shop’s cookie says', async () => {
    const languageOf = async (cookie?: string) =>
      /lang="(\w+)"/.exec((await get('/admin', cookie ? { cookie } : {})).text)?.[1]
    expect(await languageOf()).toBe('en')
    expect(await languageOf('safar_office_language=ar')).toBe('ar')
    expect(await languageOf('safar_language=ar')).toBe('en')
    expect(await languageOf('safar_office_language=hi')).toBe('en')
  })
  it.each(['/admin/nope', '/admin/nope?q=x'])('%s is a 404 whose script says so', async (path) => {
    const answer = await get(path)
    expect([answer.status, answer.headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
    expect(answer.text).toContain('<div id="admin"></div>')
  })
})
