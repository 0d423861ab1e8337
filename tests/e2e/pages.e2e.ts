// Checks for every page: accessibility and screen sizes. tests/integration/shop-pages.test.ts checks what the server
// sends.
import type { Page } from '@playwright/test'
import { openPages, safari, signedInPages } from '../support/open-pages.ts'
import { beyondOf, examined, faultsOf, schemes } from './support/axe.ts'
import { expectVisibleFocus } from './support/keyboard.ts'
import { bookingPageNames } from './support/pages.ts'
import { expect, openAlive, test } from './support/shop.ts'

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
    test(name, async ({ page }) => {
      for (const { path } of openPages.slice(from, from + third))
        await expectGoodIn(page, path, (to) => openStill(page, to))
    })
  test('pages of bookings', async ({ page, bookings }) => {
    for (const name of bookingPageNames)
      await expectGoodIn(page, bookings.get(name)?.path ?? '', (to) => openStill(page, to))
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
