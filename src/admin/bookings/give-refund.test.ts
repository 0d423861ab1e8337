// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book, recordOf } from '../../modules/booking/testing/fixtures.ts'
import { issueCreditNote } from '../../modules/printouts/credit-notes.server.ts'
import { fillIn, press, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await seedWorld(shop.shop.deps, 'test')
await addUsers(core)
const tour = await addService(core, 'tour')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

async function paidBooking() {
  const booking = await book(core, tour)
  const paid = await shop.call(
    `POST /api/admin/bookings/${booking.id}/arrival-payment`,
    { reason: 'Paid at the counter' },
    owner.headers,
  )
  expect(paid.status, paid.text).toBeLessThan(300)
  return recordOf(core, booking.id)
}
const refundsOf = (bookingId: string) =>
  core.db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.id', 'refunds.amount_minor', 'refunds.reason'])
    .where('payment_attempts.booking_id', '=', bookingId)
    .orderBy('refunds.created_at')
    .execute()

test('staff refund a part of what was paid, with a reason, and the booking stays as it is', async () => {
  const before = await paidBooking()
  const page = await open(`/admin/bookings?booking=${before.id}`)
  const payment = within(await page.findByRole('region', { name: 'Payment' }))
  await press(payment, 'Refund')
  const dialog = within(await page.findByRole('dialog'))
  // At first the whole amount is filled in.
  await dialog.findByText(/counts as refunded, but it is not cancelled/)
  await fillIn(dialog, /^Amount in USD/, '200.01')
  await fillIn(dialog, /^Reason/, 'The boat was late')
  await press(dialog, 'Refund')
  await dialog.findByText('Enter an amount above 0, up to 200.00')
  expect(await refundsOf(before.id)).toEqual([])
  await fillIn(dialog, /^Amount in USD/, '50')
  expect(dialog.queryByText(/counts as refunded/)).toBeNull()
  await press(dialog, 'Refund')
  await toast(page, 'Refund started')
  expect(await refundsOf(before.id)).toMatchObject([{ amount_minor: 5_000, reason: 'The boat was late' }])
  const { booking_status, payment_status, places } = await recordOf(core, before.id)
  expect([booking_status, payment_status, places]).toEqual([before.booking_status, 'completed', before.places])
  await press(within(page.getByRole('region', { name: 'Payment' })), 'Refund')
  await within(await page.findByRole('dialog')).findByText('Up to 150.00 USD.')
})

test('nothing can be refunded that was not paid, nor twice', async () => {
  const { id } = await book(core, tour)
  let page = await open(`/admin/bookings?booking=${id}`)
  expect(
    within(await page.findByRole('region', { name: 'Payment' })).queryByRole('button', { name: 'Refund' }),
  ).toBeNull()
  const paid = await paidBooking()
  page = await open(`/admin/bookings?booking=${paid.id}`)
  await press(within(await page.findByRole('region', { name: 'Payment' })), 'Refund')
  const dialog = within(await page.findByRole('dialog'))
  await fillIn(dialog, /^Reason/, 'A present')
  await press(dialog, 'Refund')
  await toast(page, 'Refund started')
  const button = () => within(page.getByRole('region', { name: 'Payment' })).queryByRole('button', { name: 'Refund' })
  await expect.poll(button).toBeNull()
  // As the dialog says, the booking counts as refunded, is not cancelled, and keeps its places.
  await press(within(page.getByRole('region', { name: 'Payment' })), 'Mark as refunded')
  await toast(page, 'Refund recorded successfully')
  const { booking_status, payment_status, places } = await recordOf(core, paid.id)
  expect([booking_status, payment_status, places]).toEqual([paid.booking_status, 'refunded', paid.places])
})

test('the credit note of a refund is among the documents to download, beside the invoice', async () => {
  const { id } = await paidBooking()
  let page = await open(`/admin/bookings?booking=${id}`)
  const documents = () => page.findByRole('region', { name: 'Documents to download' })
  const named = async (name: RegExp) => within(await documents()).findByRole('link', { name })
  expect((await named(/^Invoice$/)).getAttribute('href')).toContain(`/api/papers/${id}/invoice.pdf?link=`)
  await press(within(page.getByRole('region', { name: 'Payment' })), 'Refund')
  const dialog = within(await page.findByRole('dialog'))
  await fillIn(dialog, /^Amount in USD/, '50')
  await fillIn(dialog, /^Reason/, 'The boat was late')
  await press(dialog, 'Refund')
  await toast(page, 'Refund started')
  await press(within(page.getByRole('region', { name: 'Payment' })), 'Mark as refunded')
  await toast(page, 'Refund recorded successfully')
  const [made] = await refundsOf(id)
  await issueCreditNote(core, { bookingId: id, refundId: made?.id ?? '', reason: 'The boat was late' })
  page = await open(`/admin/bookings?booking=${id}`)
  await named(/^Credit note CN-2026-\d{6}$/)
})

test('staff without the permission see no refund button', async () => {
  const { id } = await paidBooking()
  const page = await screensOf(shop, await shop.signIn('support'))(`/admin/bookings?booking=${id}`)
  const payment = within(await page.findByRole('region', { name: 'Payment' }))
  await payment.findByText('1 payment attempt')
  expect(payment.queryByRole('button', { name: 'Refund' })).toBeNull()
})
