/** Staff add the return leg of a trip, or end it; and what they may do although the day or the departure objects. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { anonymous, type Caller } from '../../../platform/core.server.ts'
import { changeBooking, quoteChange } from '../../booking/commands/change-booking.server.ts'
import { provePlaces, proveUses } from '../../booking/index.server.ts'
import { addService, admin, book, clearanceDocuments, codeOf, refusalOf } from '../../booking/testing/fixtures.ts'
import { proveLedger } from '../index.server.ts'
import {
  aRide,
  type BookedTrip,
  bookTrip,
  dearer,
  heldOf,
  home,
  paidTrip,
  type Ride,
  takenOn,
  there,
  vansOf,
} from '../testing/return-trips.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival])
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

const oneWay = { details: { dropoff_location: 'Hotel Sea' } }
const back = { return_leg_date: home, return_leg_time: '18:00' }
type Wanted = Partial<Parameters<typeof changeBooking>[2]['change']>
async function change({ bookingId }: Pick<Held, 'bookingId'>, wanted: Wanted, caller: Caller = admin) {
  const { version } = await world.booking(bookingId)
  const rest = { difference: 'charge', is_confirmed: false, tell_customer: true, reason: 'Agreed by phone' } as const
  const deps = { ...world, payments: movePayments(world) }
  return changeBooking(deps, caller, { change: { bookingId, version, ...rest, ...wanted }, idempotencyKey: null })
}
const quote = ({ bookingId }: Pick<Held, 'bookingId'>, wanted: object) =>
  quoteChange(world, admin, { change: { bookingId, ...wanted }, isOnline: () => true })
const pathsOf = async (work: Promise<unknown>) => (await refusalOf(work)).errors.map(({ path }) => path)
const lastOf = async (bookingId: string) => {
  const query = world.db.selectFrom('booking_history').select(['event', 'data']).where('booking_id', '=', bookingId)
  return query.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}
async function expectProofs() {
  expect(await proveLedger(world.db)).toEqual([])
  expect(await provePlaces(world.db)).toEqual([])
  expect(await proveUses(world.db, world)).toEqual([])
}
let hooks = 0
async function payDifference(held: BookedTrip): Promise<void> {
  const started = await world.started(held)
  world.madeUp.pay(started.orderRef)
  await world.hook(`change-return-${++hooks}`, started.attempt.id)
}
async function oneWayTrip(ride?: Ride): Promise<BookedTrip> {
  const of = ride ?? (await aRide(world))
  return heldOf(world, await bookTrip(world, of, oneWay), of)
}
const outboundVan = `outbound ${there} 10`

describe('the return trip of a one-way booking', () => {
  it('is added with its place, its vehicle, its price and its places', async () => {
    const held = await oneWayTrip()
    expect(await quote(held, back)).toMatchObject({ errors: [], settlement: 'open', new_amount: { minor: 30_000 } })
    await change(held, back)
    const booking = await world.booking(held.bookingId)
    expect(booking).toMatchObject({ ...back, travel_date: there, final_minor: 30_000, places: 1 })
    expect(booking.details).toMatchObject({ return_trip: true, return_dropoff_location: 'Airport' })
    expect(booking.return_leg_starts_at).not.toBeNull()
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`])
    expect(await vansOf(world, held)).toHaveLength(2)
    expect((await lastOf(held.bookingId)).data).toMatchObject({
      start: `${there} 10:00 → ${there} 10:00, ${home} 18:00`,
      priceAfterMinor: 30_000,
    })
    await expectProofs()
  })
  it('is added together with another day of the outbound trip', async () => {
    const held = await oneWayTrip()
    await change(held, { travel_date: '2026-12-04', travel_time: '10:00', ...back })
    expect(await takenOn(world, held)).toEqual(['2026-12-04 1', `${home} 1`])
    await expectProofs()
  })
  it('is paid first where the booking is paid, and its place is held until then', async () => {
    const ride = await aRide(world)
    const held = await paidTrip(world, ride)
    await change(held, { return_leg_date: null, difference: 'waive' })
    await change(held, back)
    expect(await world.booking(held.bookingId)).toMatchObject({ return_leg_date: null, final_minor: 15_000 })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`])
    await payDifference(held)
    expect(await world.booking(held.bookingId)).toMatchObject({ ...back, final_minor: 30_000 })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`])
    expect(await vansOf(world, held)).toEqual([expect.stringContaining('outbound'), expect.stringContaining('return')])
    await expectProofs()
  })
  it('is refused before the outbound trip, without a time, sold out, and for items without one', async () => {
    const held = await oneWayTrip()
    expect(await pathsOf(change(held, { ...back, return_leg_date: '2026-11-30' }))).toEqual(['return_leg_date'])
    expect(await pathsOf(change(held, { return_leg_date: home }))).toEqual(['return_leg_time'])
    const full = await aRide(world, { capacity: 1 })
    await bookTrip(world, full, { ...oneWay, travel_date: home, travel_time: '18:00' })
    const last = await oneWayTrip(full)
    expect((await quote(last, back)).errors.map(({ path }) => path)).toEqual(['return_leg_time'])
    expect(await codeOf(change(last, back))).toBe('booking/slot-full')
    const plain = await addService(world, 'transfer', {}, { title: `ride ${Math.random()}` })
    const { id } = await book(world, plain, { pickup_location: 'Airport', ...oneWay })
    expect(await pathsOf(change({ bookingId: id }, back))).toContain('details.return_trip')
    const tour = await book(world, await addService(world, 'tour', {}, { title: `tour ${Math.random()}` }))
    expect(await pathsOf(change({ bookingId: tour.id }, back))).toContain('return_leg_date')
    await expectProofs()
  })
})

describe('the return trip of a booking', () => {
  it('is removed: its place and vehicle become free, its answers go, and what was paid for it comes back', async () => {
    const held = await paidTrip(world)
    expect(await quote(held, { return_leg_date: null })).toMatchObject({ errors: [], settlement: 'refund' })
    await change(held, { return_leg_date: null })
    const booking = await world.booking(held.bookingId)
    expect(booking).toMatchObject({ return_leg_date: null, return_leg_time: null, return_leg_departure_id: null })
    expect(booking).toMatchObject({ return_leg_starts_at: null, final_minor: 15_000 })
    const left = Object.entries(booking.details).filter(([name, value]) => name.startsWith('return_') && value)
    expect(left).toEqual([])
    expect(await takenOn(world, held)).toEqual([`${there} 1`])
    expect(await vansOf(world, held)).toEqual([outboundVan].map((van) => expect.stringContaining(van.slice(0, 8))))
    const [refund] = (
      await Promise.all((await world.attempts(held.bookingId)).map(({ id }) => world.refunds(id)))
    ).flat()
    expect(refund).toMatchObject({ amount_minor: 15_000 })
    await expectProofs()
  })
  it('is removed by the payment where the outbound trip moves to a day that costs more', async () => {
    const held = await paidTrip(world, await aRide(world))
    const { serviceId } = held
    await world.db
      .updateTable('departures')
      .set({ prices: JSON.stringify({ base_price: 40_000 }) })
      .where('service_id', '=', serviceId)
      .where('local_date', '=', dearer)
      .execute()
    await change(held, { travel_date: dearer, travel_time: '10:00', return_leg_date: null })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`, `${dearer} 1`])
    await payDifference(held)
    const after = { travel_date: dearer, return_leg_date: null, return_leg_departure_id: null, final_minor: 40_000 }
    expect(await world.booking(held.bookingId)).toMatchObject(after)
    expect(await takenOn(world, held)).toEqual([`${dearer} 1`])
    await expectProofs()
  })
  it('is neither added nor removed by its answer alone', async () => {
    const held = await paidTrip(world)
    expect(await pathsOf(change(held, { answers: { return_trip: false } }))).toContain('details.return_trip')
  })
})

describe('a full departure', () => {
  it('takes the booking of staff who may overbook, with the reason in history and audit trail', async () => {
    const ride = await aRide(world, { capacity: 1 })
    await bookTrip(world, ride, { ...oneWay, travel_date: '2026-12-03' })
    const held = await oneWayTrip(ride)
    const to = { travel_date: '2026-12-03', travel_time: '10:00' }
    const why = { ...to, overbooking_reason: 'A second van comes' }
    expect((await quote(held, to)).errors.map(({ path }) => path)).toEqual(['travel_time'])
    expect((await quote(held, why)).errors).toEqual([])
    expect(await codeOf(change(held, to))).toBe('booking/slot-full')
    const support: Caller = { ...anonymous('203.0.113.1'), userId: 'support-1', role: 'support', name: 'Sam' }
    expect(await codeOf(change(held, why, support))).toBe('account/not-allowed')
    await change(held, why)
    expect(await takenOn(world, held)).toEqual(['2026-12-03 2'])
    const audit = world.db.selectFrom('audit_entries').select('after').where('subject_id', '=', held.bookingId)
    const entries = (await audit.execute()).map(({ after }) => after)
    expect(entries).toContainEqual(expect.objectContaining({ overbooking_reason: 'A second van comes' }))
  })
})

describe('an Ok to Board on a nearer day', () => {
  let service: Awaited<ReturnType<typeof addService>>
  beforeAll(async () => {
    service = await addService(world, 'ok_to_board')
  })
  async function clearance(): Promise<string> {
    const passenger = { passenger_name: 'Asha Rao', passport_number: 'Z1234567', nationality: 'IN' }
    const details = { ...passenger, flight_number: 'EK501', airline: 'Emirates' }
    const rest = { travel_time: null, adults_count: 1, documents: await clearanceDocuments(world), details }
    return (await book(world, service, { travel_date: '2026-12-20', ...rest })).id
  }
  const near = { travel_date: '2026-11-22' }
  const accepted = { answers: { acknowledge_short_notice: true } }

  it('asks staff to acknowledge the short notice', async () => {
    const bookingId = await clearance()
    const path = 'details.acknowledge_short_notice'
    expect((await quote({ bookingId }, near)).errors.map((error) => error.path)).toEqual([path])
    expect(await pathsOf(change({ bookingId }, near))).toEqual([path])
    await change({ bookingId }, { ...near, ...accepted })
    expect(await world.booking(bookingId)).toMatchObject({
      travel_date: '2026-11-22',
      details: { acknowledge_short_notice: true },
    })
  })
  it('asks again for another near day, and nothing for one that is far enough', async () => {
    const bookingId = await clearance()
    await change({ bookingId }, { ...near, ...accepted })
    expect(await pathsOf(change({ bookingId }, { travel_date: '2026-11-21' }))).toHaveLength(1)
    await change({ bookingId }, { answers: { airline: 'Air India' } })
    await change({ bookingId }, { travel_date: '2026-12-18' })
    expect(await world.booking(bookingId)).toMatchObject({ travel_date: '2026-12-18' })
  })
})
