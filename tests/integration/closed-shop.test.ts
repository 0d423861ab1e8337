import { beforeAll, describe, expect, test } from 'vitest'
import { beginRealShop } from '../../src/app/setup.server.ts'
import { addService } from '../../src/modules/booking/testing/fixtures.ts'
import { saveSettings } from '../../src/modules/settings/index.server.ts'
import { anonymous, type Caller } from '../../src/platform/core.server.ts'
import { declaredProcedures } from '../../src/web/access.server.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'
import { anyAddress } from './database-state.ts'

// What visitors, customers and staff reach while the shop has not opened yet, and while it is closed for maintenance.
const plain: { method: string; path: string; access: string; closes: boolean }[] = []
const core = await testCore()
const { shop: composed } = await testApp({ core })
const shop = await testApp({
  core,
  trustProxy: 1,
  pages: shopPages(),
  routes: [
    (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        const { access, closes = false } = config ?? {}
        for (const each of [method].flat())
          if (each !== 'HEAD') plain.push({ method: each, path: url, access: String(access), closes })
      })
    },
    ...composed.server.routes,
  ],
})
const operator: Caller = { ...anonymous('local'), role: 'admin', name: 'Asma' }
const [staff, customer] = [await shop.signIn('support'), await shop.signIn('customer')]

/** What shows or sells the offer. Everything else goes on: holders of a booking, payments, accounts, the contact form. */
const closing = [
  ...['booking.quote', 'catalogue.get', 'catalogue.list', 'catalogue.trending', 'content.home', 'content.page'],
  ...['content.search', 'content.suggest', 'content.wishes.cards', 'inventory.availability', 'inventory.groups'],
  ...['inventory.waiting.join', 'review.list'],
]
const goingOn = [
  ...['account.session', 'booking.cancel', 'booking.create', 'booking.finishRecovery', 'booking.get'],
  ...['booking.keepDeparture', 'booking.mailLink', 'booking.move', 'booking.paperwork', 'booking.quoteMove'],
  ...['booking.saveTraveller', 'booking.saveTravellers', 'booking.startRecovery', 'booking.track'],
  ...[
    'content.bookingMessages',
    'content.chrome',
    'content.countItemVisit',
    'content.countVisit',
    'content.sendBookingMessage',
  ],
  ...['content.sendEnquiry', 'content.visitors', 'inventory.waiting.entry', 'inventory.waiting.leave'],
  ...['inventory.waiting.offer', 'paper.links', 'payment.check', 'payment.create', 'payment.open', 'payment.page'],
  ...['review.own', 'review.save', 'settings.get'],
]
const open = declaredProcedures(shop.shop.router).filter(({ access }) => access === 'public')
const addressOf = (path: string) => `/api${path.replace(/\{\w+\}/g, '0198c000-0000-7000-8000-000000000001')}`
const codeOf = async (route: string, headers: Record<string, string> = {}) => {
  const [method = ''] = route.split(' ')
  const body = method === 'GET' ? undefined : {}
  const { status, headers: answered, text } = await shop.call(route, body, { ...anyAddress(), ...headers })
  const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? ''
  return code === 'settings/shop-closed' ? `${status} ${code} ${answered['retry-after']}` : 'goes on'
}
const refused = '503 settings/shop-closed 600'

test('every public procedure either closes with the shop or goes on', () => {
  expect(open.map(({ name }) => name).sort()).toEqual([...closing, ...goingOn].sort())
})

