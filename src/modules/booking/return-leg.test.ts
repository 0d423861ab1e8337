import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { barrier } from '../../../tests/support/barrier.ts'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { addMinutes } from '../../kernel/dates.ts'
import { anonymous } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { inEnglish } from '../../services/testing/service.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import {
  createBooking,
  decideStatus,
  endHold,
  expireBooking,
  provePlaces,
  quoteChoice,
  systemActor,
  takePlacesAgain,
} from './index.server.ts'
import { readDeparturePage } from './queries/departure-page.server.ts'
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
import { limitUnpaidPlaces } from './unpaid-places.server.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})

const schedule = (capacity: number | null, more = {}) => ({
  ...{ from: null, to: null, weekdays: [], starts: 'times', times: ['08:00', '10:00', '18:00'], hours: null },
  ...{ capacity, cut_off_hours: 0, prices: {}, ...more },
})
const ride = (capacity: number | null = 1, more = {}) =>
  addService(core, 'transfer', { offers_return: true, schedules: [schedule(capacity)], ...more })
const back = { return_trip: true, return_trip_date: '2026-12-05', return_trip_time: '18:00' }
type Details = Readonly<Record<string, unknown>>
const bothWays = (details: Details = {}, more = {}) => ({
  ...{ travel_time: '10:00', pickup_location: 'Dubai Airport, Terminal 3', customer_email: 'asha@example.com' },
  ...{ details: { dropoff_location: 'Hotel Sea', ...back, ...details }, ...more },
})
const oneWay = (date: string, time: string) => ({
  ...{ travel_date: date, travel_time: time, pickup_location: 'Hotel Sea', details: { dropoff_location: 'Airport' } },
})
const takenOf = async ({ id }: CatalogueService) => {
  const { rows } = await sql<{
    start: string
    taken: number
  }>`select local_date || ' ' || coalesce(local_time, '') as start,
    taken from departures where service_id = ${id} order by 1`.execute(core.db)
  return Object.fromEntries(rows.map(({ start, taken }) => [start, taken]))
}
const quote = (service: CatalogueService, more: object = {}) =>
  quoteChoice(core, { ...requestFor(service), children_count: 0, infants_count: 0, details: {}, ...more })
const there = '2026-12-01 10:00'
const home = '2026-12-05 18:00'

