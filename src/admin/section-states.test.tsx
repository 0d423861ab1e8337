// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { type Answers, lostConnection, openScreen, owner } from './testing/screen.tsx'

const noItems = { items: [], total: 0, nextCursor: null }
/** The path of a section, its list's call, the empty answer, what is shown then, and the message of a failure. */
const sections: readonly (readonly [path: string, call: string, empty: unknown, none: string, failed: string])[] = [
  ['audit', 'account/admin/audit', noItems, 'No entries found', 'Failed to load the audit trail'],
  ['bookings', 'booking/admin/list', noItems, 'No bookings found', 'Failed to load bookings'],
  [
    'departures?day=2026-12-01',
    'booking/admin/departures',
    { from: '2026-12-01', to: '2026-12-07', services: [], has_more: false },
    'No departures found',
    'Failed to load departures',
  ],
  [
    'messages',
    'content/admin/enquiries',
    { ...noItems, unanswered: 0 },
    'No messages found',
    'Failed to load messages',
  ],
  ['payment-report', 'payment/admin/reports', noItems, 'No reports yet', 'Failed to load the reports'],
  [
    'places-report',
    'booking/admin/placesReport',
    { from: '2026-11-23', to: '2026-12-20', ...noItems },
    'No departures found',
    'Failed to load the report',
  ],
  ['payments-review', 'payment/admin/reviews', noItems, 'No payments to review', 'Failed to load payments'],
  ['promos', 'promo/admin/list', [], 'No promo codes', 'Failed to load promo codes'],
  ['reviews', 'review/admin/list', { ...noItems, waiting: 0 }, 'No reviews found', 'Failed to load reviews'],
  ['sliders', 'content/admin/sliders/list', noItems, 'No homepage sliders found', 'Failed to load sliders'],
  ['tours', 'catalogue/admin/list', noItems, 'No tours found', 'Failed to load tours'],
  [
    'trending',
    'catalogue/admin/trending/list',
    noItems,
    'No trending products found',
    'Failed to load trending products',
  ],
]
const besides: Answers = {
  'inventory/admin/resources/list': () => [],
  'catalogue/admin/trending/choices': () => ({ items: [] }),
  'payment/admin/refusedReports': () => ({ providers: [], days: 14 }),
  'payment/admin/waitingProofs': () => noItems,
}

test.each(sections)(
  '%s: a failure can be tried again, and an empty list says so',
  async (path, call, empty, none, failed) => {
    let isConnected = false
    const page = await openScreen(`/admin/${path}`, {
      ...besides,
      [call]: () => (isConnected ? empty : lostConnection()),
    })
    const title = { selector: '.empty-title' }
    await page.findByText(new RegExp(`^${failed}`), title)
    expect(page.queryByText(new RegExp(`^${none}`))).toBeNull()
    isConnected = true
    fireEvent.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText(new RegExp(`^${none}`), title)
    await waitFor(() => expect(page.queryByText(new RegExp(`^${failed}`), title)).toBeNull())
  },
)

test('a section that the role does not open says so, without asking the server, and leads to one that it opens', async () => {
  const support = { ...owner, role: 'support' as const, areas: ['overview' as const, 'bookings' as const] }
  const asked: string[] = []
  const page = await openScreen('/admin/staff', {
    'account/session': () => ({ user: support }),
    'account/admin/staff': () => asked.push('staff'),
  })
  await page.findByRole('heading', { name: 'You have no access to Staff' })
  expect(page.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/admin/dashboard')
  expect(asked).toEqual([])
})
