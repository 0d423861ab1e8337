// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { readToasts } from '../../ui/toast-queue.ts'
import { fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

type Stored = { id: string; title: string; status: string; version: number; removed: { is_in_trash: boolean } | null }
async function add(title: string, kind = 'tour', details: object = { price_adult: 5_500, location: 'Dubai' }) {
  const answer = await shop.call('POST /api/admin/services', { kind, title, details }, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Stored
}
const read = async ({ id }: Stored) =>
  (await shop.call(`GET /api/admin/services/${id}`, undefined, owner.headers)).json() as Stored
const change = (action: string, { id, version }: Stored) =>
  shop.call('POST /api/admin/services/changes', { action, items: [{ id, version }] }, owner.headers)
const row = (page: Place, name: RegExp) => page.queryByRole('row', { name })
const dialog = async (page: Place) => within(await page.findByRole('dialog'))
const undo = async (page: Place, message: string) => {
  const shown = (await toast(page, message)).closest<HTMLElement>('.toast')
  return press(within(shown!), 'Undo')
}

test('a deleted item can be brought back from the message, and the button has the focus', async () => {
  const item = await add('Undone tour')
  const page = await open('/admin/tours?q=undone')
  await press(page, 'Delete Undone tour')
  await press(await dialog(page), 'Delete')
  const message = await toast(page, 'Tour deleted successfully')
  expect(message.closest('.toast')?.textContent).toContain('You can restore it from the trash for 30 days.')
  await expect.poll(() => row(page, /Undone tour/)).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('Undo')
  expect(readToasts()[0]?.milliseconds).toBeGreaterThanOrEqual(10_000)
  await undo(page, 'Tour deleted successfully')
  await toast(page, 'Undone')
  await expect.poll(() => row(page, /Undone tour/)).not.toBeNull()
  expect(await read(item)).toMatchObject({ status: 'active', version: 3, removed: null })
})

test('an undo that fails says so, and the item stays in the trash', async () => {
  const item = await add('Not undone')
  const page = await open('/admin/tours?q=not', { 'catalogue/admin/trash/restore': lostConnection })
  await press(page, 'Delete Not undone')
  await press(await dialog(page), 'Delete')
  await undo(page, 'Tour deleted successfully')
  await toast(page, 'This could not be undone. Unable to reach the server. Please try again.')
  expect((await read(item)).removed?.is_in_trash).toBe(true)
})

test('the trash names who deleted an item, when, and the days left; it can be restored or deleted for good', async () => {
  const [one, two] = [await add('Trash one'), await add('Trash two')]
  for (const item of [one, two]) await change('delete', item)
  shop.core.clock.advance(2 * 24 * 60)
  const page = await open('/admin/tours?status=trash&q=trash')
  const table = await page.findByRole('table', { name: 'Tours in the trash' })
  await shows(() => row(page, /Trash one/)!, 'By Test admin, 2026-11-21 12:00 PM', '28 days left')
  expect(within(table).queryByRole('switch')).toBeNull()
  expect(within(table).queryByRole('button', { name: /^Edit/ })).toBeNull()

  await press(page, 'Restore Trash one')
  await toast(page, 'Tour restored')
  await toast(page, 'It is active again.')
  await expect.poll(() => row(page, /Trash one/)).toBeNull()
  expect((await read(one)).status).toBe('active')

  await press(page, 'Delete for good: Trash two')
  const question = await dialog(page)
  expect(question.getByRole('heading', { name: 'Delete Trash two for good?' })).toBeTruthy()
  expect(question.getByText('This cannot be undone.')).toBeTruthy()
  await press(question, 'Keep')
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  expect((await read(two)).removed?.is_in_trash).toBe(true)
  await press(page, 'Delete for good: Trash two')
  await press(await dialog(page), 'Delete for good')
  await toast(page, 'Tour deleted for good')
  expect((await shop.call(`GET /api/admin/services/${two.id}`, undefined, owner.headers)).status).toBe(404)
  const none = await open('/admin/packages?status=trash')
  await none.findByText('The trash is empty')
})

test('transfers have the same trash, although their list has cards', async () => {
  const item = await add('Trashed transfer', 'transfer', { base_price: 12_000, transfer_type: 'City Transfer' })
  await change('delete', item)
  const page = await open('/admin/transfers?status=trash')
  await press(page, 'Restore Trashed transfer')
  await toast(page, 'Transfer restored')
})

test('somebody else was faster: the list shows what is there now', async () => {
  const item = await add('Contested tour')
  await change('delete', item)
  const page = await open('/admin/tours?status=trash&q=contested')
  await page.findByRole('row', { name: /Contested tour/ })
  await shop.call(`DELETE /api/admin/trashed-services/${item.id}`, { version: 2 }, owner.headers)
  await press(page, 'Restore Contested tour')
  await toast(page, 'Failed to restore Contested tour: Service not found')
  await expect.poll(() => row(page, /Contested tour/)).toBeNull()
})

test('an archived item can be restored in its row and in its editor, which keeps what was entered', async () => {
  const [one, two] = [await add('Archive one'), await add('Archive two')]
  for (const item of [one, two]) await change('archive', item)
  const page = await open('/admin/tours?status=archived&q=archive')
  await press(page, 'Restore Archive one')
  await toast(page, 'Tour restored')
  await expect.poll(() => row(page, /Archive one/)).toBeNull()
  expect((await read(one)).status).toBe('active')

  const editor = await open(`/admin/tours/${two.id}`)
  await editor.findByText('This item is archived and not shown in the shop.')
  await fillIn(editor, 'Title Required', 'Archive two changed')
  await press(editor, 'Restore Archive two')
  await toast(editor, 'Tour restored')
  await expect.poll(() => editor.queryByText('This item is archived and not shown in the shop.')).toBeNull()
  await press(editor, 'Save')
  await toast(editor, 'Tour updated successfully')
  expect(await read(two)).toMatchObject({ title: 'Archive two changed', status: 'active' })
})

test('an item in the trash is restored before it is edited', async () => {
  const item = await add('Edited in trash')
  await change('delete', item)
  const page = await open(`/admin/tours/${item.id}`)
  await page.findByText('Edited in trash is in the trash')
  expect(page.queryByRole('button', { name: 'Save' })).toBeNull()
  await press(page, 'Restore Edited in trash')
  await page.findByRole('button', { name: 'Save' })
})

test('a save of an item that somebody has deleted meanwhile says what to do', async () => {
  const item = await add('Deleted meanwhile')
  const page = await open(`/admin/tours/${item.id}`)
  await fillIn(page, 'Title Required', 'Still typing')
  await change('delete', item)
  await press(page, 'Save')
  // In the form and in the message.
  await expect.poll(() => page.queryAllByText('This item is in the trash. Restore it first.').length).toBe(2)
  expect(page.queryByRole('dialog')).toBeNull()
})

test('many are deleted with one question and return with one undo; booked ones are archived', async () => {
  const items = [await add('Bulk one'), await add('Bulk two')]
  const sale = {
    ...{ service_type: 'tour', service_id: items[1]!.id, travel_date: '2026-12-20', travel_time: '14:00' },
    ...{ adults_count: 1, customer_name: 'Asha Rao', customer_email: 'a@example.com' },
    customer_phone: '+919876543210',
  }
  expect((await shop.call('POST /api/bookings', { ...sale, pickup_location: 'Hotel' })).status).toBe(200)
  let isCut = false
  const page = await open('/admin/tours?q=bulk', { 'catalogue/admin/bulk': () => (isCut ? lostConnection() : passOn) })
  fireEvent.click(await page.findByLabelText('Select all on this page'))
  await press(within(await page.findByRole('region', { name: '2 selected' })), 'Delete')
  const question = await dialog(page)
  expect(question.getByText(/You can restore them from the trash for 30 days/)).toBeTruthy()
  await press(question, 'Delete')
  await toast(page, '1 item deleted')
  await toast(page, '1 more has bookings and was archived. You can restore them all.')
  await expect.poll(() => row(page, /Bulk/)).toBeNull()
  isCut = true
  await undo(page, '1 item deleted')
  await toast(page, /^This could not be undone/)
  isCut = false

  const trash = await open('/admin/tours?q=bulk&status=trash')
  fireEvent.click(await trash.findByLabelText('Select all on this page'))
  const bar = within(await trash.findByRole('region', { name: '1 selected' }))
  expect(bar.queryByRole('button', { name: 'Set active' })).toBeNull()
  await press(bar, 'Restore')
  await toast(trash, '1 item restored')
  const archive = await open('/admin/tours?q=bulk&status=archived')
  fireEvent.click(await archive.findByLabelText('Select all on this page'))
  await press(within(await archive.findByRole('region', { name: '1 selected' })), 'Restore')
  await toast(archive, '1 item restored')

  const again = await open('/admin/tours?q=bulk')
  fireEvent.click(await again.findByLabelText('Select all on this page'))
  await press(within(await again.findByRole('region', { name: '2 selected' })), 'Archive')
  await press(await dialog(again), 'Archive')
  await undo(again, '2 items archived')
  await toast(again, 'Undone')
  for (const item of items) expect((await read(item)).status).toBe('active')
})

test('many are duplicated at once; the copies go to the trash with one undo', async () => {
  const item = await add('Doubled tour')
  const page = await open('/admin/tours?q=doubled')
  fireEvent.click(await page.findByLabelText('Select all on this page'))
  await press(within(await page.findByRole('region', { name: '1 selected' })), 'Duplicate')
  await page.findByRole('row', { name: /Doubled tour \(copy\)/ })
  await undo(page, '1 copy created')
  await toast(page, 'Undone')
  await expect.poll(() => row(page, /copy/)).toBeNull()
  expect((await read(item)).status).toBe('active')
})
