import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createBooking,
  decideStatus,
  expireBooking,
  issueBookingToken,
  moveBooking,
  provePlaces,
  systemActor,
} from '../../booking/index.server.ts'
import { addService, admin, book, codeOf, requestFor, withBooking } from '../../booking/testing/fixtures.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { changeDeparture } from '../../inventory/index.server.ts'
import { proveLedger } from '../index.server.ts'
import { paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([])
  world.clock.set('2026-11-21T08:00:00Z')
})

const days = ['2026-12-01', '2026-12-08'] as const
const aTour = (capacity: number): Promise<CatalogueService> => {
  const fields = { time_slots: ['10:00'], slot_capacity: capacity, cancellation_terms: [{ days: 1, percent: 100 }] }
  return addService(world, 'tour', fields, { title: `tour ${Math.random().toString(36).slice(2)}` })
}
const bookOne = (tour: CatalogueService, travel_date: string = days[0]) =>
  book(world, tour, { travel_date, adults_count: 1 }, admin)
const move = (bookingId: string, travel_date: string, idempotencyKey: string | null = null) => {
  const request = { bookingId, travel_date, travel_time: '10:00', idempotencyKey }
  return moveBooking({ ...world, payments: movePayments(world), byStaff: { reason: 'A race' } }, admin, request)
}
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    () => codeOf(work),
  )
const takenOn = async (tour: CatalogueService, date: string) => {
  const query = world.db.selectFrom('departures').select('taken').where('service_id', '=', tour.id)
  return (await query.where('local_date', '=', date).executeTakeFirst())?.taken ?? 0
}
const count = (outcomes: readonly string[], outcome: string) => outcomes.filter((each) => each === outcome).length

