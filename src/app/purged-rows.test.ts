/** Facts that must outlive the hourly purge of old rows (`forget-old-rows`). */
import { expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { findOrder, moveOrder, openOrder, refundOrder } from '../adapters/payments/sandbox-card/orders.server.ts'
import { addService, addUsers, admin, book } from '../modules/booking/testing/fixtures.ts'
import { saveSettings } from '../modules/settings/index.server.ts'
import { newId } from '../platform/crypto/keyring.server.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)

const eightDays = 8 * 24 * 60
async function purgeAfterEightDays(): Promise<void> {
  core.clock.advance(eightDays)
  await shop.shop.jobs['forget-old-rows']?.({})
}

it('a payment reminder is sent once, even when the booking expires weeks later', async () => {
  await saveSettings(core, admin, { booking_expiry_hours: 719, expiry_reminder_hours: 700 })
  const travelDate = { travel_date: '2027-03-01' }
  const { id: bookingId } = await book(core, await addService(core, 'tour'), travelDate)
  core.clock.advance(24 * 60)
  await shop.shop.jobs['sweep-payments']?.({})
  await purgeAfterEightDays()
  await shop.shop.jobs['sweep-payments']?.({})
  await shop.runJobs()
  const reminders = await core.db
    .selectFrom('mail_messages')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('template_name', '=', 'reminder')
    .execute()
  expect(reminders).toHaveLength(1)
})

it('the sandbox card makes a refund once, even when it is repeated weeks later', async () => {
  const attemptId = newId()
  const { order_ref: orderRef } = await openOrder(core, {
    attemptId,
    amountMinor: 10_000,
    currency: 'USD',
    returnUrl: 'http://shop.test/back',
  })
  await moveOrder(core, orderRef, ['open'], 'paid')
  const refundId = newId()
  expect(await refundOrder(core, attemptId, refundId, 4_000)).toBe(true)
  await purgeAfterEightDays()
  expect(await refundOrder(core, attemptId, refundId, 4_000)).toBe(true)
  expect((await findOrder(core, { orderRef }))?.refunded_minor).toBe(4_000)
})
