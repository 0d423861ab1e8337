import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { money } from '../../../kernel/money.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import {
  decideStatus,
  issueBookingToken,
  type MoveRequest,
  moveBooking,
  provePlaces,
  systemActor,
} from '../../booking/index.server.ts'
import { addService, admin, book, codeOf, refusalOf, visitor } from '../../booking/testing/fixtures.ts'
import { changeDeparture } from '../../inventory/index.server.ts'
import { proveLedger, recordArrivalPayment, startPayment } from '../index.server.ts'
import { refundCancelledBooking, runRefund } from '../refunds/commands.server.ts'
import { insertRefund } from '../refunds/store.server.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival, bankTransfer])
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

const terms = [
  { days: 7, percent: 100 },
  { days: 3, percent: 50 },
]
const at = { date: '2026-12-08', time: '11:00' }
type Booked = Held & { serviceId: string }
/** For two on 1 December at 10:00, for 200.00. The departure of `at` costs `price` for each. */
async function booked(price: number | null = null, details: object = {}): Promise<Booked> {
  const fields = { time_slots: ['10:00', '11:00'], slot_capacity: 4, instant_confirmation: true }
  const title = `tour ${Math.random().toString(36).slice(2)}`
  const service = await addService(world, 'tour', { ...fields, cancellation_terms: terms, ...details }, { title })
  if (price !== null) {
    const change = { capacity: null, is_closed: false, note: null, guide: null, return_date: null, version: 1 }
    const prices = { price_adult: price }
    await changeDeparture(world, admin, { service_id: service.id, ...at, ...change, prices })
  }
  const record = await book(world, service)
  return { bookingId: record.id, token: issueBookingToken(world, record), serviceId: service.id }
}
async function paid(held: Booked) {
  const { attempt, orderRef } = await world.started(held)
  world.madeUp.pay(orderRef)
  await world.hook(`m${attempt.id}`, attempt.id)
  return { ...held, attemptId: attempt.id }
}
const deps = () => ({ ...world, payments: movePayments(world) })
const move = ({ bookingId }: Held, more: Partial<MoveRequest> = {}) =>
  moveBooking(deps(), visitor, { bookingId, travel_date: at.date, travel_time: at.time, ...more })
const moveByStaff = ({ bookingId }: Held, reason = '', more: Partial<MoveRequest> = {}) => {
  const request = { bookingId, travel_date: at.date, travel_time: at.time, ...more }
  return moveBooking({ ...deps(), byStaff: { reason } }, admin, request)
}
const takenOf = async ({ serviceId }: Booked) => {
  const query = world.db.selectFrom('departures').select(['local_date', 'taken']).where('service_id', '=', serviceId)
  const rows = await query.where('taken', '>', 0).execute()
  return rows.map(({ local_date, taken }) => [local_date, taken])
}
const reasonOf = async (work: Promise<unknown>) => {
  const { code, facts } = await refusalOf(work)
  expect(code).toBe('booking/not-movable')
  return /move\.(\w+)/.exec(String(facts.reason))?.[1]
}
async function expectProofs() {
  expect(await proveLedger(world.db)).toEqual([])
  expect(await provePlaces(world.db)).toEqual([])
}

