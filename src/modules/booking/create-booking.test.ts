import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { inEnglish } from '../../services/testing/service.ts'
import { saveService, setServiceStatus } from '../catalogue/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { insertWithFreeReference } from './commands/insert-booking.server.ts'
import { createBooking, quoteChoice } from './index.server.ts'
import {
  addService,
  addUsers,
  admin,
  book,
  clearanceDocuments,
  codeOf,
  countRows,
  customer,
  recordOf,
  refusalOf,
  requestFor,
  stagedDocument,
  visitor,
} from './testing/fixtures.ts'

let core: TestCore
let tour: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  tour = await addService(core, 'tour')
})
beforeEach(() => core.clock.set('2026-11-21T08:00:00Z'))
const create = (given: Record<string, unknown> = {}, key: string | null = null, caller = visitor) =>
  createBooking(core, caller, requestFor(tour, given), key)

describe('a new booking', () => {
  it('is pending and unpaid, and has every field of the specification [C172, C175]', async () => {
    const { booking } = await create({
      adults_count: 2,
      children_count: 1,
      infants_count: 1,
      special_requests: ' Vegan ',
    })
    expect(booking).toMatchObject({
      booking_status: 'pending',
      payment_status: 'pending',
      service_id: tour.id,
      service_type: 'tour',
      service_title: 'A tour',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_phone: '+919876543210',
      adults_count: 2,
      children_count: 1,
      infants_count: 1,
      base_amount: { minor: 26_000, currency: 'USD' },
      total_amount: { minor: 26_000, currency: 'USD' },
      discount_amount: { minor: 0, currency: 'USD' },
      tax_amount: { minor: 0, currency: 'USD' },
      final_amount: { minor: 26_000, currency: 'USD' },
      currency: 'USD',
      travel_date: '2026-12-01',
      travel_time: '10:00',
      selected_language: null,
      pickup_location: null,
      special_requests: 'Vegan',
      payment_gateway: null,
      payment_method: null,
      payment_reference: null,
      created_at: '2026-11-21T08:00:00.000Z',
    })
    const record = await recordOf(core, booking.id)
    expect(record.starts_at?.toISOString()).toBe('2026-12-01T06:00:00.000Z')
  })
  it('expires after 48 hours, or as configured [C187]', async () => {
    const { booking } = await create()
    expect(booking.expires_at).toBe('2026-11-23T08:00:00.000Z')
  })
  it('gets a reference of TH and ten digits, or with the configured prefix [C177]', async () => {
    expect((await create()).booking.booking_reference).toMatch(/^TH\d{10}$/)
    await saveSettings(core, admin, { booking_prefix: 'SAF' })
    expect((await create()).booking.booking_reference).toMatch(/^SAF\d{10}$/)
    await saveSettings(core, admin, { booking_prefix: 'TH' })
  })
  it('draws another reference when the first is taken [C177]', async () => {
    const taken = (await create()).booking.booking_reference
    const { booking_reference: _, search_person: __, ...row } = await book(core, tour)
    const copy = {
      ...row,
      id: '01900000-0000-7000-8000-000000000001',
      price_lines: JSON.stringify(row.price_lines),
      details: JSON.stringify(row.details),
      cancellation_terms: JSON.stringify(row.cancellation_terms),
      gateway_response: null,
    }
    const drawn = [taken, taken, 'TH0000000001']
    const booking = await core.db
      .transaction()
      .execute((trx) => insertWithFreeReference(trx, copy, () => drawn.shift() ?? 'TH0000000002'))
    expect(booking.booking_reference).toBe('TH0000000001')
  })
  it('writes its history and emits its event in the same transaction [A162]', async () => {
    const { id } = await book(core, tour)
    const history = await core.db.selectFrom('booking_history').selectAll().where('booking_id', '=', id).execute()
    expect(history).toMatchObject([{ event: 'booking-created', actor: 'customer', at: core.clock() }])
    const { rows } = await sql`select payload from events where name = 'booking.created'
      and payload ->> 'bookingId' = ${id}`.execute(core.db)
    expect(rows).toEqual([{ payload: { bookingId: id } }])
  })
  it('belongs to the signed-in user, and to nobody when a guest or staff book', async () => {
    expect((await book(core, tour, {}, customer)).user_id).toBe('user-1')
    expect((await book(core, tour)).user_id).toBeNull()
    expect((await book(core, tour, {}, admin)).user_id).toBeNull()
  })
  it('answers with a signed payment link without customer data [C188]', async () => {
    const { booking, token, paymentUrl } = await create()
    const url = new URL(paymentUrl)
    expect(url.pathname).toBe('/booking-payment')
    expect(Object.fromEntries(url.searchParams)).toEqual({ bookingId: booking.id, token })
  })
  it('stores ok-to-board as ok_to_board, always for one adult [C156, C174, A137]', async () => {
    const service = await addService(core, 'ok_to_board')
    const { booking } = await createBooking(
      core,
      visitor,
      requestFor(service, {
        service_type: 'ok-to-board',
        travel_time: null,
        adults_count: 3,
        children_count: 2,
        documents: await clearanceDocuments(core),
        details: {
          passenger_name: 'Asha Rao',
          passport_number: 'Z1234567',
          nationality: 'IN',
          flight_number: 'EK501',
          airline: 'Emirates',
          pnr: 'ABC123',
        },
      }),
      null,
    )
    expect(booking).toMatchObject({ service_type: 'ok_to_board', adults_count: 1, children_count: 0, infants_count: 0 })
    // 2999 + 199 + 18 % of 2999
    expect(booking.final_amount).toEqual({ minor: 373_782, currency: 'INR' })
    expect(booking.details).toMatchObject({ passenger_name: 'Asha Rao', airline: 'Emirates', pnr: 'ABC123' })
  })
  it('stores the travellers of a visa as rows, with split names [C092, C093, C098]', async () => {
    const visa = await addService(core, 'visa')
    const traveller = {
      traveler_type: 'adult',
      passport_number: 'Z1234567',
      passport_expiry: '2031-01-01',
      date_of_birth: '1990-05-17',
      tentative_arrival_date: '2026-12-05',
      tentative_departure_date: '2026-12-15',
    }
    const names = ['passport_front', 'clear_photo', 'return_ticket']
    const documents = await Promise.all(
      [0, 1].flatMap((place) => names.map((name) => stagedDocument(core, name, place))),
    )
    const { id, details } = await book(core, visa, {
      travel_date: null,
      travel_time: null,
      documents,
      details: {
        booking_option: 'fill_and_pay',
        travellers: [
          { ...traveller, full_name: 'Asha Devi Rao' },
          { ...traveller, full_name: 'Suharto', passport_number: 'c 76-54321' },
        ],
      },
    })
    const rows = await core.db
      .selectFrom('booking_travelers')
      .selectAll()
      .where('booking_id', '=', id)
      .orderBy('position')
      .execute()
    expect(rows).toMatchObject([
      {
        first_name: 'Asha Devi',
        last_name: 'Rao',
        is_single_name: false,
        traveler_type: 'adult',
        passport_number: 'Z1234567',
        date_of_birth: '1990-05-17',
        arrival_date: '2026-12-05',
        departure_date: '2026-12-15',
      },
      { first_name: 'Suharto', last_name: '', is_single_name: true, passport_number: 'C7654321' },
    ])
    expect(details).not.toHaveProperty('travellers')
  })
})

