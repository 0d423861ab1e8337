import { beforeAll, describe, expect, it } from 'vitest'
import { closeReview } from '../reviews/close-review.server.ts'
import { admin, paymentWorld, type World } from '../testing/world.ts'
import { createRefund, runRefund } from './commands.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([])
})

let reports = 0
const hook = (attemptId: string) => world.hook(`r${++reports}`, attemptId)
async function paid(capturedMinor?: number) {
  const held = await world.aBooking()
  const { attempt, orderRef } = await world.started(held)
  world.madeUp.pay(orderRef, capturedMinor)
  await hook(attempt.id)
  return { bookingId: held.bookingId, attemptId: attempt.id, orderRef }
}
async function refundAttempt(attemptId: string, amountMinor?: number): Promise<void> {
  const wanted = { reason: 'Agreed by phone', requestedBy: null, ...(amountMinor !== undefined && { amountMinor }) }
  const refundId = await createRefund(world, attemptId, wanted)
  await runRefund(world, refundId ?? '')
}
const historyOf = async (bookingId: string) =>
  world.db
    .selectFrom('booking_history')
    .select(['event', 'actor', 'data'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()

describe('an overpaid booking', () => {
  it('stays paid when the difference is refunded, and is refunded only in full', async () => {
    const { bookingId, attemptId } = await paid(25_000)
    await refundAttempt(attemptId, 5_000)
    expect((await world.attempts(bookingId))[0]).toMatchObject({ state: 'partially_refunded', refunded_minor: 5_000 })
    expect(await world.booking(bookingId)).toMatchObject({
      payment_status: 'completed',
      paid_minor: 20_000,
      refunded_minor: 0,
    })
    await refundAttempt(attemptId, 5_000)
    expect(await world.booking(bookingId)).toMatchObject({ payment_status: 'completed', refunded_minor: 5_000 })
    await refundAttempt(attemptId)
    expect(await world.booking(bookingId)).toMatchObject({ payment_status: 'refunded', refunded_minor: 20_000 })
  })
})

describe('a payment that did not pay its booking', () => {
  it('is refunded without changing the booking, also with the same provider', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    const price = { base_minor: 15_000, total_minor: 15_000, final_minor: 15_000 }
    await world.db.updateTable('bookings').set(price).where('id', '=', held.bookingId).execute()
    world.madeUp.pay(first.orderRef)
    await hook(first.attempt.id)
    expect((await world.attempts(held.bookingId))[0]?.review_reason).toBe('price-changed')
    await closeReview(world, admin, { attemptId: first.attempt.id, note: 'The customer pays the new price' })
    const second = await world.started(held)
    world.madeUp.pay(second.orderRef)
    await hook(second.attempt.id)
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'completed', paid_minor: 15_000 })
    await refundAttempt(first.attempt.id)
    expect((await world.attempts(held.bookingId))[0]?.state).toBe('refunded')
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'completed', refunded_minor: 0 })
  })
})

describe('a refund', () => {
  it("is in the booking's history when started and when done", async () => {
    const { bookingId, attemptId } = await paid()
    await refundAttempt(attemptId, 5_000)
    const entries = (await historyOf(bookingId)).filter(({ event }) => event.startsWith('refund-'))
    const data = { amountMinor: 5_000, currency: 'USD', reason: 'Agreed by phone' }
    expect(entries).toMatchObject([
      { event: 'refund-started', actor: 'system', data },
      { event: 'refund-done', data },
    ])
    expect(await world.events(bookingId)).toEqual(
      expect.arrayContaining(['payment.refund-created', 'payment.refunded']),
    )
  })

  it('made in the provider dashboard is announced once', async () => {
    const { bookingId, attemptId, orderRef } = await paid()
    world.madeUp.refundElsewhere(orderRef, 4_000)
    await hook(attemptId)
    await hook(attemptId)
    const names = await world.events(bookingId)
    expect(names.filter((name) => name === 'payment.refunded')).toHaveLength(1)
    expect((await historyOf(bookingId)).map(({ event }) => event)).toContain('refund-done')
  })
})
