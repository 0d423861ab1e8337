// @vitest-environment happy-dom
/** The dialog with which staff change a booking, for the kinds that ask their own questions. */
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, admin, book, clearanceDocuments } from '../../modules/booking/testing/fixtures.ts'
import { choose, fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const schedule = { from: null, to: null, weekdays: [], starts: 'times', times: ['10:00', '18:00'], hours: null }
const schedules = [{ ...schedule, capacity: 1, cut_off_hours: 0, prices: {} }]
const terms = { cancellation_terms: [{ days: 1, percent: 100 }] }

async function openChange(bookingId: string): Promise<Place> {
  const page = await open(`/admin/bookings?booking=${bookingId}`)
  await press(page, 'Change booking')
  return within(await page.findByRole('dialog', { name: 'Change booking' }))
}
const body = () => document.body
const rowOf = (id: string) => core.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailsOf = async (id: string) =>
  (await core.db.selectFrom('events').select(['name', 'payload']).execute())
    .filter(({ payload }) => (payload as { bookingId?: string }).bookingId === id)
    .map(({ name }) => name)
/** These are sold without terms, so every change needs a reason. */
const giveReason = (dialog: Place) => fillIn(dialog, /^Reason/, 'The customer called')
async function save(dialog: Place): Promise<void> {
  await press(dialog, 'Save changes')
  await toast(within(body()), 'Booking changed')
}
const cannotSave = (dialog: Place) =>
  expect(dialog.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
/** The field with this label shows the error. */
const errorAt = (dialog: Place, label: string | RegExp, error: string | RegExp) =>
  expect
    .poll(() => {
      const field = dialog.getByLabelText(label)
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    })
    .toMatch(error)

describe('a transfer', () => {
  const ride = () => addService(core, 'transfer', { offers_return: true, schedules, ...terms })
  const details = { dropoff_location: 'Hotel Sea' }
  const trip = { travel_date: '2026-12-01', travel_time: '10:00', pickup_location: 'Airport', adults_count: 1, details }
  const back = { return_trip: true, return_trip_date: '2026-12-05', return_trip_time: '18:00' }
  const legend = { name: 'Return trip' }

  test('gets a return trip, with its price and its answers', async () => {
    const { id } = await book(core, await ride(), trip, admin)
    const dialog = await openChange(id)
    await press(dialog, 'Add return trip')
    const leg = within(dialog.getByRole('group', legend))
    cannotSave(dialog)
    await fillIn(leg, /^Date/, '2026-11-30')
    await choose(leg, /^Time/, '06:00 PM (1 place left)')
    await errorAt(leg, /^Date/, 'The return must start after the outbound trip')
    await fillIn(leg, /^Date/, '2026-12-05')
    await fillIn(dialog, /^Return flight number/, 'ek512')
    await shows(body, /Price now.*150.00New price.*300.00Difference\+.*150.00/)
    await press(dialog, 'Tell the customer by email', 'checkbox')
    await save(dialog)
    expect(await rowOf(id)).toMatchObject({
      ...{ return_leg_date: '2026-12-05', return_leg_time: '18:00', final_minor: 30_000 },
      details: { return_trip: true, return_flight_number: 'EK 512', return_pickup_location: 'Hotel Sea' },
    })
    expect(await mailsOf(id)).not.toContain('booking.changed')
  })

  test('loses its return trip, and can keep it until then', async () => {
    const { id } = await book(core, await ride(), { ...trip, details: { ...details, ...back } }, admin)
    const dialog = await openChange(id)
    await press(dialog, 'Remove return trip')
    await shows(body, 'The return trip is removed', /Price now.*300.00New price.*150.00Difference−.*150.00/)
    await press(dialog, 'Keep return trip')
    cannotSave(dialog)
    await press(dialog, 'Remove return trip')
    await save(dialog)
    expect(await rowOf(id)).toMatchObject({ return_leg_date: null, return_leg_departure_id: null, final_minor: 15_000 })
    expect(await mailsOf(id)).toContain('booking.changed')
  })

  test('shows a wrong flight at its field', async () => {
    const { id } = await book(core, await ride(), trip, admin)
    const dialog = await openChange(id)
    await fillIn(dialog, /^Flight number/, '12345')
    await errorAt(dialog, /^Flight number/, /flight/i)
    cannotSave(dialog)
    await fillIn(dialog, /^Flight number/, 'EK 512')
    await fillIn(dialog, /^Drop-off/, 'Pier')
    await shows(body, 'The price stays the same')
    await save(dialog)
    expect((await rowOf(id)).details).toMatchObject({ flight_number: 'EK 512', dropoff_location: 'Pier' })
  })

  test('goes onto a full departure with a reason', async () => {
    const full = await ride()
    await book(core, full, { ...trip, travel_date: '2026-12-03' }, admin)
    const { id } = await book(core, full, trip, admin)
    const dialog = await openChange(id)
    expect(dialog.queryByLabelText(/^Overbook/)).toBeNull()
    await fillIn(dialog, /^Date/, '2026-12-03')
    await errorAt(dialog, /^Time/, 'No places are left at this time')
    cannotSave(dialog)
    await fillIn(dialog, /^Overbook: reason/, 'A second van comes')
    await save(dialog)
    const { departure_id } = await rowOf(id)
    const departure = core.db.selectFrom('departures').select(['taken', 'capacity']).where('id', '=', departure_id)
    expect(await departure.executeTakeFirst()).toMatchObject({ taken: 2 })
  })
})

describe('an Ok to Board', () => {
  const passenger = {
    ...{ passenger_name: 'Asha Rao', passport_number: 'Z1234567', nationality: 'IN', airline: 'Emirates' },
    flight_number: 'EK501',
  }
  const sold = addService(core, 'ok_to_board', { base_price: 5_000 })
  const apply = async () => {
    const service = await sold
    const documents = await clearanceDocuments(core)
    const rest = { travel_time: null, adults_count: 1, details: passenger, documents }
    return book(core, service, { travel_date: '2026-12-20', ...rest })
  }

  test('changes each answer, and shows what is wrong at its field', async () => {
    const { id } = await apply()
    const dialog = await openChange(id)
    expect(dialog.queryByRole('button', { name: /^Add one/ })).toBeNull()
    // Asked from the start, because no terms allow a change.
    expect(dialog.getByLabelText(/^Reason/)).toBeDefined()
    await fillIn(dialog, /^Passport number/, '!')
    await errorAt(dialog, /^Passport number/, /passport/i)
    cannotSave(dialog)
    const answers = [
      [/^Passport number/, 'C7654321'],
      [/^Passenger name/, 'Asha Mehra'],
      [/^Flight number/, 'AI995'],
      [/^Airline/, 'Air India'],
    ] as const
    for (const [label, value] of answers) await fillIn(dialog, label, value)
    await choose(dialog, /^Nationality/, 'Nepal')
    await shows(body, 'The price stays the same')
    await press(dialog, 'Save changes')
    await errorAt(dialog, /^Reason/, 'Please give a reason')
    await giveReason(dialog)
    await save(dialog)
    expect((await rowOf(id)).details).toMatchObject({
      ...{ passport_number: 'C7654321', passenger_name: 'Asha Mehra', nationality: 'NP', airline: 'Air India' },
    })
  })

  test('moves to a near day once the short notice is acknowledged', async () => {
    const { id } = await apply()
    const dialog = await openChange(id)
    await fillIn(dialog, /^Date/, '2026-11-22')
    await shows(body, 'sooner than the processing time')
    cannotSave(dialog)
    await press(dialog, 'The customer accepts the short notice', 'checkbox')
    await giveReason(dialog)
    await save(dialog)
    expect(await rowOf(id)).toMatchObject({
      travel_date: '2026-11-22',
      details: { acknowledge_short_notice: true },
    })
  })
})

describe('a visa', () => {
  const rules = [{ nationalities: ['IN'], price: 12_000 }]
  test('changes nationality and party, with the difference in price', async () => {
    const visa = await addService(core, 'visa', { child_price: 5_000, nationality_rules: rules })
    const none = { travel_date: null, travel_time: null, adults_count: 1 }
    const { id } = await book(core, visa, { ...none, details: { booking_option: 'pay_now', nationality: 'NP' } })
    const dialog = await openChange(id)
    expect(dialog.queryByLabelText(/^Date/)).toBeNull()
    await press(dialog, 'Add one: Children')
    await shows(body, /Price now.*90.00New price.*140.00Difference\+.*50.00/)
    await choose(dialog, /^Nationality/, 'India')
    await shows(body, 'New price')
    await giveReason(dialog)
    await save(dialog)
    const row = await rowOf(id)
    expect(row).toMatchObject({ children_count: 1, details: { nationality: 'IN' } })
    expect(row.final_minor).toBeGreaterThan(14_000)
    expect(await mailsOf(id)).toContain('booking.changed')
  })
})
