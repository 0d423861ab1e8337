import { expect, nobody, readBooking, test } from './support/admin.ts'
import { otherBrowser } from './support/alive.ts'
import { expectAccessibleByDayAndNight } from './support/axe.ts'
import { dayAhead, newEmail } from './support/bookings.ts'
import { mailTo } from './support/shop.ts'

test('a tour is sold by phone at the price of the shop, and its customer pays by the link that staff copied', async ({
  page,
  request,
  browser,
  shop,
  context,
}) => {
  const email = newEmail()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/admin/bookings')
  await expect(page.getByRole('link', { name: 'New booking' })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New booking' })
  await form.getByRole('radio', { name: 'Tour', exact: true }).check()
  await form.getByRole('searchbox', { name: 'Search the catalogue' }).fill('Evening Desert Safari')
  await expect(form.getByRole('status').filter({ hasText: '1 result' })).toBeVisible()
  // Enter starts the search and must not submit the form.
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: /Evening Desert Safari/ })).toBeVisible()
  await expect(form.getByText('Please select a service')).toHaveCount(0)
  await form.getByRole('button', { name: /Evening Desert Safari/ }).click()
  await expect(form.getByRole('button', { name: 'Change' })).toBeVisible()
  const create = form.getByRole('button', { name: 'Create booking' })
  await expect(form.getByRole('region', { name: 'Price' })).toContainText('$55.00')
  await create.click()
  await expect(form.getByRole('alert')).toContainText('Travel date is required')
  await expect(form.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Date' }).fill(dayAhead(61))
  await form.getByLabel('Time').selectOption('15:00')
  await form.getByRole('button', { name: 'Add one: Adults' }).click()
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByLabel('Phone').fill('+91 98765 43210')
  await form.getByLabel(/^Internal note/).fill('Calls from Kochi')
  await expect(form.getByRole('region', { name: 'Price' })).toContainText('2 adults × $55.00$110.00')
  await expectAccessibleByDayAndNight(page, 'a sale that is filled in')
  await create.dblclick()

  const done = page.getByRole('dialog', { name: /^Booking .* created$/ })
  await expect(done).toContainText('so Meera Nair gets no email. Please share the payment link yourself')
  const link = await done.getByRole('textbox', { name: 'Payment link' }).inputValue()
  await done.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  const chat = new URL((await done.getByRole('link', { name: /^Share on WhatsApp/ }).getAttribute('href')) ?? '')
  expect(chat.pathname).toBe('/919876543210')
  expect(chat.searchParams.get('text')).toContain(link)
  await expectAccessibleByDayAndNight(page, 'a sale that is made')
  expect((await mailTo(shop, email, /payment due/)).text).toContain('/booking-payment?')

  const customer = await otherBrowser(browser, { baseURL: shop.url, storageState: nobody })
  const theirs = await customer.newPage()
  await theirs.goto(link)
  await theirs.getByRole('radio', { name: /Sandbox card/ }).check()
  await theirs.getByRole('button', { name: /^Pay / }).click()
  await expect(theirs.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(theirs).toHaveURL(/booking-confirmation/)
  await customer.close()

  await done.getByRole('button', { name: 'View booking' }).click()
  const trip = page.getByRole('region', { name: 'Trip', exact: true })
  await expect(trip).toContainText('Booked by')
  await expect(page.getByRole('region', { name: 'Admin notes' })).toContainText('Calls from Kochi')
  await expect(page.getByRole('region', { name: 'Payment', exact: true })).toContainText('Completed')
  await expect(page.getByRole('button', { name: 'Get payment link' })).toHaveCount(0)
  const reference = new URL(page.url()).pathname.split('/').at(-1)
  const { id } = await (await request.get(`/api/admin/booking-references/${reference}`)).json()
  expect(await readBooking(request, id)).toMatchObject({ payment_status: 'completed', customer_email: email })
  const { items } = await (await request.get('/api/admin/bookings', { params: { q: email } })).json()
  expect(items).toHaveLength(1)
})
