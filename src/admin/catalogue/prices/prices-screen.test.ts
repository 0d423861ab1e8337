// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { choose, fillIn, type Place, press, shows, toast } from '../../testing/hands.ts'
import { screensOf } from '../../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

type Stored = { id: string; version: number; details: Record<string, unknown> }
async function add(title: string, details: object = {}, more: object = {}) {
  const body = { kind: 'tour', title, details: { price_adult: 5_500, location: 'Dubai', ...details }, ...more }
  const answer = await shop.call('POST /api/admin/services', body, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Stored
}
const priceOf = async ({ id }: Stored) => {
  const answer = await shop.call(`GET /api/admin/services/${id}`, undefined, owner.headers)
  return (answer.json() as Stored).details.price_adult
}
const dialog = async (page: Place, name: string | RegExp) => within(await page.findByRole('dialog', { name }))

test('all that the filter matches is previewed, changed, and undone from the message', async () => {
  const items = [await add('Filtered one'), await add('Filtered two', { price_child: 4_500 })]
  const other = await add('Left alone')
  const page = await open('/admin/tours?q=filtered')
  await press(page, 'Change prices')
  const form = await dialog(page, 'Change the prices of 2 items')
  await press(form, 'Preview')
  await form.findByText(/^Enter a percentage above 0/)
  await fillIn(form, 'How much', '10')
  await choose(form, 'Round the new prices', 'To amounts ending in .99')
  await press(form, 'Preview')
  const preview = await dialog(page, 'Preview of the new prices')
  await shows(() => preview.getByRole('row', { name: /Filtered two/ }), 'Adult price', '$55.00', '$60.99', '$49.99')
  expect(await priceOf(items[0]!)).toBe(5_500)
  await press(preview, 'Change prices of 2 items')
  const shown = (await toast(page, 'Prices of 2 items changed')).closest<HTMLElement>('.toast')
  await page.findByRole('button', { name: /^Edit Adult price of Filtered one: \D*60.99/ })
  expect(await Promise.all([...items, other].map(priceOf))).toEqual([6_099, 6_099, 5_500])
  await press(within(shown!), 'Undo')
  await toast(page, 'Undone')
  await page.findByRole('button', { name: /^Edit Adult price of Filtered one: \D*55.00/ })
})

test('chosen items that cannot be changed are named with the reason; Back returns to what was entered', async () => {
  await add('Picked cheap', { price_adult: 300 })
  await add('Picked dear')
  const page = await open('/admin/tours?q=picked')
  fireEvent.click(await page.findByLabelText('Select all on this page'))
  await press(within(await page.findByRole('region', { name: '2 selected' })), 'Change prices')
  const form = await dialog(page, 'Change the prices of 2 items')
  fireEvent.click(form.getByLabelText('Lower'))
  fireEvent.click(form.getByLabelText('Amount'))
  await fillIn(form, 'How much', '5')
  await press(form, 'Preview')
  const preview = await dialog(page, 'Preview of the new prices')
  await preview.findByText('1 item cannot be changed and keeps its prices.')
  await shows(() => preview.getByRole('row', { name: /Picked cheap/ }), 'A price would be zero or less')
  await press(preview, 'Back')
  const again = await dialog(page, 'Change the prices of 2 items')
  expect((again.getByRole('textbox', { name: 'How much' }) as HTMLInputElement).value).toBe('5')
  await press(again, 'Preview')
  await press(await dialog(page, 'Preview of the new prices'), 'Change prices of 1 item')
  await toast(page, 'Prices of 1 item changed')
})

test('a recent change is undone from the list; an item that was changed since is named', async () => {
  const items = [await add('Recent one'), await add('Recent two')]
  const change = { direction: 'raise', by: { unit: 'amount', amount: { minor: 500, currency: 'USD' } }, rounding: '5' }
  const order = { kind: 'tour', change: { ...change, fields: ['price_adult'] } }
  shop.core.clock.advance(1)
  const body = { ...order, items: items.map(({ id, version }) => ({ id, version })) }
  expect((await shop.call('POST /api/admin/price-changes', body, owner.headers)).status).toBe(200)
  const edit = { version: 2, details: { price_adult: 7_000 } }
  await shop.call(`PATCH /api/admin/services/${items[1]!.id}`, edit, owner.headers)
  const page = await open('/admin/tours?q=recent')
  await press(page, 'Recent price changes')
  const list = await dialog(page, 'Recent price changes')
  await list.findByText('Raised by $5.00, rounded to multiples of 5')
  await press(list, /^Undo: Raised by \$5.00, rounded to multiples of 5/)
  await toast(page, 'Old prices of 1 item restored')
  await toast(page, 'Recent two: The prices have been changed since.')
  await list.findByText(/^Undone .* by Test admin$/)
  expect(await Promise.all(items.map(priceOf))).toEqual([5_500, 7_000])
})
