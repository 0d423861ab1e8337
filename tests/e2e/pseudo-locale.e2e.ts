// Every page in the pseudo-locale, long and accented, from left to right and from right to left: no box breaks. On a
// phone; with `npm run e2e -- --full` on a desk too, and each page in both directions.
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { officeLanguageCookie } from '../../src/kernel/office-language.ts'
import { openPages, type ShopPage, safari } from '../support/open-pages.ts'
import { goInside } from './support/admin.ts'
import { otherBrowser } from './support/alive.ts'
import { administrator, book } from './support/bookings.ts'
import { brokenBoxes } from './support/boxes.ts'
import { bookingPages } from './support/pages.ts'
import { type PseudoDirection, pseudoDirections, pseudoWords } from './support/pseudo-shop.ts'
import { expect, test } from './support/shop.ts'

test.slow()

const phone = { width: 360, height: 740 }
const sizes = process.env.E2E_FULL ? [phone, { width: 1280, height: 860 }] : [phone]

type Screen = ShopPage & {
  /** Brings the page into the state that is examined. */
  readonly show?: (page: Page) => Promise<unknown>
}
/** Each page in one direction. */
const inTurn = (all: readonly Screen[], direction: PseudoDirection): readonly Screen[] =>
  process.env.E2E_FULL ? all : all.filter((_, at) => at % 2 === pseudoDirections.indexOf(direction))

const say = pseudoWords('shop')
const office = pseudoWords('admin')
const opens = (control: (page: Page) => Locator) => async (page: Page) => {
  await control(page).first().click()
  await expect(page.locator('dialog[open]')).toBeVisible()
}
const named = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const at = (selector: string) => (page: Page) => page.locator(selector)
/** Also where the button waits for what is missing: it says what. */
const sendEmpty = (page: Page) => page.locator('main form [type=submit]').first().click({ force: true })
const choose = (method: string) => (page: Page) => page.locator(`[value=${method}]`).check()

const states: readonly Screen[] = [
  { name: 'menu', path: '/', show: opens(named(say('frame.openMenu'))) },
  { name: 'preferences', path: '/tours', show: opens(at('header .needs-scripts[aria-haspopup=dialog]')) },
  { name: 'trip sheet', path: `/tours/${safari}`, show: opens(at('[data-price-bar] [aria-haspopup=dialog]')) },
  { name: 'filters', path: '/tours', show: opens(named(say('list.filters'))) },
  { name: 'more dates', path: `/tours/${safari}/booking`, show: opens(named(say('booking.moreDates'))) },
  { name: 'booking refused', path: `/tours/${safari}/booking`, show: sendEmpty },
  { name: 'transfer refused', path: '/booking?type=transfer&id=dubai-airport-to-city', show: sendEmpty },
  { name: 'clearance refused', path: '/ok-to-board', show: sendEmpty },
  { name: 'visa wizard', path: '/visas/uae-30-day-tourist-visa', show: opens(named(say('visaCard.apply'))) },
  { name: 'sign-in refused', path: '/login', show: sendEmpty },
  { name: 'sign-up refused', path: '/register', show: sendEmpty },
  { name: 'message refused', path: '/contact', show: sendEmpty },
  { name: 'tracker refused', path: '/booking-tracker', show: sendEmpty },
]

async function look(page: Page, { name, show }: Screen): Promise<string[]> {
  await expect(page.locator('main [aria-busy=true]'), name).toHaveCount(0)
  await show?.(page)
  const faults: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    faults.push(...(await brokenBoxes(page)).map((fault) => `${name}, ${size.width} px: ${fault}`))
  }
  await page.setViewportSize(phone)
  return faults
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await otherBrowser(browser, { ...options, reducedMotion: 'reduce', viewport: phone })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

