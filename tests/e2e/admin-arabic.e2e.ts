// The Arabic back office: every section, its tabs and its main dialogs, without a word in Latin letters that is neither a
// name, a code nor written by people, and without sideways scrolling. One load for many screens.
import type { Page, Response } from '@playwright/test'
import { applyForClearance, bookByTransfer, expect, goInside, test } from './support/admin.ts'
import { beyondOf, examined, faultsOf, schemes } from './support/axe.ts'
import { book } from './support/bookings.ts'
import { latinIn, textsOf, wordsIn } from './support/reader.ts'

test.slow()

/** Brands, terms that Arabic keeps, names of suppliers' pages, and examples of what staff type. */
const kept = [
  ...['Ok to Board', 'Razorpay', 'CCAvenue', 'Ccavenue', 'PayPal', 'Stripe', 'YouTube', 'Excel', 'Webhooks', 'Webhook'],
  ...['webhook', 'SMTP', 'smtp', 'STARTTLS', 'TLS', 'HTML', 'SEO', 'API', 'SMS', 'TRN', 'GSTIN', 'IP'],
  ...['CSV', 'xlsx', 'XLIFF', 'xlf', 'title [ar]'],
  ...[
    'WebM',
    'Ctrl',
    'Alt',
    'Esc',
    'slug',
    'meta title',
    'meta description',
    'meta keywords',
    'EUR',
    'GBP',
    'https',
    'http',
  ],
  ...['Client ID', 'Client secret', 'Dashboard', 'Developers', 'Settings', 'Keys', 'keys', 'Apps & Credentials'],
  ...['Checkout Sessions', 'Refunds', 'Payment Intents', 'Charges', 'Balance Transactions', 'CBC', 'GCM', 'AES'],
  ...[
    'M.A.R.S.',
    'hours',
    'working days',
    'ABCDAEAD',
    'Saudia',
    'SV',
    'Asia/Kolkata',
    'Administrator',
    'English',
    'desert-1',
  ],
  ...['New bank account for booking'],
]
/** 'sk_live_', 'checkout.session.completed', 'desert-1', '/tours' */
const identifiers = /\b\w*_\w*|\b\w+(?:\.\w+)+|\b[a-z]+-\d+\b|\s?\(?(?<![\p{L}\p{N}:/])\/[\w/-]+\)?/gu
const say = (key: string): string => wordsIn('ar')(key, 'admin')

/** Texts of the server that it must translate, unlike what people have written. */
const inItsWords = new Set(['label', 'hint', 'help', 'why'])
const valuesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value, ...value.split('\n'), ...value.split(/(?=@)/)].map((text) => text.replace(/\s+/g, ' ').trim())
    : value && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, each]) => (inItsWords.has(key) ? [] : valuesIn(each)))
      : []

/** The reader leaves out what is marked as English: pages in their editor and preview, old values in the audit trail. */
function markWritten(): void {
  for (const written of document.querySelectorAll('[contenteditable], .prose, details td'))
    written.parentElement?.setAttribute('lang', 'en')
}

