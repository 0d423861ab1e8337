// Checks for every page: accessibility and screen sizes. tests/integration/shop-pages.test.ts checks what the server
// sends.
import type { Browser, Page } from '@playwright/test'
import { openPages, type ShopPage, safari, signedInPages } from '../support/open-pages.ts'
import { beyondOf, examined, faultsOf, schemes } from './support/axe.ts'
import { expectVisibleFocus } from './support/keyboard.ts'
import { bookingPageNames } from './support/pages.ts'
import { expect, openAlive, type RunningShop, test } from './support/shop.ts'

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }
const sizes = [phone, { width: 768, height: 1024 }, desktop]

async function expectGood(page: Page, path: string): Promise<void> {
  const forAxe = examined(process.env.E2E_FULL ? sizes : [phone, desktop], path)
  for (const size of sizes) {
    await page.setViewportSize(size)
    const faults = forAxe.includes(size) ? faultsOf(page) : beyondOf(page)
    expect.soft(await faults, `${path} at ${size.width} px`).toEqual([])
  }
}

/** Reloads for each scheme: after a switch, colours are still in transition. */
async function expectGoodIn(page: Page, path: string, open: (path: string) => Promise<unknown>): Promise<void> {
  for (const colorScheme of examined(schemes, path)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(path)
    await expectGood(page, path)
  }
}

/** The server's page, drawn as a whole: it costs a third of one whose scripts run, and has nearly all of its content. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''))
}

/** Of kinds: what is sold, for how much and under which terms. */
const sold = /^(tour|package|ticket|visa|umrah-package|transfer|ok-to-board)$/

/** On a phone without JavaScript: the content is there, nothing waits for ever, and a form works or says what to do. */
async function expectReadable(browser: Browser, shop: RunningShop, pages: readonly ShopPage[]): Promise<void> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: phone,
    isMobile: true,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  for (const { name, path } of pages) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect.soft(await page.evaluate(lifeless), path).toEqual([])
    expect.soft(await beyondOf(page), path).toEqual([])
    if (!sold.test(name)) continue
    const main = page.getByRole('main')
    await expect.soft(main, path).toContainText(/(\$|AED |₹)\d/)
    await expect.soft(main, path).toContainText(name === 'visa' ? 'Refund of fees' : /cancel/i)
    if (name === 'umrah-package') await expect.soft(main.getByRole('link', { name: 'Book Now' }).last()).toBeVisible()
    else await expect.soft(main.locator('noscript .notice').first(), path).toContainText('we book for you')
  }
  await context.close()
}

/** What a visitor without JavaScript would wait for or press in vain. */
function lifeless(): string[] {
  const isSeen = (element: Element) => element.checkVisibility()
  const main = document.querySelector('main')
  const nameOf = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`
  const waiting = [...(main?.querySelectorAll('.skeleton, .loading, [aria-busy=true]') ?? [])].filter(isSeen)
  const notice = main?.querySelector('noscript .notice')
  const forms = [...(main?.querySelectorAll('form') ?? [])].filter(isSeen)
  const unanswered = forms.filter((form) => {
    // The server begins payments by itself.
    const isPlain = form.method === 'get' || location.pathname === '/booking-payment'
    const sends = [...form.querySelectorAll('[type=submit]')].some(isSeen)
    return !isPlain && (sends || !notice)
  })
  return [
    ...waiting.map((element) => `waits: ${nameOf(element)}`),
    ...unanswered.map((form) => `unanswered: ${nameOf(form)}`),
  ]
}

test.describe('before its scripts run, accessible by axe and no sideways scrolling at three widths', () => {
  test.use({ isEarly: true })
  test.slow()
  test.beforeEach(({ page }) => page.route(/\/assets\/.*\.js/, (route) => route.abort()))

  const third = Math.ceil(openPages.length / 3)
  for (const [name, from] of [
    ['lists and items', 0],
    ['forms and what is not found', third],
    ['accounts and texts', 2 * third],
  ] as const)
    test(`${name}; readable without JavaScript`, async ({ page, browser, shop }) => {
      const pages = openPages.slice(from, from + third)
      for (const { path } of pages) await expectGoodIn(page, path, (to) => openStill(page, to))
      await expectReadable(browser, shop, pages)
    })
  test('pages of bookings; readable without JavaScript', async ({ page, bookings, browser, shop }) => {
    for (const name of bookingPageNames)
      await expectGoodIn(page, bookings.get(name)?.path ?? '', (to) => openStill(page, to))
    await expectReadable(browser, shop, [...bookings.values()])
  })
})

test.describe('with scripts, accessible by axe and no sideways scrolling at three widths', () => {
  test.slow()

  test('pages of an account', async ({ page, context, signedIn }) => {
    await context.addCookies(signedIn.cookies)
    for (const { path } of signedInPages) await expectGoodIn(page, path, (to) => openAlive(page, to))
  })

  if (process.env.E2E_FULL) {
    for (const { name, path } of openPages)
      test(name, async ({ page }) => expectGoodIn(page, path, (to) => openAlive(page, to)))
    for (const name of bookingPageNames)
      test(name, async ({ page, bookings }) =>
        expectGoodIn(page, bookings.get(name)?.path ?? '', (to) => openAlive(page, to)),
      )
  }
})

// Other files walk through the booking pages by keyboard and examine them.
for (const [path, size] of [
  ['/', desktop],
  ['/tours', desktop],
  [`/tours/${safari}`, desktop],
  ['/login', phone],
] as const)
  test(`${path}: every stop of the Tab key is seen, and the page with scripts is accessible`, async ({ page }) => {
    await page.setViewportSize(size)
    await expectGoodIn(page, path, (to) => openAlive(page, to))
    await page.setViewportSize(size)
    const isOnPage = () => page.evaluate(() => document.activeElement !== document.body)
    let stops = 0
    do {
      await page.keyboard.press('Tab')
      await expectVisibleFocus(page)
      stops++
    } while (stops < 150 && (await isOnPage()))
    expect(stops).toBeGreaterThan(15)
  })
