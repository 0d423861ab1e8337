// What holds for every page: it can be read by everybody, on every screen, without script, and gives nothing away.
import { createHash } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { beyondOf, faultsOf } from './support/axe.ts'
import { administrator, book, safari } from './support/bookings.ts'
import { expectVisibleFocus } from './support/keyboard.ts'
import { bookingPageNames, bookingPages, openPages, type ShopPage, signedInPages } from './support/pages.ts'
import { expect, openAlive, ownAddress, test as shopTest } from './support/shop.ts'

type State = Awaited<ReturnType<APIRequestContext['storageState']>>
/** The bookings in their states and the signed-in customer are made once for each shop. */
const test = shopTest.extend<object, { bookings: ReadonlyMap<string, ShopPage>; signedIn: State }>({
  bookings: [
    async ({ playwright, shop }, use) => {
      const extraHTTPHeaders = { 'x-forwarded-for': ownAddress('pages of bookings') }
      const request = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
      await use(new Map((await bookingPages(request)).map((page) => [page.name, page])))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ playwright, shop }, use) => {
      const request = await administrator(playwright, shop)
      await book(request)
      await use(await request.storageState())
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }
const sizes = [phone, { width: 768, height: 1024 }, desktop]
/**
 * axe takes most of the time of these tests: it looks at a phone in one scheme and at a desktop in the other, which
 * take turns from page to page. E2E_WHOLE=1 looks at every one of the six.
 */
const isLookedAt = (size: (typeof sizes)[number], scheme: 'light' | 'dark', index: number): boolean => {
  const phoneScheme = index % 2 === 0 ? 'light' : 'dark'
  if (process.env.E2E_WHOLE) return true
  return (size === phone && scheme === phoneScheme) || (size === desktop && scheme !== phoneScheme)
}
/** Each scheme on a fresh load: after a switch, colours are on their way from one to the other. */
async function expectGood(page: Page, path: string, index: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openAlive(page, path)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const faults = isLookedAt(size, colorScheme, index) ? faultsOf(page) : beyondOf(page)
      expect.soft(await faults, `${path} at ${size.width} px, ${colorScheme}`).toEqual([])
    }
  }
}

test.describe('axe finds nothing and nothing scrolls sideways, on three widths, light and dark', () => {
  test.slow()
  for (const [index, { name, path }] of openPages.entries())
    test(name, async ({ page }) => expectGood(page, path, index))
  for (const [index, name] of bookingPageNames.entries())
    test(name, async ({ page, bookings }) => expectGood(page, bookings.get(name)?.path ?? '', index))
  for (const [index, { name, path }] of signedInPages.entries())
    test(name, async ({ page, context, signedIn }) => {
      await context.addCookies(signedIn.cookies)
      await expectGood(page, path, index)
    })
})

test.describe('every stop of the Tab key is seen', () => {
  // The ways to a booking are walked key by key, on a phone, by the money paths.
  for (const [path, size] of [
    ['/', desktop],
    ['/tours', desktop],
    [`/tours/${safari}`, desktop],
    ['/login', phone],
  ] as const)
    test(`${path} at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openAlive(page, path)
      const isOnPage = () => page.evaluate(() => document.activeElement !== document.body)
      let stops = 0
      do {
        await page.keyboard.press('Tab')
        await expectVisibleFocus(page)
        stops++
      } while (stops < 150 && (await isOnPage()))
      expect(stops).toBeGreaterThan(15)
    })
})

const listed = ['tour', 'package', 'ticket', 'visa', 'umrah', 'transfer']
test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const kind of listed)
    test(`${kind}: list and details are complete [C001, C002]`, async ({ page, request }) => {
      const { items } = await (await request.get(`/api/services/${kind}`)).json()
      const [first] = items
      await page.goto(first.href.replace(/\/[^/]+$/, ''))
      const cards = page.getByRole('article')
      await expect(cards).toHaveCount(items.length)
      for (const item of items) await expect(page.getByRole('link', { name: item.title })).toBeVisible()
      await expect(cards.first()).toContainText(/\d/)
      await page.getByRole('link', { name: first.title }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title)
      await expect(page.locator('.price').first()).toContainText(/\d/)
      const { service } = await (await request.get(`/api/services/${kind}/${first.slug}`)).json()
      const { cancellation_policy: policy, requirements = [], whats_included: included = [] } = service.details
      for (const text of [policy, ...requirements, ...included].filter(Boolean))
        await expect(page.getByText(text, { exact: true }).first(), text).toBeVisible()
      for (const json of await page.locator('script[type="application/ld+json"]').allTextContents())
        expect(JSON.parse(json)).toHaveProperty('@context', 'https://schema.org')
    })

  test('by its id an item is the same page as by its slug [C002]', async ({ page, request }) => {
    const { items } = await (await request.get('/api/services/tour')).json()
    await page.goto(`/tours/${items[0].id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[0].title)
    await page.goto(`/tours/${items[0].id}/booking`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[0].title)
  })

  test('the search works as a plain form', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('searchbox').fill('dhow')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/tours\?q=dhow/)
    await expect(page.getByRole('article').first()).toContainText(/dhow/i)
  })
})

