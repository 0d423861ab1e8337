// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { issueBookingToken } from '../../modules/booking/index.server.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { fillIn, giveFile, type Place, press, shows, toast } from '../testing/hands.ts'
import { onePixel } from '../testing/one-pixel.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { sendForm } from '../testing/send-form.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await seedWorld(shop.shop.deps, 'test')
await addUsers(core)
const tour = await addService(core, 'tour')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const openBooking = (id: string, own = {}) => open(`/admin/bookings?booking=${id}`, own)
const get = async (path: string) => (await shop.call(`GET /api/admin/${path}`, undefined, owner.headers)).json()
const readBooking = (id: string) => get(`bookings/${id}`)
const readPayment = async (id: string) => (await get(`bookings/${id}/payment`)) as unknown as AdminPayment

type Transferred = { id: string; reference: string; prove: () => Promise<void> }
async function transferred(isProven = true): Promise<Transferred> {
  const booking = await book(core, tour)
  const { id: bookingId, booking_reference: reference } = booking
  const token = issueBookingToken(core, booking)
  const started = await shop.call('POST /api/payments', { bookingId, token, paymentMethod: 'bank_transfer' })
  expect(started.status, started.text).toBe(200)
  const prove = async () => {
    const path = `/api/bookings/${bookingId}/payment-proofs?token=${encodeURIComponent(token)}`
    expect((await sendForm(shop, path, onePixel('transfer.png'))).statusCode).toBe(201)
  }
  if (isProven) await prove()
  return { id: bookingId, reference, prove }
}
const panel = (page: Place) => page.findByRole('region', { name: 'Bank transfer verification' })
const stamp = async (page: Place, text: string) => within(await panel(page)).findByText(text)
const review = async (page: Place) => {
  await press(page, 'Review payment')
  return within(await page.findByRole('dialog', { name: 'Bank transfer verification' }))
}

test('a bank transfer is approved beside its proof, and only once [A147, A165, A166, A167, A169, A170, A171, A172, A173, A178]', async () => {
  const { id, reference, prove } = await transferred(false)
  await stamp(await openBooking(id), 'Awaiting transfer')
  await prove()
  let isCut = true
  const page = await open('/admin/payments-review', {
    'payment/admin/decide': () => (isCut ? lostConnection() : passOn),
  })
  await press(page, `Verify the transfer for booking ${reference}`, 'link')
  await stamp(page, 'Pending Verification')
  for (const name of ['Confirm', 'Cancel']) expect(page.queryByRole('button', { name })).toBeNull()
  const dialog = await review(page)
  const proof = (await dialog.findByAltText('Payment proof, version 1')) as HTMLImageElement
  const { pathname, search } = new URL(proof.src)
  const picture = await shop.app.inject({ url: pathname + search, headers: owner.headers })
  expect(picture.headers['content-type']).toBe('image/png')
  await fillIn(dialog, /^Admin notes/, 'Seen on the statement')
  await press(dialog, 'Approve')
  await toast(page, 'Failed to approve payment')
  isCut = false
  await press(dialog, 'Approve')
  await toast(page, 'Payment approved successfully')
  await stamp(page, 'Verified & Approved')
  const payment = page.getByRole('region', { name: 'Payment' })
  await shows(() => payment, new RegExp(`StatusPayment Completed.*Bank transfer.*${reference}`, 's'))
  await press(page, 'View proofs')
  expect(page.queryByRole('button', { name: 'Approve' })).toBeNull()
  const decided = await readBooking(id)
  expect(decided).toMatchObject({ payment_status: 'completed', booking_status: 'confirmed', verification: 'approved' })
  expect(decided).toMatchObject({ admin_notes: 'Seen on the statement', verified_by: 'Test admin' })
  expect(decided.verified_at).toBe(core.clock().toISOString())
  expect((await panel(page)).textContent).toContain('Decided by Test admin')
})

