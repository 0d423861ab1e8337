// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/applications.ts'
import { issueBookingToken } from '../../modules/booking/index.server.ts'
import { addService, addUsers, admin, book } from '../../modules/booking/testing/fixtures.ts'
import { changeDeparture } from '../../modules/inventory/index.server.ts'
import { choose, fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const tour = await addService(core, 'tour', { price_child: 5_000, has_pickup: true }, { title: 'Harbour by night' })
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const openBooking = (id: string, own = {}) => open(`/admin/bookings?booking=${id}`, own)
type Stored = Record<string, unknown> & { documents: { fileId: string }[] }
const get = async (path: string) => (await shop.call(`GET /api/admin/${path}`, undefined, owner.headers)).json()
const readBooking = async (id: string) => (await get(`bookings/${id}`)) as Stored
const post = async (path: string, data: object = {}) => {
  const answer = await shop.call(`POST /api/admin/${path}`, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}
const region = (page: Place, name: string) => page.findByRole('region', { name })
const panel = async (page: Place, name: string) => within(await region(page, name))
const panelShows = async (page: Place, name: string, ...texts: readonly (string | RegExp)[]) => {
  await region(page, name)
  await shows(() => page.getByRole('region', { name }), ...texts)
}
const actions = (page: Place) => within(page.getByRole('region', { name: 'Next step' })).queryAllByRole('button')

test('a booking shows its customer, trip and price [A145, A146, A147, A160]', async () => {
  const special = { special_requests: 'A window seat', pickup_location: 'Hotel Raha' }
  const { id, booking_reference, created_at } = await book(core, tour, {
    ...{ ...special, travel_time: '15:00', children_count: 1, customer_name: 'Ria Sen' },
  })
  const page = await open(`/admin/bookings?q=${booking_reference}`)
  const [link] = await page.findAllByRole('link', { name: `Open booking ${booking_reference}` })
  link?.click()
  await page.findByRole('heading', { level: 1, name: `Booking ${booking_reference}` })
  expect(location.pathname).toBe(`/admin/bookings/${booking_reference}`)
  const shown = page.getByRole('main')
  await panelShows(page, 'Trip', 'Travel date2026-12-01Time03:00 PM', 'Special requestsA window seat', 'Hotel Raha')
  await shows(() => shown, 'Harbour by night', 'Tour', 'Ria Sen', 'asha@example.com', '+919876543210')
  await shows(() => shown, '2 adults, 1 child, 0 infants')
  const customer = await panel(page, 'Customer')
  expect(customer.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toMatch(/^https:.*wa.me.919876543210/)
  const others = customer.getByRole('link', { name: 'All bookings of this customer' })
  expect(others.getAttribute('href')).toBe('/admin/bookings?q=asha%40example.com')
  expect(shown.querySelector('time')?.getAttribute('datetime')).toBe(created_at.toISOString())
  await panelShows(page, 'Price', /Base amount\$250\.00Tax.*Total amount.*Discount.*Final amount\$250\.00/)
  await press(within(shown), 'Bookings', 'link')
  await expect.poll(() => location.search).toBe(`?q=${booking_reference}`)
  expect((await readBooking(id)).special_requests).toBe('A window seat')
})

test('a booking shows what its customer wrote, and opens the message', async () => {
  const booking = await book(core, tour)
  const token = issueBookingToken(core, booking)
  const sent = await shop.call(`POST /api/bookings/${booking.id}/messages`, { token, message: 'Is lunch included?' })
  expect(sent.status, sent.text).toBe(200)
  let page = await openBooking(booking.id)
  const messages = await panel(page, 'Messages of the customer')
  expect(messages.getByText('New')).toBeTruthy()
  messages.getByRole('button', { name: 'Is lunch included?' }).click()
  page = within(document.body)
  const link = await page.findByRole('link', { name: 'Open the booking' })
  expect(link.getAttribute('href')).toContain(`booking=${booking.id}`)
})

test('the details of a visa and of an Ok to Board booking name their travellers and passengers [A148]', async () => {
  let page = await openBooking((await apply(shop, 'visa')).bookingId)
  for (const [first, passport] of [['Asha', 'Z1234567'] as const, ['Ben', 'Z7654321'] as const])
    await panelShows(page, 'Traveller details', `${first} Rao`, passport, '1990-01-01', '2026-12-20')
  page = await openBooking((await apply(shop, 'ok_to_board')).bookingId)
  await panelShows(page, 'Trip', 'Asha Rao', 'Z1234567', 'EK501', 'Emirates', 'NationalityIndia')
})

test("a booking's documents are erased after confirmation, and cannot be opened any more [A164]", async () => {
  const { bookingId: id } = await apply(shop, 'ok_to_board')
  const [document] = (await readBooking(id)).documents
  const page = await openBooking(id)
  await press(page, 'Erase documents')
  const question = within(await page.findByRole('dialog', { name: 'Permanently erase these documents?' }))
  await press(question, 'Erase documents')
  await toast(page, 'Documents erased')
  await expect.poll(() => page.queryByRole('button', { name: 'Erase documents' })).toBeNull()
  await panelShows(page, 'History', 'Documents erased')
  expect((await readBooking(id)).documents).toEqual([])
  const link = await shop.call(`GET /api/admin/files/${document?.fileId}/link`, undefined, owner.headers)
  expect(link.status).toBe(404)
})

test('notes can be edited again right after saving', async () => {
  const { id } = await book(core, tour)
  const reads = { isSlow: false }
  const read = () => (reads.isSlow ? new Promise(() => {}) : passOn)
  const page = await openBooking(id, { 'booking/admin/get': read })
  for (const notes of ['Called back on Monday', 'Called back, all is clear']) {
    await press(page, 'Edit notes')
    const dialog = within(await page.findByRole('dialog', { name: 'Admin notes' }))
    reads.isSlow = true
    await fillIn(dialog, /^Admin notes/, notes)
    await press(page, 'Save notes')
    await expect.poll(() => page.queryByRole('dialog', { name: 'Admin notes' })).toBeNull()
  }
  expect((await readBooking(id)).admin_notes).toBe('Called back, all is clear')
})

test('notes are saved with the time, and those that somebody else saved meanwhile are not overwritten unseen [A159, A160, A161]', async () => {
  const { id, updated_at } = await book(core, tour)
  const page = await openBooking(id)
  core.clock.advance(1)
  const edit = async (notes: string) => {
    await press(page, 'Edit notes')
    await fillIn(within(await page.findByRole('dialog', { name: 'Admin notes' })), /^Admin notes/, notes)
  }
  for (const notes of ['Called back on Monday', 'Called back, all is clear']) {
    await edit(notes)
    await press(page, 'Save notes')
    await toast(page, 'Admin notes updated successfully')
    await expect.poll(() => page.queryByRole('dialog', { name: 'Admin notes' })).toBeNull()
    await panelShows(page, 'Admin notes', notes)
  }
  const noted = await readBooking(id)
  expect(noted).toMatchObject({ admin_notes: 'Called back, all is clear', special_requests: null })
  expect(Date.parse(String(noted.updated_at))).toBeGreaterThan(updated_at.getTime())

  await edit('Mine')
  const theirs = await shop.call(`PUT /api/admin/bookings/${id}/notes`, { admin_notes: 'Theirs' }, owner.headers)
  expect(theirs.status).toBe(200)
  await press(page, 'Save notes')
  await toast(page, 'Failed to update admin notes')
  await shows(() => page.getByRole('dialog', { name: 'Admin notes' }), 'Theirs')
  expect((await readBooking(id)).admin_notes).toBe('Theirs')
  await press(page, 'Save notes')
  await panelShows(page, 'Admin notes', 'Mine')
})

describe('the status of a booking', () => {
  test('goes from pending to confirmed to completed, after questions [A152, A153, A154, A156, A162, A165]', async () => {
    const { id } = await book(core, tour)
    const page = await openBooking(id)
    await page.findByRole('button', { name: 'Confirm' })
    expect(page.getByRole('button', { name: 'Cancel' })).toBeTruthy()
    expect(page.queryByRole('region', { name: 'Bank transfer verification' })).toBeNull()
    await press(page, 'Confirm')
    await page.findByRole('dialog', { name: 'Confirm this unpaid booking?' })
    expect((await readBooking(id)).booking_status).toBe('pending')
    await press(page, 'Confirm unpaid')
    await toast(page, 'Booking status updated successfully')
    expect((await readBooking(id)).booking_status).toBe('confirmed')
    // A second click on the same place asks about cancelling.
    await expect
      .poll(() => actions(page).map((button) => button.textContent))
      .toEqual(['Request payment', 'Cancel', 'Complete'])
    await press(page, 'Complete')
    await page.findByRole('dialog', { name: 'Complete this booking already?' })
    expect((await readBooking(id)).booking_status).toBe('confirmed')
    await press(page, 'Complete now')
    await panelShows(page, 'History', /Booking completed.*Booking confirmed.*Booking created/s)
    expect((await readBooking(id)).booking_status).toBe('completed')
  })

  test('is reopened by the owner with a reason, and not offered to support', async () => {
    const { id } = await book(core, tour)
    for (const step of ['confirmation', 'completion']) await post(`bookings/${id}/${step}`)
    const support = await shop.signIn('support')
    let page = await screensOf(shop, support)(`/admin/bookings?booking=${id}`)
    await panelShows(page, 'Next step', 'This booking is closed')
    const refused = await shop.call(`POST /api/admin/bookings/${id}/reopening`, { reason: 'x' }, support.headers)
    expect(refused.status).toBe(403)
    page = await openBooking(id)
    await panelShows(page, 'Next step', 'This booking is completed. To change it, reopen it with a reason.')
    await press(page, 'Reopen')
    const dialog = within(await page.findByRole('dialog', { name: 'Reopen this booking?' }))
    await press(dialog, 'Reopen')
    await dialog.findByText('Please give a reason to reopen the booking')
    await fillIn(dialog, /^Reason/, 'The trip is next week')
    await press(dialog, 'Reopen')
    await panelShows(page, 'History', /Booking reopened.*The trip is next week.*Booking completed/s)
    expect((await readBooking(id)).booking_status).toBe('confirmed')
  })

  test('becomes cancelled: a confirmed booking with a reason only, a pending one without [A152, A153, A154]', async () => {
    const [pending, confirmed] = [await book(core, tour), await book(core, tour)]
    await post(`bookings/${confirmed.id}/confirmation`)
    let page = await openBooking(confirmed.id)
    await press(page, 'Cancel')
    await press(page, 'Cancel booking')
    await page.findByText('Please give a reason to cancel a confirmed booking')
    expect((await readBooking(confirmed.id)).booking_status).toBe('confirmed')
    await fillIn(page, /^Reason/, 'The guide is ill')
    await press(page, 'Cancel booking')
    await panelShows(page, 'Trip', 'Cancellation reasonThe guide is ill')
    expect(actions(page)).toEqual([])

    page = await openBooking(pending.id)
    await press(page, 'Cancel')
    await press(page, 'Cancel booking')
    await toast(page, 'Booking status updated successfully')
    expect((await readBooking(pending.id)).booking_status).toBe('cancelled')
  })

  test('says when somebody else was quicker, and shows what they did [A155, A156]', async () => {
    const { id } = await book(core, tour)
    const page = await openBooking(id)
    await page.findByRole('button', { name: 'Confirm' })
    await post(`bookings/${id}/cancellation`)
    await press(page, 'Confirm')
    await press(page, 'Confirm unpaid')
    await toast(page, 'Failed to update booking status')
    await panelShows(page, 'Next step', 'This step is not possible')
    await expect.poll(() => actions(page)).toEqual([])
  })

  test('is paid when staff record it, and goes back once the money has been refunded [A139, A157, A158]', async () => {
    const { id } = await book(core, tour)
    let page = await openBooking(id)
    await press(page, 'Mark as paid')
    const question = within(await page.findByRole('dialog', { name: 'Mark this booking as paid?' }))
    await press(question, 'Mark as paid')
    await question.findByText('Please enter how it was paid')
    await fillIn(question, /^How was it paid/, 'In cash, at the desk')
    await fillIn(question, /^Receipt number/, 'R-17')
    await press(question, 'Mark as paid')
    await toast(page, 'Payment recorded successfully')
    await panelShows(page, 'Payment', 'Completed')
    await panelShows(page, 'Price', 'Paid$200.00')
    await panelShows(page, 'History', 'In cash, at the deskReceipt: R-17')

    await press(page, 'Cancel')
    await fillIn(page, /^Reason/, 'The guest fell ill')
    await press(page, 'Cancel booking')
    await toast(page, 'Booking status updated successfully')
    await shop.runJobs()
    page = await openBooking(id)
    await panelShows(page, 'Payment', 'Pending$200.00')
    await press(page, 'Mark as refunded')
    await toast(page, 'Refund recorded successfully')
    await panelShows(page, 'Payment', 'REFUNDED', 'Refunded')
  })
})

test('the emails of a booking go out on request, and its state decides which ones [A180, A181, A182, A183]', async () => {
  const { id, customer_email } = await book(core, tour)
  let page = await openBooking(id)
  const send = (kind: string) => press(page, `Send ${kind} email`)
  await send('reminder')
  await toast(page, 'Reminder email sent successfully')
  expect(page.queryByRole('button', { name: 'Send cancellation email' })).toBeNull()
  await send('confirmation')
  await toast(page, 'Failed to send confirmation email')
  await panelShows(page, 'Emails', 'This booking is not confirmed, so no confirmation was sent.')
  await post(`bookings/${id}/confirmation`)
  await send('confirmation')
  await toast(page, 'Confirmation email sent successfully')
  await shop.runJobs()
  expect(shop.outbox.some(({ to, subject }) => to === customer_email && /reminder/i.test(subject))).toBe(true)

  await post(`bookings/${id}/cancellation`, { reason: 'Closed' })
  // This screen is from before the cancellation, so the server must refuse the mail.
  await send('reminder')
  await toast(page, 'Failed to send reminder email')
  page = await openBooking(id)
  await page.findByRole('button', { name: 'Send confirmation email' })
  await panelShows(page, 'History', 'Sent')
  expect(page.queryByRole('button', { name: 'Send reminder email' })).toBeNull()
  await send('cancellation')
  await toast(page, 'Cancellation email sent successfully')
})

test('a mail that no server can take is shown as not sent', async () => {
  const files = await testApp({ core, mailer: async () => ({ way: 'files', send: async () => {} }) })
  const { id } = await book(core, tour)
  const page = await screensOf(files, owner)(`/admin/bookings?booking=${id}`)
  await page.findByText('Emails are not sent')
  await press(page, 'Send reminder email')
  await toast(page, 'Reminder email not sent: no mail server is set up')
  await press(page, 'Get payment link')
  await press(page, 'Send by email')
  await toast(page, 'Not sent: no mail server is set up. Copy the link instead.')
  await files.runJobs()
  await panelShows(
    await screensOf(files, owner)(`/admin/bookings?booking=${id}`),
    'History',
    'Not sent (no mail server)',
  )
})

test('the provider of a card payment is asked now, and the screen says what came of it', async () => {
  const { id } = await book(core, tour)
  await startCard(id)
  let page = await openBooking(id)
  const payment = await panel(page, 'Payment')
  await press(payment, 'Check payment')
  await payment.findByText('Sandbox card: no change, still Requires action.')
  const trail = (await get('audit?action=payment.checked')) as { items: { subject_id: string }[] }
  expect(trail.items[0]?.subject_id).toBe(id)
  page = await openBooking(id, { 'payment/admin/checkPayment': lostConnection })
  await press(await panel(page, 'Payment'), 'Check payment')
  await page.findByText('Unable to reach the server. Please try again.')
})
async function startCard(bookingId: string): Promise<void> {
  const data = { bookingId, paymentMethod: 'sandbox_card' }
  const answer = await shop.call('POST /api/payments', data, owner.headers)
  expect(answer.status, answer.text).toBe(200)
}

test('staff move a booking to another departure, outside the terms with a reason', async () => {
  const { id } = await book(core, tour, { adults_count: 1 })
  const page = await openBooking(id)
  const openMove = async () => {
    await press(await panel(page, 'Trip'), 'Change booking')
    return within(await page.findByRole('dialog', { name: 'Change booking' }))
  }
  let dialog = await openMove()
  await fillIn(dialog, /^Date/, '2026-12-09')
  await dialog.findByText('The price stays the same: $100.00.')
  expect(dialog.queryByLabelText(/^Reason/)).toBeNull()
  await choose(dialog, /^Time/, '11:00 AM')
  await press(dialog, 'Save changes')
  await toast(page, 'Booking changed')
  await panelShows(page, 'Trip', 'Travel date2026-12-09Time11:00 AM')
  await panelShows(page, 'History', 'Booking moved', 'From 2026-12-01 10:00 to 2026-12-09 11:00')

  const before = core.clock()
  core.clock.set('2026-12-09T08:00:00Z')
  await core.db.updateTable('bookings').set({ expires_at: null }).where('id', '=', id).execute()
  const cheaper = { date: '2026-12-10', time: '11:00', prices: { price_adult: 8_000 }, version: 1 }
  const exception = { capacity: null, is_closed: false, note: null, guide: null, return_date: null }
  await changeDeparture(core, admin, { service_id: tour.id, ...cheaper, ...exception })
  dialog = await openMove()
  await fillIn(dialog, /^Date/, '2026-12-10')
  await dialog.findByText('Not paid yet. The new amount due is $80.00.')
  await press(dialog, 'Save changes')
  await dialog.findByText('Please give a reason')
  await fillIn(dialog, /^Reason/, 'The guest is ill')
  await press(dialog, 'Save changes')
  await panelShows(page, 'History', 'The guest is ill', 'Price $100.00, now $80.00')
  expect((await readBooking(id)).travel_date).toBe('2026-12-10')
  core.clock.set(before)
})