describe('a booking that moves', () => {
  it('takes the places of the new departure and frees the old ones', async () => {
    const held = await booked()
    const before = await world.booking(held.bookingId)
    const after = await move(held)
    expect(await takenOf(held)).toEqual([['2026-12-08', 2]])
    expect(after).toMatchObject({ travel_date: '2026-12-08', travel_time: '11:00', final_minor: 20_000, places: 2 })
    expect(after.starts_at).toEqual(new Date('2026-12-08T07:00:00Z'))
    const { customer_name, details, booking_reference, cancellation_terms, created_at } = before
    expect(after).toMatchObject({ customer_name, details, booking_reference, cancellation_terms, created_at })
    expect(await world.events(held.bookingId)).toEqual(['booking.created', 'booking.moved'])
    await expectProofs()
  })
  it('that is unpaid is due at the new price', async () => {
    for (const price of [8_000, 13_000]) {
      const held = await booked(price)
      expect(await move(held)).toMatchObject({ final_minor: 2 * price, paid_minor: 0, payment_status: 'pending' })
      const { attemptId } = await paid(held)
      expect((await world.attempts(held.bookingId)).map(({ id, amount_minor: minor }) => [id, minor])).toEqual([
        [attemptId, 2 * price],
      ])
      expect(await world.booking(held.bookingId)).toMatchObject({ paid_minor: 2 * price, booking_status: 'confirmed' })
    }
    await expectProofs()
  })
  it('that is paid gets the difference back', async () => {
    const held = await paid(await booked(8_000))
    expect(await move(held)).toMatchObject({ final_minor: 16_000, paid_minor: 20_000, booking_status: 'confirmed' })
    const [refund] = await world.refunds(held.attemptId)
    expect(refund).toMatchObject({ amount_minor: 4_000, reason: 'booking_moved', state: 'created' })
    await runRefund(world, refund!.id)
    const settled = { refunded_minor: 4_000, payment_status: 'completed', booking_status: 'confirmed' }
    expect(await world.booking(held.bookingId)).toMatchObject(settled)
    await expectProofs()
  })
  it('and is cancelled later returns its share of the new price', async () => {
    const held = await paid(await booked(8_000))
    await move(held)
    world.clock.set('2026-12-04T08:00:00Z')
    await decideStatus(world, admin, held.bookingId, 'cancel', { reason: 'The guest is ill' })
    await refundCancelledBooking(world, held.bookingId)
    for (const { id } of await world.refunds(held.attemptId)) await runRefund(world, id)
    expect((await world.refunds(held.attemptId)).map(({ amount_minor: minor }) => minor)).toEqual([4_000, 8_000])
    expect(await world.booking(held.bookingId)).toMatchObject({ refunded_minor: 12_000, refund_due_minor: 12_000 })
    await expectProofs()
  })
  it('is left to staff when the difference is all that was not refunded before', async () => {
    const held = await paid(await booked(8_000))
    const attempt = (await world.attempts(held.bookingId))[0]!
    const goodwill = { reason: 'A late start', requestedBy: null, actor: systemActor }
    await world.db
      .transaction()
      .execute((trx) => insertRefund(trx, attempt, money(16_000, 'USD'), goodwill, world.clock()))
    expect(await reasonOf(move(held))).toBe('notRefundable')
    expect((await world.refunds(held.attemptId)).map(({ amount_minor: minor }) => minor)).toEqual([16_000])
    expect(await takenOf(held)).toEqual([['2026-12-01', 2]])
  })
  it('keeps the discount of its promo code', async () => {
    const held = await booked(8_000)
    const { bookingId } = held
    const discount = { discount_minor: 3_000, final_minor: 17_000, promo_code: 'WINTER' }
    await world.db.updateTable('bookings').set(discount).where('id', '=', bookingId).execute()
    expect(await move(held)).toMatchObject({ base_minor: 16_000, discount_minor: 3_000, final_minor: 13_000 })
  })
  it('to a free departure is settled and confirmed when it was not paid, and left to staff when it was', async () => {
    const held = await booked(0)
    expect(await move(held)).toMatchObject({
      payment_status: 'completed',
      booking_status: 'confirmed',
      expires_at: null,
    })
    expect(await reasonOf(move(await paid(await booked(0))))).toBe('otherPrice')
  })
  it('changes nothing when the price, the item or the booking is not the one that was seen', async () => {
    const held = await booked(8_000)
    const expected_amount = { minor: 20_000, currency: 'USD' }
    expect(await refusalOf(move(held, { expected_amount }))).toMatchObject({
      code: 'booking/price-changed',
      facts: { minor: 16_000, currency: 'USD' },
    })
    expect(await codeOf(move(held, { version: 99 }))).toBe('booking/changed')
    expect(await codeOf(move(held, { travel_date: '2026-12-01', travel_time: '10:00' }))).toBe('booking/invalid')
    expect(await codeOf(move(held, { travel_time: '10:30' }))).toBe('booking/invalid')
    expect(await codeOf(move(held, { travel_date: '2026-11-20' }))).toBe('booking/invalid')
    expect(await takenOf(held)).toEqual([['2026-12-01', 2]])
    expect(await world.events(held.bookingId)).toEqual(['booking.created'])
  })
  it('needs places, not counting its own', async () => {
    const held = await booked()
    await book(
      world,
      { id: held.serviceId, kind: 'tour' },
      { travel_date: at.date, travel_time: at.time, adults_count: 3 },
    )
    expect(await codeOf(move(held))).toBe('booking/slot-full')
    expect(await takenOf(held)).toEqual(
      expect.arrayContaining([
        ['2026-12-01', 2],
        ['2026-12-08', 3],
      ]),
    )
    await expectProofs()
  })
  it('moves three times, then only staff move it', async () => {
    const held = await booked()
    for (const date of ['2026-12-09', '2026-12-10', '2026-12-11']) await move(held, { travel_date: date })
    expect(await reasonOf(move(held))).toBe('tooOften')
    expect(await codeOf(moveByStaff(held, ' '))).toBe('booking/reason-required')
    expect(await moveByStaff(held, 'The guest is ill')).toMatchObject({ travel_date: at.date })
  })
  it('is limited like a new booking of the same visitor', async () => {
    const held = await booked(null, { slot_capacity: 40 })
    const there = { travel_date: at.date, travel_time: at.time, adults_count: 17 }
    await book(world, { id: held.serviceId, kind: 'tour' }, there)
    expect(await codeOf(move(held))).toBe('booking/too-many-unpaid')
    expect(await move(held, { travel_date: '2026-12-09' })).toMatchObject({ travel_date: '2026-12-09' })
  })
})