describe('bookings that move at the same time', () => {
  it('never take more places than a departure has: 30 for the last three', async () => {
    const tour = await aTour(30)
    const bookings = await Promise.all(Array.from({ length: 30 }, () => bookOne(tour)))
    await book(world, tour, { travel_date: days[1], adults_count: 27 }, admin)
    const outcomes = await Promise.all(bookings.map(({ id }) => outcomeOf(move(id, days[1]))))
    expect([count(outcomes, 'done'), count(outcomes, 'booking/slot-full')]).toEqual([3, 27])
    expect([await takenOn(tour, days[0]), await takenOn(tour, days[1])]).toEqual([27, 30])
    expect(await provePlaces(world.db)).toEqual([])
  })

  it('would oversell if places were counted first: the control', async () => {
    const tour = await aTour(30)
    const bookings = await Promise.all(Array.from({ length: 10 }, () => bookOne(tour)))
    await book(world, tour, { travel_date: days[1], adults_count: 27 }, admin)
    const counted = await Promise.all(bookings.map(() => takenOn(tour, days[1])))
    await Promise.all(
      bookings.map(async ({ id }, place) => {
        if ((counted[place] ?? 0) + 1 > 30) return
        const update = sql`update departures set taken = taken + 1 where service_id = ${tour.id} and local_date = ${days[1]}`
        await world.db.transaction().execute(async (trx) => {
          await update.execute(trx)
          await sql`update departures set taken = taken - 1 where service_id = ${tour.id} and local_date = ${days[0]}`.execute(
            trx,
          )
          await sql`update bookings set departure_id = (select id from departures where service_id = ${tour.id}
            and local_date = ${days[1]}) where id = ${id}`.execute(trx)
        })
      }),
    )
    expect(await takenOn(tour, days[1])).toBeGreaterThan(30)
    await sql`update departures d set taken = (select coalesce(sum(places), 0) from bookings b
      where b.departure_id = d.id) where service_id = ${tour.id}`.execute(world.db)
  })

  it('do not deadlock when they cross each other, and lose no place', async () => {
    const tour = await aTour(20)
    const there = await Promise.all(Array.from({ length: 10 }, () => bookOne(tour, days[0])))
    const back = await Promise.all(Array.from({ length: 10 }, () => bookOne(tour, days[1])))
    const moves = [...there.map(({ id }) => move(id, days[1])), ...back.map(({ id }) => move(id, days[0]))]
    expect(count(await Promise.all(moves.map(outcomeOf)), 'done')).toBe(20)
    expect([await takenOn(tour, days[0]), await takenOn(tour, days[1])]).toEqual([10, 10])
    expect(await provePlaces(world.db)).toEqual([])
  })

  it('of one booking follow each other', async () => {
    const tour = await aTour(5)
    const { id } = await bookOne(tour)
    const outcomes = await Promise.all(
      ['2026-12-08', '2026-12-09', '2026-12-10'].map((day) => outcomeOf(move(id, day))),
    )
    expect(outcomes).toEqual(['done', 'done', 'done'])
    expect(await provePlaces(world.db)).toEqual([])
    const taken = ['2026-12-01', '2026-12-08', '2026-12-09', '2026-12-10'].map((day) => takenOn(tour, day))
    expect((await Promise.all(taken)).reduce((sum, each) => sum + each, 0)).toBe(1)
  })

  it('happen once for repeated requests with one key', async () => {
    const tour = await aTour(5)
    const { id } = await bookOne(tour)
    const all = await Promise.all(Array.from({ length: 6 }, () => move(id, days[1], 'one-key-for-all-of-them')))
    expect(new Set(all.map(({ travel_date }) => travel_date))).toEqual(new Set([days[1]]))
    const moved = world.db.selectFrom('booking_history').selectAll().where('booking_id', '=', id)
    expect(await moved.where('event', '=', 'booking-moved').execute()).toHaveLength(1)
    expect(await codeOf(move(id, '2026-12-09', 'one-key-for-all-of-them'))).toBe('idempotency/other-request')
  })

  it.each(['cancel', 'expire'] as const)('and %s at once hold their places once or not at all', async (end) => {
    const tour = await aTour(5)
    for (let round = 0; round < 4; round++) {
      const { id } = await bookOne(tour)
      const ended =
        end === 'cancel'
          ? decideStatus(world, admin, id, 'cancel')
          : withBooking(world as never, id, (trx, row) => expireBooking(trx, world, row, systemActor))
      const [outcome] = await Promise.all([outcomeOf(move(id, days[1])), ended])
      expect(['done', 'booking/not-movable']).toContain(outcome)
      expect(await world.booking(id)).toMatchObject({ booking_status: 'cancelled', places: 0 })
    }
    expect([await takenOn(tour, days[0]), await takenOn(tour, days[1])]).toEqual([0, 0])
    expect(await provePlaces(world.db)).toEqual([])
  })

  it('and are paid at once keep the money right', async () => {
    const tour = await aTour(20)
    const change = { capacity: null, is_closed: false, note: null, guide: null, return_date: null, version: 1 }
    const at = { service_id: tour.id, date: days[1], time: '10:00' }
    await changeDeparture(world, admin, { ...at, ...change, prices: { price_adult: 8_000 } })
    for (let round = 0; round < 4; round++) {
      const { booking } = await createBooking(world, admin, requestFor(tour, { adults_count: 1 }), null)
      const held = { bookingId: booking.id, token: issueBookingToken(world, await world.booking(booking.id)) }
      const { attempt, orderRef } = await world.started(held)
      world.madeUp.pay(orderRef)
      const [outcome] = await Promise.all([
        outcomeOf(move(booking.id, days[1])),
        world.hook(`race-${round}`, attempt.id),
      ])
      expect(outcome).toBe('done')
      const after = await world.booking(booking.id)
      expect(after).toMatchObject({ final_minor: 8_000, paid_minor: 10_000, payment_status: 'completed' })
      expect(await world.refunds(attempt.id)).toMatchObject([{ amount_minor: 2_000 }])
    }
    expect(await proveLedger(world.db)).toEqual([])
    expect(await provePlaces(world.db)).toEqual([])
  })
})