describe('an invalid request', () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ['name a price', { total_amount: 1 }, 'total_amount'],
    ['name a state', { booking_status: 'confirmed' }, 'booking_status'],
    ['name a reference', { booking_reference: 'TH0000000009' }, 'booking_reference'],
    ['ask for less than nobody', { adults_count: -1 }, 'adults_count'],
    ['come without an adult', { adults_count: 0 }, 'adults_count'],
    ['ask for a fraction', { adults_count: 1.5 }, 'adults_count'],
    ['ask for a million', { children_count: 1e9 }, 'children_count'],
    ['ask for more than the kind allows', { adults_count: 51 }, 'adults_count'],
    ['send text for a number', { adults_count: '2' }, 'adults_count'],
    ['choose a day that is over', { travel_date: '2026-11-20' }, 'travel_date'],
    ['choose a day that does not exist', { travel_date: '2026-02-30' }, 'travel_date'],
    ['choose no day', { travel_date: null }, 'travel_date'],
    ['choose no time', { travel_time: null }, 'travel_time'],
    ['choose an unknown slot', { travel_time: '10:30' }, 'travel_time'],
    ['choose a slot that has passed', { travel_date: '2026-11-21', travel_time: '11:00' }, 'travel_time'],
    ['choose a slot that is no time', { travel_time: '25:00' }, 'travel_time'],
    ['leave the name out', { customer_name: '  ' }, 'customer_name'],
    ['leave the address out', { customer_email: '' }, 'customer_email'],
    ['give half an address', { customer_email: 'asha@' }, 'customer_email'],
    ['smuggle a header', { customer_email: 'a@b.co\r\nBcc: x@y.zz' }, 'customer_email'],
    ['give a number that is none', { customer_phone: '12345' }, 'customer_phone'],
    ['ask for a pickup that is not offered', { pickup_location: 'Hotel' }, 'pickup_location'],
    ['choose a language that is not offered', { selected_language: 'Klingon' }, 'selected_language'],
    ['send fields that the kind does not have', { details: { discount: 100 } }, 'details.discount'],
    ['send half a letter', { details: { note: '\ud800' } }, 'details.note'],
  ]
  it.each(refused)('(%s) is refused and writes nothing', async (_, given, path) => {
    const before = await countRows(core)
    const refusal = await refusalOf(create(given, 'key-of-a-refused-request'))
    expect(refusal.code).toBe('booking/invalid')
    expect(refusal.errors.map((error) => error.path)).toContain(path)
    expect(await countRows(core)).toEqual(before)
  })
  it('gets the messages of the generic form [C162]', async () => {
    const missing = { travel_date: null, travel_time: null, customer_name: '', customer_email: '' }
    const { errors } = await refusalOf(create(missing))
    expect(errors).toEqual([
      { path: 'travel_date', message: 'Travel date is required' },
      { path: 'travel_time', message: 'Please select a time' },
      { path: 'customer_name', message: 'Customer name is required' },
      { path: 'customer_email', message: 'Email address is required' },
    ])
  })
  it('gets the messages of the ticket form [C064]', async () => {
    const ticket = await addService(core, 'ticket')
    const missing = { travel_date: null, travel_time: null, customer_name: '', customer_email: '', customer_phone: '' }
    const { errors } = await refusalOf(createBooking(core, visitor, requestFor(ticket, missing), null))
    expect(errors.map(({ message }) => message)).toEqual([
      'Date is required',
      'Time is required',
      'Lead guest name is required',
      'Email is required',
      'Mobile number is required',
    ])
  })
  it('needs a phone number if there is a pickup, parsed as Indian, then as Emirati [C166, C167]', async () => {
    const pickup = await addService(core, 'tour', { has_pickup: true }, { title: 'With pickup' })
    const without = requestFor(pickup, { customer_phone: '' })
    const { errors } = await refusalOf(createBooking(core, visitor, without, null))
    expect(errors).toEqual([{ path: 'customer_phone', message: 'Phone number is required' }])
    const phoneOf = async (typed: string) => (await book(core, pickup, { customer_phone: typed })).customer_phone
    expect(await phoneOf('098765 43210')).toBe('+919876543210')
    expect(await phoneOf('050 123 4567')).toBe('+971501234567')
    expect(await phoneOf('+44 20 7946 0958')).toBe('+442079460958')
  })
  it('is refused for an item that is off sale or of another kind', async () => {
    const gone = await addService(core, 'tour', {}, { title: 'Gone' })
    await setServiceStatus(core, admin, { id: gone.id, version: gone.version, status: 'inactive' })
    expect(await codeOf(createBooking(core, visitor, requestFor(gone), null))).toBe('booking/service-not-found')
    expect(await codeOf(create({ service_type: 'ticket' }))).toBe('booking/service-not-found')
    expect(await codeOf(create({ service_type: 'cruise' }))).toBe('booking/service-not-found')
    expect(await codeOf(create({ service_id: 'no-such-tour' }))).toBe('booking/service-not-found')
  })
  it("is refused inside the agency's cut-off [C170]", async () => {
    await saveSettings(core, admin, { cut_off_minutes: 180 })
    const nextTrip = { travel_date: '2026-11-21', travel_time: '14:00' }
    expect((await refusalOf(create(nextTrip))).errors[0]?.path).toBe('travel_time')
    await create({ ...nextTrip, travel_time: '15:00' })
    await saveSettings(core, admin, { cut_off_minutes: 0 })
    await create(nextTrip)
  })
  it('is refused for a transfer inside its notice or outside its hours [C134, A105]', async () => {
    const transfer = await addService(core, 'transfer', { available_hours: { from: '06:00', to: '22:00' } })
    const on = (travel_date: string, travel_time: string) =>
      createBooking(core, visitor, requestFor(transfer, { travel_date, travel_time, pickup_location: 'DXB' }), null)
    expect((await refusalOf(on('2026-11-21', '13:59'))).errors[0]?.path).toBe('travel_time')
    expect((await refusalOf(on('2026-11-22', '23:00'))).errors[0]?.path).toBe('travel_time')
    expect((await on('2026-11-21', '14:00')).booking.booking_status).toBe('pending')
  })
})

