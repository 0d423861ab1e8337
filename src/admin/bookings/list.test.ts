// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { act } from 'react'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { BookingRow } from '../../modules/booking/contract.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { choose, fillIn, press, toast, typedIn } from '../testing/hands.ts'
import { lostConnection } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await seedWorld(shop.shop.deps, 'test')
await addUsers(core)
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const tour = await addService(core, 'tour', { price_adult: 12_300 }, { title: 'Harbour by night' })
const ticket = await addService(core, 'ticket', {}, { title: 'Above the clouds' })
const names = ['Zoya Khan', 'Asha Rao', 'Meera Nair', 'Ben Okafor', 'Lina Haddad']
for (let n = 0; n < 28; n++) {
  core.clock.advance(1)
  const customer_name = `${names[n % names.length]} ${n}`
  const about = { customer_name, customer_email: `guest${n}@example.com`, travel_date: `2026-12-${10 + (n % 9)}` }
  const { id } = await book(core, n % 3 === 0 ? ticket : tour, { ...about, adults_count: 1 + (n % 4) })
  if (n % 4 === 0) await shop.call(`POST /api/admin/bookings/${id}/confirmation`, {}, owner.headers)
}

type Staff = { id: string; name: string }[]
type List = { items: BookingRow[]; total: number; nextCursor: string | null }
async function list(query: Readonly<Record<string, string>> = {}): Promise<List> {
  const address = `GET /api/admin/bookings?${new URLSearchParams({ limit: '25', ...query })}`
  return (await shop.call(address, undefined, owner.headers)).json() as List
}
const referencesOf = async (query = {}) => (await list(query)).items.map((row) => row.booking_reference)
const exact = (value: Money) => formatMoney(value, { exact: true })
const shown = (): (string | null)[] =>
  [...document.querySelectorAll('tbody th a')].map(({ textContent }) => textContent)
const expectShown = async (query = {}) => {
  const expected = await referencesOf(query)
  await expect.poll(() => shown(), { timeout: 5_000 }).toEqual(expected)
}

test('the list finds part of a name, email, reference or title, with both filters, and goes back step by step [A131, A133, A134, A135, A136]', async () => {
  const query = { status: 'confirmed', type: 'tour' }
  const { items } = await list(query)
  const [known] = items
  if (!known) throw new Error('no confirmed tour')
  const page = await open('/admin/bookings')
  await page.findByRole('table')
  const search = page.getByRole('searchbox', { name: 'Search bookings' })
  const { customer_name: name, customer_email: email, booking_reference: reference, service_title: title } = known
  for (const typed of [
    name.slice(1, 6).toUpperCase(),
    email.slice(2, 9),
    reference.slice(3).toLowerCase(),
    title.slice(2),
  ]) {
    const q = typed.trim()
    fireEvent.change(search, { target: { value: typed } })
    await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe(q)
    expect(await referencesOf({ q })).toContain(reference)
    await expectShown({ q })
  }
  fireEvent.change(search, { target: { value: '' } })
  await expect.poll(() => location.search).toBe('')
  await choose(page, 'Status', 'Confirmed')
  await expectShown({ status: 'confirmed' })
  await choose(page, 'Service type', 'Tour')
  await expectShown(query)
  await page.findByText(`${items.length} bookings`)
  history.back()
  await expect.poll(() => typedIn(page, 'Service type')).toBe('')
  await expectShown({ status: 'confirmed' })
  await press(page, 'Clear filters')
  await expect.poll(() => typedIn(page, 'Status')).toBe('')
})

test('an address with filters opens the filtered list [A002]', async () => {
  const page = await open('/admin/bookings?status=confirmed&type=tour')
  await expectShown({ status: 'confirmed', type: 'tour' })
  expect(typedIn(page, 'Status')).toBe('confirmed')
})

