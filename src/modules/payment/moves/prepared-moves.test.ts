import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { addMinutes } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import { cancelDeparture } from '../../booking/commands/cancel-departure.server.ts'
import {
  decideStatus,
  issueBookingToken,
  keepDeparture,
  type MoveRequest,
  moveBooking,
  provePlaces,
} from '../../booking/index.server.ts'
import { readCancellableDeparture } from '../../booking/queries/departure-cancellation.server.ts'
import { addService, admin, book, codeOf, refusalOf, visitor } from '../../booking/testing/fixtures.ts'
import { changeDeparture } from '../../inventory/index.server.ts'
import { readPaymentPage } from '../attempts/read-payment-page.server.ts'
import { proveLedger, recordArrivalPayment, startPayment, sweepPayments } from '../index.server.ts'
import { createRefund, refundCancelledBooking, runRefund } from '../refunds/commands.server.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival])
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

const dearer = '2026-12-08'
const dearest = '2026-12-09'
type Booked = Held & { serviceId: string }

/** A paid booking for two on 1 December for 200.00; 260.00 on the 8th and 300.00 on the 9th, with four places each. */
async function paid(details: object = {}): Promise<Booked> {
  const fields = { time_slots: ['10:00'], slot_capacity: 4, instant_confirmation: true }
  const terms = { cancellation_terms: [{ days: 7, percent: 100 }] }
  const title = `tour ${Math.random().toString(36).slice(2)}`
  const service = await addService(world, 'tour', { ...fields, ...terms, ...details }, { title })
  await price(service.id, dearer, 13_000)
  await price(service.id, dearest, 15_000)
  const record = await book(world, service)
  const held = { bookingId: record.id, token: issueBookingToken(world, record), serviceId: service.id }
  await pay(held)
  return held
}
const price = (service_id: string, date: string, price_adult: number) => {
  const change = { capacity: null, is_closed: false, note: null, guide: null, return_date: null, version: 1 }
  return changeDeparture(world, admin, { service_id, date, time: '10:00', ...change, prices: { price_adult } })
}
async function pay(held: Held) {
  const started = await world.started(held)
  await arrive(started)
  return started
}
let hooks = 0
async function arrive({ attempt, orderRef }: Awaited<ReturnType<World['started']>>) {
  world.madeUp.pay(orderRef)
  await world.hook(`difference-${++hooks}`, attempt.id)
}
const deps = () => ({ ...world, payments: movePayments(world) })
const move = ({ bookingId }: Held, more: Partial<MoveRequest> = {}) =>
  moveBooking(deps(), visitor, { bookingId, travel_date: dearer, travel_time: '10:00', ...more })
const charge = ({ bookingId }: Held, reason = '') => {
  const request = { bookingId, travel_date: dearer, travel_time: '10:00' }
  return moveBooking({ ...deps(), byStaff: { reason, difference: 'charge' } }, admin, request)
}
const takenOf = async ({ serviceId }: Booked) => {
  const query = world.db.selectFrom('departures').select(['local_date', 'taken']).where('service_id', '=', serviceId)
  return Object.fromEntries((await query.where('taken', '>', 0).execute()).map((row) => [row.local_date, row.taken]))
}
const outcomeOf = async ({ bookingId }: Held) => {
  const query = world.db.selectFrom('prepared_moves').select('outcome').where('booking_id', '=', bookingId)
  return (await query.orderBy('created_at').execute()).map(({ outcome }) => outcome)
}
const pageOf = (held: Held) => readPaymentPage(world, visitor, held)
const old = { travel_date: '2026-12-01', final_minor: 20_000, paid_minor: 20_000, booking_status: 'confirmed' }
const moved = { travel_date: dearer, final_minor: 26_000, paid_minor: 26_000, payment_status: 'completed' }
async function refundsOf({ bookingId }: Held) {
  const all = await Promise.all((await world.attempts(bookingId)).map(({ id }) => world.refunds(id)))
  return all.map((refunds) => refunds.map(({ amount_minor: minor, reason }) => [minor, reason]))
}
async function runRefunds({ bookingId }: Held) {
  for (const { id } of await world.attempts(bookingId))
    for (const refund of await world.refunds(id)) await runRefund(world, refund.id)
}
async function expectProofs() {
  expect(await proveLedger(world.db)).toEqual([])
  expect(await provePlaces(world.db)).toEqual([])
}