describe('a return trip', () => {
  it('takes a place of both departures, and is stored with both', async () => {
    const transfer = await ride()
    const booking = await book(core, transfer, bothWays())
    expect(await takenOf(transfer)).toEqual({ [there]: 1, [home]: 1 })
    expect(booking).toMatchObject({
      ...{ travel_date: '2026-12-01', return_leg_date: '2026-12-05', return_leg_time: '18:00', places: 1 },
      return_leg_starts_at: new Date('2026-12-05T14:00:00Z'),
    })
    expect(booking.details).toMatchObject({
      ...{
        return_trip: true,
        return_pickup_location: 'Hotel Sea',
        return_dropoff_location: 'Dubai Airport, Terminal 3',
      },
    })
    expect(booking.details).not.toHaveProperty('return_trip_date')
    expect(await provePlaces(core.db)).toEqual([])
  })
  it('costs twice the price, or its own; the quote is the price of the booking', async () => {
    const plain = await ride(null, { price_per_km: 100, distance_km: 20 })
    expect((await quote(plain, bothWays())).price.final.minor).toBe(34_000)
    expect(await book(core, plain, bothWays())).toMatchObject({ final_minor: 34_000 })
    const own = await ride(null, { return_price: 25_000 })
    expect((await quote(own, bothWays())).price.final.minor).toBe(25_000)
    expect((await book(core, own, bothWays())).price_lines).toMatchObject([
      { label: 'bothWays', total: { minor: 25_000 } },
    ])
    expect((await quote(own, oneWay('2026-12-01', '10:00'))).price.final.minor).toBe(15_000)
  })
  it('has its price by season', async () => {
    const season = schedule(null, { prices: { return_price: 40_000 } })
    const transfer = await ride(null, { return_price: 25_000, schedules: [season] })
    expect((await quote(transfer, bothWays())).price.final.minor).toBe(40_000)
  })
  it('has the price of each leg at its own departure, in the quote and the booking', async () => {
    const busy = { from: '2026-12-05', prices: { base_price: 20_000 } }
    const seasons = [schedule(null, busy), schedule(null, { to: '2026-12-04' })]
    const transfer = await ride(null, { schedules: seasons })
    expect((await quote(transfer, bothWays())).price).toMatchObject({
      lines: [
        { label: 'outboundLeg', total: { minor: 15_000 } },
        { label: 'returnLeg', total: { minor: 20_000 } },
      ],
      final: { minor: 35_000 },
    })
    expect(await book(core, transfer, bothWays())).toMatchObject({ final_minor: 35_000 })
    const sameSeason = bothWays({ return_trip_date: '2026-12-04' })
    expect((await quote(transfer, sameSeason)).price.final.minor).toBe(30_000)
  })
  it.each([
    ['before the first trip', { return_trip_date: '2026-11-30' }, 'details.return_trip_date', 'after the outbound'],
    [
      'at the same time',
      { return_trip_date: '2026-12-01', return_trip_time: '10:00' },
      'details.return_trip_time',
      'after',
    ],
    ['without a day', { return_trip_date: '' }, 'details.return_trip_date', 'choose the day'],
    ['without a time', { return_trip_time: '' }, 'details.return_trip_time', 'choose the time'],
    ['at a time that is not offered', { return_trip_time: '11:00' }, 'details.return_trip_time', ''],
    ['on a day beyond those on sale', { return_trip_date: '2031-01-01' }, 'details.return_trip_date', ''],
    ['with a wrong flight', { return_flight_number: '12' }, 'details.return_flight_number', 'EK 512'],
  ])('%s is refused at its field', async (_what, details, path, words) => {
    const transfer = await ride()
    const { code, errors } = await refusalOf(book(core, transfer, bothWays(details)))
    expect([code, errors.map((each) => each.path)]).toEqual(['booking/invalid', [path]])
    expect(errors[0]?.message).toContain(words)
    expect(await takenOf(transfer)).toEqual({})
  })
  it('is refused by an item that is sold one way only', async () => {
    const transfer = await ride(1, { offers_return: false })
    expect((await refusalOf(book(core, transfer, bothWays()))).errors).toMatchObject([{ path: 'details.return_trip' }])
  })
  it('stores no return answers for a one-way trip', async () => {
    const transfer = await ride()
    const booking = await book(core, transfer, bothWays({ return_trip: false, return_flight_number: 'EK 1' }))
    expect(booking).toMatchObject({ return_leg_departure_id: null, return_leg_date: null })
    expect(Object.keys(booking.details).filter((name) => name.startsWith('return_'))).toEqual([])
  })
  it('of one departure with opening hours takes two of its places', async () => {
    const hours = schedule(2, { starts: 'hours', times: [], hours: { from: '06:00', to: '22:00' } })
    const transfer = await ride(2, { schedules: [hours] })
    const sameDay = bothWays({ return_trip_date: '2026-12-01', return_trip_time: '20:00' })
    await book(core, transfer, sameDay)
    expect(await takenOf(transfer)).toEqual({ '2026-12-01 ': 2 })
    expect((await refusalOf(book(core, transfer, sameDay))).code).toBe('booking/slot-full')
    expect(await provePlaces(core.db)).toEqual([])
  })
})

