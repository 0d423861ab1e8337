import { existsSync } from 'node:fs'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { saveService, setServiceStatus } from '../catalogue/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { savePage } from './index.server.ts'
import { registerSitemap } from './sitemap.server.ts'

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const admin = {
  ...(await shop.signIn('admin')),
  role: 'admin',
  name: 'Asma',
  email: null,
  isEmailVerified: true,
  address: '',
  sessionId: null,
  waitingRole: null,
} as const
const placesOf = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place)

describe('the web app manifest', () => {
  const read = async () => {
    const answer = await call('GET /site.webmanifest')
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    return answer.json()
  }
  it('has the name and colour of the agency', async () => {
    expect(await read()).toMatchObject({ display: 'standalone', start_url: '/', short_name: 'Safar' })
    await saveSettings(core, admin, { site_title: 'Noor', theme_color: '#0f766e' })
    const manifest = await read()
    expect(manifest).toMatchObject({ name: 'Noor', short_name: 'Noor', theme_color: '#0f766e' })
    const icons = manifest.icons as { src: string; sizes: string; purpose?: string }[]
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
    for (const { src } of icons) expect(existsSync(`public${src}`), src).toBe(true)
  })
})

describe('for search engines,', () => {
  it('robots.txt names the sitemap and excludes private paths', async () => {
    const answer = await call('GET /robots.txt')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(answer.text.split('\n')).toEqual(
      expect.arrayContaining(['User-agent: *', 'Disallow: /admin', 'Sitemap: http://shop.test/sitemap.xml']),
    )
  })

  it('the sitemap has every public page once, with the day of its last change, and no hidden page', async () => {
    const hidden = await saveService(core, admin, {
      kind: 'tour',
      title: 'Hidden',
      details: { price_adult: 100, location: 'Dubai', duration: '2 hours' },
    })
    await setServiceStatus(core, admin, { id: hidden.id, version: hidden.version, status: 'inactive' })
    await savePage(core, admin, { slug: 'guides', title: 'Guides', body: 'Ask us.', version: 0 })
    const answer = await call('GET /sitemap.xml')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    const places = placesOf(answer.text)
    expect(new Set(places).size).toBe(places.length)
    const pages = [
      '/',
      '/tours',
      '/visas',
      '/umrah',
      '/ok-to-board',
      '/contact',
      '/about',
      '/services',
      '/privacy',
      '/terms',
    ]
    for (const page of [...pages, '/hotels', '/flights', '/guides', '/tours/desert-safari'])
      expect(places).toContain(`http://shop.test${page}`)
    expect(places.join()).not.toMatch(/hidden|\/visa,|admin|booking|login|profile/)
    expect(answer.text).toContain('<loc>http://shop.test/guides</loc><lastmod>2026-11-21</lastmod>')
    const active = await core.db.selectFrom('services').select('id').where('status', '=', 'active').execute()
    // One item of each kind with a list; Ok to Board is a single page.
    const own = places.filter((place) => place?.split('/').length === 5 || place === 'http://shop.test/ok-to-board')
    expect(own).toHaveLength(active.length)
  })

  it('the sitemap is split into files above the limit, without losing a page', async () => {
    const app = Fastify()
    afterAll(() => app.close())
    registerSitemap(app, core, { perFile: 5 })
    const get = (url: string) => app.inject({ url })
    const whole = placesOf((await call('GET /sitemap.xml')).text)
    const index = (await get('/sitemap.xml')).body
    expect(index).toContain('<sitemapindex')
    const files = placesOf(index).map((place) => new URL(place ?? '').pathname)
    expect(files).toHaveLength(Math.ceil(whole.length / 5))
    const each = await Promise.all(files.map(async (file) => placesOf((await get(file)).body)))
    expect(each.slice(0, -1).every((places) => places.length === 5)).toBe(true)
    expect(each.flat().sort()).toEqual(whole.sort())
    for (const file of [`/sitemap-${files.length + 1}.xml`, '/sitemap-0.xml', '/sitemap-x.xml'])
      expect((await get(file)).statusCode, file).not.toBe(200)
  })
})