describe('a paid booking that moves to a dearer departure', () => {
  it('keeps its places and takes the new ones until the difference is paid', async () => {
    const held = await paid()
    await move(held)
    expect(await world.booking(held.bookingId)).toMatchObject(old)
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2, [dearer]: 2 })
    expect(await pageOf(held)).toMatchObject({
      amount: money(6_000, 'USD'),
      isPayable: true,
      attempt: null,
      move: { travel_date: dearer, travel_time: '10:00', until: '2026-11-21T08:30:00.000Z' },
    })
    expect((await pageOf(held)).methods.map(({ name }) => name)).toEqual(['made_up'])
    await expectProofs()
  })
  it('moves in the transaction of the payment, which counts beside the first', async () => {
    const held = await paid()
    await move(held)
    const { attempt } = await pay(held)
    expect(attempt).toMatchObject({ amount_minor: 6_000, booking_amount_minor: 6_000 })
    expect(await world.booking(held.bookingId)).toMatchObject({ ...moved, places: 2, payment_gateway: 'made_up' })
    expect(await takenOf(held)).toEqual({ [dearer]: 2 })
    expect(await outcomeOf(held)).toEqual(['completed'])
    const events = await world.events(held.bookingId)
    expect(events.filter((name) => name === 'payment.completed')).toHaveLength(1)
    expect(events.slice(-2)).toEqual(['booking.move-prepared', 'booking.moved'])
    expect(await pageOf(held)).toMatchObject({ isPayable: false, move: null })
    await expectProofs()
  })
  it('stays as it is when the difference is not paid in time', async () => {
    const held = await paid()
    await move(held)
    const { attempt } = await world.started(held)
    world.clock.advance(31)
    await sweepPayments(world)
    expect(await world.booking(held.bookingId)).toMatchObject(old)
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2 })
    expect(await outcomeOf(held)).toEqual(['unpaid'])
    expect((await world.attempts(held.bookingId)).find(({ id }) => id === attempt.id)).toMatchObject({
      state: 'expired',
    })
    expect(await codeOf(world.started(held))).toBe('payment/not-payable')
    expect(await world.events(held.bookingId)).toContain('booking.move-ended')
    await expectProofs()
  })
  it('is held anew from the start of a payment, but not beyond the start of the booked departure', async () => {
    const held = await paid()
    await move(held)
    world.clock.advance(20)
    await world.started(held)
    expect((await pageOf(held)).move?.until).toBe('2026-11-21T08:50:00.000Z')
    const near = await paid()
    world.clock.set('2026-12-01T05:50:00Z')
    await charge(near, 'The guest is late')
    expect((await pageOf(near)).move?.until).toBe('2026-12-01T06:00:00.000Z')
  })
  it('takes the places again for late money, while there are any', async () => {
    const held = await paid()
    await move(held)
    const started = await world.started(held)
    world.clock.advance(31)
    await sweepPayments(world)
    await arrive(started)
    expect(await world.booking(held.bookingId)).toMatchObject(moved)
    expect(await takenOf(held)).toEqual({ [dearer]: 2 })
    await expectProofs()
  })
  it('returns late money when no places are left, and stays', async () => {
    const held = await paid()
    await move(held)
    const started = await world.started(held)
    world.clock.advance(31)
    await sweepPayments(world)
    await book(world, { id: held.serviceId, kind: 'tour' }, { travel_date: dearer, adults_count: 3 }, admin)
    await arrive(started)
    expect(await world.booking(held.bookingId)).toMatchObject(old)
    expect(await refundsOf(held)).toEqual([[], [[6_000, 'late_payment']]])
    await runRefunds(held)
    expect(await world.booking(held.bookingId)).toMatchObject({
      ...old,
      refunded_minor: 0,
      payment_status: 'completed',
    })
    await expectProofs()
  })
})

