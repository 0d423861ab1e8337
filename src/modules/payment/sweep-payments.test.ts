import { beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../adapters/payments/cash-on-arrival/provider.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { reconcilePayments } from './commands/reconcile-payments.server.ts'
import { createRefund } from './commands/refund.server.ts'
import { sweepPayments } from './index.server.ts'
import { madeUpProvider } from './testing/made-up/provider.ts'
import { type Held, paymentWorld, type World } from './testing/world.ts'

/** More than one round takes on at once. */
const many = 101
let world: World
const silent = madeUpProvider('silent_pay')
beforeAll(async () => {
  world = await paymentWorld([bankTransfer, cashOnArrival, silent.provider])
})

/** As many bookings as one round takes, each with an attempt like this one's, and older than all others. */
async function crowdOf(held: Held): Promise<void> {
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

describe('a hundred transfers and payments on arrival that wait for people', () => {
  it('do not keep the shop from asking about a card whose report was lost', async () => {
    const onArrival = await world.aBooking()
    await world.started(onArrival, 'cash_on_arrival')
    await crowdOf(onArrival)
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await later(14, () => sweepPayments(world))
    await forget('XX')
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })

  it('do not keep it from ending a card page whose time is over', async () => {
    const proven = await world.aBooking()
    await world.started(proven, 'bank_transfer')
    await world.db
      .updateTable('payment_attempts')
      .set({ state: 'processing' })
      .where('booking_id', '=', proven.bookingId)
      .execute()
    await world.db.updateTable('bookings').set({ expires_at: null }).where('id', '=', proven.bookingId).execute()
    await crowdOf(proven)
    const held = await world.aBooking()
    await world.started(held)
    await later(50 * 60, () => sweepPayments(world))
    await forget('XX')
    expect((await world.attempts(held.bookingId))[0]?.state).toBe('expired')
  })
})

describe('a provider that gives no answer', () => {
  it('costs a round three calls, and holds up no booking that is paid otherwise [C187]', async () => {
    const stuck = await world.aBooking()
    await world.started(stuck, 'silent_pay')
    await crowdOf(stuck)
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
  it('keeps an unpaid booking for a day after its time, no longer; money that it tells of later goes back [C187]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held, 'silent_pay')
    silent.mood.status = 'silent'
    await later((48 + 23) * 60, () => sweepPayments(world))
    expect((await world.booking(held.bookingId)).booking_status).toBe('pending')
    await later((48 + 24) * 60, () => sweepPayments(world))
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
    // The attempt is asked about for as long as it is open.
    expect((await world.attempts(held.bookingId))[0]?.state).toBe('requires_action')
    silent.mood.status = 'ok'
    silent.pay(orderRef)
    await later(100 * 60, () => sweepPayments(world))
    const refunds = await world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attempt.id).execute()
    expect(refunds).toMatchObject([{ amount_minor: 20_000, reason: 'late_payment' }])
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'cancelled', paid_minor: 0 })
  })
})

describe('a refund whose job has given up', () => {
  it('is tried again by the slow round [A157]', async () => {
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
