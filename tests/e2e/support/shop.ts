// Fixtures for all browser tests: a shop per worker, pages that must not produce errors, and sessions.
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
} from '@playwright/test'
import type { ShopPage } from '../../support/open-pages.ts'
import { whenAlive } from './alive.ts'
import { administrator, book } from './bookings.ts'
import { bookingPages } from './pages.ts'
import { startPseudoShop } from './pseudo-shop.ts'
import { ownAddress, type RunningShop, startShop } from './running-shop.ts'
import { runTemplate } from './template.ts'

export { adminEmail, adminPassword, capturedMail, mailTo, ownAddress, type RunningShop } from './running-shop.ts'
export { expect }

export type State = Awaited<ReturnType<APIRequestContext['storageState']>>

/**
 * Records what a shop page must never do: script errors, console errors, and requests to hosts other than `friends`.
 */
export function watch(context: BrowserContext, origin: string, friends: readonly string[] = []): string[] {
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    // Tests may expect a refused request, but never an error of the page itself.
    if (message.type() === 'error' && !expected.test(message.text()))
      faults.push(`console: ${message.text()} (${message.page()?.url()})`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && ![origin, ...friends].includes(url.origin))
      faults.push(`request to another host: ${request.url()}`)
  })
  return faults
}

/** Refused requests, and the scripts of axe in a preview, whose frame runs none. */
const expected = /Failed to load resource|^Blocked script execution in 'about:srcdoc'/

/** Opens a page and waits for its deferred parts too: the help button, and the rest of a list. */
export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('complementary', { name: 'Need Help?' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** Holds a response back. Returns the function that releases it. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await free
    await route.continue().catch(() => {})
  })
  return letGo
}

type WorkerFixtures = {
  shop: RunningShop
  newShop: RunningShop
  pseudoShop: RunningShop
  adminState: State
  bookings: ReadonlyMap<string, ShopPage>
  signedIn: State
}

/**
 * Playwright starts a new worker for each distinct set of worker fixtures. They are all here, so that every file but
 * those using suppliers.ts shares one shop per worker.
 */
export const test = base.extend<{ isEarly: boolean; friends: readonly string[] }, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const shop = await startShop({ template: runTemplate() })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** A real shop at its first start; only tests that ask for it start one. */
  newShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const shop = await startShop({ env: { SEED: 'none' } })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** The demo world in the pseudo-locale; only its tests start one. */
  pseudoShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const shop = await startPseudoShop()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  adminState: [
    async ({ playwright, shop }, use) => {
      const request = await administrator(playwright, shop)
      await use(await request.storageState())
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  bookings: [
    async ({ playwright, shop }, use) => {
      const request = await visitor(playwright, shop, 'pages of bookings')
      await use(new Map((await bookingPages(request)).map((page) => [page.name, page])))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  signedIn: [
    // The administrator's session: each sign-in counts towards the account's limit.
    async ({ playwright, shop, adminState }, use) => {
      const request = await playwright.request.newContext({ baseURL: shop.url, storageState: adminState })
      await book(request)
      await use(await request.storageState())
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  /** Origins of providers that customers are sent to. */
  friends: [[], { option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  extraHTTPHeaders: async ({}, use, info) => use({ 'x-forwarded-for': ownAddress(`${info.testId}${info.retry}`) }),
  /** Lets tests act before hydration. */
  isEarly: [false, { option: true }],
  context: async ({ context, shop, friends, javaScriptEnabled, isEarly }, use) => {
    const faults = watch(context, shop.url, friends)
    if (javaScriptEnabled && !isEarly) await whenAlive(context)
    await use(context)
    expect(faults).toEqual([])
  },
})

const visitor = (playwright: PlaywrightWorkerArgs['playwright'], shop: RunningShop, seed: string) =>
  playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders: { 'x-forwarded-for': ownAddress(seed) } })