describe('a sold-out return leg', () => {
  it('takes nothing, and names the nearest times with places at its field', async () => {
    const transfer = await ride()
    await book(core, transfer, oneWay('2026-12-05', '18:00'))
    const { code, errors } = await refusalOf(book(core, transfer, bothWays()))
    expect(code).toBe('booking/slot-full')
    expect(errors.map(({ path }) => path)).toEqual(['details.return_trip_time'])
    expect(errors[0]?.message).toContain('Nearest times with places: 2026-12-05 10:00 AM, 2026-12-05 08:00 AM, ')
    expect((await takenOf(transfer))[there]).toBeUndefined()
    expect((await quote(transfer, bothWays())).errors).toMatchObject([{ path: 'details.return_trip_time' }])
  })

  it('is sold once to two bookings whose return legs need its last vehicle', async () => {
    const transfer = await ride(2)
    await book(core, transfer, oneWay('2026-12-05', '18:00'))
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => {
        const guest = { customer_email: `r${at}@example.com`, customer_phone: `+9198123456${10 + at}` }
        const start = at % 2 === 0 ? {} : { travel_time: '08:00' }
        const request = { ...requestFor(transfer, bothWays()), ...guest, ...start }
        return createBooking(core, anonymous(`198.51.100.${at + 1}`), request, null)
      }),
    )
    const codes = results.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    )
    expect(codes).toEqual(Array.from({ length: 7 }, () => 'booking/slot-full'))
    const taken = await takenOf(transfer)
    expect(taken[home]).toBe(2)
    expect((taken[there] ?? 0) + (taken['2026-12-01 08:00'] ?? 0)).toBe(1)
    expect(await provePlaces(core.db)).toEqual([])
  })
  it('(control) is sold twice by a look and an update without the condition', async () => {
    const transfer = await ride(2)
    const booking = await book(core, transfer, bothWays())
    const id = booking.return_leg_departure_id
    const bothHaveLooked = barrier(2)
    const take = async (trx: Trx) => {
      const { rows } = await sql<{ taken: number }>`select taken from departures where id = ${id}`.execute(trx)
      await bothHaveLooked()
      if ((rows[0]?.taken ?? 0) < 2) await sql`update departures set taken = taken + 1 where id = ${id}`.execute(trx)
    }
    await Promise.all([1, 2].map(() => core.db.transaction().execute(take)))
    expect((await takenOf(transfer))[home]).toBe(3)
    await sql`update departures set taken = 1 where id = ${id}`.execute(core.db)
  })
  it('never deadlocks with a booking of the same departures in reverse order', async () => {
    const transfer = await ride(null)
    const days = ['2026-12-05', '2026-12-06', '2026-12-07']
    const trips = Array.from({ length: 12 }, (_, at) =>
      bothWays({ return_trip_date: days[at % 3] }, { travel_date: `2026-12-0${1 + (at % 5)}`, travel_time: '08:00' }),
    )
    const made = await Promise.all(
      trips.map((trip, at) => createBooking(core, anonymous(`198.51.100.${at + 1}`), requestFor(transfer, trip), null)),
    )
    await Promise.all(made.map(({ booking }) => decideStatus(core, admin, booking.id, 'cancel')))
    expect(Object.values(await takenOf(transfer)).every((taken) => taken === 0)).toBe(true)
    expect(await provePlaces(core.db)).toEqual([])
  })
})

