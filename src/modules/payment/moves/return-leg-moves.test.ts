import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { addMinutes } from '../../../kernel/dates.ts'
import { cancelDeparture } from '../../booking/commands/cancel-departure.server.ts'
import { decideStatus, endHold, getBooking, provePlaces, proveUses } from '../../booking/index.server.ts'
import { readCancellableDeparture } from '../../booking/queries/departure-cancellation.server.ts'
import { quoteMove } from '../../booking/queries/move-quote.server.ts'
import type { MoveStarts } from '../../booking/rules/move-starts.ts'
import { admin, book, codeOf, refusalOf, visitor, withBooking } from '../../booking/testing/fixtures.ts'
import { readPaymentPage } from '../attempts/read-payment-page.server.ts'
import { proveLedger, sweepPayments } from '../index.server.ts'
import {
  aRide,
  type BookedTrip,
  bookTrip,
  cheaper,
  dearer,
  heldOf,
  home,
  moveBoth,
  moveOutbound,
  moveReturn,
  moveTrip,
  moveTripByStaff,
  paidTrip,
  type Ride,
  takenOn,
  there,
  vansOf,
} from '../testing/return-trips.ts'
import { paymentWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival])
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

const later = '2026-12-06'
const rowOf = ({ bookingId }: BookedTrip) => world.booking(bookingId)
async function expectProofs() {
  const proofs = [proveLedger(world.db), provePlaces(world.db), proveUses(world.db, world)]
  expect(await Promise.all(proofs)).toEqual([[], [], []])
}
const outcomesOf = async ({ bookingId }: BookedTrip) => {
  const query = world.db.selectFrom('prepared_moves').select('outcome').where('booking_id', '=', bookingId)
  return (await query.orderBy('created_at').orderBy('id').execute()).map(({ outcome }) => outcome)
}
let hooks = 0
async function pay(held: BookedTrip) {
  const { attempt, orderRef } = await world.started(held)
  world.madeUp.pay(orderRef)
  await world.hook(`leg-${++hooks}`, attempt.id)
  return attempt
}
const rideHome = (ride: Ride, travel_date: string) => {
  const details = { dropoff_location: 'Hotel Sea' }
  return book(world, ride.service, { travel_date, travel_time: '18:00', pickup_location: 'Airport', details }, admin)
}

describe('a return trip that moves', () => {
  it('moves its return leg alone, with places and vehicle', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, moveReturn(later))
    expect(await rowOf(held)).toMatchObject({
      ...{ travel_date: there, return_leg_date: later, return_leg_time: '18:00', places: 1, final_minor: 30_000 },
      return_leg_starts_at: new Date('2026-12-06T14:00:00Z'),
    })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${later} 1`])
    expect(await vansOf(world, held)).toEqual([`outbound ${there} 06`, `return ${later} 14`])
    await expectProofs()
  })
  it('moves its outbound leg alone', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, moveOutbound('2026-12-02'))
    expect(await rowOf(held)).toMatchObject({ travel_date: '2026-12-02', return_leg_date: home })
    expect(await takenOn(world, held)).toEqual(['2026-12-02 1', `${home} 1`])
    expect(await vansOf(world, held)).toEqual(['outbound 2026-12-02 06', `return ${home} 14`])
    await expectProofs()
  })
  it('moves both in one change, even to where its other leg was', async () => {
    const held = await paidTrip(world, await aRide(world, { capacity: 1, vans: 1 }))
    await moveTrip(world, held, { ...moveBoth(home, later), travel_time: '18:00' })
    expect(await rowOf(held)).toMatchObject({ travel_date: home, travel_time: '18:00', return_leg_date: later })
    expect(await takenOn(world, held)).toEqual([`${home} 1`, `${later} 1`])
    expect(await vansOf(world, held)).toEqual([`outbound ${home} 14`, `return ${later} 14`])
    await expectProofs()
  })
  it('keeps both starts in history and in the event of the mail', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, moveReturn(later))
    const history = world.db.selectFrom('booking_history').select('data').where('booking_id', '=', held.bookingId)
    expect(await history.where('event', '=', 'booking-moved').executeTakeFirst()).toMatchObject({
      data: { movedFrom: `${there} 10:00, ${home} 18:00`, movedTo: `${there} 10:00, ${later} 18:00` },
    })
  })
  it('of which the return leg is cheaper refunds the difference', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, moveReturn(cheaper))
    expect(await rowOf(held)).toMatchObject({ final_minor: 27_000, paid_minor: 30_000 })
    const [attempt] = await world.attempts(held.bookingId)
    expect((await world.refunds(attempt!.id)).map(({ amount_minor }) => amount_minor)).toEqual([3_000])
    await expectProofs()
  })
  it('holds the places of both legs again if they were released', async () => {
    const ride = await aRide(world)
    const record = await bookTrip(world, ride)
    const held = heldOf(world, record, ride)
    const end = { ...world, clock: () => addMinutes(record.held_until!, 1) }
    await withBooking(world, record.id, (trx, booking) => endHold(trx, end, booking))
    expect(await takenOn(world, held)).toEqual([])
    await moveTripByStaff(world, held, moveReturn(later))
    expect(await rowOf(held)).toMatchObject({ places: 1, released_places: 0 })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${later} 1`])
    await expectProofs()
  })
})

