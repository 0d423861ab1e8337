import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { saveTraveller } from './commands/save-traveller.server.ts'
import { createBooking } from './index.server.ts'
import {
  addService,
  addUsers,
  admin,
  book,
  clearanceDocuments,
  recordOf,
  refusalOf,
  requestFor,
  stagedDocument,
  visitor,
} from './testing/fixtures.ts'
import { viewBooking } from './views.server.ts'

let core: TestCore
let tour: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  tour = await addService(core, 'tour')
})

const badNames = [
  'Win at evil.com now',
  'https://evil.com',
  'Your account is closed. Call us',
  'Asha\u202eoaR',
  'Asha\u2028Rao',
  'Asha\nRao',
  'Asha\u0007Rao',
]
const pathsOf = async (work: Promise<unknown>) => (await refusalOf(work)).errors.map(({ path }) => path)

describe('the name of a customer', () => {
  it.each(badNames)('is refused with a link, a sentence or hidden characters: %j', async (customer_name) => {
    expect(await pathsOf(createBooking(core, visitor, requestFor(tour, { customer_name }), null))).toEqual([
      'customer_name',
    ])
    const byStaff = { admin_notes: null, payment_method: null }
    expect(
      await pathsOf(createBooking({ ...core, byStaff }, admin, requestFor(tour, { customer_name }), null)),
    ).toEqual(['customer_name'])
  })
  it('says why it is refused', async () => {
    const messageFor = async (customer_name: string) =>
      (await refusalOf(createBooking(core, visitor, requestFor(tour, { customer_name }), null))).errors[0]?.message
    expect(await messageFor('evil.com')).toBe(
      'Enter only a name of at most 100 characters, without links, numbers or sentences',
    )
    expect(await messageFor('Asha\u202eoaR')).toBe(
      'This name contains invisible characters. Type it instead of pasting it.',
    )
  })
  it.each([
    'محمد بن راشد',
    'राम कुमार शर्मा',
    "Seán O'Brien-Smith",
    'J. R. R. Tolkien',
    'Asha Rao Jr.',
    'Md.Rahman',
    '李小龍',
  ])('may be %s', async (customer_name) => {
    expect((await book(core, tour, { customer_name })).customer_name).toBe(customer_name)
  })
  it('of an old booking is shown as it is stored', async () => {
    const { id } = await book(core, tour)
    await core.db.updateTable('bookings').set({ customer_name: 'www.evil.com' }).where('id', '=', id).execute()
    expect(await viewBooking(core, await recordOf(core, id), admin)).toMatchObject({ customer_name: 'www.evil.com' })
  })
})

const traveller = {
  traveler_type: 'adult',
  full_name: 'Asha Rao',
  passport_number: 'Z1234567',
  passport_expiry: '2035-01-01',
  date_of_birth: '1990-01-01',
  tentative_arrival_date: '2026-12-20',
  tentative_departure_date: '2026-12-27',
}
const visa = async (full_name: string) => {
  const names = ['passport_front', 'clear_photo', 'return_ticket']
  return requestFor(await addService(core, 'visa'), {
    adults_count: 1,
    travel_date: null,
    travel_time: null,
    details: { booking_option: 'fill_and_pay', travellers: [{ ...traveller, full_name }] },
    documents: await Promise.all(names.map((name) => stagedDocument(core, name, 0))),
  })
}

describe('the name of a traveller', () => {
  it.each(badNames)('is refused with a link, a sentence or hidden characters: %j', async (name) => {
    const request = { ...(await visa(name)), customer_name: 'Asha Rao' }
    expect(await pathsOf(createBooking(core, visitor, request, null))).toEqual(['details.travellers.0.full_name'])
  })
  it('is refused once for Ok to Board, at the field of the passenger', async () => {
    const passenger = { passport_number: 'Z1234567', nationality: 'IN', flight_number: 'EK501', airline: 'Emirates' }
    const request = requestFor(await addService(core, 'ok_to_board'), {
      adults_count: 1,
      travel_date: '2026-12-20',
      travel_time: null,
      customer_name: 'www.evil.com',
      details: { ...passenger, passenger_name: 'www.evil.com' },
      documents: await clearanceDocuments(core),
    })
    expect(await pathsOf(createBooking(core, visitor, request, null))).toEqual(['details.passenger_name'])
  })
  it('of an old booking stays while other details change', async () => {
    const { booking } = await createBooking(core, visitor, await visa('Asha Rao'), null)
    await core.db
      .updateTable('booking_travelers')
      .set({ first_name: 'Visit', last_name: 'www.evil.com' })
      .where('booking_id', '=', booking.id)
      .execute()
    const change = { ...traveller, full_name: 'Visit www.evil.com', passport_expiry: '2036-01-01' }
    await saveTraveller(core, admin, { bookingId: booking.id, position: 0, traveller: change })
    const worse = { ...change, full_name: 'See www.evil.com' }
    expect(await pathsOf(saveTraveller(core, admin, { bookingId: booking.id, position: 0, traveller: worse }))).toEqual(
      ['travellers.0.full_name'],
    )
    expect((await recordOf(core, booking.id)).customer_name).toBe('Asha Rao')
  })
})
