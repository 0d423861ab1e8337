// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../../modules/booking/testing/fixtures.ts'
import { fillIn, press, toast } from '../../testing/hands.ts'
import { lostConnection } from '../../testing/screen.tsx'
import { screensOf } from '../../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
const made: { id: string; reference: string }[] = []
for (let n = 0; n < 28; n++) {
  core.clock.advance(1)
  const about = {
    customer_name: n < 22 ? `Guest ${n}` : `Rao ${n}`,
    customer_email: `guest${n}@example.com`,
    adults_count: 1,
  }
  const { id, booking_reference: reference } = await book(core, tour, {
    ...about,
    travel_date: `2026-12-${10 + (n % 9)}`,
  })
  made.unshift({ id, reference })
  await core.db
    .updateTable('bookings')
    .set({ payment_status: 'completed', paid_minor: 1 })
    .where('id', '=', id)
    .execute()
}

type Page = Awaited<ReturnType<typeof open>>
const tableOf = async (page: Page) => within(await page.findByRole('table', { name: 'Bookings' }))
const boxOf = async (page: Page, n: number) =>
  (await tableOf(page)).getByRole('checkbox', { name: new RegExp(made[n]!.reference) }) as HTMLInputElement
const checked = async (page: Page) =>
  (await tableOf(page))
    .getAllByRole('checkbox')
    .flatMap((box, at) => ((box as HTMLInputElement).checked && at > 0 ? [at - 1] : []))