/** Reads what staff read, and keeps what is in Latin letters and who is too wide. */
class Reader {
  readonly faults = new Set<string>()
  readonly #page: Page
  readonly #written = new Set<string>()
  readonly #answers: Promise<void>[] = []
  constructor(page: Page) {
    this.#page = page
    page.on('response', (answer) => this.#answers.push(this.#learn(answer)))
  }
  async #learn(answer: Response): Promise<void> {
    if (!answer.url().includes('/rpc/')) return
    const json = await answer.json().catch(() => null)
    for (const text of valuesIn(json)) this.#written.add(text)
  }
  async read(place: string): Promise<void> {
    await this.#page.evaluate(markWritten)
    // The page is read before the answers: text that arrives in between would be taken for words of the page.
    const texts = await textsOf(this.#page)
    await Promise.all(this.#answers.splice(0))
    // Several words are a title or a name, also within a text; a single one may be a word of the page.
    const names = [...this.#written].filter((text) => /\s/.test(text) && text.length < 200)
    const longestFirst = [...names, ...kept].sort((one, other) => other.length - one.length)
    const own = latinIn(texts, { names: [], written: this.#written }).map((text) => text.replace(identifiers, ' '))
    for (const text of latinIn(own, { names: longestFirst, written: this.#written }))
      this.faults.add(`${place}, ${text}`)
  }
  async wide(place: string): Promise<void> {
    for (const width of [360, 768, 1280]) {
      await this.#page.setViewportSize({ width, height: 860 })
      for (const fault of await beyondOf(this.#page)) this.faults.add(`${place} ${fault} at ${width} px`)
    }
  }
  async fault(place: string): Promise<void> {
    const [colorScheme = 'light'] = examined(schemes, place)
    await this.#page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const fault of await faultsOf(this.#page)) this.faults.add(`${place}: ${fault}`)
  }
}

async function opened(page: Page, path: string): Promise<void> {
  await goInside(page, path)
  await expect(page.locator('main h1'), path).toBeVisible()
  await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
}

test.beforeEach(async ({ context, page, shop }) => {
  await context.addCookies([{ name: 'safar_office_language', value: 'ar', url: `${shop.url}/admin` }])
  await page.setViewportSize({ width: 1280, height: 860 })
})

test('every section of the Arabic back office and each of its tabs speaks Arabic and fits', async ({ page }) => {
  const reader = new Reader(page)
  await opened(page, '/admin')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const links = page.locator('aside nav a')
  await expect(links.first()).toBeVisible()
  const paths = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
  expect(paths.size).toBeGreaterThan(30)
  for (const path of paths) {
    await opened(page, path)
    const tabs = page.getByRole('main').getByRole('tab')
    for (const [at, tab] of (await tabs.all()).entries()) {
      await tab.click()
      await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
      await reader.read(`${path}, tab ${at + 1}`)
    }
    await reader.read(path)
    await reader.wide(path)
    if (/tours|bookings|email|sales/.test(path)) await reader.fault(path)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await reader.read('palette')
  expect([...reader.faults]).toEqual([])
})

/** Opens what a button opens, reads it, and closes it. */
async function readDialog(page: Page, reader: Reader, opener: { path: string; name: string }): Promise<void> {
  const { path, name } = opener
  const button = page.locator('main').locator('button, a').filter({ hasText: name, visible: true }).first()
  await button.click()
  await expect(page.getByRole('dialog').last(), `${path}: ${name}`).toBeVisible()
  await expect(page.getByRole('dialog').last().locator('[aria-busy=true]'), name).toHaveCount(0)
  await reader.read(`${path}, ${name}`)
  for (let open = await page.getByRole('dialog').count(); open > 0; open--) await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog'), name).toHaveCount(0)
}

test('bookings, customers and queues of the Arabic back office and their dialogs speak Arabic', async ({
  page,
  request,
  guest,
}) => {
  const reader = new Reader(page)
  const transfer = await bookByTransfer(guest)
  const clearance = await applyForClearance(guest)
  const paid = await book(guest)
  const atDesk = { data: { reason: 'At the desk' } }
  expect((await request.post(`/api/admin/bookings/${paid.id}/arrival-payment`, atDesk)).ok()).toBe(true)
  for (const { reference } of [transfer, clearance, paid]) {
    const path = `/admin/bookings/${reference}`
    await opened(page, path)
    await expect(page.getByRole('region', { name: say('booking.history') })).toBeVisible()
    await reader.read(path)
    const openers = page.locator('main [aria-haspopup=dialog]').filter({ visible: true })
    for (const name of new Set(await openers.allInnerTexts())) await readDialog(page, reader, { path, name })
  }
  await reader.wide('a booking')
  await page.setViewportSize({ width: 1280, height: 860 })
  for (const queue of ['transfers', 'documents', 'messages', 'reviews']) {
    await opened(page, `/admin/queue/${queue}`)
    await reader.read(`queue of ${queue}`)
  }
  await opened(page, '/admin/bookings')
  await readDialog(page, reader, { path: 'bookings', name: say('bookings.new') })
  // The job that gathers customers from their bookings may still run.
  const customers = async () => (await (await request.get('/api/admin/customers?limit=1')).json()).items
  await expect.poll(async () => (await customers()).length, { timeout: 75_000 }).toBe(1)
  const [customer] = await customers()
  await opened(page, `/admin/customers/${customer.id}`)
  for (const name of [say('customer.edit'), say('customerMerge.open')])
    await readDialog(page, reader, { path: 'a customer', name })
  await reader.wide('a customer')
  expect([...reader.faults]).toEqual([])
})

test('what is sold and set up in the Arabic back office, and its dialogs, speak Arabic', async ({ page, request }) => {
  const reader = new Reader(page)
  const [tour] = (await (await request.get('/api/admin/services?kind=tour&limit=1')).json()).items
  const [umrah] = (await (await request.get('/api/admin/services?kind=umrah&limit=1')).json()).items
  for (const path of [`/admin/tours/${tour.id}`, `/admin/umrah/${umrah.id}`, '/admin/tours/new']) {
    await opened(page, path)
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      await tab.click()
      await reader.read(path)
    }
    await reader.wide(path)
    await page.setViewportSize({ width: 1280, height: 860 })
  }
  const dialogs = {
    '/admin/tours': ['catalogue.changePrices', 'catalogue.recentPrices'],
    '/admin/departures': ['departures.add', 'departures.changeMany', 'departures.blockedDates'],
    '/admin/resources': ['resources.add', 'lists.edit'],
    '/admin/sliders': ['sliders.add', 'translations.open'],
    '/admin/promos': ['promos.add'],
    '/admin/staff': ['staff.invite'],
    '/admin/reviews': ['travellerReviews.hide'],
    '/admin/check-in': ['checkIn.scan'],
  }
  for (const [path, keys] of Object.entries(dialogs)) {
    await opened(page, path)
    for (const key of keys) await readDialog(page, reader, { path, name: say(key) })
  }
  await opened(page, '/admin/email-settings?tab=templates')
  const template = page.locator('main button[aria-haspopup=dialog]').first()
  await readDialog(page, reader, { path: 'templates', name: (await template.innerText()).split('\n')[0] ?? '' })
  expect([...reader.faults]).toEqual([])
})
