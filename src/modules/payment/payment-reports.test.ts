import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bankTransfer } from '../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../adapters/payments/cash-on-arrival/provider.ts'
import type { lockBooking } from '../booking/index.server.ts'
import { codeOf } from '../booking/testing/fixtures.ts'
import type { lockAttempt } from './attempts.server.ts'
import { applySnapshot } from './commands/apply-snapshot.server.ts'
import { settlePaymentEvent } from './commands/receive-webhook.server.ts'
import { receiveWebhook } from './index.server.ts'
import { paymentWorld } from './testing/world.ts'

const world = await paymentWorld([bankTransfer, cashOnArrival])

describe('reports', () => {
  it('that are forged, written anew or stale are refused and change nothing', async () => {
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
    // Nor do they take the id of the real one.
    expect((await receiveWebhook(world, 'made_up', rawBody, headers)).outcomes).toEqual(['applied'])
  })

  it('of a provider that nobody knows are refused', async () => {
    expect(await codeOf(receiveWebhook(world, 'nobody', Buffer.from('{}'), {}))).toBe('payment/unknown-provider')
    expect(await codeOf(receiveWebhook(world, 'bank_transfer', Buffer.from('{}'), {}))).toBe('payment/unknown-provider')
  })

  it('about an attempt that is not there yet are kept and settled when it is', async () => {
    const held = await world.aBooking()
    expect((await world.hook('u1', null, null, 'made_up_later')).outcomes).toEqual(['unknown-attempt'])
    const event = { eventId: 'u1', attemptId: null, orderRef: 'made_up_later', snapshot: null }
    const until = new Date(world.clock().getTime() + 60_000).toISOString()
    await expect(settlePaymentEvent(world, { provider: 'made_up', event, until })).rejects.toThrow('no attempt yet')
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await settlePaymentEvent(world, { provider: 'made_up', event: { ...event, attemptId: attempt.id }, until })
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
    const [kept] = await world.db.selectFrom('payment_events').selectAll().where('event_id', '=', 'u1').execute()
    expect(kept).toMatchObject({ outcome: 'applied', attempt_id: attempt.id })
    expect(kept?.processed_at).not.toBeNull()
  })

  it('that cannot be followed because the provider is silent are kept, answered and settled later', async () => {
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

describe('many at a time', () => {
  it('ten callers with the same news have one effect [C208]', async () => {
    const held = await world.aBooking({ isInstant: true })
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const snapshot = world.madeUp.snapshot(orderRef)
    await Promise.all(Array.from({ length: 10 }, () => applySnapshot(world, attempt.id, snapshot, { kind: 'check' })))
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.completed')).toHaveLength(1)
    expect((await world.booking(held.bookingId)).booking_status).toBe('confirmed')
  })

  it('would be kept from several by the ledger alone, without the locks', async () => {
    expect(await effectsWithoutLocks()).toBe(1)
  })

  it('would have several without the locks and that key (the control)', async () => {
    await sql`alter table ledger_entries drop constraint ledger_entries_once`.execute(world.db)
    expect(await effectsWithoutLocks()).toBeGreaterThan(1)
  })
})

/** How often four callers who read the same moment, and wait for nobody, complete one payment. */
async function effectsWithoutLocks(): Promise<number> {
  const held = await world.aBooking()
  const { attempt, orderRef } = await world.started(held)
  world.madeUp.pay(orderRef)
  // Without a payment reference: a change of a unique column would make the database take a lock of its own.
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

/** Opens when so many have arrived. */
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
