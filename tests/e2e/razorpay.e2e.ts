// Razorpay's popup on the payment page: while its script loads, when it is ready, when it never loads, and the hosted
// page as the fallback. The stand-in reports payment, decline and close like Razorpay.
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { otherBrowser } from './support/alive.ts'
import { expectAccessible } from './support/axe.ts'
import { type Booked, book, newEmail } from './support/bookings.ts'
import { hold, ownAddress, type RunningShop } from './support/shop.ts'
import { expect, test } from './support/suppliers.ts'

async function visit(browser: Browser, shop: RunningShop, more: BrowserContextOptions = {}): Promise<Page> {
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
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })
const pay = (page: Page) => payButton(page).click()
const inside = (page: Page) => page.frameLocator('iframe[title="Razorpay Checkout"]')
const press = (page: Page, name: string) => inside(page).getByRole('button', { name, exact: true }).click()
/** The frame shows its buttons again after a declined try; a press before that would take the place of it. */
async function decline(page: Page): Promise<void> {
  // Not the frame's first load, which may still be under way.
  const shownAgain = page.waitForEvent('framenavigated', (frame) => new URL(frame.url()).pathname.endsWith('/act'))
  await press(page, 'Decline')
  await shownAgain
}
/** Presses again as long as the shop answers that Razorpay is still loading. */
const pressUntil = (button: Locator, next: Locator) =>
  expect(async () => {
    if (!(await next.isVisible())) await button.click({ timeout: 1_000 })
    await expect(next).toBeVisible({ timeout: 1_000 })
  }).toPass()
const isReady = (page: Page) => page.waitForFunction(() => 'Razorpay' in globalThis)
const alert = (page: Page) => page.locator('main').getByRole('alert')

test('a declined card can be paid with another in the same popup; closing it is no failure [C205, C206, C213]', async ({
  browser,
  shop,
  standIns,
}) => {
  const { orderCount } = standIns.find('razorpay')
  const page = await visit(browser, shop)
  await openPayment(page)
  expect(await page.evaluate(() => 'Razorpay' in globalThis)).toBe(false)
  await choose(page)
  await isReady(page)
  await pay(page)
  await press(page, 'Cancel')
  await expect(alert(page)).toContainText('Payment cancelled by user')
  await pay(page)
  await decline(page)
  await press(page, 'Cancel')
  await expect(alert(page)).toContainText('Your payment was declined by the bank. Please try another card.')
  await expectAccessible(page, 'a declined try')
  await page.reload()
  await expect(page.locator('main')).toContainText('Payment Failed')
  await isReady(page)
  const made = orderCount()
  await page.getByRole('button', { name: 'Try again' }).click()
  await decline(page)
  await press(page, 'Pay')
  await page.waitForURL(/\/booking-confirmation\?.*status=success/)
  expect(orderCount()).toBe(made)
})

test('the popup waits for its script, and without it their own page takes its place [C203]', async ({
  browser,
  shop,
}) => {
  const page = await visit(browser, shop)
  const letGo = await hold(page, '**/v1/checkout.js')
  await openPayment(page)
  await choose(page)
  await pay(page)
  await expect(alert(page)).toContainText('Razorpay is still loading. Please try again in a moment.')
  letGo()
  await isReady(page)
  await pay(page)
  await expect(inside(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()

  const blocked = await visit(browser, shop)
  await blocked.route('**/v1/checkout.js', (route) => route.abort())
  await openPayment(blocked)
  await choose(blocked)
  await pressUntil(payButton(blocked), alert(blocked).filter({ hasText: 'Razorpay SDK not loaded' }))
  await expectAccessible(blocked, 'a script that is missing')
  const otherWay = blocked.getByRole('button', { name: 'Continue to Razorpay' })
  await otherWay.click()
  await blocked.getByRole('button', { name: 'Decline', exact: true }).click()
  await blocked.waitForURL(/\/booking-payment\?/)
  await expect(blocked.locator('main')).toContainText('Your payment was declined by the bank')
  await pressUntil(blocked.getByRole('button', { name: 'Try again' }), otherWay)
  await otherWay.click()
  await blocked.getByRole('button', { name: 'Pay', exact: true }).click()
  await blocked.waitForURL(/\/booking-confirmation\?.*status=success/)
})

test("is paid on their own page in an app's browser, and from a page that was not loaded to pay in [C206]", async ({
  browser,
  shop,
}) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/490.0]'
  const page = await visit(browser, shop, { userAgent })
  const booked = await book(page.request)
  await page.goto('/')
  // Navigate within the document, like the shop's links.
  await page.evaluate((query) => {
    history.pushState({}, '', `/booking-payment?${query}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, booked.query)
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Payment' })).toBeVisible()
  await choose(page)
  await pressUntil(payButton(page), page.getByRole('heading', { name: 'Razorpay stand-in' }))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.waitForURL(/\/booking-payment\?/)
  await expect(page.locator('main')).toContainText('Payment cancelled by user')
})
