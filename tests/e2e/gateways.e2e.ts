// What customers do with each payment supplier, in a browser, against the supplier's stand-in.
import type { BrowserContext, Locator, Page, Route } from '@playwright/test'
import { type Booked, book } from './support/bookings.ts'
import { expect, test } from './support/gateways.ts'
import { mailTo } from './support/shop.ts'

type Gateway = {
  readonly provider: string
  /** What the payment page calls it. */
  readonly label: RegExp
  /** The customer is charged in another currency than the booking's. */
  readonly charged?: RegExp
  /** The supplier's page lies over the shop's. */
  readonly frame?: string
}
const gateways: readonly Gateway[] = [
  { provider: 'stripe', label: /^Stripe/ },
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
/** A button of the supplier's page. */
function supplierButton(page: Page, { frame }: Gateway, name: 'Pay' | 'Decline' | 'Cancel'): Locator {
  const place = frame ? page.frameLocator(`iframe[title="${frame}"]`) : page
  return place.getByRole('button', { name, exact: true })
}

/** From here on: the supplier hears that it is paid, and its answer reaches no browser. Settles then. */
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

for (const gateway of gateways)
  test.describe(gateway.provider, () => {
    test('pays after seeing what is charged; back at the shop it is paid, confirmed and told once [C207, C208]', async ({
      page,
      request,
      shop,
    }) => {
      const booked = await book(request)
      await openPayment(page, booked, gateway)
      await expect(page.locator('.price', { hasText: '$155.00' }).first()).toBeVisible()
      const { charged } = gateway
      if (charged) await expect(page.getByText(/You will be charged/)).toHaveText(charged)
      else await expect(page.getByText(/You will be charged/)).toHaveCount(0)
      await goToSupplier(page)
      await supplierButton(page, gateway, 'Pay').click()
      await expect(heading(page)).toHaveText('Booking Confirmed')
      await expect(badge(page, 'Paid')).toBeVisible()
      await mailTo(shop, booked.email, /confirmed|received/i)
      const booking = await (await request.get(`/api/bookings/${booked.id}?token=${booked.token}`)).json()
      expect(booking).toMatchObject({ payment_status: 'completed', payment_method: gateway.provider })
      const events = booking.timeline.map(({ event }: { event: string }) => event)
      expect(events.filter((event: string) => event === 'payment-completed')).toHaveLength(1)
    })

    test('gives up, keeps the booking, is declined, and pays with another method [C196, C207, C213]', async ({
      page,
      request,
    }) => {
      test.slow()
      const booked = await book(request)
      await openPayment(page, booked, gateway)
      await goToSupplier(page)
      await supplierButton(page, gateway, 'Cancel').click()
      await onPaymentPage(page)
      await expect(page.getByText(/cancelled/i).first()).toBeVisible()
      expect(await statusOf()).toMatchObject({ payment_status: 'pending', booking_status: 'pending' })

      await openPayment(page, booked, gateway)
      await goToSupplier(page)
      await supplierButton(page, gateway, 'Decline').click()
      // Where one card was refused the next may be tried at once; who leaves it at that comes back.
      if (gateway.frame) await supplierButton(page, gateway, 'Cancel').click()
      await onPaymentPage(page)
      await expect(page.getByText(/declined|failed|refused|did not/i).first()).toBeVisible()

      await openPayment(page, booked, { ...gateway, label: /Sandbox card/ })
      await goToSupplier(page)
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expect(badge(page, 'Paid')).toBeVisible()
      expect(await statusOf()).toMatchObject({ payment_status: 'completed', payment_method: 'sandbox_card' })

      async function statusOf() {
        return (await request.get(`/api/bookings/${booked.id}?token=${booked.token}`)).json()
      }
    })

    test('closes the tab after paying, and finds the booking paid later [C208, C242]', async ({
      page,
      context,
      request,
      friends,
    }) => {
      const booked = await book(request)
      const paid = paidAndGone(context, friends)
      await openPayment(page, booked, gateway)
      await goToSupplier(page)
      await supplierButton(page, gateway, 'Pay').click()
      await paid
      await page.close()
      const later = await context.newPage()
      await later.goto(`/track-booking?${booked.query}`)
      const result = later.getByRole('region', { name: 'Your booking' })
      await expect(result.getByRole('listitem').filter({ hasText: 'Payment Completed' })).toContainText(
        'Payment received successfully',
      )
    })
  })