describe('the places of a return trip', () => {
  it('become free on both days when it is cancelled or expires', async () => {
    const transfer = await ride()
    const cancelled = await book(core, transfer, bothWays())
    await decideStatus(core, admin, cancelled.id, 'cancel')
    expect(await takenOf(transfer)).toEqual({ [there]: 0, [home]: 0 })
    const expired = await book(core, transfer, bothWays())
    await withBooking(core, expired.id, (trx, booking) => expireBooking(trx, core, booking, systemActor))
    expect(await takenOf(transfer)).toEqual({ [there]: 0, [home]: 0 })
    expect(await provePlaces(core.db)).toEqual([])
  })
  it('are released and taken again together', async () => {
    const transfer = await ride()
    const { id } = await book(core, transfer, bothWays())
    await release(id)
    expect(await takenOf(transfer)).toEqual({ [there]: 0, [home]: 0 })
    const again = await withBooking(core, id, (trx, booking) =>
      takePlacesAgain({ trx, deps: core }, booking, { occasion: 'payment', actor: systemActor }),
    )
    expect(again).toMatchObject({ places: 1, released_places: 0 })
    expect(await takenOf(transfer)).toEqual({ [there]: 1, [home]: 1 })
  })
  it('are not taken again on one day only', async () => {
    const transfer = await ride()
    const { id } = await book(core, transfer, bothWays())
    await release(id)
    await book(core, transfer, oneWay('2026-12-05', '18:00'))
    // Both departures look open when they are read; the second is sold while its place is taken.
    const again = await withBooking(core, id, (trx, booking) =>
      takePlacesAgain({ trx, deps: core }, booking, { occasion: 'staff', actor: systemActor }),
    )
    expect(again).toBeNull()
    expect(await takenOf(transfer)).toEqual({ [there]: 0, [home]: 1 })
    expect(await provePlaces(core.db)).toEqual([])
  })
  it('are not taken by a booking that fails afterwards, and once by a repeated request', async () => {
    const transfer = await ride()
    const failing = { ...core, onPlaced: () => Promise.reject(new Error('later')) }
    await expect(createBooking(failing, visitor, requestFor(transfer, bothWays()), null)).rejects.toThrow('later')
    expect(await takenOf(transfer)).toEqual({})
    const send = () => createBooking(core, visitor, requestFor(transfer, bothWays()), 'key-0001')
    const [first, second] = [await send(), await send()]
    expect(second.booking.id).toBe(first.booking.id)
    expect(await takenOf(transfer)).toEqual({ [there]: 1, [home]: 1 })
  })
  it('count for both days towards the limit of unpaid places', async () => {
    const transfer = await ride(100)
    const guest = { customer_email: 'limit@example.com', customer_phone: '+919812399999' }
    const { origin_keys } = await book(core, transfer, bothWays({}, guest), anonymous('198.51.100.77'))
    const keys = origin_keys ?? []
    const limits = { unpaid_places_per_visitor: 3, unpaid_places_per_contact: 3, unpaid_places_per_departure: 3 }
    const slot = { serviceId: transfer.id, date: '2026-12-05', time: '18:00' }
    const wanted = { keys, slot, places: 1, today: '2026-11-21' }
    const ask = (within: object, more = {}) =>
      core.db
        .transaction()
        .execute((trx) => limitUnpaidPlaces({ trx, limits: { ...limits, ...within } }, { ...wanted, ...more }))
    await ask({})
    expect(await codeOf(ask({}, { total: 2 }))).toBe('booking/too-many-unpaid')
    expect(await codeOf(ask({ unpaid_places_per_contact: 2 }))).toBe('booking/too-many-unpaid')
    expect(await codeOf(ask({ unpaid_places_per_departure: 1 }))).toBe('booking/too-many-unpaid')
  })
})

describe('the page of a departure', () => {
  it('lists a return trip on both days, with the return leg marked', async () => {
    const transfer = await ride()
    await book(core, transfer, bothWays({ return_flight_number: 'EK 513' }))
    const pageOf = (date: string, time: string) => readDeparturePage(core, { service_id: transfer.id, date, time })
    const [first, second] = [await pageOf('2026-12-01', '10:00'), await pageOf('2026-12-05', '18:00')]
    expect(first).toMatchObject({ adults: 2, held: 1, taken: 1 })
    expect(first.parties).toMatchObject([{ leg: 'outbound', travel_time: '10:00' }])
    expect(second).toMatchObject({ adults: 2, held: 1, taken: 1 })
    expect(second.parties).toMatchObject([{ leg: 'return', travel_time: '18:00', pickup_location: 'Hotel Sea' }])
    expect(inEnglish(second.parties[0]?.trip_facts)).toContainEqual({ label: 'Flight', value: 'EK 513' })
  })
})

async function release(bookingId: string): Promise<void> {
  const { held_until: until } = await recordOf(core, bookingId)
  if (!until) throw new Error('It has no hold')
  const later = { ...core, clock: () => addMinutes(until, 1) }
  await withBooking(core, bookingId, (trx, booking) => endHold(trx, later, booking))
}
