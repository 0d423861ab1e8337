import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { addMinutes } from '../../../kernel/dates.ts'
import { anonymous } from '../../../platform/core.server.ts'
import { type BookingRecord, createBooking, provePlaces } from '../../booking/index.server.ts'
import { addService, requestFor } from '../../booking/testing/fixtures.ts'
import { decideTransfer, recordArrivalPayment, sweepPayments } from '../index.server.ts'
import { admin, type Held, paymentWorld, type World } from './world.ts'

type Service = Awaited<ReturnType<typeof addService>>
export type HoldsWorld = World & {
  /** A tour with this many places per departure. */
  readonly tour: (capacity: number, details?: object) => Promise<Service>
  /** A booking by a customer without other bookings. */
  readonly bookPlaces: (service: Service, adults: number, more?: object) => Promise<Held>
  /** Places that are paid, so that they stay taken. */
  readonly bookPlacesPaid: (service: Service, adults: number) => Promise<Held>
  /** A sale by staff. */
  readonly sold: (service: Service, adults: number) => Promise<Held>
  readonly decide: (held: Held, decision: 'approved' | 'rejected') => Promise<void>
  /** Runs the round of every minute so much later, and leaves the clock there. */
  readonly sweepAfter: (minutes: number) => Promise<void>
  /** Ends the hold of a booking, and leaves the clock there. */
  readonly endHoldOf: (held: Held) => Promise<BookingRecord>
  /** What is taken on the departures of the service, together. */
  readonly taken: (service: Service) => Promise<number>
  /** Departures whose count is not the sum of their bookings. */
  readonly wrongCounts: () => ReturnType<typeof provePlaces>
  /** The money of the made-up provider arrives. */
  readonly paid: (attemptId: string, orderRef: string) => Promise<void>
}

let guests = 0
/** A shop whose bookings hold limited places. Each test starts its clock anew with `world.clock.set`. */
export async function holdsWorld(): Promise<HoldsWorld> {
  const world = await paymentWorld([bankTransfer, cashOnArrival])
  const sweepAfter = async (minutes: number) => {
    world.clock.advance(minutes)
    await sweepPayments(world)
  }
  const bookPlaces: HoldsWorld['bookPlaces'] = async (service, adults_count, more = {}) => {
    guests += 1
    const guest = {
      customer_email: `guest${guests}@example.com`,
      customer_phone: `+91981${String(2_000_000 + guests)}`,
    }
    const visitor = anonymous(`198.51.${Math.floor(guests / 250)}.${(guests % 250) + 1}`)
    const request = requestFor(service, { ...guest, adults_count, ...more })
    const { booking, token } = await createBooking(world, visitor, request, null)
    return { bookingId: booking.id, token }
  }
  return {
    ...world,
    sweepAfter,
    tour: (slot_capacity, details = {}) => addService(world, 'tour', { slot_capacity, ...details }),
    bookPlaces,
    bookPlacesPaid: async (service, adults) => {
      const held = await bookPlaces(service, adults)
      await recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'Paid at the desk' })
      return held
    },
    sold: async (service, adults_count) => {
      const deps = { ...world, byStaff: { admin_notes: null, payment_method: null, overbookingReason: null } }
      const { booking, token } = await createBooking(deps, admin, requestFor(service, { adults_count }), null)
      return { bookingId: booking.id, token }
    },
    decide: ({ bookingId }, decision) => decideTransfer(world, admin, { bookingId, decision }),
    endHoldOf: async ({ bookingId }) => {
      const { held_until: until } = await world.booking(bookingId)
      world.clock.set(addMinutes(until!, 1))
      await sweepPayments(world)
      return world.booking(bookingId)
    },
    taken: async ({ id }) => {
      const rows = await world.db.selectFrom('departures').select('taken').where('service_id', '=', id).execute()
      return rows.reduce((sum, { taken }) => sum + taken, 0)
    },
    wrongCounts: () => provePlaces(world.db),
    paid: async (attemptId, orderRef) => {
      world.madeUp.pay(orderRef)
      await world.hook(`evt_${attemptId}_${world.clock().getTime()}`, attemptId)
    },
  }
}