describe('the difference', () => {
  it('can be started twice and is paid once; a second payment goes back', async () => {
    const held = await paid()
    await move(held)
    const first = await world.started(held)
    expect((await world.started(held)).attempt.id).toBe(first.attempt.id)
    // The customer left the first payment page open.
    await world.db
      .updateTable('payment_attempts')
      .set({ state: 'cancelled' })
      .where('id', '=', first.attempt.id)
      .execute()
    await pay(held)
    await arrive(first)
    expect(await world.booking(held.bookingId)).toMatchObject(moved)
    expect((await world.refunds(first.attempt.id)).map(({ reason }) => reason)).toEqual(['double_payment'])
    await expectProofs()
  })
  it('goes back with the first payment when the booking is cancelled later', async () => {
    const held = await paid()
    await move(held)
    await pay(held)
    await decideStatus(world, admin, held.bookingId, 'cancel', { reason: 'The guest is ill' })
    await refundCancelledBooking(world, held.bookingId)
    await refundCancelledBooking(world, held.bookingId)
    expect(await refundsOf(held)).toEqual([[[20_000, 'booking_cancelled']], [[6_000, 'booking_cancelled']]])
    await runRefunds(held)
    expect(await world.booking(held.bookingId)).toMatchObject({ refunded_minor: 26_000, payment_status: 'refunded' })
    await expectProofs()
  })
  it('is refunded in part first, and the booking stays paid', async () => {
    const held = await paid()
    await move(held)
    await pay(held)
    await move(held, { travel_date: '2026-12-10' })
    expect(await refundsOf(held)).toEqual([[], [[6_000, 'booking_moved']]])
    await runRefunds(held)
    expect(await world.booking(held.bookingId)).toMatchObject({ final_minor: 20_000, payment_status: 'completed' })
    await decideStatus(world, admin, held.bookingId, 'cancel', { reason: 'The guest is ill' })
    await refundCancelledBooking(world, held.bookingId)
    await runRefunds(held)
    expect(await world.booking(held.bookingId)).toMatchObject({ refunded_minor: 26_000, payment_status: 'refunded' })
    await expectProofs()
  })
  it('is recorded by staff when it was paid another way', async () => {
    const held = await paid()
    await charge(held)
    expect((await pageOf(held)).move?.until).toBe('2026-11-22T08:00:00.000Z')
    await recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'Paid at the desk' })
    expect(await world.booking(held.bookingId)).toMatchObject(moved)
    expect(await codeOf(recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'Again' }))).toBe(
      'payment/not-payable',
    )
    await expectProofs()
  })
  it('is paid online only', async () => {
    const held = await paid()
    await move(held)
    const cash = startPayment(world, visitor, { ...held, paymentMethod: 'cash_on_arrival' }, null)
    expect(await codeOf(cash)).toBe('payment/method-unavailable')
  })
  it('is not asked from customers while no online method takes it', async () => {
    const held = await paid()
    const enable = (enabled: boolean) =>
      world.db.updateTable('payment_gateways').set({ enabled }).where('name', '=', 'made_up').execute()
    await enable(false)
    const { code, facts } = await refusalOf(move(held))
    await enable(true)
    expect([code, String(facts.reason)]).toEqual(['booking/not-movable', expect.stringContaining('move.dearer')])
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2 })
  })
})

