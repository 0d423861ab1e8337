import { describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { refundCancelledBooking, storeProof, sweepPayments } from '../index.server.ts'
import { providerRegistry } from '../port.ts'
import { runRefund } from '../refunds/commands.server.ts'
import { aPdf, paymentWorld, pieces, visitor } from '../testing/world.ts'

const world = await paymentWorld([bankTransfer, cashOnArrival])

describe('expiry of an unpaid booking', () => {
  it('asks the provider once more before the booking expires [C187]', async () => {
    const unpaid = await world.aBooking()
    await world.started(unpaid)
    const paid = await world.aBooking()
    const { orderRef } = await world.started(paid)
    world.madeUp.pay(orderRef)
    await world.expire(paid.bookingId)
    expect(await world.booking(paid.bookingId)).toMatchObject({
      payment_status: 'completed',
      booking_status: 'pending',
    })
    expect(await world.booking(unpaid.bookingId)).toMatchObject({ booking_status: 'cancelled' })
    expect(await world.events(unpaid.bookingId)).toContain('booking.expired')
  })

  it('expires a booking without its transfer, but not one whose proof is being checked', async () => {
    const [silent, proven] = [await world.aBooking(), await world.aBooking()]
    await world.started(silent, 'bank_transfer')
    await storeProof(world, visitor, proven.bookingId, proven.token, {
      bytes: pieces(aPdf()),
      originalName: 'a.pdf',
      allowGif: false,
    })
    await world.expire(silent.bookingId)
    expect((await world.booking(silent.bookingId)).booking_status).toBe('cancelled')
    expect((await world.attempts(silent.bookingId))[0]?.state).toBe('expired')
    expect((await world.booking(proven.bookingId)).booking_status).toBe('pending')
  })

  it('waits while the provider cannot be reached', async () => {
    const held = await world.aBooking()
    await world.started(held)
    world.madeUp.mood.status = 'silent'
    await world.expire(held.bookingId)
    world.madeUp.mood.status = 'ok'
    expect((await world.booking(held.bookingId)).booking_status).toBe('pending')
    await world.expire(held.bookingId)
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
  })

  it('also happens when the server no longer has the provider', async () => {
    const held = await world.aBooking()
    await world.started(held)
    const { expires_at: end } = await world.booking(held.bookingId)
    const now = world.clock()
    world.clock.set(new Date(end!.getTime() + 60_000))
    await sweepPayments({ ...world, providers: providerRegistry([bankTransfer, cashOnArrival]) })
    world.clock.set(now)
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
  })

  it('finds a payment within 15 minutes when its webhook was lost', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const now = world.clock()
    world.clock.advance(14)
    await sweepPayments(world)
    world.clock.set(now)
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })

  it('is announced once, a day before', async () => {
    const held = await world.aBooking()
    const now = world.clock()
    world.clock.advance(25 * 60)
    await sweepPayments(world)
    await sweepPayments(world)
    world.clock.set(now)
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.reminder-due')).toHaveLength(1)
  })
})

describe('a cancelled booking', () => {
  it('is refunded once, however often the event is delivered [A157]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await world.hook('c1', attempt.id)
    await refundCancelledBooking(world, held.bookingId)
    await refundCancelledBooking(world, held.bookingId)
    const refunds = await world.refunds(attempt.id)
    expect(refunds).toMatchObject([
      { amount_minor: 20_000, currency: 'USD', state: 'created', reason: 'booking_cancelled' },
    ])
    await runRefund(world, refunds[0]!.id)
    await runRefund(world, refunds[0]!.id)
    expect(world.madeUp.orders.get(orderRef)?.refunds).toHaveLength(1)
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'refunded', refunded_minor: 20_000 })
    expect(await world.refunds(attempt.id)).toMatchObject([{ state: 'succeeded' }])
  })

  it('closes its open attempt with the provider', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    await refundCancelledBooking(world, held.bookingId)
    expect(world.madeUp.orders.get(orderRef)?.status).toBe('expired')
  })

  it('lists refunds from the provider dashboard as external', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    world.madeUp.refundElsewhere(orderRef, 5_000)
    await world.hook('c2', attempt.id)
    expect(await world.refunds(attempt.id)).toMatchObject([
      { amount_minor: 5_000, origin: 'external', state: 'succeeded' },
    ])
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'completed', refunded_minor: 5_000 })
  })
})
