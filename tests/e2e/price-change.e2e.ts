// A price that changes while a customer fills in the form.
import { administrator, dayAhead, longDay, newEmail } from './support/bookings.ts'
import { expect, type RunningShop, test } from './support/shop.ts'

test('a price that has changed is asked about before anything is booked [C303]', async ({
  page,
  playwright,
  request,
  shop,
}) => {
  const slug = 'al-ain-oasis-and-forts'
  const email = newEmail()
  const bookNow = page.getByRole('button', { name: 'Book Now' }).first()
  await page.goto(`/tours/${slug}/booking`)
  const { service } = await (await request.get(`/api/services/tour/${slug}`)).json()
  const shown = `$${(service.details.price_adult / 100).toFixed(2)}`
  await page.getByRole('radio', { name: longDay(dayAhead(6)) }).check()
  await page.getByRole('radio', { name: '08:00 AM' }).check()
  await page.getByLabel('Customer name').fill('Ria Sen')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill('98123 45678')
  await expect(page.getByText(shown).first()).toBeVisible()
  await raisePrice(shop, slug, 1_000)
  await bookNow.click()
  const question = page.getByRole('dialog', { name: 'The price has changed' })
  await expect(question).toContainText(shown)
  const admin = await administrator(playwright, shop)
  const bookings = async () =>
    (await (await admin.get(`/api/admin/bookings?q=${encodeURIComponent(email)}`)).json()).items
  expect(await bookings()).toHaveLength(0)
  await question.getByRole('button', { name: 'Go back' }).click()
  await bookNow.click()
  const agree = question.getByRole('button', { name: /^Book for / })
  const price = (await agree.innerText()).replace('Book for ', '')
  expect(price).not.toBe(shown)
  await agree.click()
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await expect(page.locator('.price', { hasText: price }).first()).toBeVisible()
  expect(await bookings()).toHaveLength(1)
})

/** As when somebody at the agency saves a new price while a customer fills in the form. */
async function raisePrice(shop: RunningShop, slug: string, byMinor: number): Promise<void> {
  const statement = `update services
    set details = jsonb_set(details, '{price_adult}', to_jsonb((details->>'price_adult')::int + $2::int)) where slug = $1`
  await shop.inDatabase((client) => client.query(statement, [slug, byMinor]))
}