describe('while a move waits for its payment', () => {
  it('a full refund of the booking ends it and frees its places', async () => {
    const held = await paid()
    await move(held)
    const [attempt] = await world.attempts(held.bookingId)
    await createRefund(world, attempt?.id ?? '', { reason: 'Goodwill', requestedBy: null }, admin)
    await runRefunds(held)
    expect(await outcomeOf(held)).toEqual(['booking-changed'])
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2 })
    expect(await pageOf(held)).toMatchObject({ isPayable: false, move: null })
    expect(await world.events(held.bookingId)).not.toContain('booking.move-ended')
    await expectProofs()
  })
  it('another move replaces it, and its open payment is closed', async () => {
    const held = await paid()
    await move(held)
    const { attempt } = await world.started(held)
    world.clock.advance(1)
    await move(held, { travel_date: dearest })
    expect(await outcomeOf(held)).toEqual(['replaced', null])
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2, [dearest]: 2 })
    expect((await world.attempts(held.bookingId)).find(({ id }) => id === attempt.id)).toMatchObject({
      state: 'cancelled',
    })
    const next = await world.started(held)
    expect(next.attempt).toMatchObject({ amount_minor: 10_000 })
    await arrive(next)
    expect(await world.booking(held.bookingId)).toMatchObject({ travel_date: dearest, paid_minor: 30_000 })
    await expectProofs()
  })
  it('a payment that was made meanwhile counts, and the second move is refused', async () => {
    const held = await paid()
    await move(held)
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const { version } = await world.booking(held.bookingId)
    expect(await codeOf(move(held, { travel_date: dearest, version }))).toBe('booking/changed')
    expect(await world.booking(held.bookingId)).toMatchObject(moved)
    await expectProofs()
  })
  it('a move that costs nothing replaces it too', async () => {
    const held = await paid()
    await move(held)
    await move(held, { travel_date: '2026-12-10' })
    expect(await outcomeOf(held)).toEqual(['replaced'])
    expect(await takenOf(held)).toEqual({ '2026-12-10': 2 })
    await expectProofs()
  })
  it('the customer can keep the booked departure, and late money goes back', async () => {
    const held = await paid()
    await move(held)
    const started = await world.started(held)
    await keepDeparture(deps(), visitor, held.bookingId)
    await keepDeparture(deps(), visitor, held.bookingId)
    expect(await world.booking(held.bookingId)).toMatchObject(old)
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2 })
    expect(await outcomeOf(held)).toEqual(['kept'])
    await arrive(started)
    expect(await world.booking(held.bookingId)).toMatchObject(old)
    expect(await refundsOf(held)).toEqual([[], [[6_000, 'late_payment']]])
    await expectProofs()
  })
  it('a cancellation ends it and returns everything', async () => {
    const held = await paid()
    await move(held)
    const started = await world.started(held)
    await decideStatus(world, admin, held.bookingId, 'cancel', { reason: 'The guest is ill' })
    expect([await takenOf(held), await outcomeOf(held)]).toEqual([{}, ['booking-changed']])
    await arrive(started)
    await refundCancelledBooking(world, held.bookingId)
    expect(await refundsOf(held)).toEqual([[[20_000, 'booking_cancelled']], [[6_000, 'late_payment']]])
    await runRefunds(held)
    expect(await world.booking(held.bookingId)).toMatchObject({ refunded_minor: 20_000, payment_status: 'refunded' })
    await expectProofs()
  })
  it('staff can waive the difference instead', async () => {
    const held = await paid()
    await move(held)
    const request = { bookingId: held.bookingId, travel_date: dearer, travel_time: '10:00' }
    await moveBooking({ ...deps(), byStaff: { reason: 'A regular guest' } }, admin, request)
    expect(await world.booking(held.bookingId)).toMatchObject({ travel_date: dearer, final_minor: 20_000 })
    expect(await takenOf(held)).toEqual({ [dearer]: 2 })
    await expectProofs()
  })
  it('reports that arrive at once complete it once', async () => {
    const held = await paid()
    await move(held)
    const started = await world.started(held)
    world.madeUp.pay(started.orderRef)
    await Promise.all([
      world.hook('race-a', started.attempt.id),
      world.hook('race-b', started.attempt.id),
      world.visit(started.attempt.id),
      sweepPayments(world),
    ])
    expect(await world.booking(held.bookingId)).toMatchObject(moved)
    expect(await takenOf(held)).toEqual({ [dearer]: 2 })
    await expectProofs()
  })
  it('a cancellation of the new departure ends it, and late money goes back', async () => {
    const held = await paid()
    await move(held)
    const started = await world.started(held)
    const at = { service_id: held.serviceId, date: dearer, time: '10:00' }
    const { confirm, bookings } = await readCancellableDeparture(world, at, async () => new Set())
    expect(bookings).toEqual([])
    const order = {
      ...at,
      reason: 'Storm',
      note: '',
      choice: { kind: 'refund_in_full' },
      choices: {},
      confirm,
    } as const
    await cancelDeparture(world, admin, { order, idempotencyKey: null })
    expect([await takenOf(held), await outcomeOf(held)]).toEqual([{ '2026-12-01': 2 }, ['departure-cancelled']])
    await arrive(started)
    expect(await world.booking(held.bookingId)).toMatchObject(old)
    expect(await refundsOf(held)).toEqual([[], [[6_000, 'late_payment']]])
    await expectProofs()
  })
  it('others cannot book its places, until the time to pay is over', async () => {
    const held = await paid()
    await move(held)
    const guest = book(world, { id: held.serviceId, kind: 'tour' }, { travel_date: dearer, adults_count: 3 }, admin)
    expect(await codeOf(guest)).toBe('booking/slot-full')
    world.clock.set(addMinutes(world.clock(), 31))
    await sweepPayments(world)
    await book(world, { id: held.serviceId, kind: 'tour' }, { travel_date: dearer, adults_count: 3 }, admin)
    await expectProofs()
  })
})