describe('the return leg of a trip does not move', () => {
  const errorsOf = async (held: BookedTrip, starts: MoveStarts) => {
    const { code, errors } = await refusalOf(moveTrip(world, held, starts))
    return [
      code,
      ...errors.map(({ path, message }) => `${path} ${/"([a-zA-Z.]+)"/.exec(JSON.stringify(message))?.[1]}`),
    ]
  }
  it.each([
    ['to the start of the outbound leg', moveReturn(there, '10:00'), 'return_leg_time'],
    ['to a day before it', moveReturn('2026-11-30'), 'return_leg_date'],
    ['to where it is', moveReturn(home), 'travel_date'],
    ['to a time that is not offered', moveReturn(later, '11:00'), 'return_leg_time'],
    ['to a day that is not on sale', moveReturn('2031-01-01'), 'return_leg_date'],
    ['to the end of time', moveReturn('9999-12-31'), 'return_leg_date'],
    ['with an outbound leg after it', moveOutbound(later), 'travel_date'],
    ['with an outbound leg at its start', moveOutbound(home, '18:00'), 'travel_time'],
  ])('%s', async (_what, starts, path) => {
    const held = await paidTrip(world)
    const [code, first] = await errorsOf(held, starts)
    expect([code, first?.split(' ')[0]]).toEqual(['booking/invalid', path])
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`])
  })
  it('of a booking that has none', async () => {
    const ride = await aRide(world)
    const oneWay = await rideHome(ride, home)
    const starts = { ...moveOutbound(home, '18:00'), return_leg_date: later, return_leg_time: '18:00' }
    const { errors } = await refusalOf(moveTripByStaff(world, { bookingId: oneWay.id, token: '' }, starts))
    expect(errors.map(({ path }) => path)).toEqual(['return_leg_date'])
  })
  it('to a sold-out departure; nothing is taken, and the quote says so at its field', async () => {
    const ride = await aRide(world, { capacity: 1 })
    await rideHome(ride, later)
    const held = await paidTrip(world, ride)
    const quoted = { to: moveBoth('2026-12-02', later), isStaff: false, isOnline: () => true }
    const quote = await quoteMove(world, await getBooking(world.db, held.bookingId), quoted)
    expect(quote.errors.map(({ path }) => path)).toEqual(['return_leg_time'])
    const { code, errors } = await refusalOf(moveTrip(world, held, quoted.to))
    expect([code, errors[0]?.path]).toEqual(['booking/slot-full', 'return_leg_time'])
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`, `${later} 1`])
    await expectProofs()
  })
  it('while its own outbound leg uses the last vehicle, as the quote says', async () => {
    const held = await paidTrip(world, await aRide(world, { vans: 1, minutes: 600 }))
    const to = moveReturn(there)
    const booking = await getBooking(world.db, held.bookingId)
    const { errors } = await quoteMove(world, booking, { to, isStaff: false, isOnline: () => true })
    expect(errors.map(({ path }) => path)).toEqual(['return_leg_time'])
    expect(await codeOf(moveTrip(world, held, to))).toBe('booking/slot-full')
    expect(await vansOf(world, held)).toEqual([`outbound ${there} 06`, `return ${home} 14`])
    await expectProofs()
  })
})

