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
  await press(page, 'Change booking')
  return within(await page.findByRole('dialog', { name: 'Change booking' }))
}
const rowOf = (id: string) => core.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('staff move the return trip alone, and the history names both starts', async () => {
  const { id } = await book(core, ride, trip, admin)
  const dialog = await openMove(id)
  const back = within(await dialog.findByRole('group', { name: 'Return trip' }))
  await fillIn(back, /^Date/, '2026-12-06')
  await shows(() => document.body, 'The price stays the same')
  await press(dialog, 'Save changes')
  const page = within(document.body)
  await toast(page, 'Booking changed')
  expect(await rowOf(id)).toMatchObject({ travel_date: '2026-12-01', return_leg_date: '2026-12-06' })
  await shows(() => document.body, 'From 2026-12-01 10:00, 2026-12-05 18:00 to 2026-12-01 10:00, 2026-12-06 18:00')
})

test('a return before the outbound trip is refused in the dialog, before anything is sent', async () => {
  const { id } = await book(core, ride, trip, admin)
  const dialog = await openMove(id)
  const back = within(await dialog.findByRole('group', { name: 'Return trip' }))
  await fillIn(back, /^Date/, '2026-11-30')
  await shows(() => document.body, 'The return must start after the outbound trip')
  expect(dialog.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
})

const tour = await addService(core, 'tour', { price_child: 5_000, ...terms })
const fewer = (dialog: Place, who: string) => press(dialog, `Remove one: ${who}`)
async function pay(id: string): Promise<void> {
  const answer = await shop.call(`POST /api/admin/bookings/${id}/arrival-payment`, { reason: 'Cash' }, owner.headers)
  expect(answer.status, answer.text).toBe(200)
}
const lastMails = async (id: string) =>
  (await core.db.selectFrom('events').select(['name', 'payload']).execute())
    .filter(({ payload }) => (payload as { bookingId?: string }).bookingId === id)
    .map(({ name }) => name)

test('staff change day and party at once; the new amount is shown before saving', async () => {
  const { id } = await book(core, tour, { adults_count: 2 })
  const dialog = await openMove(id)
  expect(dialog.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
  await press(dialog, 'Add one: Children')
  await fillIn(dialog, /^Date/, '2026-12-09')
  await shows(() => document.body, 'Price now$200.00New price$250.00Difference+$50.00')
  await shows(() => document.body, 'Not paid yet. The new amount due is $250.00.')
  await press(dialog, 'Save changes')
  await toast(within(document.body), 'Booking changed')
  expect(await rowOf(id)).toMatchObject({ travel_date: '2026-12-09', children_count: 1, final_minor: 25_000 })
  expect(await lastMails(id)).toContain('booking.changed')
})

test('who no longer travels is chosen by name, with their documents', async () => {
  const { id } = await book(core, tour, { adults_count: 2 })
  const names = { traveler_type: 'adult', last_name: 'Rao' } as const
  await core.db
    .insertInto('booking_travelers')
    .values([
      { id: crypto.randomUUID(), booking_id: id, position: 0, first_name: 'Asha', ...names },
      { id: crypto.randomUUID(), booking_id: id, position: 1, first_name: 'Ben', ...names },
    ] as never)
    .execute()
  const dialog = await openMove(id)
  await fewer(dialog, 'Adults')
  await dialog.findByText('Choose who no longer travels: 1 person of each group that becomes smaller')
  expect(dialog.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
  const leavers = within(dialog.getByRole('group', { name: 'Adults who no longer travel: choose 1' }))
  await press(leavers, /^Asha Rao.*No documents/, 'checkbox')
  await press(dialog, 'Tell the customer by email', 'checkbox')
  await press(dialog, 'Save changes')
  await toast(within(document.body), 'Booking changed')
  const people = await core.db
    .selectFrom('booking_travelers')
    .select(['first_name', 'position', 'removed_at'])
    .where('booking_id', '=', id)
    .orderBy('position', 'desc')
    .execute()
  expect(people).toMatchObject([
    { first_name: 'Ben', position: 0, removed_at: null },
    { first_name: 'Asha', position: -1 },
  ])
  expect(await lastMails(id)).not.toContain('booking.changed')
})

test('a dearer change of a paid booking ends with the link to pay, or is waived with a reason', async () => {
  const { id } = await book(core, tour, { adults_count: 1 })
  await pay(id)
  const dialog = await openMove(id)
  await press(dialog, 'Add one: Adults')
  await dialog.findByRole('group', { name: 'Difference of $100.00' })
  await press(dialog, 'Send payment link')
  await press(dialog, 'Get payment link')
  expect((await dialog.findByLabelText<HTMLInputElement>(/^Payment link/)).value).toMatch(/^http/)
  expect((await rowOf(id)).adults_count).toBe(1)
  await press(dialog, 'Done')

  const again = await openMove(id)
  await press(again, 'Add one: Adults')
  await press(again, 'Waive the difference', 'radio')
  await press(again, 'Save changes')
  await again.findByText('Please give a reason')
  await fillIn(again, /^Reason/, 'Agreed by phone')
  await press(again, 'Save changes')
  await toast(within(document.body), 'Booking changed')
  expect(await rowOf(id)).toMatchObject({ adults_count: 2, final_minor: 10_000 })
})

test('a price or booking changed by others is refused, shown anew, and nothing that was entered is lost', async () => {
  const own = await addService(core, 'tour', { ...terms })
  const { id } = await book(core, own, { adults_count: 1, customer_phone: '+971501234567' })
  const dialog = await openMove(id)
  await press(dialog, 'Add one: Adults')
  await dialog.findByText('Not paid yet. The new amount due is $200.00.')
  await core.db
    .updateTable('services')
    .set({ details: { ...(own.details as object), price_adult: 12_000 } as never })
    .where('id', '=', own.id)
    .execute()
  await press(dialog, 'Save changes')
  await dialog.findByText(/^The price has changed/)
  await dialog.findByText('Not paid yet. The new amount due is $240.00.')
  await core.db
    .updateTable('bookings')
    .set(({ eb }) => ({ version: eb('version', '+', 1), special_requests: 'By others' }))
    .where('id', '=', id)
    .execute()
  await press(dialog, 'Save changes')
  await dialog.findByText(/^Someone else has changed this booking/)
  await press(dialog, 'Save changes')
  await toast(within(document.body), 'Booking changed')
  expect(await rowOf(id)).toMatchObject({ adults_count: 2, final_minor: 24_000, special_requests: 'By others' })
})
