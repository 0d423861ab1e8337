// The customer's side of each payment provider, against the provider's stand-in.
import type { APIRequestContext, BrowserContext, Locator, Page, Route } from '@playwright/test'
import { type Booked, book } from './support/bookings.ts'
import { mailTo } from './support/shop.ts'
import { expect, test } from './support/suppliers.ts'

type Gateway = {
  readonly provider: string
  readonly label: RegExp
  /** For providers that charge in a currency other than the booking's. */
  readonly charged?: RegExp
  /** For providers that open in a frame over the shop's page. */
  readonly frame?: string
}
const gateways: readonly Gateway[] = [
  { provider: 'stripe', label: /^Credit or debit card/ },
  { provider: 'paypal', label: /PayPal/ },
  { provider: 'razorpay', label: /Card \/ UPI/, charged: /₹[\d,]+/, frame: 'Razorpay Checkout' },
  { provider: 'ccavenue', label: /CCAvenue/, charged: /₹[\d,]+/ },
]
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const badge = (page: Page, text: string) => page.getByText(text, { exact: true }).first()
const onPaymentPage = (page: Page) => expect(page).toHaveURL(/\/booking-payment\?/)

async function openPayment(page: Page, { query }: Booked, { label }: Gateway): Promise<void> {
  await page.goto(`/booking-payment?${query}`)
  await page.getByRole('radio', { name: label }).check()
}
const goToSupplier = (page: Page) => page.getByRole('button', { name: /^Pay / }).click()
function supplierButton(page: Page, { frame }: Gateway, name: 'Pay' | 'Decline' | 'Cancel'): Locator {
  const place = frame ? page.frameLocator(`iframe[title="${frame}"]`) : page
  return place.getByRole('button', { name, exact: true })
}

/** From now on the provider registers the payment, but the browser loses its response. Resolves when that happened. */
function paidAndGone(context: BrowserContext, origins: readonly string[]): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const isSupplier = (url: URL) => origins.includes(url.origin)
  const lose = async (route: Route) => {
    if (!/act=pay/.test(route.request().postData() ?? '')) return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
    heard.resolve()
  }
  return context.route(isSupplier, lose).then(() => heard.promise)
}

const statusOf = async (request: APIRequestContext, { id, token }: Booked) =>
  (await request.get(`/api/bookings/${id}?token=${token}`)).json()

for (const gateway of gateways)
  test(`${gateway.provider}: cancelled, declined and then paid after seeing what is charged; paid, confirmed and mailed once [C196, C207, C208, C213]`, async ({
    page,
    request,
    shop,
  }) => {
    test.slow()
    const booked = await book(request)
    await openPayment(page, booked, gateway)
    await expect(page.locator('.price', { hasText: '$155.00' }).first()).toBeVisible()
    const { charged } = gateway
    if (charged) await expect(page.getByText(/You will be charged/)).toHaveText(charged)
    else await expect(page.getByText(/You will be charged/)).toHaveCount(0)
    await goToSupplier(page)
    await supplierButton(page, gateway, 'Cancel').click()
    await onPaymentPage(page)
    await expect(page.getByText(/cancelled/i).first()).toBeVisible()
    expect(await statusOf(request, booked)).toMatchObject({ payment_status: 'pending', booking_status: 'pending' })

    await page.getByRole('radio', { name: gateway.label }).check()
    await goToSupplier(page)
    const decline = supplierButton(page, gateway, 'Decline')
    // Otherwise the first load of the popup could pass for the declined try.
    await expect(decline).toBeVisible()
    const shownAgain = gateway.frame ? page.waitForEvent('framenavigated') : null
    await decline.click()
    await shownAgain
    // The popup lets the customer try another card, so close it to return to the shop.
    if (gateway.frame) await supplierButton(page, gateway, 'Cancel').click()
    await onPaymentPage(page)
    await expect(page.getByText(/declined|failed|refused|did not/i).first()).toBeVisible()

    await openPayment(page, booked, gateway)
    await goToSupplier(page)
    await supplierButton(page, gateway, 'Pay').click()
    await expect(heading(page)).toHaveText('Booking Confirmed')
    await expect(badge(page, 'Paid')).toBeVisible()
    await mailTo(shop, booked.email, /confirmed|received/i)
    const booking = await statusOf(request, booked)
    expect(booking).toMatchObject({ payment_status: 'completed', payment_method: gateway.provider })
    const events = booking.timeline.map(({ event }: { event: string }) => event)
    expect(events.filter((event: string) => event === 'payment-completed')).toHaveLength(1)
  })

test('a customer who closes the tab after paying finds the booking paid later [C208, C242]', async ({
  page,
  context,
  request,
  friends,
}) => {
  const [stripe] = gateways
  if (!stripe) throw new Error('no gateway')
  const booked = await book(request)
  const paid = paidAndGone(context, friends)
  await openPayment(page, booked, stripe)
  await goToSupplier(page)
  await supplierButton(page, stripe, 'Pay').click()
  await paid
  await page.close()
  const later = await context.newPage()
  await later.goto(`/track-booking?${booked.query}`)
  const result = later.getByRole('region', { name: 'Your booking', exact: true })
  await expect(result.getByRole('listitem').filter({ hasText: 'Payment Completed' })).toContainText(
    'Payment received successfully',
  )
})
