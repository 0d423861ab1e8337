import { expect, nobody, test } from './support/admin.ts'
import { administrator, dayAhead, longDay, newEmail, safari } from './support/bookings.ts'

test.use({ storageState: nobody })

test('a promo code makes a booking cheaper in the shop, and counts no longer once it is inactive', async ({
  page,
  playwright,
  shop,
}) => {
  const staff = await administrator(playwright, shop)
  const data = { code: 'desk25', discount: { percentHundredths: 2_500 }, kinds: ['tour'] }
  const made = await staff.post('/api/admin/promo-codes', { data })
  expect(made.ok(), await made.text()).toBe(true)
  const form = page.getByRole('form')
  const applyCode = async (day: string) => {
    await page.goto(`/tours/${safari}`)
    await form.getByRole('radio', { name: longDay(day) }).check()
    await form.getByRole('radio', { name: '03:00 PM' }).check()
    await form.getByRole('button', { name: 'Continue' }).click()
    // The new fields push the button down: a click that has begun would miss it.
    await expect(form.getByLabel('Customer name')).toBeFocused()
    await form.getByRole('button', { name: 'Have a promo code?' }).click()
    await form.getByLabel('Promo code').fill('desk25')
    await form.getByRole('button', { name: 'Apply' }).click()
  }
  await applyCode(dayAhead(5))
  await expect(form.getByText('Promo code DESK25')).toBeVisible()
  await form.getByLabel('Customer name').fill('Ria Sen')
  await form.getByLabel('Email address').fill(newEmail())
  await form.getByLabel('Phone number').fill('98123 45678')
  await form.getByRole('button', { name: 'Book Now' }).click()
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Booking summary' }).getByText('$41.25').last()).toBeVisible()

  const promos = await (await staff.get('/api/admin/promo-codes')).json()
  const { id, used, version, ...promo } = promos.find(({ code }: { code: string }) => code === 'DESK25')
  expect(used).toBe(1)
  const off = await staff.put(`/api/admin/promo-codes/${id}`, {
    data: { version, promo: { ...promo, isActive: false } },
  })
  expect(off.ok(), await off.text()).toBe(true)
  await applyCode(dayAhead(6))
  await expect(form.getByText('This promo code is not valid')).toBeVisible()
  await staff.dispose()
})