describe('an open payment of a booking that moves', () => {
  it('is closed with its provider, and the next one has the new price', async () => {
    const held = await booked(8_000)
    const { attempt } = await world.started(held)
    expect(await move(held)).toMatchObject({ final_minor: 16_000 })
    const next = await paid(held)
    expect(
      (await world.attempts(held.bookingId)).map(({ id, state, amount_minor }) => [id, state, amount_minor]),
    ).toEqual([
      [attempt.id, 'cancelled', 20_000],
      [next.attemptId, 'succeeded', 16_000],
    ])
    await expectProofs()
  })
  it('stays open when the price is the same', async () => {
    const held = await booked()
    const { attempt, orderRef } = await world.started(held)
    await move(held)
    world.madeUp.pay(orderRef)
    await world.hook('same-price', attempt.id)
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'confirmed', paid_minor: 20_000 })
  })
  it('that was paid meanwhile counts: the customer gets the difference back', async () => {
    const held = await booked(8_000)
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    expect(await move(held)).toMatchObject({ paid_minor: 20_000, final_minor: 16_000, booking_status: 'confirmed' })
    expect(await world.refunds(attempt.id)).toMatchObject([{ amount_minor: 4_000, reason: 'booking_moved' }])
    await expectProofs()
  })
  it('that was paid late at the old price goes under review', async () => {
    const held = await booked(8_000)
    const { attempt, orderRef } = await world.started(held)
    await move(held)
    world.madeUp.pay(orderRef)
    await world.hook('late', attempt.id)
    expect(await world.attempts(held.bookingId)).toMatchObject([{ review_reason: 'price-changed' }])
    expect(await world.booking(held.bookingId)).toMatchObject({ paid_minor: 0, payment_status: 'pending' })
    expect(await reasonOf(move(held, { travel_date: '2026-12-09' }))).toBe('checking')
  })
  it.each(['cash_on_arrival', 'bank_transfer'])('by %s goes on with the new price', async (method) => {
    const held = await booked(8_000)
    await startPayment(world, visitor, { ...held, paymentMethod: method }, null)
    const before = await world.booking(held.bookingId)
    await move(held)
    const { booking_status, payment_gateway, expires_at, awaits_agency } = before
    expect(await world.booking(held.bookingId)).toMatchObject({
      ...{ booking_status, payment_gateway, expires_at, awaits_agency, final_minor: 16_000 },
    })
    expect((await world.attempts(held.bookingId)).map(({ state, amount_minor: minor }) => [state, minor])).toEqual([
      ['cancelled', 20_000],
      ['requires_action', 16_000],
    ])
    await recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'Cash' })
    expect(await world.booking(held.bookingId)).toMatchObject({ paid_minor: 16_000, payment_status: 'completed' })
    await expectProofs()
  })
})

