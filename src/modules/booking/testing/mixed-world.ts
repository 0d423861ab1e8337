/** Two services that share vans: rides with a van for each leg, and a tour with one for each departure. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { TestCore } from '../../../../tests/support/database.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import { anonymous } from '../../../platform/core.server.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { joinList, readAvailability } from '../../inventory/index.server.ts'
import { addTestResource, doubleUses, needOf } from '../../inventory/testing/resources.ts'
import { sweepWaiting } from '../../inventory/waiting/end-offers.server.ts'
import { offerHref } from '../../inventory/waiting/links.server.ts'
import { changeBooking } from '../commands/change-booking.server.ts'
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
import { readDepartureBoard } from '../queries/departure-board.server.ts'
import { readDeparturePage } from '../queries/departure-page.server.ts'
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

/** Another party in the same vehicle, at no extra charge. */
export const fillRide = ({ core }: MixedWorld, { id, version }: BookingRecord, adults_count: number) => {
  const rest = { reason: 'A test', difference: 'waive', is_confirmed: false, tell_customer: false } as const
  const change = { bookingId: id, version, adults_count, ...rest }
  return changeBooking({ ...core, payments }, admin, { change, idempotencyKey: null })
}

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

type DayState = { readonly isOnSale: boolean; readonly left: number | null; readonly taken: number }
/**
 * Differences between the tables and what visitors, customers of the API and staff read of every slot: the calendar, the
 * board of departures and the page of a departure, which takes turns.
 */
export async function pageFaults(world: MixedWorld, size: MixedSize): Promise<string[]> {
  const { core, ride, tour } = world
  const stored = await storedSlots(world)
  const units = await usedUnits(world)
  const board = await readDepartureBoard(core, { from: days[0], days: days.length, resource_id: world.van })
  const faults: string[] = []
  for (const service of [ride, tour]) {
    const range = { from: days[0], to: days[3] }
    const calendar = await readAvailability(core, { kind: service.kind, idOrSlug: service.id, ...range })
    const cells = board.services.find(({ service_id: id }) => id === service.id)?.departures ?? []
    const ofService = service === ride ? times : times.slice(0, 1)
    for (const slot of days.flatMap((date) => ofService.map((time) => ({ date, time })))) {
      const free = size.vans - (units.get(`${slot.date} ${slot.time}`) ?? 0)
      const taken = stored.get(`${service.id} ${slot.date} ${slot.time}`)?.taken ?? 0
      const hasVan = free > 0 || (service === tour && taken > 0)
      const places = service === ride ? Math.min(size.capacity - taken, free) : size.capacity - taken
      const isOnSale = hasVan && places > 0
      const expected: DayState = { isOnSale, left: isOnSale ? places : null, taken }
      const isIt = (each: { readonly date: string; readonly time: string | null }) =>
        each.date === slot.date && each.time === slot.time
      const shown = calendar.days
        .find(({ date }) => date === slot.date)
        ?.departures.find(({ time }) => time === slot.time)
      const cell = cells.find(isIt)
      const actual = { isOnSale: shown?.reason === null, left: shown?.left ?? null, taken: cell?.taken ?? 0 }
      const what = `${service.kind} ${slot.date} ${slot.time}`
      if (!isDeepStrictEqual(actual, expected)) faults.push(`${what}: ${JSON.stringify({ actual, expected })}`)
      if ((cell?.state === 'few') !== isOnSale) faults.push(`${what} on the board: ${cell?.state}`)
    }
  }
  return [...faults, ...(await departurePageFaults(world, [...stored.values()]))]
}

type Stored = Slot & { readonly service_id: string; readonly taken: number; readonly holders: number }
/** `holders`: prepared moves and offers, which are no bookings of the departure. */
async function storedSlots({ core, ride, tour }: MixedWorld): Promise<ReadonlyMap<string, Stored>> {
  const { rows } = await sql<Stored>`select d.service_id, d.local_date as date, d.local_time as time, d.taken,
      (select count(*)::integer from prepared_moves m, lateral (values (m.departure_id), (m.return_leg_departure_id)) leg (id)
        where m.outcome is null and leg.id = d.id)
      + (select coalesce(sum(held), 0)::integer from waiting_entries w where w.departure_id = d.id) as holders
    from departures d where d.service_id in (${ride.id}, ${tour.id}) order by 1, 2, 3`.execute(core.db)
  return new Map(rows.map((row) => [`${row.service_id} ${row.date} ${row.time}`, row]))
}
/** How many vans are used at a slot. */
async function usedUnits({ core, van }: MixedWorld): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ slot: string; units: number }>`
    select to_char(lower(during) at time zone 'Asia/Dubai', 'YYYY-MM-DD HH24:MI') as slot, count(distinct unit)::integer as units
    from resource_uses where resource_id = ${van} group by 1`.execute(core.db)
  return new Map(rows.map(({ slot, units }) => [slot, units]))
}

let turn = 0
async function departurePageFaults({ core }: MixedWorld, stored: readonly Stored[]): Promise<string[]> {
  const of = stored[++turn % Math.max(stored.length, 1)]
  if (!of) return []
  const { service_id, date, time, taken, holders } = of
  const page = await readDeparturePage(core, { service_id, date, time })
  const booked = page.parties.reduce((sum, { places }) => sum + places, 0)
  const isRight = page.taken === taken && booked + holders === taken
  return isRight ? [] : [`page of ${date} ${time}: ${page.taken} taken and ${booked} booked of ${taken}`]
}