test('what is not there answers 404, with the words for it [C009, C051, C060, C076, C159, C227, C351]', async ({
  page,
}) => {
  for (const [path, words] of [
    ['/no/such/page', 'Oops! Page not found'],
    ['/tours/no-such-tour', 'Tour Not Found'],
    ['/packages/no-such-package', 'Package Not Found'],
    ['/tickets/no-such-ticket', 'Ticket Not Found'],
    ['/visas/no-such-visa', 'Visa Service Not Found'],
    ['/umrah/no-such-journey', 'Package Not Found'],
    ['/booking?type=tour&id=no-such-tour', 'Service Not Found'],
    ['/booking?type=yacht', 'Service Not Found'],
    ['/booking-payment', 'Booking Not Found'],
    ['/booking-confirmation/01a1fe0f-843a-754b-a8bf-7221852b85bc', 'Booking Not Found'],
    ['/tours?page=0', '404'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByText(words).first(), path).toBeVisible()
  }
  await expect(page.getByRole('main').getByRole('link', { name: /home/i })).toHaveAttribute('href', '/')
})

test("the tours' own not-found screen leads back to the tours [C051]", async ({ page }) => {
  await page.goto('/tours/no-such-tour')
  await expect(page.getByText("The tour you're looking for doesn't exist or has been removed.")).toBeVisible()
  await page.getByRole('link', { name: 'Back to Tours' }).click()
  await expect(page).toHaveURL(/\/tours$/)
})

test('pages carry the headers of a careful site, and no script that the policy does not name [C304, C330]', async ({
  request,
  bookings,
}) => {
  for (const { path } of [...openPages, ...bookings.values()]) {
    const answer = await request.get(path)
    const headers = answer.headers()
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    const policy = headers['content-security-policy'] ?? ''
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
    expect(policy, path).toMatch(/object-src 'none'.*frame-ancestors 'none'/)
    expect(scripts, path).not.toMatch(/unsafe|\*/)
    // Of other hosts only the checkout and the pixel, and data from none but the shop's own server.
    expect(policy, path).toMatch(/connect-src 'self'/)
    for (const [host] of scripts.matchAll(/https:[^\s]+/g)) expect(host, path).toMatch(/razorpay\.com|facebook\.net/)
    const html = await answer.text()
    expect(html, path).not.toMatch(/postgres(ql)?:\/\/|supabase|service_role|DATABASE_URL|SECRET_KEY/i)
    for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\bsrc=|application\/(ld\+)?json|speculationrules/.test(attributes)) continue
      expect(scripts, `${path}: ${code.slice(0, 80)}`).toContain(createHash('sha256').update(code).digest('base64'))
    }
    expect(html, path).not.toMatch(/<[^>]+\son(click|load|error)=/)
  }
})

test('pages of bookings and accounts are neither kept nor indexed', async ({ request, bookings }) => {
  const paths = [...bookings.values()].map(({ path }) => path)
  for (const path of [...paths, '/login', '/register', '/profile', '/booking-history', '/booking-tracker']) {
    const answer = await request.get(path)
    expect(answer.headers()['cache-control'], path).toContain('no-store')
    expect(await answer.text(), path).toContain('content="noindex, nofollow"')
  }
})

test('a kept page is the page: rendered anew for somebody signed in, it is the same to the letter', async ({
  request,
  signedIn,
  playwright,
  shop,
}) => {
  const own = await playwright.request.newContext({ baseURL: shop.url, storageState: signedIn })
  for (const path of ['/', '/tours', '/tours?sort=price', `/tours/${safari}`, '/umrah', '/about']) {
    const [first, kept, fresh] = [await request.get(path), await request.get(path), await own.get(path)]
    expect(kept.headers().etag, path).toBeTruthy()
    expect(kept.headers().etag, path).toBe(first.headers().etag)
    expect(fresh.headers()['cache-control'], path).toContain('no-store')
    // But for the moment at which each was made.
    const timeless = (text: string) => text.replace(/"(dehydratedAt|dataUpdatedAt)":\d+/g, '"$1":0')
    expect(timeless(await fresh.text()), path).toBe(timeless(await kept.text()))
    const again = await request.get(path, { headers: { 'if-none-match': kept.headers().etag ?? '' } })
    expect(again.status(), path).toBe(304)
  }
  await own.dispose()
})
