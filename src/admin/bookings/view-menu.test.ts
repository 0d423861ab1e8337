// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { fillIn, press, toast, typedIn } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const owner = await shop.signIn('admin')
const colleague = await shop.signIn('support')
const open = screensOf(shop, owner)
const tour = await addService(core, 'tour')
for (let n = 0; n < 3; n++) await book(core, tour, { customer_name: `Guest ${n}` })

/** Without the one of the boxes, which has no text. */
const headings = () =>
  [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent).filter((name) => name !== '')
const addressed = () => Object.fromEntries(new URLSearchParams(location.search))
/** A click of a test presses nothing outside. */
const leave = () => fireEvent.pointerDown(document.body)
const all = ['Reference', 'Customer', 'Service', 'Travel date', 'Amount (INR)', 'Status', 'Payment', 'Date']

test('columns are hidden and shown again, and the browser remembers them', async () => {
  const page = await open('/admin/bookings')
  await page.findByRole('table')
  expect(headings()).toEqual(all)
  await press(page, 'Columns')
  for (const column of ['Service', 'Payment']) await press(page, column, 'checkbox')
  const left = all.filter((name) => name !== 'Service' && name !== 'Payment')
  await expect.poll(headings).toEqual(left)
  expect(page.queryByRole('checkbox', { name: 'Reference' })).toBeNull()

  const again = await open('/admin/bookings')
  await again.findByRole('table')
  expect(headings()).toEqual(left)
  await press(again, 'Columns')
  await press(again, 'Show all')
  await expect.poll(headings).toEqual(all)
  expect(localStorage.getItem('safar.booking-columns')).toBeNull()
})

test('a view is saved, chosen, known from its address, updated, renamed and deleted', async () => {
  const page = await open('/admin/bookings?status=pending&sort=customer_name&direction=asc')
  await page.findByRole('table')
  await press(page, 'Columns')
  await press(page, 'Date', 'checkbox')
  leave()
  await press(page, 'Views')
  await press(page, 'Save view')
  const dialog = within(await page.findByRole('dialog'))
  await press(dialog, 'Save')
  await dialog.findByText('Please enter a name')
  await fillIn(dialog, /^Name/, 'Waiting')
  await press(dialog, 'Save')
  await toast(page, 'View saved')

  // The choice of the browser changes, and what the view shows does not.
  await press(page, 'View: Waiting')
  await press(page, 'All bookings')
  await expect.poll(() => location.search).toBe('')
  await press(page, 'Columns')
  await press(page, 'Show all')
  leave()
  await expect.poll(headings).toEqual(all)
  await press(page, 'Views')
  await press(page, 'Waiting')
  const columns = 'service_title,travel_date,final_amount,booking_status,payment_status'
  const waiting = { status: 'pending', sort: 'customer_name', direction: 'asc', columns }
  await expect.poll(addressed).toEqual(waiting)
  await expect.poll(headings).toEqual(all.filter((name) => name !== 'Date'))
  expect(typedIn(page, 'Status')).toBe('pending')
  const link = page.getAllByRole('link', { name: /^Open booking/ })[0] as HTMLAnchorElement
  expect(Object.fromEntries(new URL(link.href).searchParams)).toEqual(waiting)

  // With another column the list shows no view, until the view is updated to it.
  await press(page, 'Columns')
  await press(page, 'Status', 'checkbox')
  leave()
  await press(page, 'Views')
  await press(page, 'Edit Waiting')
  const editor = within(await page.findByRole('dialog'))
  await fillIn(editor, /^Name/, 'Still waiting')
  await press(editor, /^Update to what the list shows now/, 'checkbox')
  await press(editor, /^Share with colleagues/, 'checkbox')
  await press(editor, 'Save')
  await page.findByRole('button', { name: 'View: Still waiting' })

  await press(page, 'View: Still waiting')
  await press(page, 'Delete Still waiting')
  const question = within(await page.findByRole('dialog'))
  await question.findByText('Delete this view?')
  await press(question, 'Delete')
  await toast(page, 'View deleted')
  await page.findByRole('button', { name: 'Views' })
})

test('the address of a view opens it; a colleague may use a shared one and not change it', async () => {
  const view = { name: 'Confirmed', is_shared: true, query: { status: 'confirmed', columns: [] } }
  expect((await shop.call('POST /api/admin/booking-views', view, owner.headers)).status).toBe(200)
  const address = '/admin/bookings?status=confirmed&sort=created_at&direction=desc&columns=none'
  const page = await screensOf(shop, colleague)(address)
  await press(page, 'View: Confirmed')
  await page.findByRole('heading', { name: 'Shared views' })
  expect(page.getByRole('button', { name: 'Confirmed' }).getAttribute('aria-current')).toBe('true')
  expect(page.queryByRole('button', { name: 'Edit Confirmed' })).toBeNull()
  expect(page.queryByRole('button', { name: 'Delete Confirmed' })).toBeNull()
})