test('two filters that change at once are both kept', async () => {
  const page = await open('/admin/bookings')
  await expectShown()
  // In one step: the second changes before the first is rendered.
  act(() => {
    for (const [label, value] of [
      ['Status', 'confirmed'],
      ['Service type', 'tour'],
    ] as const) {
      const field = page.getByLabelText(label) as HTMLSelectElement
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expectShown({ status: 'confirmed', type: 'tour' })
})

const addressed = () => Object.fromEntries(new URLSearchParams(location.search))

test('days, payment and staff filter the list, each with a chip that removes it', async () => {
  const page = await open('/admin/bookings?type=tour')
  await expectShown({ type: 'tour' })
  await choose(page, 'Payment', 'Pending')
  await press(page, 'More filters')
  await fillIn(page, 'Travel from', '2026-12-12')
  await fillIn(page, 'Travel to', '2026-12-16')
  const [handler] = (
    await shop.call('GET /api/admin/booking-staff', undefined, owner.headers)
  ).json() as unknown as Staff
  await choose(page, 'Sold or handled by', handler!.name)
  const days = { travel_from: '2026-12-12', travel_to: '2026-12-16' }
  const query = { type: 'tour', payment: 'pending', ...days, staff: handler!.id }
  await expect.poll(addressed).toEqual(query)
  expect(await referencesOf(query)).not.toEqual([])
  await expectShown(query)
  await page.findByRole('button', { name: 'More filters (2)' })
  const link = page.getAllByRole('link', { name: /^Open booking/ })[0] as HTMLAnchorElement
  expect(Object.fromEntries(new URL(link.href).searchParams)).toEqual(query)
  await press(page, `Remove filter: Staff: ${handler!.name}`)
  await press(page, 'Remove filter: Travel: 2026-12-12 – 2026-12-16')
  await expectShown({ type: 'tour', payment: 'pending' })
  await press(page, 'Clear filters')
  await expect.poll(() => location.search).toBe('')
  await expect.poll(() => page.queryAllByRole('button', { name: /^Remove filter/ })).toEqual([])
})

test('a range of days that ends before it begins says so, and an unfinished year changes nothing', async () => {
  const page = await open('/admin/bookings?booked_from=2026-12-12')
  await page.findByRole('button', { name: 'Remove filter: Booked: from 2026-12-12' })
  await press(page, 'More filters (1)')
  await fillIn(page, 'Booked to', '0202-12-01')
  await fillIn(page, 'Booked to', '2026-12-01')
  await page.findByText('Must not be before the first day')
  await page.findByText('No bookings found')
  expect(addressed()).toEqual({ booked_from: '2026-12-12', booked_to: '2026-12-01' })
})

test('the list starts with the newest, sorts by every column, the last one both ways, and shows amounts in INR [A132, A138]', async () => {
  const page = await open('/admin/bookings')
  await expectShown()
  const [first] = (await list()).items
  const firstRow = page.getAllByRole('row')[1]?.textContent
  // As booked first; the INR of the heading below it.
  expect(firstRow).toContain(`${exact(first!.final_amount)}${exact(first!.amount_inr!)}`)
  const columns = {
    Reference: 'booking_reference',
    Customer: 'customer_name',
    Service: 'service_title',
    'Travel date': 'travel_date',
    'Amount (INR)': 'final_amount',
    Status: 'booking_status',
    Payment: 'payment_status',
    Date: 'created_at',
  }
  // Looking all of this up by role takes ten times as long.
  const header = (name: string) =>
    [...document.querySelectorAll('thead th')].find(({ textContent }) => textContent === name) as HTMLElement
  for (const [name, sort] of Object.entries(columns))
    for (const direction of sort === 'created_at' ? ['asc', 'desc'] : ['asc']) {
      fireEvent.click(header(name).querySelector('button')!)
      await expect.poll(() => header(name).getAttribute('aria-sort')).toBe(`${direction}ending`)
      await expectShown({ sort, direction })
    }
})

test('every booking is reached page by page, and the page before by going back [A133]', async () => {
  const page = await open('/admin/bookings')
  await expectShown()
  const { total, nextCursor } = await list()
  expect(total).toBeGreaterThan(25)
  const [newest] = await referencesOf()
  await press(page, 'Next page', 'link')
  await expectShown({ cursor: nextCursor ?? '' })
  expect(shown()).toHaveLength(total - 25)
  await page.findByText('Page 2 of 2')
  expect(page.queryByRole('link', { name: 'Next page' })).toBeNull()
  await press(page, 'Previous page')
  await page.findByText('Page 1 of 2')
  await press(page, 'Next page', 'link')
  await press(page, 'First page', 'link')
  await expect.poll(() => shown()[0]).toBe(newest)
})

test('times are shown as YYYY-MM-DD hh:mm AM or PM [A029]', async () => {
  const page = await open('/admin/bookings')
  await expectShown()
  const time = page.getByRole('table').querySelector('tbody time')
  expect(time?.textContent).toMatch(/^\d{4}-\d\d-\d\d (0\d|1[0-2]):\d\d [AP]M$/)
  expect(time?.getAttribute('datetime')).toBe((await list()).items[0]?.created_at)
})

test('the list says when it cannot be loaded, and loads after all [A140]', async () => {
  const answers: { list?: () => unknown } = { list: lostConnection }
  const page = await open('/admin/bookings', { 'booking/admin/list': () => answers.list?.() ?? list() })
  await toast(page, 'Failed to load bookings')
  delete answers.list
  await press(page, 'Try again')
  await page.findByRole('table')
})