describe('a booking whose payment needs a decision', () => {
  it('stays while a proof of payment waits', async () => {
    const held = await booked()
    const { bookingId } = held
    const now = world.clock()
    const proof = { external_url: 'https://proofs.example/1', file_id: null, attempt_id: null, actor_id: null }
    const row = {
      id: newId(now),
      booking_id: bookingId,
      version: 1,
      uploaded_by: 'customer',
      created_at: now,
      ...proof,
    }
    await world.db
      .insertInto('payment_proofs')
      .values(row as never)
      .execute()
    expect(await reasonOf(move(held))).toBe('checking')
    await world.db.updateTable('payment_proofs').set({ settled_at: now }).where('booking_id', '=', bookingId).execute()
    expect(await move(held)).toMatchObject({ travel_date: at.date })
  })
  it('stays while its payment is disputed', async () => {
    const held = await paid(await booked(8_000))
    const dispute = world.db.updateTable('payment_attempts').set({ disputed_at: world.clock() })
    await dispute.where('id', '=', held.attemptId).execute()
    expect(await reasonOf(move(held))).toBe('checking')
    expect(await reasonOf(moveByStaff(held, 'A reason'))).toBe('checking')
    expect(await world.refunds(held.attemptId)).toEqual([])
  })
})

describe('staff', () => {
  it('move a booking outside the terms with a reason, which the audit trail keeps', async () => {
    const held = await booked()
    world.clock.set('2026-11-30T08:00:00Z')
    await world.db.updateTable('bookings').set({ expires_at: null }).where('id', '=', held.bookingId).execute()
    expect(await reasonOf(move(held))).toBe('tooLate')
    expect(await codeOf(moveByStaff(held))).toBe('booking/reason-required')
    await moveByStaff(held, 'The flight is late')
    const audits = world.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', held.bookingId)
    expect(await audits.where('action', '=', 'booking.moved').executeTakeFirstOrThrow()).toMatchObject({
      actor_name: 'Asma Khan',
      before: { travel_date: '2026-12-01', travel_time: '10:00' },
      after: { travel_date: '2026-12-08', travel_time: '11:00', reason: 'The flight is late' },
    })
  })
  it('need no reason within the terms', async () => {
    expect(await moveByStaff(await booked())).toMatchObject({ travel_date: at.date })
  })
  it('move a paid booking to a dearer departure at no extra charge, with a reason', async () => {
    const held = await paid(await booked(12_000))
    expect(await codeOf(moveByStaff(held))).toBe('booking/reason-required')
    const moved = await moveByStaff(held, 'We have cancelled her day', {
      expected_amount: { minor: 20_000, currency: 'USD' },
    })
    expect(moved).toMatchObject({ travel_date: at.date, final_minor: 20_000, base_minor: 20_000, paid_minor: 20_000 })
    expect(await world.refunds(held.attemptId)).toEqual([])
    await expectProofs()
  })
  it('cannot move a booking that is over', async () => {
    const held = await booked()
    await decideStatus(world, admin, held.bookingId, 'cancel')
    expect(await reasonOf(moveByStaff(held, 'A reason'))).toBe('cancelled')
    const done = await paid(await booked())
    await decideStatus(world, admin, done.bookingId, 'complete')
    expect(await reasonOf(moveByStaff(done, 'A reason'))).toBe('completed')
    expect((await world.booking(done.bookingId)).travel_date).toBe('2026-12-01')
  })
})
