// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { press, shows } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const { id, booking_reference: reference } = await book(core, tour)
const post = async (route: string, data: object) => {
  core.clock.advance(1)
  const answer = await shop.call(route, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}
await post(`PUT /api/admin/bookings/${id}/notes`, { admin_notes: 'Called back on Monday' })
await post('POST /api/admin/booking-emails', { bookingId: id, emailType: 'reminder' })
await shop.runJobs()
const panel = async (own = {}) => {
  const page = await open(`/admin/bookings/${reference}`, own)
  return within(await page.findByRole('region', { name: 'History' }))
}

test('one timeline has mails with their text, notes and states, newest first [A162, A186]', async () => {
  const history = await panel()
  const text = history.getByRole('heading').parentElement as HTMLElement
  await shows(() => text, /Reminder for booking.*Sent.*Notes saved.*Called back on Monday.*Booking created/s)
  await press(history, /^Show text Reminder/)
  await shows(() => text, 'This is a reminder of your booking.', 'token=...')
  await press(history, /^Hide text Reminder/)
  await expect.poll(() => text.textContent).not.toContain('This is a reminder')
})

test('older entries are shown on request, and a lost connection can be tried again', async () => {
  let isLost = true
  const history = await panel({ 'booking/admin/timeline': () => (isLost ? lostConnection() : passOn) })
  await history.findByText('Failed to load the history')
  isLost = false
  await press(history, 'Try again')
  await history.findByText('Notes saved')
  const paged = await panel({
    'booking/admin/timeline': ({ cursor }: { cursor?: string }) => ({
      items: [{ ...line, key: cursor ?? 'first', name: cursor ? 'booking-created' : 'booking-confirmed' }],
      nextCursor: cursor ? null : 'more',
    }),
  })
  await press(paged, 'Show older entries')
  await paged.findByText('Booking created')
  expect(paged.getByText('Booking confirmed')).toBeTruthy()
  expect(paged.queryByRole('button', { name: 'Show older entries' })).toBeNull()
})
const line = {
  ...{ source: 'event', actor: 'admin', actorName: 'Asha Rao', data: {}, mail: null },
  at: '2026-11-21T08:00:00.000Z',
}

test('a mail of an erased person says that its text is gone', async () => {
  await core.db.updateTable('mail_messages').set({ text: '', html: '' }).where('booking_id', '=', id).execute()
  await (await panel()).findAllByText(/The text is no longer stored/)
})

test('the history shows no ids', async () => {
  const data = { refundId: '01a1fd1e-8c00-71b7-b50d-5c3b61623b49', reason: 'Storm' }
  const shown = await panel({
    'booking/admin/timeline': () => ({
      items: [{ ...line, key: 'one', name: 'refund-created', data }],
      nextCursor: null,
    }),
  })
  await shown.findByText('Storm')
  expect(shown.queryByText(/01a1fd1e/)).toBeNull()
})
