import { beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { decideTransfer, receiveWebhook, refundCancelledBooking, startPayment } from '../index.server.ts'
import { runRefund } from '../refunds/commands.server.ts'
import { atEveryStep } from '../testing/crash.ts'
import { admin, paymentWorld, visitor, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([bankTransfer])
})

const everyStep = <T>(
  prepare: () => Promise<T>,
  work: (deps: World, what: T) => Promise<unknown>,
  look: (what: T) => Promise<void>,
) => atEveryStep(world, { prepare, work, look })

describe('a crash after any statement', () => {
  it('of a webhook loses and doubles nothing when the webhook is repeated [C208]', async () => {
    let count = 0
    const steps = await everyStep(
      async () => {
        const held = await world.aBooking({ isInstant: true })
        const { attempt, orderRef } = await world.started(held)
        world.madeUp.pay(orderRef)
        return {
          held,
          report: world.madeUp.report({ eventId: `crash-${count++}`, attemptId: attempt.id }, world.clock()),
        }
      },
      (deps, { report }) => receiveWebhook(deps, 'made_up', report.rawBody, report.headers),
      async ({ held }) => {
        expect(await world.booking(held.bookingId)).toMatchObject({
          payment_status: 'completed',
          booking_status: 'confirmed',
          paid_minor: 20_000,
        })
        expect(await paymentFacts(held.bookingId)).toEqual({ events: 1, history: 1, mails: 1 })
      },
    )
    expect(steps).toBeGreaterThan(10)
  })

  it('of a start leaves one attempt with one order after a retry', async () => {
    const steps = await everyStep(
      () => world.aBooking(),
      (deps, held) => startPayment(deps, visitor, { ...held, paymentMethod: 'made_up' }, null),
      async (held) => {
        const attempts = await world.attempts(held.bookingId)
        expect(attempts.map(({ state }) => state)).toEqual(['requires_action'])
        expect([...world.madeUp.orders.values()].filter((o) => o.attemptId === attempts[0]?.id)).toHaveLength(1)
      },
    )
    expect(steps).toBeGreaterThan(8)
  })

  it('of a decision leaves it complete or undone', async () => {
    const steps = await everyStep(
      async () => {
        const held = await world.aBooking()
        await world.started(held, 'bank_transfer')
        return held
      },
      async (deps, { bookingId }) => {
        if ((await world.booking(bookingId)).verification !== null) return
        await decideTransfer(deps, admin, { bookingId, decision: 'approved' })
      },
      async ({ bookingId }) => {
        const paid = { payment_status: 'completed', booking_status: 'confirmed', verification: 'approved' }
        expect(await world.booking(bookingId)).toMatchObject(paid)
        expect(await paymentFacts(bookingId)).toEqual({ events: 1, history: 1, mails: 1 })
      },
    )
    expect(steps).toBeGreaterThan(10)
  })

  it('of a refund refunds the money once', async () => {
    const steps = await everyStep(
      async () => {
        const held = await world.aBooking()
        const { attempt, orderRef } = await world.started(held)
        world.madeUp.pay(orderRef)
        const { rawBody, headers } = world.madeUp.report(
          { eventId: `paid-${attempt.id}`, attemptId: attempt.id },
          world.clock(),
        )
        await receiveWebhook(world, 'made_up', rawBody, headers)
        return { ...held, attemptId: attempt.id, orderRef }
      },
      async (deps, { bookingId, attemptId }) => {
        await refundCancelledBooking(deps, bookingId)
        const refunds = await world.db.selectFrom('refunds').select('id').where('attempt_id', '=', attemptId).execute()
        for (const { id } of refunds) await runRefund(deps, id)
      },
      async ({ bookingId, attemptId, orderRef }) => {
        expect(world.madeUp.orders.get(orderRef)?.refunds).toHaveLength(1)
        const refunds = await world.db
          .selectFrom('refunds')
          .select('state')
          .where('attempt_id', '=', attemptId)
          .execute()
        expect(refunds).toEqual([{ state: 'succeeded' }])
        expect(await world.booking(bookingId)).toMatchObject({ payment_status: 'refunded', refunded_minor: 20_000 })
      },
    )
    expect(steps).toBeGreaterThan(10)
  })
})

/** How often the payment is in the outbox, in the history and in the job queue. */
async function paymentFacts(bookingId: string): Promise<{ events: number; history: number; mails: number }> {
  const events = await world.db
    .selectFrom('events')
    .select(['id', 'payload'])
    .where('name', '=', 'payment.completed')
    .execute()
  const ours = events.filter(({ payload }) => payload.bookingId === bookingId)
  const history = await world.db
    .selectFrom('booking_history')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'payment-completed')
    .execute()
  const { rows } = await world.pool.query(
    "select payload from graphile_worker._private_jobs where payload->>'id' = any($1)",
    [ours.map(({ id }) => id)],
  )
  return { events: ours.length, history: history.length, mails: rows.length }
}
