// npm run screens: screenshots of the built shop's pages in screens/, on a phone and a wide screen, light and dark.
// SCREENS=tour,payment selects pages by the beginning of their names.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page, request } from '@playwright/test'
import { startShop } from '../bench/start-shop.ts'
import { book } from '../tests/e2e/support/bookings.ts'
import { bookingPages } from '../tests/e2e/support/pages.ts'
import { openPages, type ShopPage, signedInPages } from '../tests/support/open-pages.ts'

const folder = join(import.meta.dirname, '..', 'screens')
const sizes = [
  { name: '360', viewport: { width: 360, height: 740 }, isMobile: true },
  { name: '1280', viewport: { width: 1280, height: 800 }, isMobile: false },
] as const
const schemes = ['light', 'dark'] as const
const wanted = process.env.SCREENS?.split(',') ?? ['']
const account = { email: 'screens@safar.example', password: 'a-long-admin-password' }

/** Waits for lazy pictures and animations, at the top of the page. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 30))
    }
    scrollTo(0, 0)
    // Pictures outside the window to the side never load.
    const late = new Promise((done) => setTimeout(done, 1000))
    await Promise.all([...document.images].map((image) => Promise.race([image.decode().catch(() => undefined), late])))
  })
}

async function shoot(page: Page, { name, path }: ShopPage, suffix: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await settle(page)
  // The first screen with its fixed bars, then the whole page.
  await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) })
  await page.screenshot({ path: join(folder, `${name}-${suffix}-whole.png`), fullPage: true })
}

async function shootAll(browser: Browser, baseURL: string, pages: readonly ShopPage[]): Promise<void> {
  const signedIn = await request.newContext({ baseURL })
  await signedIn.post('/api/auth/sign-in/email', { data: account })
  await book(signedIn, { customer_email: account.email })
  const state = await signedIn.storageState()
  for (const { name: width, ...size } of sizes)
    for (const colorScheme of schemes) {
      const options = { ...size, baseURL, colorScheme, reducedMotion: 'reduce' } as const
      const anonymous = await browser.newContext(options)
      const customer = await browser.newContext({ ...options, storageState: state })
      for (const each of pages) {
        const page = await (each.isSignedIn ? customer : anonymous).newPage()
        await shoot(page, each, `${width}-${colorScheme}`)
        await page.close()
      }
      await anonymous.close()
      await customer.close()
    }
  await signedIn.dispose()
}

await mkdir(folder, { recursive: true })
const shop = await startShop({ env: { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password } })
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const api = await request.newContext({ baseURL: shop.url })
  const pages = [...openPages, ...signedInPages, ...(await bookingPages(api))]
  await shootAll(
    browser,
    shop.url,
    pages.filter(({ name }) => wanted.some((start) => name.startsWith(start))),
  )
  await api.dispose()
} finally {
  await browser.close()
  await shop.stop()
}
