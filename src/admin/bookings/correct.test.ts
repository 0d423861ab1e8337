// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book, recordOf } from '../../modules/booking/testing/fixtures.ts'
import { fillIn, press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const tour = await addService(core, 'tour', { has_pickup: true }, { title: 'Harbour by night' })
const open = screensOf(shop, await shop.signIn('admin'))

test('staff correct contact and pickup; an error is shown at its field, and the history keeps the old values', async () => {
  const { id } = await book(core, tour, { pickup_location: 'Hotel Raha' })
  const page = await open(`/admin/bookings?booking=${id}`)
  const customer = within(await page.findByRole('region', { name: 'Customer' }))
  await press(customer, 'Correct details')
  const dialog = within(await page.findByRole('dialog', { name: 'Correct details' }))
  expect(dialog.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  await fillIn(dialog, 'Email', 'asha@')
  await shows(() => page.getByRole('dialog', { name: 'Correct details' }), 'sent to asha@example.com still open this')
  await press(dialog, 'Save')
  await dialog.findByText('Please enter a valid email address')
  await fillIn(dialog, 'Email', 'asha.rao@example.com')
  await fillIn(dialog, 'Pickup location', 'Hotel Rove')
  await press(dialog, 'Save')
  await toast(page, 'Details saved')
  await shows(() => page.getByRole('region', { name: 'Customer' }), 'asha.rao@example.com')
  await shows(
    () => page.getByRole('region', { name: 'History' }),
    'Email: asha@example.com → asha.rao@example.com',
    'Pickup: Hotel Raha → Hotel Rove',
  )
  expect(await recordOf(core, id)).toMatchObject({
    ...{ customer_email: 'asha.rao@example.com', pickup_location: 'Hotel Rove' },
  })
})

test('staff tell the customer unless they choose not to', async () => {
  const { id } = await book(core, tour, { pickup_location: 'Hotel Raha' })
  const page = await open(`/admin/bookings?booking=${id}`)
  const mailCount = () =>
    core.db
      .selectFrom('events')
      .select('id')
      .where('name', '=', 'booking.corrected')
      .execute()
      .then((rows) => rows.length)
  const save = async (requests: string, isTold: boolean) => {
    await press(within(await page.findByRole('region', { name: 'Customer' })), 'Correct details')
    const dialog = within(await page.findByRole('dialog', { name: 'Correct details' }))
    await fillIn(dialog, 'Special requests', requests)
    if (!isTold) dialog.getByRole('checkbox', { name: 'Tell the customer by email what has changed' }).click()
    await press(dialog, 'Save')
    await shows(() => page.getByRole('region', { name: 'Trip' }), requests)
  }
  const before = await mailCount()
  await save('A window seat', false)
  expect(await mailCount()).toBe(before)
  await save('Two window seats', true)
  expect(await mailCount()).toBe(before + 1)
})
