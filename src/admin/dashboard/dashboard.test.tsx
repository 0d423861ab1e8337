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
  for (const name of [/^1 payment proof has been waiting/, '2 payment proofs to check'])
    expect(queue.getByRole('link', { name }).getAttribute('href')).toBe('/admin/queue/transfers')
  await queue.findByText(/Mailbox is full/)
  fireEvent.click(queue.getByRole('button', { name: /^Try again/ }))
  await queue.findByText('Nothing needs your attention.')
  expect(retried).toEqual([{ messageId: mail.id }])
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
