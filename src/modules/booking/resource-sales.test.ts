import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { readAvailability } from '../inventory/index.server.ts'
import { addTestResource, doubleUses, needOf, usesOfResource } from '../inventory/testing/resources.ts'
import {
  createBooking,
  decideStatus,
  endHold,
  expireBooking,
  type MovePayments,
  moveBooking,
  provePlaces,
  quoteChoice,
  systemActor,
  takePlacesAgain,
} from './index.server.ts'
import { addService, addUsers, admin, book, codeOf, refusalOf, requestFor, withBooking } from './testing/fixtures.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})

const slots = ['09:00', '10:00', '11:00', '12:00']
const onBoat = (boat: string, more: object = {}, overrides: object = {}) =>
  addService(core, 'tour', { time_slots: slots, slot_capacity: 8, resources: [needOf(boat, more)], ...overrides })
const ride = (service: CatalogueService, travel_time: string, travel_date = '2026-12-01') =>
  book(core, service, {
    ...{ travel_time, travel_date, adults_count: 1, pickup_location: 'Airport' },
    details: { dropoff_location: '', flight_number: '' },
  })
const quote = (service: CatalogueService, travel_time: string) =>
  quoteChoice(core, {
    ...requestFor(service, { travel_time, adults_count: 1 }),
    ...{ children_count: 0, infants_count: 0, details: {} },
  })
const statesOf = async (service: CatalogueService, date = '2026-12-01') => {
  const of = { kind: service.kind, idOrSlug: service.id, from: date, to: date }
  const [day] = (await readAvailability(core, of)).days
  return Object.fromEntries((day?.departures ?? []).map(({ time, state, reason }) => [time, `${state} ${reason}`]))
}
const noPayments: MovePayments = {
  isUndecided: async () => false,
  settle: async () => ({ refund: null }),
  hasOpen: async () => false,
  readOnline: async () => () => false,
  closeOpen: async () => undefined,
}
const move = (bookingId: string, travel_time: string, travel_date = '2026-12-01') =>
  moveBooking({ ...core, payments: noPayments, byStaff: { reason: 'test' } }, admin, {
    ...{ bookingId, travel_date, travel_time },
  })

describe('two tours that share a boat', () => {
  it('close each other from setup to turnaround, and say so as sold out', async () => {
    const boat = await addTestResource(core)
    const first = await onBoat(boat, { setup_minutes: 30, turnaround_minutes: 30 })
    const second = await onBoat(boat)
    await book(core, first, { travel_time: '10:00' })
    expect(await usesOfResource(core, boat)).toMatchObject([{ unit: 1, from: '12-01 09:30', to: '12-01 11:30' }])
    expect(await statesOf(second)).toEqual({
      '09:00': 'sold_out full',
      '10:00': 'sold_out full',
      '11:00': 'sold_out full',
      '12:00': 'few null',
    })
    expect((await quote(second, '11:00')).errors).toMatchObject([{ path: 'travel_time' }])
    const refused = await refusalOf(book(core, second, { travel_time: '11:00' }))
    expect(refused).toMatchObject({ code: 'booking/slot-full', facts: { left: 0 } })
    expect((await quote(second, '12:00')).errors).toEqual([])
    await book(core, second, { travel_time: '12:00' })
    expect(await usesOfResource(core, boat)).toHaveLength(2)
  })
  it('share one unit among all bookings of a departure', async () => {
    const boat = await addTestResource(core)
    const tour = await onBoat(boat)
    const bookings = [await book(core, tour), await book(core, tour), await book(core, tour)]
    expect(await usesOfResource(core, boat)).toHaveLength(1)
    expect(await statesOf(tour)).toMatchObject({ '10:00': 'few null' })
    for (const { id } of bookings) {
      expect(await usesOfResource(core, boat)).toHaveLength(1)
      await decideStatus(core, admin, id, 'cancel')
    }
    expect(await usesOfResource(core, boat)).toEqual([])
  })
  it('free the boat when the last booking is cancelled or expires', async () => {
    const boat = await addTestResource(core)
    const [first, second] = [await onBoat(boat), await onBoat(boat)]
    const expired = await book(core, first)
    expect(await codeOf(book(core, second))).toBe('booking/slot-full')
    await withBooking(core, expired.id, (trx, row) => expireBooking(trx, core, row, systemActor))
    const cancelled = await book(core, second)
    expect(await codeOf(book(core, first))).toBe('booking/slot-full')
    await decideStatus(core, admin, cancelled.id, 'cancel')
    await book(core, first)
  })
  it('tell staff which resource is in use and by what; customers read that no places are left', async () => {
    const boat = await addTestResource(core, { name: 'Dhow Safina' })
    const [first, second] = [await onBoat(boat), await onBoat(boat)]
    await book(core, first, { travel_time: '10:00' })
    const other = await book(core, second, { travel_time: '12:00' })
    const request = requestFor(second, { travel_time: '10:00' })
    const says = (message: string) => ({ errors: [{ path: 'travel_time', message }] })
    const why = `Dhow Safina ${boat} is in use: ${first.title} 2026-12-01 10:00`
    const inUse = says(`${why}. Please choose another time, or change what uses it first.`)
    const byStaff = { ...core, byStaff: { admin_notes: null, payment_method: null } }
    expect(await refusalOf(createBooking(byStaff, admin, request, null))).toMatchObject(inUse)
    expect(await refusalOf(move(other.id, '10:00'))).toMatchObject(inUse)
    const customer = { ...admin, role: 'customer' as const }
    const full = says('No places are left at this time')
    expect(await refusalOf(createBooking(core, customer, request, null))).toMatchObject(full)
  })
  it('tell a full departure from a busy one', async () => {
    const boat = await addTestResource(core)
    const tour = await onBoat(boat, {}, { slot_capacity: 3 })
    await book(core, tour, { adults_count: 2 })
    expect((await refusalOf(book(core, tour, { adults_count: 2 }))).facts).toEqual({ left: 1 })
  })
  it('leave the boat to the other when a hold ends, and take it again only if it is free', async () => {
    const boat = await addTestResource(core)
    const [first, second] = [await onBoat(boat), await onBoat(boat)]
    const { booking } = await createBooking(core, { ...admin, role: 'customer' }, requestFor(first), null)
    core.clock.advance(40)
    expect(await withBooking(core, booking.id, (trx, row) => endHold(trx, core, row))).toBe(true)
    expect(await usesOfResource(core, boat)).toEqual([])
    const other = await book(core, second)
    const again = () =>
      withBooking(core, booking.id, (trx, row) =>
        takePlacesAgain({ trx, deps: core }, row, { occasion: 'payment', actor: systemActor }),
      )
    expect(await again()).toBeNull()
    expect(await usesOfResource(core, boat)).toMatchObject([{ departure_id: other.departure_id }])
    expect(await provePlaces(core.db)).toEqual([])
    await decideStatus(core, admin, other.id, 'cancel')
    expect(await again()).toMatchObject({ places: 2, released_places: 0 })
    expect(await usesOfResource(core, boat)).toHaveLength(1)
  })
  it('let a booking that is alone move to a time that overlaps its own', async () => {
    const boat = await addTestResource(core)
    const tour = await onBoat(boat, { minutes: 90 })
    const alone = await book(core, tour, { travel_time: '10:00' })
    await move(alone.id, '11:00')
    expect(await usesOfResource(core, boat)).toMatchObject([{ from: '12-01 11:00', to: '12-01 12:30' }])
    await move(alone.id, '10:00')
    await book(core, tour, { travel_time: '10:00', adults_count: 1 })
    expect(await codeOf(move(alone.id, '11:00'))).toBe('booking/slot-full')
    expect(await usesOfResource(core, boat)).toMatchObject([{ from: '12-01 10:00' }])
    expect(await provePlaces(core.db)).toEqual([])
  })
  it('cannot be overbooked by staff: the boat is never used twice', async () => {
    const boat = await addTestResource(core)
    const [first, second] = [await onBoat(boat), await onBoat(boat)]
    await book(core, first)
    const byStaff = { overbookingReason: 'VIP', admin_notes: '' }
    const sale = createBooking({ ...core, byStaff } as never, admin, requestFor(second), null)
    expect(await codeOf(sale)).toBe('booking/slot-full')
    expect(await doubleUses(core)).toBe(0)
  })
})