describe('the price', () => {
  it('is decided by the server, and a changed price must be confirmed first [C190, C303]', async () => {
    const item = await addService(core, 'tour', {}, { title: 'Dearer' })
    const shown = requestFor(item, { adults_count: 1, expected_amount: { minor: 10_000, currency: 'USD' } })
    const dearer = {
      kind: 'tour',
      id: item.id,
      version: item.version,
      details: { ...item.details, price_adult: 12_000 },
    }
    await saveService(core, admin, dearer)
    const before = await countRows(core)
    const refusal = await refusalOf(createBooking(core, visitor, shown, 'a-key-of-this-form'))
    expect([refusal.code, refusal.facts]).toEqual(['booking/price-changed', { minor: 12_000, currency: 'USD' }])
    expect(await countRows(core)).toEqual(before)
    const agreed = { ...shown, expected_amount: { minor: 12_000, currency: 'USD' } }
    const { booking } = await createBooking(core, visitor, agreed, 'a-key-of-this-form')
    expect(booking.final_amount.minor).toBe(12_000)
  })
  it('is quoted as it will be booked, with all errors', async () => {
    const choice = {
      service_type: 'tour',
      service_id: tour.id,
      travel_date: '2026-12-01',
      travel_time: '10:00',
      adults_count: 1,
      children_count: 2,
      infants_count: 0,
      details: {},
    }
    const quote = await quoteChoice(core, choice)
    expect([quote.price.final, quote.errors]).toEqual([{ minor: 22_000, currency: 'USD' }, []])
    const late = await quoteChoice(core, { ...choice, travel_date: '2026-11-01' })
    expect(late.errors.map(({ path }) => path)).toEqual(['travel_date'])
    expect(late.price.final.minor).toBe(22_000)
  })
})

