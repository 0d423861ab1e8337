// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openScreen, owner, quietDashboard } from '../testing/screen.tsx'

const mail = {
  id: '01900000-0000-7000-8000-000000000001',
  template: 'reminder',
  to: 'ria@example.com',
  subject: 'Your booking is waiting',
  status: 'failed',
  canRetry: true,
  attempts: 8,
  lastError: 'Mailbox is full',
  bookingId: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  sentAt: null,
}

test('the dashboard lists open tasks and failed mail, and says when nothing is left [A039, A179, A186]', async () => {
  const waiting = { proofsOverdue: 1, proofsToCheck: 2, paymentsUnderReview: 0, failedMail: 1, departuresSoon: 0 }
  let needsAction: Partial<typeof waiting> = waiting
  const retried: unknown[] = []
  const page = await openScreen('/admin', {
    'booking/admin/dashboard': () => ({ ...quietDashboard, needsAction }),
    'mail/admin/messages': () => ({ items: [mail], nextCursor: null }),
    'mail/admin/retry': (input: never) => {
      retried.push(input)
      needsAction = {}
      return { ...mail, status: 'queued' }
    },
  })
  await page.findByText('No recent bookings')
  const queue = within(page.getByRole('region', { name: 'Needs attention' }))
  expect(queue.getAllByRole('listitem')[0]?.textContent).toContain(
    '1 payment proof has been waiting for more than 24 hours',
  )
  const hrefOf = (name: string | RegExp) => queue.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(/^1 payment proof has been waiting/)).toBe('/admin/queue/transfers?waiting=late')
  expect(hrefOf('2 payment proofs to check')).toBe('/admin/queue/transfers')
  await queue.findByText(/Mailbox is full/)
  fireEvent.click(queue.getByRole('button', { name: /^Try again/ }))
  await queue.findByText('Nothing needs your attention.')
  expect(retried).toEqual([{ messageId: mail.id }])
})

test('every figure leads to what it counts, as far as the role allows', async () => {
  const answers = {
    'booking/admin/dashboard': () => ({ ...quietDashboard, needsAction: { departuresSoon: 2, failedMail: 1 } }),
    'mail/admin/messages': () => ({ items: [mail], nextCursor: null }),
  }
  const page = await openScreen('/admin', answers)
  const hrefOf = async (name: RegExp) => (await page.findByRole('link', { name })).getAttribute('href')
  expect(await hrefOf(/^Total Revenue/)).toMatch(/^\/admin\/sales-report\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
  expect(await hrefOf(/^Pending Bookings/)).toBe('/admin/bookings?status=pending')
  const within48 = /^\/admin\/bookings\?status=confirmed&travel_from=\d{4}-\d\d-\d\d&travel_to=\d{4}-\d\d-\d\d$/
  expect(await hrefOf(/^2 bookings travel/)).toMatch(within48)
  expect(await hrefOf(/^1 failed email/)).toBe('/admin/email-settings?mails=failed')
  const catalogue = within(page.getByRole('region', { name: 'Catalogue items' }))
  expect(catalogue.getByRole('link', { name: 'Visas' }).getAttribute('href')).toBe('/admin/visas')
  const content = { ...owner, role: 'content' as const, areas: ['overview', 'content'] as const }
  const other = await openScreen('/admin', { ...answers, 'account/session': () => ({ user: content }) })
  await other.findByText(/^Total Revenue/)
  expect(other.queryByRole('link', { name: /^Total Revenue/ })).toBeNull()
})

test('the gate says what it is checking, and a slow response denies nobody access [A003, A004, C271]', async () => {
  const [session, permission] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const page = await openScreen('/admin', {
    'account/session': async () => {
      await session.promise
      return { user: owner }
    },
    'booking/admin/dashboard': async () => {
      await permission.promise
      return quietDashboard
    },
  })
  await page.findByText('Verifying admin access...')
  session.resolve()
  await page.findByText('Checking permissions...')
  expect(location.pathname).toBe('/admin')
  permission.resolve()
  await page.findByRole('heading', { name: 'Dashboard' })
  expect(page.queryByText('Access Denied')).toBeNull()
})
