// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import { staffAreas } from '../../kernel/staff.ts'
import { press } from '../testing/hands.ts'
import { openScreen, owner, quietDashboard } from '../testing/screen.tsx'

beforeEach(() => localStorage.clear())

const namesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const start = async (needsAction = {}, areas: readonly string[] = staffAreas) => {
  const page = await openScreen('/admin', {
    'account/session': () => ({ user: { ...owner, areas } }),
    'booking/admin/dashboard': () => ({ ...quietDashboard, needsAction }),
  })
  await page.findByRole('heading', { name: 'Dashboard' })
  const list = (name: string) => page.getByRole('navigation', { name })
  return { page, list }
}

test('bookings and departures are pinned at first; sections are pinned and unpinned, and stay so', async () => {
  let { page, list } = await start()
  expect(namesIn(list('Favourites'))).toEqual(['Bookings', 'Departures'])
  expect(page.queryByRole('button', { name: 'Pin Audit Trail' })).toBeNull()
  await press(page, 'Pin')
  await press(within(list('More sections')), 'Pin Audit Trail')
  await press(within(list('Favourites')), 'Unpin Departures')
  expect(namesIn(list('Favourites'))).toEqual(['Bookings', 'Audit Trail'])
  expect(within(list('More sections')).getByRole('button', { name: 'Unpin Audit Trail' })).toBeTruthy()
  await press(page, 'Pin')
  expect(page.queryByRole('button', { name: 'Unpin Audit Trail' })).toBeNull()
  ;({ page, list } = await start())
  expect(namesIn(list('Favourites'))).toEqual(['Bookings', 'Audit Trail'])
  expect(namesIn(list('Sections'))).toContain('Bookings')
})

test('favourites that the role does not open are not shown', async () => {
  localStorage.setItem('safar.sidebar', JSON.stringify({ pinned: ['audit', 'bookings', 'no-section'] }))
  const { list } = await start({}, ['overview', 'bookings'])
  expect(namesIn(list('Favourites'))).toEqual(['Bookings'])
})

test('each section says how much waits in it', async () => {
  const { list } = await start({ awaitingAgency: 2, uncheckedDocuments: 3, waitingReviews: 1_000, departuresSoon: 9 })
  const entry = (name: RegExp) => within(list('Sections')).getByRole('link', { name })
  await expect.poll(() => entry(/^Bookings/).textContent).toBe('Bookings55 waiting')
  expect(within(list('More sections')).getByRole('link', { name: /^Reviews/ }).textContent).toContain('999+')
  expect(entry(/^Tours/).textContent).toBe('Tours')
})

test('rows are compact when that was chosen', async () => {
  const { page, list } = await start()
  const height = () => within(list('Sections')).getByRole('link', { name: 'Tours' }).className
  expect(height()).toContain('min-h-11')
  await press(page, 'Compact')
  expect(height()).toContain('min-h-6')
  expect(page.getByRole('button', { name: 'Compact' }).getAttribute('aria-pressed')).toBe('true')
})