const bar = (page: Page, count: number) => page.findByRole('region', { name: `${count} selected` })
const statesOf = async (ids: readonly string[]) => {
  const rows = await core.db.selectFrom('bookings').select(['id', 'booking_status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.booking_status)
}

test('rows are selected one by one, as a range with Shift, and with the keys x and Shift with an arrow', async () => {
  const page = await open('/admin/bookings')
  fireEvent.click(await boxOf(page, 2))
  fireEvent.click(await boxOf(page, 5), { shiftKey: true })
  await bar(page, 4)
  expect(await checked(page)).toEqual([2, 3, 4, 5])
  fireEvent.click(await boxOf(page, 4), { shiftKey: true })
  await bar(page, 3)
  await press(page, 'Clear selection')
  await expect.poll(() => checked(page)).toEqual([])
  // The first row, where no row has the focus.
  ;(document.activeElement as HTMLElement | null)?.blur()
  fireEvent.keyDown(document.body, { key: 'x' })
  await expect.poll(() => checked(page)).toEqual([0])
  expect(document.activeElement).toBe(await boxOf(page, 0))
  for (let n = 1; n <= 3; n++) {
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown', shiftKey: true })
    await bar(page, n + 1)
  }
  expect(await checked(page)).toEqual([0, 1, 2, 3])
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp', shiftKey: true })
  await expect.poll(() => checked(page)).toEqual([0, 1, 2])
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(await boxOf(page, 3))
  fireEvent.keyDown(document.activeElement!, { key: 'x' })
  await expect.poll(() => checked(page)).toEqual([0, 1, 2, 3])
})

test('all of the filter are selected across pages, and a changed filter starts anew', async () => {
  const page = await open('/admin/bookings')
  fireEvent.click((await tableOf(page)).getByRole('checkbox', { name: 'Select all on this page' }))
  await bar(page, 25)
  await press(page, 'Select all 28')
  const all = within(await bar(page, 28))
  expect(all.queryByRole('button', { name: /^Select all/ })).toBeNull()
  fireEvent.click(page.getByRole('link', { name: 'Next page' }))
  await expect.poll(() => checked(page)).toEqual([0, 1, 2])
  fireEvent.click(await boxOf(page, 27))
  await bar(page, 27)
  fireEvent.change(page.getByRole('searchbox', { name: 'Search bookings' }), { target: { value: 'Guest 1' } })
  await expect.poll(() => page.queryByRole('region', { name: /selected$/ })).toBeNull()
})

test('a filter with too many bookings says so, and a selection stays while a booking is opened', async () => {
  const page = await open('/admin/bookings', {
    'booking/admin/bulk/select': lostConnection,
  })
  fireEvent.click(await boxOf(page, 1))
  await press(within(await bar(page, 1)), 'Select all 28')
  await toast(page, /^Failed to select all/)
  fireEvent.click((await tableOf(page)).getByRole('link', { name: `Open booking ${made[0]!.reference}` }))
  await page.findByRole('heading', { name: new RegExp(made[0]!.reference) })
  history.back()
  await bar(page, 1)
  expect(await checked(page)).toEqual([1])
})

test('confirming asks first, says what is skipped, and lists what was left', async () => {
  const [first, second, unpaid, cancelled] = [made[0]!, made[1]!, made[2]!, made[3]!]
  const set = (id: string, values: object) => core.db.updateTable('bookings').set(values).where('id', '=', id).execute()
  await set(unpaid.id, { payment_status: 'pending', paid_minor: 0 })
  await set(cancelled.id, { booking_status: 'cancelled' })
  const page = await open('/admin/bookings?q=Rao')
  for (const n of [0, 1, 2, 3]) fireEvent.click(await boxOf(page, n))
  await press(within(await bar(page, 4)), 'Confirm')
  const question = within(await page.findByRole('dialog', { name: 'Confirm 2 bookings?' }))
  question.getByText('1 booking is not paid')
  expect(question.getByText('1 is cancelled').closest('details')?.textContent).toContain(cancelled.reference)
  fireEvent.click(question.getByRole('checkbox', { name: 'Confirm it all the same' }))
  const asked = within(await page.findByRole('dialog', { name: 'Confirm 3 bookings?' }))
  fireEvent.click(asked.getByRole('checkbox', { name: 'Confirm it all the same' }))
  // Another user changes the booking first.
  await set(second.id, { version: 9 })
  await press(page, 'Confirm 2 bookings')
  const run = within(await page.findByRole('dialog', { name: 'Confirm 4 bookings' }))
  await run.findByText('0 of 4 bookings')
  expect(page.queryByRole('region', { name: /selected$/ })).toBeNull()
  await shop.runJobs()
  await run.findByText('1 booking confirmed.')
  await run.findByText('3 bookings were left as they are.')
  const left = within(await run.findByRole('table', { name: 'Bookings that were left, and why' }))
  for (const [{ reference }, reason] of [
    [second, /Changed since you checked/],
    [unpaid, 'Not paid'],
    [cancelled, 'Cancelled'],
  ] as const) {
    const row = within((await left.findByRole('link', { name: reference })).closest('tr')!)
    row.getByText(reason)
    expect(row.getByRole('link').getAttribute('href')).toBe(`/admin/bookings/${reference}`)
  }
  expect(await statesOf([first, second, unpaid, cancelled].map(({ id }) => id))).toEqual([
    ...['confirmed', 'pending', 'pending', 'cancelled'],
  ])
  await press(run, 'Back to the list')
  await expect.poll(() => location.search).toBe('?q=Rao')
  // The result can be opened again.
  await press(page, 'Bulk actions')
  fireEvent.click(await page.findByText('Confirm 4 bookings'))
  await page.findByRole('dialog', { name: 'Confirm 4 bookings' })
})

test('a message is written, previewed and sent once to each customer', async () => {
  const page = await open('/admin/bookings?q=Rao')
  for (const n of [4, 5]) fireEvent.click(await boxOf(page, n))
  await press(within(await bar(page, 2)), 'Send email')
  const dialog = within(await page.findByRole('dialog', { name: 'Email to the customers of 2 bookings' }))
  await press(dialog, 'Preview email')
  await dialog.findByText('Please enter a subject')
  await fillIn(dialog, /^Subject/, 'Weather')
  await fillIn(dialog, /^Message$/, 'Bring a coat')
  await press(dialog, 'Preview email')
  await dialog.findByText('2 customers get this email')
  await dialog.findByTitle('Preview of the email')
  await press(dialog, 'Send message')
  await page.findByText('0 of 2 bookings')
  await shop.runJobs()
  await toast(page, '2 emails on their way.')
  expect(shop.outbox.filter(({ subject }) => subject === 'Weather')).toHaveLength(2)
})

test('the selected bookings are shown for printing by day, and the list comes back', async () => {
  const page = await open('/admin/bookings?q=Rao')
  for (const n of [4, 5]) fireEvent.click(await boxOf(page, n))
  await press(within(await bar(page, 2)), 'Printable list')
  await page.findByRole('heading', { name: '2 selected bookings' })
  for (const n of [4, 5]) await page.findByRole('link', { name: made[n]!.reference })
  expect(page.getAllByRole('heading', { level: 2, name: /Harbour by night$/ })).toHaveLength(2)
  await press(page, 'Back to the list')
  await bar(page, 2)
})

test('nothing to confirm leaves nothing to press', async () => {
  await core.db.updateTable('bookings').set({ booking_status: 'completed' }).where('id', '=', made[5]!.id).execute()
  const page = await open('/admin/bookings?q=Rao')
  fireEvent.click(await boxOf(page, 5))
  await press(within(await bar(page, 1)), 'Confirm')
  const dialog = within(await page.findByRole('dialog', { name: 'Confirm bookings' }))
  await dialog.findByText('None of the selected bookings can be confirmed.')
  expect(dialog.queryByRole('button', { name: /^Confirm/ })).toBeNull()
})
