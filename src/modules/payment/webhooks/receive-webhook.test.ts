import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { createLog } from '../../../platform/log.server.ts'
import type { lockBooking } from '../../booking/index.server.ts'
import { codeOf } from '../../booking/testing/fixtures.ts'
import { applySnapshot } from '../attempts/apply-snapshot.server.ts'
import type { lockAttempt } from '../attempts/store.server.ts'
import { receiveWebhook } from '../index.server.ts'
import { runPaymentJobs } from '../testing/supplier-world.ts'
import { paymentWorld } from '../testing/world.ts'
import { listRefusedReports } from './list-refused.server.ts'
import { settlePaymentEvent } from './receive-webhook.server.ts'

const world = await paymentWorld([bankTransfer, cashOnArrival])

describe('webhooks', () => {
  it('that are forged, altered or old are refused and change nothing', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const { rawBody, headers } = world.madeUp.report({ eventId: 'f1', attemptId: attempt.id }, world.clock())
    const send = (body: Uint8Array, head: Record<string, string>) =>
      codeOf(receiveWebhook(world, 'made_up', body, head))
    const anew = Buffer.from(JSON.stringify(JSON.parse(rawBody.toString()), null, 2))
    expect(await send(rawBody, {})).toBe('payment/bad-signature')
    expect(await send(rawBody, { 'made-up-signature': `${'1'.repeat(10)}.${'0'.repeat(64)}` })).toBe(
      'payment/bad-signature',
    )
    expect(await send(anew, headers)).toBe('payment/bad-signature')
    const stale = world.madeUp.report(
      { eventId: 'f1', attemptId: attempt.id },
      new Date(world.clock().getTime() - 301_000),
    )
    expect(await send(stale.rawBody, stale.headers)).toBe('payment/bad-signature')
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
    // And they do not block the id of the real event.
    expect((await receiveWebhook(world, 'made_up', rawBody, headers)).outcomes).toEqual(['applied'])
  })

  it('that are signed and about the order of another booking confirm nothing and land in review', async () => {
    const [payer, victim] = [await world.aBooking({ isInstant: true }), await world.aBooking({ isInstant: true })]
    const paid = await world.started(payer)
    const open = await world.started(victim)
    world.madeUp.pay(paid.orderRef)
    const snapshot = world.madeUp.snapshot(paid.orderRef)
    expect((await world.hook('other-booking', open.attempt.id, snapshot, paid.orderRef)).outcomes).toEqual(['mismatch'])
    expect(await world.booking(victim.bookingId)).toMatchObject({ booking_status: 'pending', paid_minor: 0 })
    expect((await world.attempts(victim.bookingId))[0]).toMatchObject({
      state: 'requires_action',
      captured_minor: 0,
      review_reason: 'other-order',
    })
    expect(await world.booking(payer.bookingId)).toMatchObject({ booking_status: 'pending', paid_minor: 0 })
  })

  it('of an unknown provider are refused', async () => {
    expect(await codeOf(receiveWebhook(world, 'nobody', Buffer.from('{}'), {}))).toBe('payment/unknown-provider')
    expect(await codeOf(receiveWebhook(world, 'bank_transfer', Buffer.from('{}'), {}))).toBe('payment/unknown-provider')
  })

  it('for a missing attempt are stored and processed once it exists', async () => {
    const held = await world.aBooking()
    expect((await world.hook('u1', null, null, 'made_up_later')).outcomes).toEqual(['unknown-attempt'])
    const event = { eventId: 'u1', attemptId: null, orderRef: 'made_up_later', snapshot: null }
    const until = new Date(world.clock().getTime() + 60_000).toISOString()
    await settlePaymentEvent(world, { provider: 'made_up', event, until })
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await settlePaymentEvent(world, { provider: 'made_up', event: { ...event, attemptId: attempt.id }, until })
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
    const [kept] = await world.db.selectFrom('payment_events').selectAll().where('event_id', '=', 'u1').execute()
    expect(kept).toMatchObject({ outcome: 'applied', attempt_id: attempt.id })
    expect(kept?.processed_at).not.toBeNull()
  })

  it('about an unknown order are logged once, after half an hour, and stay visible to staff', async () => {
    const lines: string[] = []
    const heard = {
      ...world,
      log: createLog('warn', { to: { write: (line) => void lines.push(JSON.parse(line).msg) } }),
    }
    await world.pool.query('delete from graphile_worker._private_jobs')
    const start = world.clock()
    // The provider repeats it, as providers do.
    for (let n = 0; n < 3; n++)
      expect((await world.hook('stray', null, null, 'of_another_shop')).outcomes).toEqual(['unknown-attempt'])
    let looks = 0
    for (;;) {
      const { rows } = await world.pool.query<{ delay: number }>(
        'select extract(epoch from run_at - created_at)::float * 1000 as delay from graphile_worker.jobs',
      )
      const [next, ...more] = rows
      expect(more).toEqual([])
      if (!next) break
      world.clock.set(new Date(world.clock().getTime() + next.delay))
      const [job] = (await world.pool.query('select payload from graphile_worker._private_jobs')).rows
      await runPaymentJobs(world, heard)
      expect(job.payload.event.eventId).toBe('stray')
      looks++
    }
    const minutes = (world.clock().getTime() - start.getTime()) / 60_000
    world.clock.set(start)
    expect(lines).toEqual(['payment report without an attempt'])
    expect(looks).toBeLessThan(12)
    expect(minutes).toBeGreaterThanOrEqual(30)
    expect(minutes).toBeLessThan(45)
    const reports = (await listRefusedReports(world)).providers.flatMap(({ reports }) => reports)
    expect(reports.filter(({ excerpt }) => excerpt.includes('of_another_shop'))).toHaveLength(1)
  })

  it('of a silent provider are stored, accepted and processed later', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    world.madeUp.mood.status = 'silent'
    await world.hook('u2', attempt.id)
    world.madeUp.mood.status = 'ok'
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
    const event = { eventId: 'u2', attemptId: attempt.id, orderRef: null, snapshot: null }
    await settlePaymentEvent(world, { provider: 'made_up', event, until: world.clock().toISOString() })
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })
})

