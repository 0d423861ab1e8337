/** Paid return trips with a vehicle for each leg, and moves of them. */
import { type BookingRecord, issueBookingToken, type MoveRequest, moveBooking } from '../../booking/index.server.ts'
import { addService, admin, book, visitor } from '../../booking/testing/fixtures.ts'
import { changeDeparture } from '../../inventory/index.server.ts'
import { addTestResource, needOf } from '../../inventory/testing/resources.ts'
import { recordArrivalPayment } from '../index.server.ts'
import { movePayments } from '../moves/move-payments.server.ts'
import type { Held, World } from './world.ts'

export type BookedTrip = Held & { readonly serviceId: string; readonly van: string }
/** At 10:00 on 1 December and back at 18:00 on 5 December. */
export const [there, home] = ['2026-12-01', '2026-12-05']
/** Departures at both times cost more on the first and less on the second; otherwise 150.00 each. */
export const [dearer, cheaper] = ['2026-12-08', '2026-12-09']
const times = ['10:00', '18:00']
const schedule = {
  ...{ from: null, to: null, weekdays: [], starts: 'times', times, hours: null },
  ...{ cut_off_hours: 0, prices: {} },
}

/** A transfer whose legs each need a van, for an hour by default. */
export async function aRide(world: World, { capacity = 4, vans = 4, minutes = 60 } = {}) {
  const van = await addTestResource(world, { units: vans, name: 'Van' })
  const fields = { offers_return: true, schedules: [{ ...schedule, capacity }], resources: [needOf(van, { minutes })] }
  const terms = { cancellation_terms: [{ days: 1, percent: 100 }] }
  const title = `ride ${Math.random().toString(36).slice(2)}`
  const service = await addService(world, 'transfer', { ...fields, ...terms }, { title })
  for (const [date, base_price] of [[dearer, 17_000] as const, [cheaper, 12_000] as const])
    for (const time of times) await priceOn(world, { service_id: service.id, date, time }, base_price)
  return { service, van }
}
function priceOn(world: World, start: { service_id: string; date: string; time: string }, base_price: number) {
  const change = { capacity: null, is_closed: false, note: null, guide: null, return_date: null, version: 1 }
  return changeDeparture(world, admin, { ...start, ...change, prices: { base_price } })
}

export type Ride = Awaited<ReturnType<typeof aRide>>
export function bookTrip(world: World, { service }: Ride, more: object = {}): Promise<BookingRecord> {
  const details = {
    return_trip: true,
    return_trip_date: home,
    return_trip_time: '18:00',
    dropoff_location: 'Hotel Sea',
  }
  const trip = { travel_date: there, travel_time: '10:00', pickup_location: 'Airport', adults_count: 1, details }
  return book(world, service, { ...trip, ...more }, admin)
}
export const heldOf = (world: World, record: BookingRecord, { service, van }: Ride): BookedTrip => ({
  ...{ bookingId: record.id, token: issueBookingToken(world, record), serviceId: service.id, van },
})
/** 300.00 for both legs, paid at the desk. */
export async function paidTrip(world: World, ride?: Ride): Promise<BookedTrip> {
  const of = ride ?? (await aRide(world))
  const record = await bookTrip(world, of)
  await recordArrivalPayment(world, admin, { bookingId: record.id, reason: 'At the desk' })
  return heldOf(world, record, of)
}

type Starts = Omit<MoveRequest, 'bookingId'>
const stays = { travel_date: there, travel_time: '10:00' }
export const moveReturn = (to: string, time = '18:00'): Starts => ({
  ...stays,
  ...{ return_leg_date: to, return_leg_time: time },
})
export const moveOutbound = (to: string, time = '10:00'): Starts => ({ travel_date: to, travel_time: time })
export const moveBoth = (to: string, back: string): Starts => ({
  ...moveOutbound(to),
  ...{ return_leg_date: back, return_leg_time: '18:00' },
})

export const moveTrip = (world: World, { bookingId }: Held, starts: Starts) =>
  moveBooking({ ...world, payments: movePayments(world) }, visitor, { bookingId, ...starts })
export const moveTripByStaff = (world: World, { bookingId }: Held, starts: Starts) =>
  moveBooking({ ...world, payments: movePayments(world), byStaff: { reason: 'By phone' } }, admin, {
    bookingId,
    ...starts,
  })

/** Places that are taken, by day. */
export async function takenOn(world: World, { serviceId }: Pick<BookedTrip, 'serviceId'>) {
  const query = world.db.selectFrom('departures').select(['local_date', 'taken']).where('service_id', '=', serviceId)
  const rows = await query.where('taken', '>', 0).orderBy('local_date').orderBy('local_time').execute()
  return rows.map(({ local_date, taken }) => `${local_date} ${taken}`)
}
/** The legs that have a van, with its hour. */
export async function vansOf(world: World, { bookingId }: Held): Promise<string[]> {
  const query = world.db.selectFrom('resource_uses').select(['leg', 'during']).where('booking_id', '=', bookingId)
  const rows = await query.orderBy('leg').orderBy('during').execute()
  return rows.map(({ leg, during }) => `${leg} ${during.slice(2, 15)}`)
}
