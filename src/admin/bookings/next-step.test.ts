// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/applications.ts'
import { issueBookingToken } from '../../modules/booking/index.server.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { onePixel } from '../testing/one-pixel.ts'
import { sendForm } from '../testing/send-form.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
const bySupplier = await addService(core, 'tour', { instant_confirmation: false }, { title: 'Balloon at dawn' })
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const openBooking = (id: string) => open(`/admin/bookings?booking=${id}`)
const read = async (id: string) =>
  (await shop.call(`GET /api/admin/bookings/${id}`, undefined, owner.headers)).json() as Record<string, unknown> & {
    documents: { id: string }[]
    issuing: { items: { deliveredAt: string | null }[] }
  }
const post = async (path: string, data: object = {}) => {
  const answer = await shop.call(`POST /api/admin/${path}`, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}
const markPaid = (id: string) => post(`bookings/${id}/arrival-payment`, { reason: 'At the desk' })
const step = (page: Place) => page.findByRole('region', { name: 'Next step' })
const names = async (page: Place) =>
  within(await step(page))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

test('an unpaid booking asks for the payment, and can be confirmed, cancelled or marked as paid beside it', async () => {
  const { id } = await book(core, tour)
  const page = await openBooking(id)
  await step(page)
  expect(await names(page)).toEqual(['Request payment', 'Confirm', 'Cancel'])
  await press(page, 'Request payment')
  const dialog = within(await page.findByRole('dialog', { name: 'Payment link' }))
  await press(dialog, 'Get payment link')
  await dialog.findByRole('button', { name: 'Copy link' })
})

test('a paid booking is confirmed at once; its place is then taken by a button that changes nothing', async () => {
  const { id } = await book(core, bySupplier)
  await markPaid(id)
  const page = await openBooking(id)
  await shows(() => page.getByRole('region', { name: 'Next step' }), 'Nothing is left to pay')
  expect(await names(page)).toEqual(['Confirm', 'Cancel'])
  await press(page, 'Confirm')
  await toast(page, 'Booking status updated successfully')
  await expect.poll(() => names(page)).toEqual(['Cancel', 'Complete'])
  await shows(() => page.getByRole('region', { name: 'Next step' }), 'All done until the trip.')
})

test('a booking that is paid on arrival is confirmed before, as its customer waits for that', async () => {
  const booking = await book(core, bySupplier)
  const token = issueBookingToken(core, booking)
  await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod: 'cash_on_arrival' })
  const theirs = await shop.call(`GET /api/bookings/${booking.id}?token=${encodeURIComponent(token)}`)
  expect(theirs.json()).toMatchObject({ next_step: { step: 'wait', because: 'confirmation' } })
  const page = await openBooking(booking.id)
  await shows(() => page.getByRole('region', { name: 'Next step' }), 'The booking waits for your confirmation.')
  expect(await names(page)).toEqual(['Confirm', 'Cancel'])
})

test('a trip that is over is completed after a question', async () => {
  const { id } = await book(core, tour)
  await markPaid(id)
  await core.db.updateTable('bookings').set({ travel_date: '2020-01-01' }).where('id', '=', id).execute()
  const page = await openBooking(id)
  await step(page)
  expect(await names(page)).toEqual(['Complete', 'Cancel'])
  await press(page, 'Complete')
  const dialog = within(await page.findByRole('dialog', { name: 'Complete this booking?' }))
  expect((await read(id)).booking_status).toBe('confirmed')
  await press(dialog, 'Complete now')
  await shows(() => page.getByRole('region', { name: 'Next step' }), 'This booking is completed')
})

test('a transfer with a proof is approved from the head, where no other button changes the status [A165]', async () => {
  const booking = await book(core, tour)
  const token = issueBookingToken(core, booking)
  await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod: 'bank_transfer' })
  const path = `/api/bookings/${booking.id}/payment-proofs?token=${encodeURIComponent(token)}`
  expect((await sendForm(shop, path, onePixel('transfer.png'))).statusCode).toBe(201)
  const page = await openBooking(booking.id)
  await step(page)
  expect(await names(page)).toEqual(['Approve transfer'])
  await press(page, 'Approve transfer')
  await press(within(await page.findByRole('dialog', { name: 'Bank transfer verification' })), 'Approve')
  await toast(page, 'Payment approved successfully')
  expect((await read(booking.id)).booking_status).toBe('confirmed')
})

