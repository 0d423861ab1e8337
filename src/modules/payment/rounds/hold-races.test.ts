import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { isRefusal } from '../../../kernel/refusal.ts'
import { takePlacesAgain } from '../../booking/holds.server.ts'
import { lockBooking, systemActor } from '../../booking/index.server.ts'
import type { takePlaces } from '../../inventory/index.server.ts'
import { openPaymentPage } from '../attempts/open-payment-page.server.ts'
import { sweepPayments } from '../index.server.ts'
import { type HoldsWorld, holdsWorld } from '../testing/holds-world.ts'
import { type Held, visitor } from '../testing/world.ts'

let world: HoldsWorld
beforeAll(async () => {
  world = await holdsWorld()
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

const rounds = 8
const open = (held: Held) => openPaymentPage(world, visitor, held)
const codeOrNull = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (!isRefusal(error)) throw error
      return error.code
    },
  )

it('a payment and the end of its hold at the same moment leave a paid booking with its places', async () => {
  for (let round = 0; round < rounds; round++) {
    const tour = await world.tour(4)
    const held = await world.bookPlaces(tour, 2)
    const { attempt, orderRef } = await world.started(held)
    world.clock.advance(31)
    await Promise.all(
      round % 2 === 0
        ? [world.paid(attempt.id, orderRef), sweepPayments(world), open(held)]
        : [sweepPayments(world), open(held), world.paid(attempt.id, orderRef)],
    )
    const paid = { payment_status: 'completed', places: 2, released_places: 0, held_until: null }
    expect(await world.booking(held.bookingId)).toMatchObject(paid)
    expect(await world.taken(tour)).toBe(2)
  }
  expect(await world.wrongCounts()).toEqual([])
})

it('a late payment and a new customer never share the last places', async () => {
  const endings: string[] = []
  for (let round = 0; round < rounds; round++) {
    const tour = await world.tour(2)
    const late = await world.bookPlaces(tour, 2)
    const { attempt, orderRef } = await world.started(late)
    await world.endHoldOf(late)
    const pay = () => world.paid(attempt.id, orderRef)
    const book = () => codeOrNull(world.bookPlaces(tour, 2))
    const code = round % 2 === 0 ? (await Promise.all([book(), pay()]))[0] : (await Promise.all([pay(), book()]))[1]
    const booking = await world.booking(late.bookingId)
    // Either the payment takes them and the customer is refused, or the money is late.
    if (code === null) {
      expect(booking).toMatchObject({ booking_status: 'cancelled', places: 0 })
      expect(await world.refunds(attempt.id)).toMatchObject([{ reason: 'late_payment' }])
    } else expect(booking).toMatchObject({ payment_status: 'completed', places: 2 })
    expect(await world.taken(tour)).toBe(2)
    endings.push(code ?? 'booked')
  }
  expect(new Set([...endings, 'booked', 'booking/slot-full']).size).toBe(2)
  expect(await world.wrongCounts()).toEqual([])
})

it('two customers who come back for the same freed places do not both get them', async () => {
  for (let round = 0; round < rounds; round++) {
    const tour = await world.tour(4)
    const first = await world.bookPlaces(tour, 2)
    await world.endHoldOf(first)
    const second = await world.bookPlaces(tour, 3)
    await world.endHoldOf(second)
    const codes = await Promise.all([codeOrNull(world.started(first)), codeOrNull(world.started(second))])
    expect([...codes].sort()).toEqual(['booking/places-gone', null].sort())
    expect(await world.taken(tour)).toBe(codes[0] === null ? 2 : 3)
  }
  expect(await world.wrongCounts()).toEqual([])
})

it('a page that is opened ten times at once takes its places again once', async () => {
  const tour = await world.tour(20)
  const held = await world.bookPlaces(tour, 3)
  await world.endHoldOf(held)
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(held)))
  expect(pages.map(({ hold }) => hold?.state)).toEqual(pages.map(() => 'held'))
  expect(await world.taken(tour)).toBe(3)
  expect(await world.wrongCounts()).toEqual([])
})

it('(control) customers who come back to the last places oversell without the condition', async () => {
  const tour = await world.tour(4)
  const both = [await world.bookPlaces(tour, 2)]
  await world.endHoldOf(both[0]!)
  both.push(await world.bookPlaces(tour, 3))
  await world.endHoldOf(both[1]!)
  let looked = 0
  const bothLooked = Promise.withResolvers<void>()
  /** A read and an update, without a condition. Both customers read before one of them takes. */
  const take: typeof takePlaces = async (trx, { departure, places, capacity }) => {
    const { rows } = await sql<{ id: string; taken: number }>`select id, taken from departures
      where service_id = ${departure.serviceId}`.execute(trx)
    const [row] = rows
    if (!row || row.taken + places > (capacity ?? 0)) return null
    if (++looked === both.length) bothLooked.resolve()
    await bothLooked.promise
    await sql`update departures set taken = taken + ${places} where id = ${row.id}`.execute(trx)
    return row.id
  }
  await Promise.all(
    both.map(({ bookingId }) =>
      world.db.transaction().execute(async (trx) => {
        const returning = { occasion: 'start', actor: systemActor } as const
        await takePlacesAgain({ trx, deps: world, take }, await lockBooking(trx, bookingId), returning)
      }),
    ),
  )
  expect(await world.taken(tour)).toBe(5)
})
