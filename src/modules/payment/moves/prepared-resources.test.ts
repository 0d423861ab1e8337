import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { addMinutes } from '../../../kernel/dates.ts'
import { issueBookingToken, moveBooking, provePlaces, proveUses } from '../../booking/index.server.ts'
import { addService, admin, book, codeOf, visitor } from '../../booking/testing/fixtures.ts'
import { addTestResource, needOf, usesOfResource } from '../../inventory/testing/resources.ts'
import { proveLedger, recordArrivalPayment, sweepPayments } from '../index.server.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival])
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

const [day, dearer] = ['2026-12-01', '2026-12-08']
/** Two tours on one boat; the first costs more from 8 December on. */
async function boatTours() {
  const boat = await addTestResource(world)
  const daily = { starts: 'times', times: ['10:00'], capacity: 6, cut_off_hours: 0 }
  const terms = { cancellation_terms: [{ days: 1, percent: 100 }], resources: [needOf(boat)] }
  const season = { ...daily, from: dearer, prices: { price_adult: 13_000 } }
  const schedules = [season, { ...daily, to: '2026-12-07' }]
  const tour = await addService(world, 'tour', { ...terms, schedules })
  const other = await addService(world, 'tour', { ...terms, schedules: [daily] })
  const record = await book(world, tour)
  await recordArrivalPayment(world, admin, { bookingId: record.id, reason: 'At the desk' })
  return { boat, other, held: { bookingId: record.id, token: issueBookingToken(world, record) } }
}
const move = ({ bookingId }: Held) =>
  moveBooking({ ...world, payments: movePayments(world) }, visitor, {
    bookingId,
    travel_date: dearer,
    travel_time: '10:00',
  })
const boatDays = async (boat: string) => (await usesOfResource(world, boat)).map(({ from }) => from)
const expectProofs = async () =>
  expect([await proveLedger(world.db), await provePlaces(world.db), await proveUses(world.db, world)]).toEqual([
    [],
    [],
    [],
  ])
const bookOther = (of: Awaited<ReturnType<typeof boatTours>>, travel_date: string) =>
  book(world, of.other, { travel_date }, admin)

describe('a prepared move between departures that need a boat', () => {
  it('uses the boat on both days until the difference is paid, and then on the new one only', async () => {
    const of = await boatTours()
    await move(of.held)
    expect(await boatDays(of.boat)).toEqual(['12-01 10:00', '12-08 10:00'])
    expect(await codeOf(bookOther(of, dearer))).toBe('booking/slot-full')
    await expectProofs()
    const { attempt, orderRef } = await world.started(of.held)
    world.madeUp.pay(orderRef)
    await world.hook('boat-paid', attempt.id)
    expect(await world.booking(of.held.bookingId)).toMatchObject({ travel_date: dearer, final_minor: 26_000 })
    expect(await boatDays(of.boat)).toEqual(['12-08 10:00'])
    await bookOther(of, day)
    await expectProofs()
  })
  it('gives the boat of the new day back when nobody pays; late money then finds it in use', async () => {
    const of = await boatTours()
    await move(of.held)
    const started = await world.started(of.held)
    const query = world.db.selectFrom('prepared_moves').select('held_until').where('booking_id', '=', of.held.bookingId)
    const { held_until: until } = await query.executeTakeFirstOrThrow()
    world.clock.set(addMinutes(until, 1).toISOString())
    await sweepPayments(world)
    expect(await boatDays(of.boat)).toEqual(['12-01 10:00'])
    await bookOther(of, dearer)
    world.madeUp.pay(started.orderRef)
    await world.hook('boat-late', started.attempt.id)
    expect(await world.booking(of.held.bookingId)).toMatchObject({ travel_date: day, final_minor: 20_000 })
    expect((await world.refunds(started.attempt.id)).map(({ amount_minor: minor }) => minor)).toEqual([6_000])
    await expectProofs()
  })
  it('is refused while another tour has the boat; nothing is held', async () => {
    const of = await boatTours()
    await bookOther(of, dearer)
    expect(await codeOf(move(of.held))).toBe('booking/slot-full')
    expect(await boatDays(of.boat)).toEqual(['12-01 10:00', '12-08 10:00'])
    await expectProofs()
  })
})
