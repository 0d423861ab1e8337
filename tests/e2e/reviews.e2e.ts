import type { APIRequestContext, Page } from '@playwright/test'
import { expect, nobody, readBooking, test, toast } from './support/admin.ts'
import { otherBrowser } from './support/alive.ts'
import { expectAccessible } from './support/axe.ts'
import { dayAhead } from './support/bookings.ts'
import { ownAddress } from './support/shop.ts'

type Listed = { items: { id: string; booking_id: string; travel_date: string | null }[] }
/** Finds a completed demo booking without a review. */
async function unreviewed(request: APIRequestContext): Promise<string> {
  const read = async (path: string): Promise<Listed['items']> =>
    ((await (await request.get(`/api/admin/${path}`)).json()) as Listed).items
  const [completed, reviews] = await Promise.all([
    read('bookings?status=completed&limit=100'),
    read('reviews?limit=100'),
  ])
  const known = new Set(reviews.map((review) => review.booking_id))
  const reviewable = completed.find(
    ({ id, travel_date }) => !known.has(id) && travel_date !== null && travel_date < dayAhead(0),
  )
  expect(reviewable).toBeDefined()
  return reviewable?.id ?? ''
}
const stars = (page: Page) => page.getByRole('group', { name: 'Your rating' }).getByRole('radio')

test('a review is written with the keyboard, published, and stands on the page of what was booked [C112, A114]', async ({
  page,
  request,
  browser,
  shop,
}) => {
  const { booking_reference, customer_email, service_href } = await readBooking(request, await unreviewed(request))
  const extraHTTPHeaders = { 'x-forwarded-for': ownAddress('review guest') }
  const context = await otherBrowser(browser, { baseURL: shop.url, storageState: nobody, extraHTTPHeaders })
  const guest = await context.newPage()
  await guest.goto('/booking-tracker')
  await guest.getByLabel('Booking reference', { exact: true }).fill(booking_reference)
  await guest.getByLabel(/^Email/).fill(customer_email)
  await guest.getByRole('button', { name: 'Track booking' }).click()
  await guest.getByRole('link', { name: 'Write a review' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'How was it?' })).toBeVisible()
  await expectAccessible(guest, 'the page for a review')

  const body = guest.getByRole('textbox', { name: /^Your review/ })
  await guest.setViewportSize({ width: 360, height: 740 })
  const top = (await body.boundingBox())!.y + (await guest.evaluate(() => scrollY))
  await guest.getByRole('button', { name: 'Send review' }).click()
  await expect(guest.getByText('Please choose 1 to 5 stars')).toBeVisible()
  await expect(stars(guest).first()).toBeFocused()
  await guest.keyboard.press('Space')
  for (let steps = 0; steps < 3; steps++) await guest.keyboard.press('ArrowRight')
  await expect(stars(guest).nth(3)).toBeChecked()
  await expect(guest.getByText('4 stars, very good', { exact: true })).toBeVisible()
  expect((await body.boundingBox())!.y + (await guest.evaluate(() => scrollY))).toBeCloseTo(top, 0)
  const text = `All went well, <b>really</b>. ${booking_reference}`
  await body.fill(text)
  await guest.getByLabel('Display name').fill('Keyboard K.')
  await guest.getByRole('button', { name: 'Send review' }).click()
  await expect(guest.getByText('We publish it as soon as we have read it.')).toBeVisible()
  await guest.goto(service_href)
  await expect(guest.getByText(text)).toHaveCount(0)

  await page.goto('/admin/reviews?status=waiting')
  const card = page.getByRole('article', { name: /^Keyboard K\./ })
  await expect(card.getByText(text)).toBeVisible()
  await expectAccessible(page, 'the reviews of the back office')
  await card.getByRole('button', { name: 'Publish the review by Keyboard K.' }).click()
  await expect(toast(page, 'Review published')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('article').filter({ hasText: text }).last()).toContainText('Verified booking')
  await context.close()
})