test('a case is led from its documents to the delivery', async () => {
  const { bookingId: id } = await apply(shop, 'ok_to_board')
  await markPaid(id)
  await post(`bookings/${id}/confirmation`)
  const documents = (await read(id)).documents
  let page = await openBooking(id)
  await press(page, `Check ${documents.length} documents`)
  expect(document.activeElement?.id).toBe('documents')

  const [first, ...others] = documents
  await post(`bookings/${id}/documents/${first?.id}/requests`, { reason: 'Glare' })
  for (const { id: each } of others) await post(`bookings/${id}/documents/${each}/acceptance`)
  page = await openBooking(id)
  await press(page, 'Request 1 document')
  const request = within(await page.findByRole('dialog', { name: 'Request 1 document' }))
  await press(request, 'Get upload link')
  expect(((await request.findByLabelText('Link to upload documents')) as HTMLInputElement).value).toContain(
    '/booking-documents?',
  )
  await press(request, 'Send request')
  await toast(page, 'Request sent to asha@example.com')
  await shop.runJobs()
  expect(shop.outbox.some(({ subject }) => subject.startsWith('Documents for booking'))).toBe(true)

  await post(`bookings/${id}/documents/${first?.id}/acceptance`)
  page = await openBooking(id)
  await press(page, 'Submit application')
  expect(document.activeElement?.id).toBe('issued')
  await post(`bookings/${id}/submission`)
  page = await openBooking(id)
  await page.findByRole('button', { name: 'Upload the result' })

  const path = `/api/admin/bookings/${id}/issued-documents`
  expect((await sendForm(shop, path, onePixel('board.png'), owner.headers)).statusCode).toBe(201)
  page = await openBooking(id)
  await press(page, 'Deliver Ok to Board clearance')
  const question = within(await page.findByRole('dialog', { name: 'Deliver this document?' }))
  expect((await read(id)).issuing.items[0]?.deliveredAt).toBeNull()
  expect(question.queryByText(/not been checked/)).toBeNull()
  await question.findByRole('img', { name: /^Ok to Board clearance, version 1/ })
  await press(question, 'Deliver')
  await toast(page, 'Document delivered')
  expect((await read(id)).issuing.items[0]?.deliveredAt).not.toBeNull()
})

test('a delivery names the documents that nobody has checked, with their travellers', async () => {
  const { bookingId: id } = await apply(shop, 'visa')
  await markPaid(id)
  await post(`bookings/${id}/confirmation`)
  const { documents } = await read(id)
  for (const { id: each } of documents.slice(1)) await post(`bookings/${id}/documents/${each}/acceptance`)
  const traveller = (name: string) =>
    core.db
      .selectFrom('booking_travelers')
      .select('id')
      .where('booking_id', '=', id)
      .where('first_name', '=', name)
      .executeTakeFirstOrThrow()
  const { id: asha } = await traveller('Asha')
  const path = `/api/admin/bookings/${id}/issued-documents?traveler_id=${asha}`
  const uploaded = await sendForm(shop, path, onePixel('visa.png'), owner.headers)
  expect(uploaded.statusCode, uploaded.body).toBe(201)
  const page = await openBooking(id)
  await press(page, /^Deliver: /)
  const question = within(await page.findByRole('dialog', { name: 'Deliver this document?' }))
  await question.findByRole('img', { name: /^Asha Rao, version 1/ })
  await question.findByText('1 document of the customer has not been checked')
  expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Clear photo, Asha Rao')
  await press(question, 'Deliver')
  await toast(page, 'Document delivered')
  const history = page.getByRole('region', { name: 'History' })
  await shows(() => history, /Document delivered.*Traveller: Asha RaoVersion: 1Document issued/s)
})

test('cash is taken from the day of the trip on', async () => {
  const { id } = await book(core, tour)
  await post(`bookings/${id}/confirmation`)
  const paid = { payment_gateway: 'cash_on_arrival', travel_date: '2020-01-01' }
  await core.db.updateTable('bookings').set(paid).where('id', '=', id).execute()
  const page = await openBooking(id)
  await press(page, 'Take payment')
  const dialog = within(await page.findByRole('dialog', { name: 'Mark this booking as paid?' }))
  await fillIn(dialog, /^How was it paid/, 'Cash')
  await press(dialog, 'Mark as paid')
  await toast(page, 'Payment recorded successfully')
  expect((await read(id)).payment_status).toBe('completed')
})

test('a link for the customer opens the booking and is in the audit trail; the request for documents of an unpaid booking is refused', async () => {
  const { id } = await book(core, tour)
  const page = await openBooking(id)
  await press(page, 'Get booking link')
  const field = (await page.findByLabelText('Link to the booking')) as HTMLInputElement
  const token = new URL(field.value).searchParams.get('token') ?? ''
  const seen = await shop.call(`GET /api/bookings/${id}?token=${encodeURIComponent(token)}`)
  expect(seen.status).toBe(200)
  const trail = await shop.call('GET /api/admin/audit?action=booking.tracker-link', undefined, owner.headers)
  expect((trail.json() as { items: { subject_id: string }[] }).items[0]?.subject_id).toBe(id)
  const refused = await shop.call(
    'POST /api/admin/booking-emails',
    { bookingId: id, emailType: 'documents' },
    owner.headers,
  )
  expect(refused.status).toBe(409)
})
