// npm run screens: screenshots of the built shop's pages and of the back office's sections in screens/, in every
// language, on a phone and a wide screen, light and dark.
// SCREENS=tour,payment selects pages by the beginning of their names, LANGUAGES=ar,ur languages.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, request } from '@playwright/test'
import { startShop } from '../bench/start-shop.ts'
import { type Language, languages, officeLanguages } from '../src/kernel/language.ts'
import { prefixOf, withPrefix } from '../src/kernel/language-address.ts'
import { officeLanguageCookie } from '../src/kernel/office-language.ts'
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
const isWanted = ({ name }: ShopPage) => wanted.some((start) => name.startsWith(start))
const chosen = languages.filter((language) => process.env.LANGUAGES?.split(',').includes(language) ?? true)
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

type Visit = { readonly language: Language; readonly look: string }

/** The shop's pages in one language and look, as a visitor and as a signed-in customer see them. */
async function shootShop(
  contexts: { visitor: BrowserContext; signedIn: BrowserContext },
  pages: readonly ShopPage[],
  { language, look }: Visit,
): Promise<void> {
  const prefix = prefixOf(language, { first: 'en' })
  for (const { name, path, isSignedIn } of pages) {
    const page = await (isSignedIn ? contexts.signedIn : contexts.visitor).newPage()
    await shoot(page, { name, path: withPrefix(prefix, path) }, `${language}-${look}`)
    await page.close()
  }
}

/** The sections of the back office, as its navigation lists them. */
async function sectionsIn(context: BrowserContext): Promise<ShopPage[]> {
  const page = await context.newPage()
  await page.goto('/admin')
  const links = page.locator('nav a[href^="/admin/"]')
  await links.first().waitFor({ state: 'attached' })
  const paths = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
  await page.close()
  return [...paths].map((path) => ({ name: path.slice(1).replaceAll('/', '-'), path }))
}

async function shootOffice(context: BrowserContext, visit: Visit): Promise<void> {
  const { language, look } = visit
  await context.addCookies([{ name: officeLanguageCookie, value: language, url: `${shop.url}/admin` }])
  const page = await context.newPage()
  for (const section of (await sectionsIn(context)).filter(isWanted)) await shoot(page, section, `${language}-${look}`)
  await page.close()
}

async function shootAll(browser: Browser, baseURL: string, pages: readonly ShopPage[]): Promise<void> {
  const session = await signIn(baseURL)
  for (const { name: width, ...size } of sizes)
    for (const colorScheme of schemes)
      for (const language of chosen) {
        const options = { ...size, baseURL, colorScheme, locale: language, reducedMotion: 'reduce' } as const
        const visitor = await browser.newContext(options)
        const signedIn = await browser.newContext({ ...options, storageState: session })
        const visit = { language, look: `${width}-${colorScheme}` }
        await shootShop({ visitor, signedIn }, pages, visit)
        if (officeLanguages.includes(language)) await shootOffice(signedIn, visit)
        await visitor.close()
        await signedIn.close()
      }
}

async function signIn(baseURL: string) {
  const signedIn = await request.newContext({ baseURL })
  await signedIn.post('/api/auth/sign-in/email', { data: account })
  await book(signedIn, { customer_email: account.email })
  const state = await signedIn.storageState()
  await signedIn.dispose()
  return state
}

await mkdir(folder, { recursive: true })
const shop = await startShop({ env: { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password } })
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const api = await request.newContext({ baseURL: shop.url })
  const pages = [...openPages, ...signedInPages, ...(await bookingPages(api))]
  await shootAll(browser, shop.url, pages.filter(isWanted))
  await api.dispose()
} finally {
  await browser.close()
  await shop.stop()
}