describe.each(['soon', 'maintenance'] as const)('while the shop is closed: %s', (state) => {
  beforeAll(async () => {
    if (state === 'maintenance') {
      await core.db.updateTable('shop_opening').set({ opened_at: core.clock() }).execute()
      await saveSettings(core, operator, { maintenance_mode: true })
    } else await beginRealShop(shop.shop.deps)
  })

  test.each(open.map(({ name, method, path }) => [name, `${method} ${addressOf(path)}`] as const))(
    '%s over /api and /rpc',
    async (name, route) => {
      const wanted = closing.includes(name) ? refused : 'goes on'
      expect(await codeOf(route), 'a visitor').toBe(wanted)
      expect(await codeOf(route, customer.headers), 'a customer').toBe(wanted)
      expect(await codeOf(route, staff.headers), 'staff').toBe('goes on')
      expect(await codeOf(`POST /rpc/${name.replaceAll('.', '/')}`), 'over /rpc').toBe(wanted)
    },
  )

  test('webhooks, returns of payments, sign-in, health and files of pages go on; the sitemap does not', async () => {
    const routes = plain.filter(({ access }) => access === 'public')
    expect(routes.filter(({ closes }) => closes).map(({ path }) => path)).toEqual([
      '/sitemap.xml',
      '/sitemap-:file(^\\d{1,5}).xml',
    ])
    expect(routes.length).toBeGreaterThan(20)
    for (const { method, path, closes } of routes) {
      const address = path.replace('/sitemap-:file(^\\d{1,5}).xml', '/sitemap-1.xml').replace(/:\w+/g, 'unknown')
      expect(await codeOf(`${method} ${address}`), path).toBe(closes ? refused : 'goes on')
    }
    for (const path of ['/healthz', '/readyz', '/robots.txt', '/site.webmanifest', '/api/docs'])
      expect((await shop.call(`GET ${path}`)).status, path).toBe(200)
  })

  test.each([
    ...['/', '/tours', '/tours/desert-safari', '/visas', '/ok-to-board', '/search?q=tour', '/about', '/contact'],
    ...['/privacy', '/terms', '/hotels', '/booking?type=general', '/booking-payment', '/booking-tracker', '/wishlist'],
    ...['/register', '/profile', '/waiting-list', '/no/such/page', '/booking-confirmation'],
  ])('visitors and customers get the page of the closed shop at %s', async (path) => {
    for (const headers of [{}, customer.headers]) {
      const page = await shop.call(`GET ${path}`, undefined, headers)
      expect([page.status, page.headers['retry-after'], page.headers['x-robots-tag']]).toEqual([
        503,
        '600',
        'noindex, nofollow',
      ])
      expect(page.headers['cache-control']).toBe('private, no-store')
      expect(page.text).toContain(state === 'soon' ? '<h1 class="mt-6 wrap-anywhere">Opening soon</h1>' : 'We will be')
      expect(page.text).toContain('<meta name="robots" content="noindex, nofollow"/>')
      // Nothing of the shop, and no script that would ask for it.
      expect(page.text).not.toMatch(/<script|Travel agency|Desert Safari/)
    }
  })

  test.each(['/auth', '/login', '/forgot-password', '/reset-password?token=x&for=staff', '/verify-email', '/admin'])(
    'anyone reaches %s, to sign in',
    async (path) => {
      expect((await shop.call(`GET ${path}`)).status).toBe(200)
    },
  )

  test('what staff read over the API is not served to visitors from memory', async () => {
    const route = 'GET /api/services/tour'
    expect((await shop.call(route, undefined, staff.headers)).status).toBe(200)
    expect(await codeOf(route)).toBe(refused)
    expect((await shop.call(route, undefined, staff.headers)).status).toBe(200)
  })

  test('staff see the shop', async () => {
    for (const path of ['/', '/tours', '/contact'])
      expect((await shop.call(`GET ${path}`, undefined, staff.headers)).status, path).toBe(200)
    expect((await shop.call('GET /tours/no-such', undefined, staff.headers)).status).toBe(404)
  })
})

test('what is not on sale yet stays out of the page, and the agency is named with its contact', async () => {
  await core.db.updateTable('shop_opening').set({ opened_at: null }).execute()
  await addService(core, 'tour', {}, { title: 'Desert Safari', slug: 'desert-safari' })
  const known = {
    site_title: 'Noor & Sons <Travel>',
    contact_phone: '+971 4 555 0100',
    contact_email: 'desk@noor.example',
    whatsapp: '97145550100',
    address: 'Noor House\nSharjah',
    maintenance_mode: false,
  }
  await saveSettings(core, operator, known)
  const { status, text } = await shop.call('GET /tours/desert-safari')
  expect(status).toBe(503)
  expect(text).toContain('<title>Opening soon | Noor &amp; Sons &lt;Travel&gt;</title>')
  for (const shown of ['Noor &amp; Sons &lt;Travel&gt;</h1>', 'tel:+97145550100', 'mailto:desk@noor.example', 'wa.me/'])
    expect(text).toContain(shown)
  expect(text).toContain('Noor House\nSharjah')
  expect(text).not.toContain('Desert Safari')
})
