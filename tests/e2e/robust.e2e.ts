// Unusual customer behaviour: double clicks, back and forward, reloads, two tabs, edited URLs.
import type { Page } from '@playwright/test'
import { otherBrowser } from './support/alive.ts'
import { administrator, book, dayAhead, longDay, newEmail, safari } from './support/bookings.ts'
import { payByCard } from './support/pages.ts'
import { expect, openAlive, test } from './support/shop.ts'

const bookingPage = `/tours/${safari}/booking`
const day = (ahead: number) => longDay(dayAhead(ahead))

async function fillTrip(page: Page, ahead = 5): Promise<void> {
  await page.getByRole('radio', { name: day(ahead) }).check()
  await page.getByRole('radio', { name: '03:00 PM' }).check()
  await page.getByRole('button', { name: 'Add one adult' }).click()
}
async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Customer name').fill('Ria Sen')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill('98123 45678')
}
const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' }).first()
const says = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).first()
const onPayment = (page: Page) => expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()

test('the booking form survives a reload, a double click makes one booking, and back and forward lose nothing [C178]', async ({
  page,
  playwright,
  shop,
}) => {
  const email = newEmail()
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/booking/create')) requests++
  })
  await page.goto(bookingPage)
  await bookNow(page).click()
  // The first press leads to the missing date.
  await expect(page.locator('.day input:enabled').first()).toBeFocused()
  await fillTrip(page)
  await fillContact(page, email)
  await page.getByLabel('Special requests').fill('A child seat, please')
  await page.reload()
  await expect(page.getByRole('radio', { name: day(5) })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Adults' })).toContainText('2')
  await expect(page.getByLabel('Special requests')).toHaveValue('A child seat, please')
  await bookNow(page).dblclick()
  await onPayment(page)
  const payment = page.url()
  expect(requests).toBe(1)
  const admin = await administrator(playwright, shop)
  const bookings = await (await admin.get(`/api/admin/bookings?q=${encodeURIComponent(email)}`)).json()
  expect(bookings.items).toHaveLength(1)

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Book Your Experience' })).toBeVisible()
  await expect(page.getByLabel('Customer name')).toHaveValue('Ria Sen')
  await expect(page.getByLabel('Special requests')).toHaveValue('')
  await page.goForward()
  await onPayment(page)
  expect(page.url()).toBe(payment)
  await page.reload()
  await onPayment(page)
  await expect(page.locator('.price', { hasText: '$110.00' }).first()).toBeVisible()
})

