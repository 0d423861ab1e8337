/** Two services that share vans: rides with a van for each leg, and a tour with one for each departure. */
import { sql } from 'kysely'
import type { TestCore } from '../../../../tests/support/database.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import { anonymous } from '../../../platform/core.server.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { joinList } from '../../inventory/index.server.ts'
import { addTestResource, doubleUses, needOf } from '../../inventory/testing/resources.ts'
import { sweepWaiting } from '../../inventory/waiting/end-offers.server.ts'
import { offerHref } from '../../inventory/waiting/links.server.ts'
import {
  completePreparedMove,
  findPreparedMove,
  keepDeparture,
  type MovePayments,
  type MoveRequest,
  moveBooking,
  provePlaces,
  proveUses,
} from '../index.server.ts'
import type { BookingRecord } from '../tables.server.ts'
import { addService, admin, book, withBooking } from './fixtures.ts'

/** The last day costs more. */
export const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'] as const
export const times = ['09:00', '15:00'] as const
export interface MixedWorld {
  readonly core: TestCore
  readonly ride: CatalogueService
  readonly tour: CatalogueService
  readonly van: string
}
export interface MixedSize {
  readonly capacity: number
  readonly vans: number
}

export async function mixedWorld(core: TestCore, { capacity, vans }: MixedSize): Promise<MixedWorld> {
  const van = await addTestResource(core, { units: vans, name: 'Van' })
  const schedule = { starts: 'times', times: [...times], capacity, cut_off_hours: 0 }
  const dearer = { ...schedule, from: days[3], prices: { base_price: 17_000 } }
  const resources = [needOf(van)]
  const ride = await addService(core, 'transfer', {
    ...{ offers_return: true, schedules: [dearer, { ...schedule, to: days[2] }], resources },
  })
  const tour = await addService(core, 'tour', { schedules: [{ ...schedule, times: [times[0]] }], resources })
  return { core, ride, tour, van }
}

const payments: MovePayments = {
  isUndecided: async () => false,
  settle: async () => ({ refund: null }),
  hasOpen: async () => false,
  readOnline: async () => () => true,
  closeOpen: async () => undefined,
}
export interface Slot {
  readonly date: string
  readonly time: string
}
const returnOf = (back: Slot | null) =>
  back && { return_trip: true, return_trip_date: back.date, return_trip_time: back.time }

