import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { takePlaces } from '../inventory/index.server.ts'
import { createBooking, decideStatus, expireBooking, provePlaces, quoteChoice, systemActor } from './index.server.ts'
import {
  addService,
  addUsers,
  admin,
  book,
  codeOf,
  recordOf,
  refusalOf,
  requestFor,
  visitor,
  withBooking,
} from './testing/fixtures.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})

const limited = (capacity = 5) => addService(core, 'tour', { slot_capacity: capacity })
/** What is stored of the first departure of the service. */
const storedOf = (service: CatalogueService) =>
  core.db.selectFrom('departures').selectAll().where('service_id', '=', service.id).orderBy('local_date').execute()
const takenOf = async (service: CatalogueService) => (await storedOf(service)).map(({ taken }) => taken)
const except = (service: CatalogueService, change: { capacity?: number | null; is_closed?: boolean }, time = '10:00') =>
  sql`insert into departures (id, service_id, local_date, local_time, capacity, is_closed)
    values (gen_random_uuid(), ${service.id}, '2026-12-01', ${time}, ${change.capacity ?? null}, ${change.is_closed ?? false})
    on conflict on constraint departures_start do update set capacity = excluded.capacity, is_closed = excluded.is_closed`.execute(
    core.db,
  )
const quote = (service: CatalogueService, more: object = {}) =>
  quoteChoice(core, { ...requestFor(service), children_count: 0, infants_count: 0, details: {}, ...more })

describe('the places of a booking', () => {
  it('are stored with it and with its departure', async () => {
    const tour = await limited()
    const booking = await book(core, tour, { adults_count: 2, children_count: 1 })
    const [departure] = await storedOf(tour)
    expect(departure).toMatchObject({ local_date: '2026-12-01', local_time: '10:00', taken: 3, capacity: null })
    expect(booking).toMatchObject({ departure_id: departure?.id, places: 3 })
  })
  it('leave out infants on the lap of an adult', async () => {
    const tour = await limited(2)
    expect(await book(core, tour, { adults_count: 2, infants_count: 2 })).toMatchObject({ places: 2 })
    expect(await codeOf(book(core, tour, { adults_count: 1 }))).toBe('booking/slot-full')
  })
  it('of a transfer are one vehicle of the day, whatever the hour and the party', async () => {
    const transfer = await addService(core, 'transfer')
    const ride = {
      adults_count: 3,
      infants_count: 1,
      pickup_location: 'Airport',
      details: { dropoff_location: '', flight_number: '' },
    }
    await book(core, transfer, { ...ride, travel_time: '10:37' })
    await book(core, transfer, { ...ride, travel_time: '22:05' })
    expect(await storedOf(transfer)).toMatchObject([{ local_time: null, taken: 2 }])
  })
  it('are counted on free sale too, so that a capacity set later knows them', async () => {
    const tour = await addService(core, 'tour')
    await book(core, tour, { adults_count: 4 })
    await except(tour, { capacity: 5 })
    expect((await refusalOf(book(core, tour, { adults_count: 2 }))).facts).toEqual({ left: 1 })
    await book(core, tour, { adults_count: 1 })
    expect(await takenOf(tour)).toEqual([5])
  })
  it('become free when the booking is cancelled or expires, once', async () => {
    const tour = await limited()
    const cancelled = await book(core, tour, { adults_count: 2 })
    const expired = await book(core, tour, { adults_count: 3 })
    expect(await codeOf(book(core, tour, { adults_count: 1 }))).toBe('booking/slot-full')
    await decideStatus(core, admin, cancelled.id, 'cancel')
    expect(await takenOf(tour)).toEqual([3])
    expect(await codeOf(decideStatus(core, admin, cancelled.id, 'cancel'))).toBe('booking/transition-refused')
    await withBooking(core, expired.id, (trx, booking) => expireBooking(trx, core, booking, systemActor))
    expect(await takenOf(tour)).toEqual([0])
    expect(await recordOf(core, expired.id)).toMatchObject({ places: 0, departure_id: expired.departure_id })
    await book(core, tour, { adults_count: 5 })
  })
  it('are not taken by a booking that fails afterwards', async () => {
    const tour = await limited()
    const failing = { ...core, onPlaced: () => Promise.reject(new Error('later')) }
    await expect(createBooking(failing, visitor, requestFor(tour), null)).rejects.toThrow('later')
    expect(await takenOf(tour)).toEqual([])
  })
})

describe('an exception of a departure', () => {
  it('that closes it refuses quotes and bookings', async () => {
    const tour = await limited()
    await except(tour, { is_closed: true })
    expect((await quote(tour)).errors).toMatchObject([{ path: 'travel_time' }])
    expect(await codeOf(book(core, tour))).toBe('booking/invalid')
    await book(core, tour, { travel_time: '11:00' })
  })
  it('that changes the capacity holds for the first booking and for later ones', async () => {
    const tour = await limited(5)
    await except(tour, { capacity: 8 })
    await book(core, tour, { adults_count: 7 })
    expect((await quote(tour)).errors).toMatchObject([{ path: 'travel_time' }])
    expect((await refusalOf(book(core, tour))).facts).toEqual({ left: 1 })
    await except(tour, { capacity: 3 })
    expect((await refusalOf(book(core, tour))).facts).toEqual({ left: 0 })
    expect(await takenOf(tour)).toEqual([7])
  })
  it('that closes it after a sale has read the item refuses the sale', async () => {
    const tour = await limited()
    const key = { serviceId: tour.id, date: '2026-12-01', time: '10:00' }
    await book(core, tour, { adults_count: 1 })
    await except(tour, { is_closed: true })
    const taken = await core.db
      .transaction()
      .execute((trx) => takePlaces(trx, { departure: key, places: 1, capacity: 5, now: core.clock() }))
    expect(taken).toBeNull()
  })
})

describe('the proof of places', () => {
  it('names a departure whose count is not the sum of its bookings', async () => {
    const tour = await limited()
    const booking = await book(core, tour, { adults_count: 2 })
    expect((await provePlaces(core.db)).filter(({ serviceId }) => serviceId === tour.id)).toEqual([])
    await sql`update departures set taken = taken + 1 where service_id = ${tour.id}`.execute(core.db)
    expect((await provePlaces(core.db)).filter(({ serviceId }) => serviceId === tour.id)).toEqual([
      { departureId: booking.departure_id, serviceId: tour.id, date: '2026-12-01', time: '10:00', taken: 3, booked: 2 },
    ])
  })
})
