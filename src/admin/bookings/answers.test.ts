// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book, clearanceDocuments, recordOf } from '../../modules/booking/testing/fixtures.ts'
import { fillIn, press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const open = screensOf(shop, await shop.signIn('admin'))
const traveller = {
  ...{ traveler_type: 'adult', full_name: 'Asha Rao', passport_number: 'Z1234567', passport_expiry: '2031-01-01' },
  ...{ date_of_birth: '1990-05-17', tentative_arrival_date: '2026-12-10', tentative_departure_date: '2026-12-20' },
}

test('staff correct a traveller after the application was submitted; the error is at its field', async () => {
  const visa = await addService(core, 'visa')
  const { id } = await book(core, visa, {
    ...{ travel_date: null, travel_time: null, adults_count: 1 },
    details: { booking_option: 'pay_now', travellers: [traveller] },
  })
  const entry = { booking_id: id, event: 'case-submitted', actor: 'admin' } as const
  await core.db.insertInto('booking_history').values(entry).execute()
  const page = await open(`/admin/bookings?booking=${id}`)
  await press(within(await page.findByRole('region', { name: 'Traveller details' })), 'Correct travellers')
  const dialog = within(await page.findByRole('dialog', { name: 'Correct travellers' }))
  const save = await dialog.findByRole('button', { name: 'Save' })
  await fillIn(dialog, /^Full name/, 'Ag3nt')
  expect(save.hasAttribute('disabled')).toBe(true)
  await press(dialog, 'Change the details all the same', 'checkbox')
  await press(dialog, 'Save')
  await dialog.findByText(/must not contain digits|digits/i)
  await fillIn(dialog, /^Full name/, 'Asha Roa')
  await press(dialog, 'Save')
  await toast(page, 'Details saved')
  await shows(() => page.getByRole('region', { name: 'Traveller details' }), 'Asha Roa')
  await shows(() => page.getByRole('region', { name: 'History' }), 'Traveller 1, Name: Asha Rao → Asha Roa')
})

test("staff correct the kind's answers; nothing is offered for a kind without questions", async () => {
  const details = {
    ...{ passenger_name: 'Asha Rao', passport_number: 'Z1234567', nationality: 'IN' },
    ...{ flight_number: 'EK 512', airline: 'Emirates', pnr: 'ABC123' },
  }
  const documents = await clearanceDocuments(core)
  const more = { adults_count: 1, travel_time: null, details, documents }
  const { id } = await book(core, await addService(core, 'ok_to_board'), more)
  const page = await open(`/admin/bookings?booking=${id}`)
  await press(within(await page.findByRole('region', { name: 'Trip' })), 'Correct answers')
  const dialog = within(await page.findByRole('dialog', { name: 'Correct answers' }))
  await fillIn(dialog, /^PNR/, 'XYZ999')
  await press(dialog, 'Save')
  await toast(page, 'Details saved')
  await shows(() => page.getByRole('region', { name: 'Trip' }), 'XYZ999')
  expect((await recordOf(core, id)).details).toMatchObject({ pnr: 'XYZ999', airline: 'Emirates' })
  const tour = await book(core, await addService(core, 'tour'))
  const other = await open(`/admin/bookings?booking=${tour.id}`)
  await other.findByRole('button', { name: 'Change booking' })
  expect(other.queryByRole('button', { name: 'Correct answers' })).toBeNull()
})
