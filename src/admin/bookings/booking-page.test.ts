// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { switchKeys } from '../shortcuts/key-switch.ts'
import { choose, type Place, press } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const references: string[] = []
for (let n = 0; n < 30; n++) {
  core.clock.advance(1)
  const { id, booking_reference } = await book(core, tour, { customer_name: `Asha Rao ${n}` })
  // Newest first, and every third is not in the filtered list.
  if (n % 3) references.unshift(booking_reference)
  else await shop.call(`POST /api/admin/bookings/${id}/cancellation`, {}, owner.headers)
}
const heading = (page: Place, reference: string) =>
  page.findByRole('heading', { level: 1, name: `Booking ${reference}` })
const key = (name: string, target: Element = document.body) => fireEvent.keyDown(target, { key: name })

test('j and k, or the buttons, walk the filtered list across its pages, and going back leads to the list as it was', async () => {
  const page = await open('/admin/bookings')
  await page.findByRole('table')
  await choose(page, 'Status', 'Pending')
  const [first = '', second = '', third = ''] = references
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(references.length)
  const [link] = await page.findAllByRole('link', { name: `Open booking ${first}` })
  link?.click()
  await heading(page, first)
  expect(page.queryByRole('button', { name: 'Next booking' })?.getAttribute('disabled')).toBeNull()
  await expect.poll(() => page.getByRole('button', { name: 'Previous booking' }).matches(':disabled')).toBe(true)
  key('j')
  await heading(page, second)
  await press(page, 'Next booking')
  await heading(page, third)
  key('k')
  await heading(page, second)
  expect(location.pathname + location.search).toBe(`/admin/bookings/${second}?status=pending`)
  key('u')
  await page.findByRole('table')
  expect(location.pathname + location.search).toBe('/admin/bookings?status=pending')
})

test('the last booking of the list has no next one', async () => {
  const last = references.at(-1) ?? ''
  const page = await open(`/admin/bookings/${last}?status=pending`)
  await heading(page, last)
  await expect.poll(() => page.getByRole('button', { name: 'Next booking' }).matches(':disabled')).toBe(true)
  key('j')
  key('Escape')
  await page.findByRole('table')
  expect(location.search).toBe('?status=pending')
})

test('letters do nothing in a field, over a dialog, or when they are switched off; Escape still leads to the list', async () => {
  const [first = '', second = ''] = references
  const page = await open(`/admin/bookings/${first}?status=pending`)
  await press(page, 'Edit notes')
  const field = await page.findByRole('textbox', { name: /^Admin notes/ })
  for (const each of ['j', 'u', 'Escape']) key(each, field)
  key('j')
  await press(page, 'Discard')
  switchKeys(false)
  try {
    key('j')
    key('u')
    await press(page, 'Next booking')
    await heading(page, second)
    key('Escape')
    await page.findByRole('table')
  } finally {
    switchKeys(true)
  }
})

test('a link of an old mail, by id, leads to the page', async () => {
  const { id, booking_reference: reference } = await book(core, tour)
  const page = await open(`/admin/bookings?booking=${id}`)
  await heading(page, reference)
  expect(location.pathname).toBe(`/admin/bookings/${reference}`)
})

test('an unknown reference, a lost connection and a role without bookings each say so', async () => {
  let page = await open('/admin/bookings/TH0000000000')
  await page.findByRole('heading', { level: 1, name: 'Booking Not Found' })
  expect(page.getByText('There is no booking with the reference TH0000000000.')).toBeTruthy()

  const [first = ''] = references
  let isLost = true
  const find = () => (isLost ? lostConnection() : passOn)
  page = await open(`/admin/bookings/${first}`, { 'booking/admin/find': find })
  await page.findByRole('heading', { level: 1, name: 'Failed to load the booking' })
  isLost = false
  await press(page, 'Try again')
  await heading(page, first)

  page = await screensOf(shop, await shop.signIn('content'))(`/admin/bookings/${first}`)
  await page.findByText(/role/)
  expect(page.queryByText('Harbour by night')).toBeNull()
})