test('a bank transfer is rejected after a second question, which cancels the booking [A168, A170, A172, A178]', async () => {
  const { id } = await transferred()
  await shop.call(`PUT /api/admin/bookings/${id}/notes`, { admin_notes: 'Written before' }, owner.headers)
  const page = await openBooking(id)
  const dialog = await review(page)
  await press(dialog, 'Reject')
  await dialog.findByText('Reject this payment?')
  await press(dialog, 'Reject')
  await toast(page, 'Payment rejected successfully')
  await stamp(page, 'Rejected')
  expect(await readBooking(id)).toMatchObject({
    payment_status: 'failed',
    booking_status: 'cancelled',
    verification: 'rejected',
    admin_notes: 'Written before',
  })
})

test('a bank transfer stays open while another proof is requested, with a reason, and every proof is kept [A174, A175]', async () => {
  const { id, prove } = await transferred()
  const page = await openBooking(id)
  const dialog = await review(page)
  await press(dialog, 'Ask for new proof')
  await press(dialog, 'Send request')
  await dialog.findByText('Please give a reason')
  expect((await readPayment(id)).openRequest).toBeNull()
  await fillIn(dialog, /^Reason/, 'The amount cannot be read')
  await press(dialog, 'Send request')
  await toast(page, 'New proof requested from the customer')
  const card = await panel(page)
  await shows(() => card, 'The amount cannot be read')
  expect(await readBooking(id)).toMatchObject({ booking_status: 'pending' })
  await prove()
  const again = await openBooking(id)
  const versions = await (await review(again)).findAllByRole('listitem')
  expect(versions.map(({ textContent }) => /Version \d/.exec(textContent)?.[0])).toEqual(['Version 2', 'Version 1'])
})

test('staff add a proof that arrived another way, by address or as a file [A175, A176, A177, A178]', async () => {
  const { id } = await transferred()
  const page = await openBooking(id)
  const dialog = await review(page)
  fireEvent.click(dialog.getByText('Add a proof received another way'))
  const update = dialog.getByRole('button', { name: 'Update' }) as HTMLButtonElement
  expect(update.disabled).toBe(true)
  const address = (await fillIn(dialog, 'Payment proof URL', 'javascript:alert(1)')) as HTMLInputElement
  await press(dialog, 'Update')
  await toast(page, 'Failed to update payment proof URL')
  await dialog.findByText('Enter an address that starts with https://')
  await fillIn(dialog, 'Payment proof URL', 'https://bank.example/receipt/7')
  await press(dialog, 'Update')
  await toast(page, 'Payment proof URL updated successfully')
  await expect.poll(() => address.value).toBe('')
  giveFile(dialog.getByLabelText(/^Proof file/), onePixel('receipt.png'))
  await press(dialog, 'Upload proof')
  await toast(page, 'Payment proof uploaded successfully')
  const { proofs } = await readPayment(id)
  expect(proofs.map(({ uploadedBy }) => uploadedBy)).toEqual(['admin', 'admin', 'customer'])
  const link = await dialog.findByRole('link', { name: 'Open link' })
  expect(link.getAttribute('href')).toBe('https://bank.example/receipt/7')
})

test('of two administrators who decide a transfer at once, the first decides and the second is told [A173, A178]', async () => {
  const { id } = await transferred()
  const page = await openBooking(id)
  const dialog = await review(page)
  await press(dialog, 'Reject')
  const other = await shop.signIn('admin')
  const approved = await shop.call(
    `POST /api/admin/bookings/${id}/verification`,
    { decision: 'approved' },
    other.headers,
  )
  expect(approved.status).toBe(200)
  await press(dialog, 'Reject')
  await toast(page, 'Failed to reject payment')
  await dialog.findByText('This transfer has already been decided.')
  await expect.poll(() => dialog.queryByRole('button', { name: 'Reject' })).toBeNull()
  expect(await readBooking(id)).toMatchObject({ verification: 'approved' })
})