test.describe('tabs', () => {
  test('what one tab has paid the other does not pay again [C196]', async ({ page, context, request }) => {
    const { query } = await book(request)
    const second = await context.newPage()
    for (const tab of [page, second]) await tab.goto(`/booking-payment?${query}`)
    await second.getByRole('radio', { name: /Sandbox card/ }).check()
    await page.getByRole('radio', { name: /Sandbox card/ }).check()
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page).toHaveURL(/booking-confirmation/)
    await second.getByRole('button', { name: /^Pay / }).click()
    await expect(says(second, 'Payment Error')).toBeVisible()
    await expect(second.getByText('This booking is paid')).toBeVisible()
    await second.getByRole('link', { name: 'View booking' }).click()
    await expect(second.getByText('Paid', { exact: true }).first()).toBeVisible()
  })

  test('a tab closed while paying is taken up again on a phone, where account and methods begin in sight [C179, C186, C214]', async ({
    page,
    browser,
    request,
    baseURL,
  }) => {
    const { query, reference } = await book(request)
    await page.goto(`/booking-payment?${query}`)
    const [summary, form] = [
      await page.getByRole('region', { name: 'Booking summary' }).boundingBox(),
      await page.getByRole('region', { name: 'Payment', exact: true }).boundingBox(),
    ]
    expect(form!.x).toBeGreaterThanOrEqual(summary!.x + summary!.width)
    expect(form!.y).toBeLessThan(summary!.y + summary!.height)
    await page.getByRole('radio', { name: /Bank Transfer/ }).check()
    await page.getByRole('button', { name: 'Show bank details' }).click()
    await expect(page.getByRole('heading', { name: 'Bank transfer', exact: true })).toBeVisible()
    await page.close()
    const device = await otherBrowser(browser, { baseURL: baseURL!, viewport: { width: 360, height: 740 } })
    const again = await device.newPage()
    await openAlive(again, `/booking-payment?${query}`)
    await expect(again.getByText(reference).first()).toBeAttached()
    await expect(again.getByRole('heading', { name: 'Bank transfer', exact: true })).toBeVisible()
    const payment = again.getByRole('region', { name: 'Payment', exact: true })
    const other = again.getByRole('button', { name: 'Choose another method' })
    await other.click()
    await expect(payment).toBeFocused()
    await expect(again.getByRole('radio', { name: /Bank Transfer/ })).toBeInViewport()
    await again.getByRole('radio', { name: /Bank Transfer/ }).check()
    await again.getByRole('button', { name: 'Show bank details' }).click()
    await expect(payment).toBeFocused()
    await expect(again.getByRole('heading', { name: 'Bank transfer', exact: true })).toBeInViewport()
    await expect(again.getByRole('definition').filter({ hasText: /^AE/ })).toHaveText(/^AE\d+$/)
    await other.click()
    await again.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(again).toHaveURL(/\/$/)
    await device.close()
  })
})

test('without a network it is said that there is none, and what could not be read is read once it is back [C051]', async ({
  browser,
  baseURL,
}) => {
  // Use a separate browser: in the others a failed script fails the test.
  const context = await otherBrowser(browser, { baseURL: baseURL! })
  const page = await context.newPage()
  await openAlive(page, '/tours?q=hatta')
  await context.setOffline(true)
  const notice = page.locator('.toast').filter({ hasText: 'You are offline' })
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'Hatta Mountains and Kayak Day' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tour Not Found')
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hatta Mountains and Kayak Day')
  await expect(notice).toHaveCount(0)
  await context.close()
})

test('on paper a confirmation is the booking, without what is pressed or floats', async ({ page, request }) => {
  const booked = await book(request)
  await payByCard(request, booked, 'pay')
  await openAlive(page, `/booking-confirmation?${booked.query}`)
  const help = page.getByRole('complementary', { name: 'Need Help?' })
  await expect(help).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(booked.reference)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Safar Travel House/ })).toHaveCount(1)
  for (const gone of [help, page.getByRole('contentinfo'), page.getByRole('heading', { name: 'Documents' })])
    await expect(gone).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await page.getByRole('banner').evaluate((head) => getComputedStyle(head).position)).toBe('static')
})

test.describe('the tracker', () => {
  async function track(page: Page, reference: string): Promise<void> {
    await page.getByLabel('Booking reference', { exact: true }).fill(reference)
    await page.getByRole('button', { name: 'Track booking' }).click()
  }
  const result = (page: Page) => page.getByRole('region', { name: 'Your booking', exact: true })

  test('on a phone what was found comes into sight, and what went wrong stands above the form [C234, C238]', async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const { reference } = await book(request)
    await openAlive(page, '/booking-tracker')
    await track(page, 'TH0000000000')
    const toast = await page.locator('.toast').first().boundingBox()
    expect(toast!.y).toBeLessThan(120)
    const notice = page.locator('main').getByRole('alert')
    await expect(notice).toBeInViewport({ ratio: 1 })
    expect((await notice.boundingBox())!.y).toBeLessThan(
      (await page.getByLabel('Booking reference', { exact: true }).boundingBox())!.y,
    )
    await track(page, reference)
    await expect(result(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
    const focused = page.locator(':focus')
    await expect(focused.getByRole('region', { name: 'Your booking', exact: true })).toBeVisible()
  })
})
