// A traveller who reads Urdu, Arabic or Hindi alone: from a shared link to a paid booking, its mails, voucher and tracker,
// without a sentence of the shop in Latin letters. On a phone; in Urdu and Arabic with the keyboard alone.
import type { APIRequestContext, BrowserContext, Page, PlaywrightWorkerArgs } from '@playwright/test'
import PostalMime from 'postal-mime'
import { openPages } from '../support/open-pages.ts'
import { otherBrowser } from './support/alive.ts'
import { faultsOf } from './support/axe.ts'
import { administrator, newEmail } from './support/bookings.ts'
import { press, tabOnto, tabTo } from './support/keyboard.ts'
import {
  type Exempt,
  latinIn,
  patternOf,
  type ReadLanguage,
  stringsIn,
  textsOf,
  textsOfHtml,
  textsOfPdf,
  wordsIn,
} from './support/reader.ts'
import { capturedMail, expect, type RunningShop, test } from './support/shop.ts'
import { phone, untilToastsLeave } from './support/trips.ts'

test.use(phone)
test.slow()

/** The agency, its traveller, its cities, the languages of its guides, and a term that Arabic keeps (docs/glossary.md). */
const names = [
  ...['Safar Travel House', 'Ria Sen', 'Dubai', 'Mumbai', 'Delhi', 'Hyderabad'],
  ...['English', 'Hindi', 'Arabic', 'Urdu', 'Ok to Board'],
]

const sandboxCard = 'adapters/payments/sandbox-card'

type Item = { readonly kind: string; readonly slug: string }

/** What the agency or its customers have written in English, from the answers that pages are made of. */
async function writtenByOthers(request: APIRequestContext, { kind, slug }: Item): Promise<Set<string>> {
  const get = async (path: string) => (await request.get(path, { headers: { 'accept-language': 'en' } })).json()
  const { service: item } = await get(`/api/services/${kind}/${slug}`)
  const paths = [
    '/api/settings',
    '/api/site',
    '/api/home',
    `/api/services/${kind}`,
    `/api/reviews?service_id=${item.id}`,
  ]
  const listed = stringsIn(item.details.pickup_points ?? []).filter((each) => each !== '')
  return new Set([...stringsIn([item, ...(await Promise.all(paths.map(get)))]), [...new Set(listed)].join(' · ')])
}

/** Reads what the traveller reads, and keeps what is in Latin letters. */
class Reader {
  readonly untranslated = new Set<string>()
  readonly #page: Page
  readonly #exempt: Exempt
  constructor(page: Page, written: ReadonlySet<string>) {
    this.#page = page
    this.#exempt = { names, written }
  }
  #note(place: string, texts: readonly string[], more: readonly string[] = []): void {
    expect(texts.length, `${place} has texts`).toBeGreaterThan(0)
    const exempt = { ...this.#exempt, names: [...this.#exempt.names, ...more] }
    for (const text of latinIn(texts, exempt)) this.untranslated.add(`${place}, ${text}`)
  }
  async page(place: string): Promise<void> {
    await expect(this.#page.locator('main [aria-busy=true]')).toHaveCount(0)
    const texts = await textsOf(this.#page)
    this.#note(place, texts, await this.#untranslatedTitles())
  }
  /** Of tours that other tests have put on sale. */
  async #untranslatedTitles(): Promise<string[]> {
    const language = (await this.#page.getAttribute('html', 'lang')) ?? ''
    const answer = await this.#page.request.get('/api/services/tour?limit=100', {
      headers: { 'accept-language': language },
    })
    const { items } = (await answer.json()) as { items: readonly { title: string; languages?: { title?: string } }[] }
    return items.filter(({ languages }) => languages?.title !== undefined).map(({ title }) => title)
  }
  pdf(place: string, bytes: Buffer): void {
    this.#note(place, textsOfPdf(bytes))
  }
  async mails(shop: RunningShop, email: string, count: number): Promise<void> {
    const read = async () => {
      const all = await Promise.all((await capturedMail(shop)).map((text) => PostalMime.parse(text)))
      return all.filter(({ to }) => to?.some(({ address }) => address === email))
    }
    await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count)
    for (const mail of await read()) {
      this.#note('mail', [`subject: ${mail.subject}`, `text: ${mail.text}`])
      this.#note('mail', await textsOfHtml(this.#page, mail.html ?? ''))
    }
  }
}

