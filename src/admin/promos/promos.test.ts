// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { safariForTwo } from '../../../tests/support/requests.ts'
import { fillIn, press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const book = (code: string) => shop.call('POST /api/bookings', { ...safariForTwo, promo_code: code })

test('a promo code is created for one service, makes its bookings cheaper, is counted, and can be deactivated', async () => {
  const page = await open('/admin/promos')
  await press(page, 'Add New')
  const dialog = within(await page.findByRole('dialog', { name: 'New promo code' }))
  await press(dialog, 'Save')
  await dialog.findByText('Enter a percentage above 0 and up to 100')
  await fillIn(dialog, /^Code/, 'desk 25')
  await fillIn(dialog, /^Percent off/, '25')
  await fillIn(dialog, /^Starts/, '2026-11-20T00:00')
  fireEvent.click(dialog.getByLabelText('Tours'))
  const search = await dialog.findByLabelText(/^Only these services/)
  fireEvent.focus(search)
  fireEvent.change(search, { target: { value: 'Desert Saf' } })
  fireEvent.click(await dialog.findByRole('option', { name: /^Desert Safari/ }))
  await dialog.findByRole('button', { name: /^Remove Desert Safari/ })
  await press(dialog, 'Save')
  await toast(page, 'Promo code created successfully')
  const row = () => page.getByRole('row', { name: /DESK25/ })
  await shows(row, '25%', 'Tour: 1 service')

  const made = await book('desk25')
  expect(made.json()).toMatchObject({ booking: { base_amount: { minor: 20_000 }, final_amount: { minor: 15_000 } } })
  const again = await open('/admin/promos')
  await again.findByRole('row', { name: /DESK25/ })
  const used = () => within(again.getByRole('row', { name: /DESK25/ })).getAllByRole('cell')[3]?.textContent
  expect(used()).toBe('1')
  expect(again.queryByRole('button', { name: 'Delete DESK25' })).toBeNull()
  await press(again, 'Deactivate DESK25')
  await shows(() => again.getByRole('row', { name: /DESK25/ }), 'Inactive')
  const refused = await book('desk25')
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('This promo code is not valid')
})
