// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, admin, book } from '../../modules/booking/testing/fixtures.ts'
import { fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const schedule = { from: null, to: null, weekdays: [], starts: 'times', times: ['10:00', '18:00'], hours: null }
const schedules = [{ ...schedule, capacity: 4, cut_off_hours: 0, prices: {} }]
const terms = { cancellation_terms: [{ days: 1, percent: 100 }] }
const ride = await addService(core, 'transfer', { offers_return: true, schedules, ...terms })
const details = {
  ...{ return_trip: true, return_trip_date: '2026-12-05', return_trip_time: '18:00', dropoff_location: 'Hotel Sea' },
}
const trip = { travel_date: '2026-12-01', travel_time: '10:00', pickup_location: 'Airport', adults_count: 1, details }

async function openMove(bookingId: string): Promise<Place> {
  const page = await open(`/admin/bookings?booking=${bookingId}`)
  await press(page, 'Change date')
  return within(await page.findByRole('dialog', { name: 'Move to another departure' }))
}
const rowOf = (id: string) => core.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('staff move the return trip alone, and the history names both starts', async () => {
  const { id } = await book(core, ride, trip, admin)
  const dialog = await openMove(id)
  const back = within(await dialog.findByRole('group', { name: 'Return trip' }))
  await fillIn(back, /^New date/, '2026-12-06')
  await shows(() => document.body, 'The price stays the same')
  await press(dialog, 'Move booking')
  const page = within(document.body)
  await toast(page, 'Booking moved')
  expect(await rowOf(id)).toMatchObject({ travel_date: '2026-12-01', return_leg_date: '2026-12-06' })
  await shows(() => document.body, 'From 2026-12-01 10:00, 2026-12-05 18:00 to 2026-12-01 10:00, 2026-12-06 18:00')
})

test('a return before the outbound trip is refused in the dialog, before anything is sent', async () => {
  const { id } = await book(core, ride, trip, admin)
  const dialog = await openMove(id)
  const back = within(await dialog.findByRole('group', { name: 'Return trip' }))
  await fillIn(back, /^New date/, '2026-11-30')
  await shows(() => document.body, 'The return must start after the outbound trip')
  expect(dialog.getByRole('button', { name: 'Move booking' })).toHaveProperty('disabled', true)
})