describe('parallel reports', () => {
  it('from ten callers have one effect [C208]', async () => {
    const held = await world.aBooking({ isInstant: true })
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const snapshot = world.madeUp.snapshot(orderRef)
    await Promise.all(Array.from({ length: 10 }, () => applySnapshot(world, attempt.id, snapshot, { kind: 'check' })))
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.completed')).toHaveLength(1)
    expect((await world.booking(held.bookingId)).booking_status).toBe('confirmed')
  })

  it('are stopped by the ledger key alone when the locks are missing', async () => {
    expect(await effectsWithoutLocks()).toBe(1)
  })

  it('have several effects without locks and key (the control)', async () => {
    await sql`alter table ledger_entries drop constraint ledger_entries_once`.execute(world.db)
    expect(await effectsWithoutLocks()).toBeGreaterThan(1)
  })
})

/** How often four parallel callers without locks complete one payment. */
async function effectsWithoutLocks(): Promise<number> {
  const held = await world.aBooking()
  const { attempt, orderRef } = await world.started(held)
  world.madeUp.pay(orderRef)
  // No payment reference: changing a unique column would make the database lock.
  const snapshot = { ...world.madeUp.snapshot(orderRef), paymentRef: null }
  const [together, meet] = barrier(4)
  const unlocked = {
    lockBooking: (async (trx, id) =>
      trx
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()) satisfies typeof lockBooking,
    lockAttempt: (async (trx, id) => {
      const row = await trx.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      meet()
      await together
      return row
    }) satisfies typeof lockAttempt,
  }
  const all = Array.from({ length: 4 }, () => applySnapshot(world, attempt.id, snapshot, { kind: 'check' }, unlocked))
  await Promise.allSettled(all)
  return (await world.events(held.bookingId)).filter((name) => name === 'payment.completed').length
}

/** Opens when this many callers have arrived. */
function barrier(count: number): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  return [
    promise,
    () => {
      if (--left === 0) resolve()
    },
  ]
}