type Journey = {
  readonly language: ReadLanguage
  readonly say: (key: string, room?: string) => string
  readonly page: Page
  readonly reader: Reader
  readonly email: string
}
async function begin(language: ReadLanguage, page: Page, item: Item): Promise<Journey> {
  const reader = new Reader(page, await writtenByOthers(page.request, item))
  return { language, say: wordsIn(language), page, reader, email: newEmail() }
}

async function openByKeyboard({ language, say, page, reader }: Journey, kind: string, path: string): Promise<void> {
  await page.goto(`/${language}`)
  await reader.page('home')
  await press(page, 'button', say('frame.openMenu'))
  await tabOnto(page, page.getByRole('dialog').locator(`a[href^="/${language}/${kind}"]`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: say('list.sort') })).toBeVisible()
  await reader.page('list')
  await tabOnto(page, page.getByRole('main').locator(`a[href="/${language}${path}"]`).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${language}${path}$`))
  await reader.page('item')
}

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

async function payByKeyboard({ say, page, reader }: Journey): Promise<void> {
  await reader.page('payment')
  await tabOnto(
    page,
    page
      .getByRole('group', { name: say('payment.methods') })
      .getByRole('radio')
      .first(),
  )
  for (let pressed = 0; pressed < 10 && !(await isFocused(page, '[value=sandbox_card]')); pressed++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await press(page, 'button', patternOf(say('payment.pay')))
  await expect(page.getByRole('heading', { name: say('label', sandboxCard) })).toBeVisible()
  await reader.page('card')
  await press(page, 'button', say('page.pay', sandboxCard))
}

/** From the tracker to what the agency has confirmed: its papers, the tracker by reference, and all mails. */
async function readOn(
  { language, say, page, reader, email }: Journey,
  {
    query,
    playwright,
    shop,
  }: { query: URLSearchParams; playwright: PlaywrightWorkerArgs['playwright']; shop: RunningShop },
): Promise<void> {
  await expect(page.getByRole('region', { name: say('tracker.result'), exact: true })).toBeVisible()
  await untilToastsLeave(page)
  await reader.page('tracker')
  const [id, token] = [query.get('bookingId') ?? '', query.get('token') ?? '']
  const staff = await administrator(playwright, shop)
  const booking = await (await staff.get(`/api/admin/bookings/${id}`)).json()
  if (booking.booking_status === 'pending') {
    const answer = await staff.post(`/api/admin/bookings/${id}/confirmation`, { data: {} })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await staff.dispose()
  const papers = await page.request.get(`/api/bookings/${id}/papers?token=${encodeURIComponent(token)}`)
  const voucher = await page.request.get((await papers.json()).voucher)
  expect(voucher.status()).toBe(200)
  reader.pdf('voucher', await voucher.body())

  await page.goto(`/${language}/booking-tracker`)
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: say('tracker.reference') }).fill(booking.booking_reference)
  await form.getByRole('button', { name: say('tracker.search') }).click()
  const result = page.getByRole('region', { name: say('tracker.result'), exact: true })
  await expect(result).toBeVisible()
  await reader.page('tracker, reference alone')
  await form.getByRole('textbox', { name: say('tracker.email') }).fill(email)
  await form.getByRole('button', { name: say('tracker.search') }).click()
  await expect(result.getByText(email)).toBeVisible()
  await reader.page('tracker, with the email')
  await reader.mails(shop, email, 3)
  expect([...reader.untranslated]).toEqual([])
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, 'textbox', label)
  await page.keyboard.type(text)
}

test.describe('who reads Urdu', () => {
  test.use({ locale: 'ur' })
  test('books an Umrah package with the keyboard alone', async ({ page, playwright, shop }) => {
    const journey = await begin('ur', page, { kind: 'umrah', slug: 'umrah-by-coach-from-dubai' })
    const { say, reader, email } = journey
    await openByKeyboard(journey, 'umrah', '/umrah/umrah-by-coach-from-dubai')
    await press(page, 'link', say('offer.bookNow'))
    await expect(page).toHaveURL(/\/booking$/)
    await press(page, 'button', say('booking.bookNow'))
    await reader.page('form with errors')
    await tabOnto(
      page,
      page
        .getByRole('group', { name: say('booking.date') })
        .getByRole('radio', { disabled: false })
        .first(),
    )
    await page.keyboard.press('Space')
    await typeInto(page, say('contactFields.name'), 'Ria Sen')
    await typeInto(page, say('contactFields.email'), email)
    await typeInto(page, say('contactFields.phoneNumber'), '98123 45678')
    await reader.page('form')
    await press(page, 'button', say('booking.bookNow'))
    await expect(page).toHaveURL(/\/ur\/booking-payment\?/)
    const query = new URL(page.url()).searchParams
    await expect(page.getByRole('heading', { name: say('payment.title') })).toBeVisible()
    await untilToastsLeave(page)
    await payByKeyboard(journey)
    await expect(page).toHaveURL(/\/ur\/booking-confirmation\?.*status=success$/)
    await expect(page.locator('.toast').first()).toBeVisible()
    await reader.page('confirmation')
    await untilToastsLeave(page)
    await press(page, 'link', say('confirmation.track'))
    await readOn(journey, { query, playwright, shop })
  })
})

test.describe('who reads Arabic', () => {
  test.use({ locale: 'ar' })
  test('applies for a visa with the keyboard alone', async ({ page, playwright, shop }) => {
    const journey = await begin('ar', page, { kind: 'visa', slug: 'uae-30-day-tourist-visa' })
    const { say, reader, email } = journey
    await openByKeyboard(journey, 'visa', '/visas/uae-30-day-tourist-visa')
    await press(page, 'button', say('visaCard.apply'))
    const wizard = page.getByRole('dialog')
    const reads = async (step: string) => {
      await expect(
        wizard.getByRole('heading', { level: 3, name: say(`visa.steps.${step}`), exact: true }),
      ).toBeVisible()
      await reader.page(step)
    }
    await expect(wizard.getByRole('button', { name: say('visa.continue'), exact: true })).toBeVisible()
    await reader.page('selection')
    await press(page, 'button', say('visa.continue'))
    await reads('option')
    await tabOnto(
      page,
      wizard
        .getByRole('group', { name: say('visa.option.legend') })
        .getByRole('radio')
        .first(),
    )
    await page.keyboard.press('ArrowDown')
    await press(page, 'button', say('visa.continue'))
    await reads('contact')
    await press(page, 'button', say('visa.submit'))
    await reader.page('contact with errors')
    await typeInto(page, say('visa.contact.name'), 'Ria Sen')
    await typeInto(page, say('visa.reach.email'), email)
    await typeInto(page, say('visa.reach.whatsapp'), '98123 45678')
    const created = page.waitForResponse((answer) => /\/rpc\/booking\/create/.test(answer.url()))
    await press(page, 'button', say('visa.submit'))
    const { booking, token } = (await (await created).json()).json
    await reads('payment')
    await untilToastsLeave(page)
    await payByKeyboard(journey)
    await expect(wizard.getByRole('heading', { name: say('visa.success.paid') })).toBeVisible()
    await reader.page('success')
    await press(page, 'link', say('visa.success.track'))
    await readOn(journey, { query: new URLSearchParams({ bookingId: booking.id, token }), playwright, shop })
  })
})

test.describe('who reads Hindi', () => {
  test.use({ locale: 'hi' })
  test('books a tour with a finger', async ({ page, playwright, shop }) => {
    const slug = 'evening-desert-safari-with-bbq-dinner'
    const journey = await begin('hi', page, { kind: 'tour', slug })
    const { say, reader, email } = journey
    await page.goto(`/hi/tours/${slug}`)
    await reader.page('item')
    await page.locator('[data-price-bar] [aria-haspopup=dialog]').tap()
    const sheet = page.getByRole('dialog')
    await sheet
      .getByRole('group', { name: say('booking.date') })
      .getByRole('radio')
      .nth(3)
      .check()
    await sheet
      .getByRole('group', { name: say('booking.time') })
      .getByRole('radio')
      .first()
      .check()
    await reader.page('sheet')
    await sheet.getByRole('button', { name: say('booking.continue') }).tap()
    await page.getByLabel(say('contactFields.name')).fill('Ria Sen')
    await page.getByRole('textbox', { name: say('contactFields.email'), exact: true }).fill(email)
    await page.getByRole('textbox', { name: say('contactFields.phoneNumber') }).fill('98123 45678')
    await reader.page('form')
    await page
      .getByRole('form')
      .getByRole('button', { name: say('booking.bookNow') })
      .tap()
    await expect(page).toHaveURL(/\/hi\/booking-payment\?/)
    const query = new URL(page.url()).searchParams
    await expect(page.getByRole('heading', { name: say('payment.title') })).toBeVisible()
    await reader.page('payment')
    await page.locator('[value=sandbox_card]').check()
    await page.getByRole('button', { name: patternOf(say('payment.pay')) }).tap()
    await page.getByRole('button', { name: say('page.pay', sandboxCard), exact: true }).tap()
    await expect(page).toHaveURL(/\/hi\/booking-confirmation\?.*status=success$/)
    await reader.page('confirmation')
    await page.getByRole('link', { name: say('confirmation.track') }).tap()
    await readOn(journey, { query, playwright, shop })
  })
})

type Visit = (page: Page, path: string) => Promise<readonly string[]>
const onlyErrors: Visit = async () => []
const faultsToo: Visit = async (page, path) => (await faultsOf(page)).map((fault) => `${path}: ${fault}`)
/**
 * What `visit` finds on each page, and errors of the page itself, such as a text that the browser renders differently than
 * the server.
 */
async function errorsOn(context: BrowserContext, paths: readonly string[], visit = onlyErrors): Promise<string[]> {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(`${error.page()?.url()}: ${error.error().message}`))
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.goto(path)
    errors.push(...(await visit(page, path)))
  }
  await context.close()
  return errors
}
const languages = ['ar', 'hi', 'ur'] as const
/** Each page in one language, items in all; `npm run e2e -- --full`: every page in each. */
const pagesOf = (language: ReadLanguage) =>
  openPages
    .filter(
      ({ path }, at) => process.env.E2E_FULL || at % 3 === languages.indexOf(language) || /^\/\w+\/[\w-]+$/.test(path),
    )
    .map(({ path }) => `/${language}${path === '/' ? '' : path}`)

for (const language of languages)
  test(`pages in ${language} render as on the server, fit a phone and are accessible by axe`, async ({
    browser,
    shop,
  }) => {
    const context = await otherBrowser(browser, { ...phone, baseURL: shop.url, locale: language })
    expect(await errorsOn(context, pagesOf(language), faultsToo)).toEqual([])
  })

/** The families of Urdu texts: one in Alexandria would fetch its Arabic file for a page that is drawn in Nastaliq. */
const familiesOf: Visit = (page) =>
  page.evaluate(() => {
    const written = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.checkVisibility() &&
        element.closest('[lang]')?.getAttribute('lang') === 'ur' &&
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
    )
    return written.map((element) => getComputedStyle(element).fontFamily.split(',')[0] ?? '')
  })

test('every Urdu text is drawn in Nastaliq first, names and prices too', async ({ browser, shop }) => {
  const context = await otherBrowser(browser, { ...phone, baseURL: shop.url, locale: 'ur' })
  const families = await errorsOn(context, pagesOf('ur'), familiesOf)
  expect([...new Set(families)]).toEqual(['Nastaliq'])
})

for (const language of ['ar', 'ur'] as const)
  test(`the words of the help button stand above the price bar in ${language}`, async ({ browser, shop }) => {
    const context = await otherBrowser(browser, { ...phone, baseURL: shop.url, locale: language })
    const page = await context.newPage()
    await page.goto(`/${language}/umrah/umrah-from-mumbai-ten-days`)
    const words = page.locator('.help-label')
    await expect(words).toBeVisible()
    const [above, below] = [await words.boundingBox(), await page.locator('[data-price-bar]').boundingBox()]
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
    await context.close()
  })

test('a text that the browser renders differently is an error of its page', async ({ browser, shop }) => {
  const context = await otherBrowser(browser, { ...phone, baseURL: shop.url, locale: 'ur' })
  await context.route('/ur/login', async (route) => {
    const answer = await route.fetch()
    const heading = wordsIn('ur')('auth.signInTitle')
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(`>${heading}<`, '>Other<') })
  })
  expect(await errorsOn(context, ['/ur/login'])).toEqual([expect.stringMatching(/418|ydrat/)])
})