/** A paid ride, or return trip. */
export async function paidRide({ core, ride }: MixedWorld, there: Slot, back: Slot | null): Promise<BookingRecord> {
  const details = { dropoff_location: 'Hotel Sea', ...returnOf(back) }
  const trip = {
    travel_date: there.date,
    travel_time: there.time,
    pickup_location: 'Airport',
    adults_count: 1,
    details,
  }
  const { id, final_minor: paid_minor } = await book(core, ride, trip, admin)
  const paid = { paid_minor, payment_status: 'completed', expires_at: null, held_until: null } as const
  return core.db.updateTable('bookings').set(paid).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
export const bookTour = ({ core, tour }: MixedWorld, date: string, waiting_offer: string | null = null) =>
  book(core, tour, { travel_date: date, travel_time: times[0], adults_count: 1, waiting_offer }, admin)

/** Moves legs: at no extra charge, or once the difference is paid. */
export const moveRide = (
  { core }: MixedWorld,
  request: MoveRequest,
  difference: 'waive' | 'charge',
): Promise<BookingRecord> =>
  moveBooking({ ...core, payments, byStaff: { reason: 'A test', difference, mayRefund: true } }, admin, request)

export const keepRide = (core: TestCore, bookingId: string): Promise<BookingRecord> =>
  keepDeparture({ ...core, payments }, admin, bookingId)

/** Pays the difference of the open move. Null: there is none. */
export const payMove = ({ core }: MixedWorld, bookingId: string) =>
  withBooking(core, bookingId, async (trx, booking) => {
    const move = await findPreparedMove(trx, booking)
    return move && completePreparedMove({ trx, deps: core }, { booking, moveId: move.id })
  })

let guests = 0
export const joinTour = ({ core, tour }: MixedWorld, date: string) => {
  const email = `waits${++guests}@example.com`
  const party = { adults: 1, children: 0, infants: 0, name: '', company_website: '' }
  const at = { kind: 'tour', idOrSlug: tour.id, date, time: times[0] }
  return joinList(core, anonymous(`198.51.${guests % 250}.${1 + (guests % 100)}`), { ...at, ...party, email })
}
/** Ends the offers that nobody used in time, and makes new ones. */
export const sweepOffers = ({ core }: MixedWorld, hours = 0) =>
  sweepWaiting({ ...core, clock: () => new Date(core.clock().getTime() + hours * 3_600_000) })
/** The token of an open offer of the tour; null: there is none. */
export async function findOfferToken({ core, tour }: MixedWorld): Promise<{ token: string; date: string } | null> {
  const entry = await core.db
    .selectFrom('waiting_entries as entry')
    .innerJoin('departures', 'departures.id', 'entry.departure_id')
    .select(['entry.id', 'entry.offers', 'entry.adults', 'entry.children', 'entry.infants'])
    .select(['departures.local_date as date', 'departures.local_time as time'])
    .where('departures.service_id', '=', tour.id)
    .where('entry.state', '=', 'offered')
    .orderBy('entry.id')
    .executeTakeFirst()
  if (!entry) return null
  const { searchParams } = new URL(offerHref(core, '/tours/a', entry), 'http://shop.test')
  return { token: searchParams.get('waiting') ?? '', date: entry.date }
}

/** Null: it was done. Anything but a refusal is a bug. */
export async function refusalCode(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (isRefusal(error)) return error.code
    throw error
  }
}

/** Places are those of bookings, moves and offers; vans those of bookings; no van is used twice. */
export async function faultsOf({ core }: MixedWorld): Promise<unknown[]> {
  const [places, uses, twice] = [await provePlaces(core.db), await proveUses(core.db, core), await doubleUses(core)]
  return [...places, ...uses, ...(twice > 0 ? [`${twice} vans used twice`] : [])]
}
/** Everything that a refused step must leave alone. */
export async function snapshotOf({ core, ride, tour }: MixedWorld): Promise<unknown> {
  const ids = [ride.id, tour.id]
  const bookings = core.db.selectFrom('bookings').selectAll().where('service_id', 'in', ids).orderBy('id')
  const taken = core.db.selectFrom('departures').select(['service_id', 'local_date', 'local_time', 'taken'])
  const { rows: uses } =
    await sql`select resource_id, unit, during::text, leg from resource_uses order by 1, 2, 3`.execute(core.db)
  const held = taken.where('service_id', 'in', ids).where('taken', '>', 0)
  const departures = await held.orderBy('service_id').orderBy('local_date').orderBy('local_time').execute()
  return { bookings: await bookings.execute(), departures, uses }
}

interface Use {
  readonly taken: number
  readonly vans: number
  readonly isDue: boolean
}
/** What a slot has before a step: places of a service, and vans of both. */
export async function useOf({ core, van }: MixedWorld, service: CatalogueService, { date, time }: Slot): Promise<Use> {
  const query = core.db.selectFrom('departures').select(['taken', 'offers_due'])
  const row = await query
    .where('service_id', '=', service.id)
    .where('local_date', '=', date)
    .where('local_time', '=', time)
    .executeTakeFirst()
  const { rows } = await sql<{ vans: number }>`select count(distinct unit)::integer as vans from resource_uses
    where resource_id = ${van} and during && tstzrange((${date}::date + ${time}::time) at time zone 'Asia/Dubai',
      (${date}::date + ${time}::time + interval '1 hour') at time zone 'Asia/Dubai')`.execute(core.db)
  return { taken: row?.taken ?? 0, vans: rows[0]?.vans ?? 0, isDue: row?.offers_due ?? false }
}