describe('a transfer with a pool of vans', () => {
  const withVans = async (units: number, more: object = {}) => {
    const vans = await addTestResource(core, { units })
    const transfer = () => addService(core, 'transfer', { resources: [needOf(vans, more)] })
    return { vans, first: await transfer(), second: await transfer() }
  }
  it('uses a van for each booking at its time', async () => {
    const { vans, first, second } = await withVans(2, { setup_minutes: 15, turnaround_minutes: 15 })
    const bookings = [await ride(first, '10:00'), await ride(second, '10:30')]
    expect(await usesOfResource(core, vans)).toMatchObject([
      { unit: 1, from: '12-01 09:45', to: '12-01 11:15', booking_id: bookings[0]!.id },
      { unit: 2, from: '12-01 10:15', to: '12-01 11:45', booking_id: bookings[1]!.id },
    ])
    expect(await codeOf(ride(first, '10:59'))).toBe('booking/slot-full')
    expect((await quote(first, '10:59')).errors.map(({ path }) => path)).toContain('travel_time')
    expect(await statesOf(first)).toEqual({ null: 'open null' })
    await ride(first, '11:30')
    await decideStatus(core, admin, bookings[1]!.id, 'cancel')
    await ride(second, '10:30')
    expect(await doubleUses(core)).toBe(0)
  })
  it('moves its van with the booking, also within the day and over its own time', async () => {
    const { vans, first } = await withVans(1)
    const moved = await ride(first, '10:00')
    await move(moved.id, '10:30')
    expect(await usesOfResource(core, vans)).toMatchObject([{ from: '12-01 10:30', to: '12-01 11:30' }])
    await move(moved.id, '23:40', '2026-12-02')
    expect(await usesOfResource(core, vans)).toMatchObject([{ from: '12-02 23:40', to: '12-03 00:40' }])
    expect(await codeOf(ride(first, '00:20', '2026-12-03'))).toBe('booking/slot-full')
    await ride(first, '00:40', '2026-12-03')
  })
  it('is sold out on a day only when no time of it has a van', async () => {
    const { first } = await withVans(1, { minutes: 2 * 1440 })
    await ride(first, '00:00')
    expect(await statesOf(first)).toEqual({ null: 'sold_out full' })
    expect(await statesOf(first, '2026-12-02')).toEqual({ null: 'sold_out full' })
    expect(await statesOf(first, '2026-12-03')).toEqual({ null: 'open null' })
    expect(await statesOf(first, '2026-11-30')).toEqual({ null: 'sold_out full' })
  })
})
