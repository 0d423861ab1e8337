import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { decideStatus, provePlaces, proveUses } from '../../booking/index.server.ts'
import { admin, codeOf } from '../../booking/testing/fixtures.ts'
import { doubleUses } from '../../inventory/testing/resources.ts'
import { proveLedger, receiveWebhook, sweepPayments } from '../index.server.ts'
import { atEveryStep } from '../testing/crash.ts'
import {
  aRide,
  bookTrip,
  cheaper,
  dearer,
  heldOf,
  home,
  moveBoth,
  moveReturn,
  moveTrip,
  moveTripByStaff,
  paidTrip,
  type Ride,
  takenOn,
  there,
  vansOf,
} from '../testing/return-trips.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival])
  world.clock.set('2026-11-21T08:00:00Z')
})
const aLargeRide = (): Promise<Ride> => aRide(world, { capacity: 99, vans: 99 })
const expectProofs = async () => {
  const proofs = [proveLedger(world.db), provePlaces(world.db), proveUses(world.db, world)]
  expect(await Promise.all(proofs)).toEqual([[], [], []])
}

describe('a crash after any write of a move of both legs', () => {
  it('loses and doubles neither places, vehicles nor money', async () => {
    const ride = await aLargeRide()
    const crashes = await atEveryStep(world, {
      counted: 'writes',
      prepare: () => paidTrip(world, ride),
      work: (deps, held) =>
        moveTripByStaff(deps, held, { ...moveBoth('2026-12-02', cheaper), idempotencyKey: held.bookingId }),
      between: expectProofs,
      look: async (held) => {
        const after = { travel_date: '2026-12-02', return_leg_date: cheaper, final_minor: 27_000, places: 1 }
        expect(await world.booking(held.bookingId)).toMatchObject(after)
        expect(await vansOf(world, held)).toEqual(['outbound 2026-12-02 06', `return ${cheaper} 14`])
        const [attempt] = await world.attempts(held.bookingId)
        expect((await world.refunds(attempt!.id)).map(({ amount_minor: minor }) => minor)).toEqual([3_000])
      },
    })
    expect(crashes).toBeGreaterThan(20)
  })
  it('that is prepared completes once, with its payment', async () => {
    const ride = await aLargeRide()
    let n = 0
    const crashes = await atEveryStep(world, {
      counted: 'writes',
      prepare: async () => {
        const held = await paidTrip(world, ride)
        await moveTrip(world, held, moveBoth(dearer, dearer))
        const { attempt, orderRef } = await world.started(held)
        world.madeUp.pay(orderRef)
        const report = world.madeUp.report({ eventId: `legs-${++n}`, attemptId: attempt.id }, world.clock())
        return { ...held, report }
      },
      work: (deps, { report }) => receiveWebhook(deps, 'made_up', report.rawBody, report.headers),
      between: expectProofs,
      look: async (held) => {
        const after = { travel_date: dearer, return_leg_date: dearer, final_minor: 34_000, paid_minor: 34_000 }
        expect(await world.booking(held.bookingId)).toMatchObject(after)
        expect(await vansOf(world, held)).toEqual([`outbound ${dearer} 06`, `return ${dearer} 14`])
        expect((await world.events(held.bookingId)).filter((name) => name === 'booking.moved')).toHaveLength(1)
      },
    })
    expect(crashes).toBeGreaterThan(12)
  })
})

describe('return trips that move at the same time', () => {
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      () => codeOf(work),
    )
  it('never share the last van of a departure', async () => {
    const few = await aRide(world, { capacity: 20, vans: 6 })
    const trips = await Promise.all(
      Array.from({ length: 6 }, async () => heldOf(world, await bookTrip(world, few), few)),
    )
    const other = (n: number) => (n % 2 === 0 ? moveReturn(dearer) : moveBoth(home, dearer))
    await bookTrip(world, few, { travel_date: dearer, travel_time: '18:00', details: { dropoff_location: 'Sea' } })
    const outcomes = await Promise.all(trips.map((held, n) => outcomeOf(moveTripByStaff(world, held, other(n)))))
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(5)
    expect(outcomes.filter((each) => each === 'booking/slot-full')).toHaveLength(1)
    expect(await doubleUses(world)).toBe(0)
    await expectProofs()
  })
  it('to and fro between the same days never deadlock, whichever leg moves', async () => {
    const many = await aRide(world, { capacity: 20, vans: 20 })
    const trips = await Promise.all(
      Array.from({ length: 8 }, async () => heldOf(world, await bookTrip(world, many), many)),
    )
    const [here, away] = [moveBoth(there, home), moveBoth('2026-12-02', '2026-12-06')]
    const isAway = (n: number) => n % 2 === 1
    for (const [n, held] of trips.entries()) if (isAway(n)) await moveTripByStaff(world, held, away)
    const swap = (held: Held, n: number, round: number) => moveTripByStaff(world, held, isAway(n + round) ? here : away)
    for (const round of [0, 1]) await Promise.all(trips.map((held, n) => swap(held, n, round)))
    expect(await takenOn(world, trips[0]!)).toEqual([`${there} 4`, '2026-12-02 4', `${home} 4`, '2026-12-06 4'])
    await Promise.all(trips.map(({ bookingId }) => decideStatus(world, admin, bookingId, 'cancel')))
    expect(await takenOn(world, trips[0]!)).toEqual([])
    await expectProofs()
  })
  it('paid and swept at once keep the new places or give them back, never both', async () => {
    const ride = await aRide(world, { capacity: 20, vans: 20 })
    const trips = await Promise.all(Array.from({ length: 6 }, () => paidTrip(world, ride)))
    for (const held of trips) await moveTrip(world, held, moveReturn(dearer))
    const started = await Promise.all(trips.map((held) => world.started(held)))
    const { rows } = await sql<{ until: Date }>`select max(held_until) as until from prepared_moves
      where outcome is null`.execute(world.db)
    world.clock.set(rows[0]!.until.toISOString())
    for (const { orderRef } of started) world.madeUp.pay(orderRef)
    await Promise.all([
      ...started.map(({ attempt }, n) => world.hook(`race-${n}`, attempt.id)),
      ...[1, 2].map(() => sweepPayments(world)),
    ])
    for (const { bookingId } of trips)
      expect(await world.booking(bookingId)).toMatchObject({ return_leg_date: dearer, final_minor: 32_000 })
    await expectProofs()
    world.clock.set('2026-11-21T08:00:00Z')
  })
  it('(control) a move that frees its old leg in another transaction leaves a wrong count', async () => {
    const held = await paidTrip(world, await aRide(world))
    await sql`update bookings set return_leg_departure_id = departure_id where id = ${held.bookingId}`.execute(world.db)
    expect(await provePlaces(world.db)).not.toEqual([])
    await sql`update departures set taken = 2 where service_id = ${held.serviceId} and local_date = ${there}`.execute(
      world.db,
    )
    await sql`update departures set taken = 0 where service_id = ${held.serviceId} and local_date = ${home}`.execute(
      world.db,
    )
    expect(await takenOn(world, held)).toEqual([`${there} 2`])
    expect(await provePlaces(world.db)).toEqual([])
  })
})
