// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fillIn, press, typedIn } from '../testing/hands.ts'
import { openScreen, owner } from '../testing/screen.tsx'

/** Where the screen sends the browser; happy-dom would load the address. */
function watchLeaving(): string[] {
  const left: string[] = []
  const spy = vi.spyOn(location, 'replace').mockImplementation((to) => void left.push(String(to)))
  onTestFinished(() => spy.mockRestore())
  return left
}
const toTheWindow = () => window.dispatchEvent(new Event('focus'))

test('a signed-out visitor is led to the sign-in, with the very list they asked for [A001, A002, C272]', async () => {
  const left = watchLeaving()
  await openScreen('/admin/bookings?status=confirmed&type=tour', { 'account/session': () => ({ user: null }) })
  await expect.poll(() => left[0]).toBe('/auth?returnTo=%2Fadmin%2Fbookings%3Fstatus%3Dconfirmed%26type%3Dtour')
})

test('a customer is sent to the home page with the reason [A005, C273]', async () => {
  const left = watchLeaving()
  const customer = { ...owner, role: 'customer', is_admin: false, areas: [] }
  await openScreen('/admin/bookings', { 'account/session': () => ({ user: customer }) })
  await expect.poll(() => left[0]).toBe('/?notice=access-denied')
})

test('the screen closes for a user who signed out elsewhere, once the window gets the focus [A022, A023, C260]', async () => {
  const left = watchLeaving()
  let user: typeof owner | null = owner
  const page = await openScreen('/admin', { 'account/session': () => ({ user }) })
  await page.findByRole('heading', { name: 'Dashboard' })
  user = null
  toTheWindow()
  await expect.poll(() => left[0]).toBe('/auth?returnTo=%2Fadmin')
})

test('unsaved input is hidden when the session ends, and kept until somebody signs in again [A023, D57]', async () => {
  let user: typeof owner | null = owner
  const page = await openScreen('/admin/tours/new', {
    'account/session': () => ({ user }),
    'inventory/admin/exceptions': () => ({ departures: [], blocked: [], resources: [] }),
  })
  await fillIn(page, /^Title/, 'Falcon morning')
  user = null
  toTheWindow()
  const dialog = within(await page.findByRole('dialog', { name: 'You are signed out' }))
  dialog.getByText(/Your changes are not saved yet\./)
  expect(dialog.getByRole('link', { name: 'Sign in again' }).getAttribute('target')).toBe('_blank')
  expect(page.getByLabelText(/^Title/).closest('[hidden]')).not.toBeNull()
  user = owner
  toTheWindow()
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  expect(page.getByLabelText(/^Title/).closest('[hidden]')).toBeNull()
  expect(typedIn(page, /^Title/)).toBe('Falcon morning')
})

test('the session is checked every 30 seconds, and a user whose role is gone has to leave [A023]', async () => {
  const left = watchLeaving()
  let isStaff = true
  let asked = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const page = await openScreen('/admin', {
    'account/session': () => {
      asked += 1
      return { user: isStaff ? owner : { ...owner, role: 'customer', is_admin: false } }
    },
  })
  await page.findByRole('heading', { name: 'Dashboard' })
  const before = asked
  isStaff = false
  // Real time passes as well, so stay well below the 30 seconds.
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked).toBe(before)
  expect(left).toEqual([])
  await vi.advanceTimersByTimeAsync(16_000)
  await expect.poll(() => left[0]).toBe('/?notice=access-denied')
  expect(asked).toBeGreaterThan(before)
})

const sections = {
  Dashboard: 'dashboard',
  Tours: 'tours',
  Packages: 'packages',
  Visas: 'visas',
  Tickets: 'tickets',
  Transfers: 'transfers',
  'Umrah Packages': 'umrah',
  'Ok to Board': 'ok-to-board',
  Bookings: 'bookings',
  'Trending Products': 'trending',
  'Payment Settings': 'payments',
  'Bank Transfer Settings': 'bank-settings',
  'Email Settings': 'email-settings',
  'Homepage Sliders': 'sliders',
  Content: 'content',
  'Bulk Upload': 'bulk-upload',
  Settings: 'settings',
}
const nothing = { items: [], total: 0, nextCursor: null, totalIsExact: true }

test('the sidebar has the sections of the specification in order, with addresses that back and forward follow [A026, A028, A029, A031]', async () => {
  const empty = {
    'catalogue/admin/list': () => nothing,
    'booking/admin/list': () => nothing,
    'customer/admin/list': () => nothing,
  }
  const page = await openScreen('/admin', empty)
  await page.findByRole('heading', { name: 'Dashboard' })
  const sidebar = within(page.getByRole('navigation', { name: 'Sections' }))
  const links = sidebar.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(Object.keys(sections))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Object.values(sections).map((key) => `/admin/${key}`))
  const isAt = async (name: keyof typeof sections) => {
    await page.findByRole('heading', { level: 1, name })
    expect(location.pathname).toBe(`/admin/${sections[name]}`)
    await expect.poll(() => sidebar.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
  }
  for (const name of ['Bookings', 'Tours', 'Packages'] as const) {
    await press(sidebar, name, 'link')
    await isAt(name)
  }
  history.back()
  await isAt('Tours')
  history.back()
  await isAt('Bookings')
  history.forward()
  await isAt('Tours')
})

test('an unknown section says so [A031]', async () => {
  const page = await openScreen('/admin/no-such-section')
  await page.findByRole('heading', { name: 'Section not found' })
})