describe('a repeated request', () => {
  it('books once when sent twenty times at once with one key [C178]', async () => {
    const before = await countRows(core)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, 'double-click-1')))
    const after = await countRows(core)
    expect(new Set(answers.map(({ booking }) => booking.id)).size).toBe(1)
    expect((after.bookings ?? 0) - (before.bookings ?? 0)).toBe(1)
    expect((after.events ?? 0) - (before.events ?? 0)).toBe(1)
  })
  it('(control) books each time without a key', async () => {
    const before = (await countRows(core)).bookings ?? 0
    await Promise.all(Array.from({ length: 3 }, () => create()))
    expect((await countRows(core)).bookings).toBe(before + 3)
  })
  it('is refused with other content under the same key [C178]', async () => {
    await create({}, 'one-key-two-bodies')
    expect(await codeOf(create({ adults_count: 3 }, 'one-key-two-bodies'))).toBe('idempotency/other-request')
  })
  it('gets the same answer after the item went off sale', async () => {
    const item = await addService(core, 'tour', {}, { title: 'Last day' })
    const request = requestFor(item)
    const first = await createBooking(core, visitor, request, 'retry-after-timeout')
    await setServiceStatus(core, admin, { id: item.id, version: item.version, status: 'inactive' })
    const again = await createBooking(core, visitor, request, 'retry-after-timeout')
    expect(again.booking.id).toBe(first.booking.id)
  })
  it('gets the same answer from another network [C178]', async () => {
    const first = await create({}, 'a-key-of-this-browser')
    const again = await create({}, 'a-key-of-this-browser', { ...visitor, address: '198.51.100.7' })
    expect(again.booking.id).toBe(first.booking.id)
  })
  it('books again for another guest under the same key', async () => {
    const first = await create({}, 'a-key-that-is-not-random')
    const other = await create({ customer_email: 'other@example.com' }, 'a-key-that-is-not-random')
    expect(other.booking.id).not.toBe(first.booking.id)
  })
  it('books again for another user under the same key', async () => {
    const mine = await create({}, 'a-common-key', customer)
    const theirs = await create({}, 'a-common-key', { ...visitor, address: '203.0.113.99' })
    expect(mine.booking.id).not.toBe(theirs.booking.id)
  })
})

describe('the capacity of a slot', () => {
  const slotted = (title: string) => addService(core, 'tour', { slot_capacity: 5 }, { title })
  const seats = async (serviceId: string) => {
    const { rows } = await sql<{ n: number }>`select coalesce(sum(adults_count), 0)::int as n from bookings
      where service_id = ${serviceId} and booking_status <> 'cancelled'`.execute(core.db)
    return rows[0]?.n
  }
  it('is never exceeded by twelve parallel bookings [C169]', async () => {
    const item = await slotted('Five places')
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => createBooking(core, visitor, requestFor(item, { adults_count: 2 }), null)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await seats(item.id)).toBe(4)
    const refusal = await refusalOf(createBooking(core, visitor, requestFor(item), null))
    expect([refusal.code, refusal.facts]).toEqual(['booking/slot-full', { left: 1 }])
    await createBooking(core, visitor, requestFor(item, { adults_count: 1 }), null)
    await createBooking(core, visitor, requestFor(item, { travel_date: '2026-12-02' }), null)
  })
  it('is checked in the quote [C169]', async () => {
    const item = await slotted('Quoted')
    await book(core, item, { adults_count: 4 })
    const choice = { ...requestFor(item), children_count: 0, infants_count: 0, details: {} }
    const { errors } = await quoteChoice(core, choice)
    expect(inEnglish(errors)).toEqual([{ path: 'travel_time', message: 'Only 1 place is left at this time' }])
  })
})