describe('a dearer return leg', () => {
  it('is held beside the booked one until the difference is paid', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, moveReturn(dearer))
    expect(await rowOf(held)).toMatchObject({ return_leg_date: home, final_minor: 30_000 })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`, `${dearer} 1`])
    const page = await readPaymentPage(world, visitor, held)
    expect(page.move).toMatchObject({ travel_date: there, return_leg_date: dearer })
    expect(await vansOf(world, held)).toEqual([
      ...[`outbound ${there} 06`, `prepared_return ${dearer} 14`, `return ${home} 14`],
    ])
    await expectProofs()
    expect(await pay(held)).toMatchObject({ amount_minor: 2_000 })
    expect(await rowOf(held)).toMatchObject({
      ...{ travel_date: there, return_leg_date: dearer, final_minor: 32_000, paid_minor: 32_000 },
      return_leg_starts_at: new Date('2026-12-08T14:00:00Z'),
    })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${dearer} 1`])
    expect(await vansOf(world, held)).toEqual([`outbound ${there} 06`, `return ${dearer} 14`])
    await expectProofs()
  })
  it('moves with a dearer outbound leg in one payment', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, { ...moveBoth(dearer, dearer) })
    expect(await takenOn(world, held)).toEqual([`${there} 1`, `${home} 1`, `${dearer} 1`, `${dearer} 1`])
    await expectProofs()
    expect(await pay(held)).toMatchObject({ amount_minor: 4_000 })
    expect(await rowOf(held)).toMatchObject({ travel_date: dearer, return_leg_date: dearer, final_minor: 34_000 })
    expect(await vansOf(world, held)).toEqual([`outbound ${dearer} 06`, `return ${dearer} 14`])
    await expectProofs()
  })
  it('gives everything back when nobody pays, and takes it again for late money', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, moveReturn(dearer))
    const started = await world.started(held)
    const { held_until: until } = await world.db
      .selectFrom('prepared_moves')
      .select('held_until')
      .where('booking_id', '=', held.bookingId)
      .executeTakeFirstOrThrow()
    world.clock.set(addMinutes(until, 1).toISOString())
    await sweepPayments(world)
    expect(await outcomesOf(held)).toEqual(['unpaid'])
    expect(await vansOf(world, held)).toEqual([`outbound ${there} 06`, `return ${home} 14`])
    await expectProofs()
    world.madeUp.pay(started.orderRef)
    await world.hook(`late-${++hooks}`, started.attempt.id)
    expect(await rowOf(held)).toMatchObject({ return_leg_date: dearer, final_minor: 32_000 })
    expect(await vansOf(world, held)).toEqual([`outbound ${there} 06`, `return ${dearer} 14`])
    await expectProofs()
  })
  it('is replaced by a move of the other leg', async () => {
    const held = await paidTrip(world)
    await moveTrip(world, held, moveReturn(dearer))
    await moveTrip(world, held, moveOutbound('2026-12-02'))
    expect(await outcomesOf(held)).toEqual(['replaced'])
    expect(await takenOn(world, held)).toEqual(['2026-12-02 1', `${home} 1`])
    await expectProofs()
  })
  it('ends with the booking, and with its new departure', async () => {
    const last = '2026-12-10'
    const [cancelled, kept] = [await paidTrip(world), await paidTrip(world)]
    for (const held of [cancelled, kept]) await moveTrip(world, held, moveBoth(dearer, last))
    await decideStatus(world, admin, cancelled.bookingId, 'cancel')
    expect(await takenOn(world, cancelled)).toEqual([])
    const start = { service_id: kept.serviceId, date: last, time: '18:00' }
    const { confirm } = await readCancellableDeparture(world, start, async () => new Set())
    const words = { reason: 'Road closed', note: '', confirm, choice: { kind: 'keep' as const }, choices: {} }
    await cancelDeparture(world, admin, { order: { ...start, ...words }, idempotencyKey: null })
    expect([...(await outcomesOf(cancelled)), ...(await outcomesOf(kept))]).toEqual([
      ...['booking-changed', 'departure-cancelled'],
    ])
    expect(await takenOn(world, kept)).toEqual([`${there} 1`, `${home} 1`])
    await expectProofs()
  })
  it('is refused where the last vehicle is taken; the booking keeps its own', async () => {
    const ride = await aRide(world, { vans: 1 })
    await rideHome(ride, dearer)
    const held = await paidTrip(world, ride)
    expect(await codeOf(moveTrip(world, held, moveReturn(dearer)))).toBe('booking/slot-full')
    expect(await vansOf(world, held)).toEqual([`outbound ${there} 06`, `return ${home} 14`])
    await expectProofs()
  })
})