for (const direction of pseudoDirections) {
  test(`pages of the shop keep long words in their boxes, ${direction}`, async ({
    browser,
    playwright,
    pseudoShop,
  }) => {
    const baseURL = pseudoShop.url
    const request = await playwright.request.newContext({ baseURL })
    const ofBookings = await bookingPages(request)
    const unpaid = ofBookings.find(({ name }) => name === 'payment-unpaid') as ShopPage
    const methods = ['sandbox_card', 'bank_transfer'].map((method) => ({
      ...{ ...unpaid, name: method },
      show: choose(method),
    }))
    await request.dispose()
    const page = await newPage(browser, { baseURL })
    const faults: string[] = []
    for (const screen of inTurn([...openPages, ...ofBookings, ...methods, ...states], direction)) {
      await page.goto(direction === 'en' ? screen.path : `/ar${screen.path === '/' ? '' : screen.path}`)
      faults.push(...(await look(page, screen)))
    }
    await page.context().close()
    expect(faults).toEqual([])
  })

  test(`screens of the back office keep long words in their boxes, ${direction}`, async ({
    browser,
    playwright,
    pseudoShop,
  }) => {
    const baseURL = pseudoShop.url
    const staff = await administrator(playwright, pseudoShop)
    const { id } = await book(staff)
    const [tour] = (await (await staff.get('/api/admin/services?kind=tour&limit=1')).json()).items
    const storageState = await staff.storageState()
    await staff.dispose()
    const page = await newPage(browser, { baseURL, storageState })
    await page.context().addCookies([{ name: officeLanguageCookie, value: direction, url: `${baseURL}/admin` }])
    await page.goto('/admin')
    const links = page.locator('nav a[href^="/admin/"]')
    await links.first().waitFor({ state: 'attached' })
    const sections = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const dialogs: readonly Screen[] = [
      { name: 'a new slider', path: '/admin/sliders', show: opens(named(office('sliders.add'))) },
      { name: 'a new menu entry', path: '/admin/content?tab=menus', show: opens(named(office('menus.add'))) },
      { name: 'a new promo code', path: '/admin/promos', show: opens(named(office('promos.add'))) },
      { name: 'prices of a list', path: '/admin/tours', show: opens(named(office('catalogue.changePrices'))) },
      { name: 'corrections', path: `/admin/bookings?booking=${id}`, show: opens(named(office('correctBooking.open'))) },
      { name: 'another date', path: `/admin/bookings?booking=${id}`, show: opens(named(office('changeBooking.open'))) },
    ]
    const more = [
      ...[`/admin/bookings?booking=${id}`, `/admin/tours/${tour.id}`, '/admin/pages?page=about'],
      ...['/admin/content?tab=seo', '/admin/content?tab=sliders', '/admin/content?tab=menus'],
      ...['/admin/email-settings?tab=test', '/admin/bookings?q=nobody-has-this', '/admin/nothing'],
    ]
    const paths = [...new Set([...sections, ...more])].map((path) => ({ name: path, path }))
    const faults: string[] = []
    for (const screen of inTurn([...paths, ...dialogs], direction)) {
      // A dialog would stay open inside the app.
      await (screen.show ? page.goto(screen.path) : goInside(page, screen.path))
      await expect(page.locator('main h1'), screen.name).toBeVisible()
      faults.push(...(await look(page, screen)))
    }
    await page.context().close()
    expect(faults).toEqual([])
  })
}

const planted = `<style>* { margin: 0; font: 16px/1.25 sans-serif } div { position: relative; height: 60px }</style>
<div><p style="width: 5em; overflow: hidden; white-space: nowrap">cut without a sign</p></div>
<div><p style="width: 9em; height: 1.25em; overflow: clip">cut below its first line of two</p></div>
<div><button style="width: 4em; white-space: nowrap">wider than its button</button></div>
<div><span style="display: inline-block; height: 1em; background: gold; width: 4em">higher than its badge</span></div>
<div><a href="/a">the first link</a> <a href="/b" style="position: relative; left: -2em">second</a></div>
<div style="width: 200vw">wide</div>`
const sound = `<style>* { margin: 0; font: 16px/1.25 sans-serif } div { position: relative; height: 60px }</style>
<div><p style="width: 5em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">ends with a sign</p></div>
<div><p style="width: 5em; overflow: auto; white-space: nowrap">scrolls in its own box</p></div>
<div><button style="white-space: nowrap">as wide as it needs</button></div>
<div><input style="width: 10em"><button style="position: absolute; inset: 4px auto auto 6em; height: 14px; padding: 0; font: 10px/12px sans-serif">x</button></div>`

test('a box that breaks is found, one that holds is not', async ({ browser }) => {
  const page = await newPage(browser, {})
  await page.setContent(planted)
  expect(await brokenBoxes(page)).toEqual([
    expect.stringMatching(/^scrolls \d+ px sideways$/),
    expect.stringContaining('off "cut without a sign"'),
    'p. cuts "cut below its first line of two" in its height',
    '"wider than its button" sticks out of button.',
    '"higher than its badge" sticks out of span.',
    'a "the first link" overlaps a "second"',
  ])
  await page.setContent(sound)
  expect(await brokenBoxes(page)).toEqual([])
  await page.context().close()
})
