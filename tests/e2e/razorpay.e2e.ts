// Razorpay's popup on the payment page: their script while it loads, when it is there, and when it never comes; their
// own page in its place. Paying, declining and closing are told by the stand-in as they would.
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { openRazorpayStandIn, type RazorpayStandIn } from '../../src/adapters/payments/razorpay/testing/stand-in.ts'
import { otherBrowser } from './support/alive.ts'
import { expectAccessible } from './support/axe.ts'
import { administrator, type Booked, book, newEmail } from './support/bookings.ts'
import { hold, ownAddress, type RunningShop, startShop } from './support/shop.ts'

type Paid = { readonly standIn: RazorpayStandIn; readonly shop: RunningShop }
const test = base.extend<object, { paid: Paid }>({
  paid: [
    async ({ playwright }, use) => {
      const standIn = await openRazorpayStandIn()
      const shop = await startShop({ ...standIn.env })
      const staff = await administrator(playwright, shop)
      const gateways = await (await staff.get('/api/admin/payment-gateways')).json()
      const { version } = gateways.find(({ name }: { name: string }) => name === 'razorpay')
      const { settings, secrets } = standIn
      const data = { gateways: [{ name: 'razorpay', version, enabled: true, settings, secrets }] }
      const saved = await staff.put('/api/admin/payment-gateways', { data })
      expect(saved.ok(), await saved.text()).toBe(true)
      standIn.deliverTo(`${shop.url}/api/webhooks/razorpay`)
      await use({ standIn, shop })
      await staff.dispose()
      await shop.stop()
      await standIn.close()
      expect(standIn.breaches()).toEqual([])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function visit(browser: Browser, { shop }: Paid, more: BrowserContextOptions = {}): Promise<Page> {
  const extraHTTPHeaders = { 'x-forwarded-for': ownAddress(newEmail()) }
  const context = await otherBrowser(browser, { baseURL: shop.url, extraHTTPHeaders, ...more })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) throw new Error(message.text())
  })
  return page
}
async function openPayment(page: Page): Promise<Booked> {
  const booked = await book(page.request)
  await page.goto(`/booking-payment?${booked.query}`)
  return booked
}
const choose = (page: Page) => page.getByRole('radio', { name: /Pay by Card \/ UPI/ }).check({ force: true })
const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ }).click()
const inside = (page: Page) => page.frameLocator('iframe[title="Razorpay Checkout"]')
const press = (page: Page, name: string) => inside(page).getByRole('button', { name, exact: true }).click()
/** The script is there a moment after the method is chosen. */
const isReady = (page: Page) => page.waitForFunction(() => 'Razorpay' in globalThis)
const alert = (page: Page) => page.locator('main').getByRole('alert')

test('a declined card can be paid with another in the same popup; closing it is no failure [C205, C206, C213]', async ({
  browser,
  paid,
}) => {
  const page = await visit(browser, paid)
  await openPayment(page)
  expect(await page.evaluate(() => 'Razorpay' in globalThis)).toBe(false)
  await choose(page)
  await isReady(page)
  await pay(page)
  await press(page, 'Cancel')
  await expect(alert(page)).toContainText('Payment cancelled by user')
  await pay(page)
  await press(page, 'Decline')
  await press(page, 'Cancel')
  await expect(alert(page)).toContainText('Your payment was declined by the bank. Please try another card.')
  await expectAccessible(page, 'a declined try')
  await page.reload()
  await expect(page.locator('main')).toContainText('Payment Failed')
  await isReady(page)
  const made = paid.standIn.orderCount()
  await page.getByRole('button', { name: 'Try again' }).click()
  await press(page, 'Decline')
  await press(page, 'Pay')
  await page.waitForURL(/\/booking-confirmation\?.*status=success/)
  expect(paid.standIn.orderCount()).toBe(made)
})

test('the popup waits for its script, and without it their own page takes its place [C203]', async ({
  browser,
  paid,
}) => {
  const page = await visit(browser, paid)
  const letGo = await hold(page, '**/v1/checkout.js')
  await openPayment(page)
  await choose(page)
  await pay(page)
  await expect(alert(page)).toContainText('Razorpay is still loading. Please try again in a moment.')
  letGo()
  await isReady(page)
  await pay(page)
  await expect(inside(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()

  const blocked = await visit(browser, paid)
  await blocked.route('**/v1/checkout.js', (route) => route.abort())
  await openPayment(blocked)
  await choose(blocked)
  await expect(async () => {
    await pay(blocked)
    await expect(alert(blocked)).toContainText('Razorpay SDK not loaded', { timeout: 1_000 })
  }).toPass()
  await expectAccessible(blocked, 'a script that is missing')
  const otherWay = blocked.getByRole('button', { name: 'Go on to the page of Razorpay' })
  await otherWay.click()
  await blocked.getByRole('button', { name: 'Decline', exact: true }).click()
  await blocked.waitForURL(/\/booking-payment\?/)
  await expect(blocked.locator('main')).toContainText('Your payment was declined by the bank')
  await expect(async () => {
    await blocked.getByRole('button', { name: 'Try again' }).click()
    await otherWay.click({ timeout: 1_000 })
  }).toPass()
  await blocked.getByRole('button', { name: 'Pay', exact: true }).click()
  await blocked.waitForURL(/\/booking-confirmation\?.*status=success/)
})

test("is paid on their own page in an app's browser, and from a page that was not loaded to pay in [C206]", async ({
  browser,
  paid,
}) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/490.0]'
  const page = await visit(browser, paid, { userAgent })
  const booked = await book(page.request)
  await page.goto('/')
  // As every link of the shop does: within the document of the first page.
  await page.evaluate((query) => {
    history.pushState({}, '', `/booking-payment?${query}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, booked.query)
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Payment' })).toBeVisible()
  await choose(page)
  await expect(async () => {
    await pay(page)
    await expect(page.getByRole('heading', { name: 'Razorpay stand-in' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.waitForURL(/\/booking-payment\?/)
  await expect(page.locator('main')).toContainText('Payment cancelled by user')
})
