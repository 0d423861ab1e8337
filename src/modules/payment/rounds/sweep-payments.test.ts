import { beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { sweepPayments } from '../index.server.ts'
import { createRefund } from '../refunds/commands.server.ts'
import { madeUpProvider } from '../testing/made-up/provider.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { reconcilePayments } from './reconcile-payments.server.ts'

/** More than one batch. */
const many = 101
let world: World
const silent = madeUpProvider('silent_pay')
beforeAll(async () => {
  world = await paymentWorld([bankTransfer, cashOnArrival, silent.provider])
})

/** More than a batch of bookings, each with a copy of this one's attempt, older than all others. */
async function addMany(held: Held): Promise<void> {
  const copies = Array.from({ length: many }, (_, n) => ({
    id: newId(),
    reference: `XX${String(n).padStart(10, '0')}`,
  }))
  const booking = await world.booking(held.bookingId)
  const [attempt] = await world.attempts(held.bookingId)
  const { search_person: _, ...plain } = booking
  const json = {
    price_lines: JSON.stringify(booking.price_lines),
    details: JSON.stringify(booking.details),
    cancellation_terms: JSON.stringify(booking.cancellation_terms),
    gateway_response: null,
  }
  await world.db
    .insertInto('bookings')
    .values(copies.map(({ id, reference }) => ({ ...plain, ...json, id, booking_reference: reference })))
    .execute()
  await world.db
    .insertInto('payment_attempts')
    .values(
      copies.map(({ id }) => ({
        ...attempt!,
        id: newId(),
        booking_id: id,
        provider_order_ref: null,
        action: JSON.stringify(attempt!.action),
        updated_at: new Date(0),
      })),
    )
    .execute()
}
const forget = async (prefix: string): Promise<void> => {
  const ids = world.db.selectFrom('bookings').select('id').where('booking_reference', 'like', `${prefix}%`)
  await world.db.deleteFrom('payment_attempts').where('booking_id', 'in', ids).execute()
  await world.db.deleteFrom('bookings').where('booking_reference', 'like', `${prefix}%`).execute()
}
async function later(minutes: number, work: () => Promise<unknown>): Promise<void> {
  const now = world.clock()
  world.clock.advance(minutes)
  await work()
  world.clock.set(now)
}

describe('an open card payment', () => {
  it('is checked although the clock was set back after its start', async () => {
    const now = world.clock()
    world.clock.advance(2 * 24 * 60)
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    world.clock.set(now)
    await sweepPayments(world)
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })
})

describe('a hundred open manual payments', () => {
  it('do not block the check of a card payment whose webhook was lost', async () => {
    const onArrival = await world.aBooking()
    await world.started(onArrival, 'cash_on_arrival')
    await addMany(onArrival)
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await later(14, () => sweepPayments(world))
    await forget('XX')
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })

  it('do not block the expiry of a card page', async () => {
    const proven = await world.aBooking()
    await world.started(proven, 'bank_transfer')
    await world.db
      .updateTable('payment_attempts')
      .set({ state: 'processing' })
      .where('booking_id', '=', proven.bookingId)
      .execute()
    await world.db.updateTable('bookings').set({ expires_at: null }).where('id', '=', proven.bookingId).execute()
    await addMany(proven)
    const held = await world.aBooking()
    await world.started(held)
    await later(50 * 60, () => sweepPayments(world))
    await forget('XX')
    expect((await world.attempts(held.bookingId))[0]?.state).toBe('expired')
  })
})

describe('a provider that does not answer', () => {
  it('costs three calls a round and does not block the expiry of other bookings [C187]', async () => {
    const stuck = await world.aBooking()
    await world.started(stuck, 'silent_pay')
    await addMany(stuck)
    const held = await world.aBooking()
    await world.started(held, 'bank_transfer')
    await world.db
      .updateTable('bookings')
      .set({ expires_at: world.clock() })
      .where('booking_reference', 'like', 'XX%')
      .execute()
    silent.mood.status = 'silent'
    silent.calls.length = 0
    await later(50 * 60, () => sweepPayments(world))
    silent.mood.status = 'ok'
    await forget('XX')
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
    expect((await world.booking(stuck.bookingId)).booking_status).toBe('pending')
    expect(silent.calls.length).toBeLessThanOrEqual(3)
  })
})

describe('a provider that stays silent', () => {
  it('delays the expiry of a booking by one day at most; money that arrives later is refunded [C187]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held, 'silent_pay')
    silent.mood.status = 'silent'
    await later((48 + 23) * 60, () => sweepPayments(world))
    expect((await world.booking(held.bookingId)).booking_status).toBe('pending')
    await later((48 + 24) * 60, () => sweepPayments(world))
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
    // Open attempts are still polled.
    expect((await world.attempts(held.bookingId))[0]?.state).toBe('requires_action')
    silent.mood.status = 'ok'
    silent.pay(orderRef)
    await later(100 * 60, () => sweepPayments(world))
    const refunds = await world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attempt.id).execute()
    expect(refunds).toMatchObject([{ amount_minor: 20_000, reason: 'late_payment' }])
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'cancelled', paid_minor: 20_000 })
  })
})

describe('a refund whose job gave up', () => {
  it('is retried by the slow round [A157]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await later(14, () => sweepPayments(world))
    const refundId = await createRefund(world, attempt.id, { reason: 'asked for', requestedBy: null })
    await world.pool.query('delete from graphile_worker._private_jobs')
    await reconcilePayments(world)
    expect(await jobsOf(refundId)).toBe(0)
    await later(7 * 60, () => reconcilePayments(world))
    expect(await jobsOf(refundId)).toBe(1)
  })
})
async function jobsOf(refundId: string | null): Promise<number> {
  const { rows } = await world.pool.query('select 1 from graphile_worker.jobs where key = $1', [`refund:${refundId}`])
  return rows.length
}
