import { describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { readToken } from '../../../platform/crypto/keyring.server.ts'
import { readAdminBooking, trackBooking } from '../../booking/index.server.ts'
import { admin } from '../../booking/testing/fixtures.ts'
import { saveSettings } from '../../settings/index.server.ts'
import { checkPayment, readAdminPayment, recordArrivalPayment } from '../index.server.ts'
import { createRefund, runRefund } from '../refunds/commands.server.ts'
import { paymentWorld, visitor } from '../testing/world.ts'

const world = await paymentWorld([bankTransfer, cashOnArrival])

describe('money that arrives', () => {
  it('stores method and provider answer on the booking, for staff only [C211]', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    expect((await world.booking(held.bookingId)).gateway_response).toBeNull()
    world.madeUp.pay(orderRef)
    await checkPayment(world, visitor, held)
    const providerAnswer = {
      provider: 'made_up',
      orderRef,
      paymentRef: `${orderRef}_payment`,
      status: 'succeeded',
      captured: { minor: 20_000, currency: 'USD' },
      mode: world.madeUp.snapshot(orderRef).mode,
    }
    expect(await readAdminBooking(world, held.bookingId)).toMatchObject({
      payment_gateway: 'made_up',
      payment_status: 'completed',
      payment_method: 'made_up',
      payment_reference: `${orderRef}_payment`,
      gateway_response: providerAnswer,
    })
    const { booking_reference: reference, customer_email: email } = await world.booking(held.bookingId)
    expect(JSON.stringify(await trackBooking(world, visitor, { reference, email }))).not.toContain('gateway_response')
    const byHand = await world.aBooking()
    await world.started(byHand, 'cash_on_arrival')
    await recordArrivalPayment(world, admin, { bookingId: byHand.bookingId, reason: 'Cash' })
    expect(await world.booking(byHand.bookingId)).toMatchObject({ payment_status: 'completed', gateway_response: null })
  })

  it('by webhook is there before the customer comes back [C208, C210, A063]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    expect((await world.hook('w1', attempt.id)).outcomes).toEqual(['applied'])
    expect(await world.visit(attempt.id, { order: orderRef })).toMatch(/^\/booking-confirmation\?.*status=success$/)
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'completed',
      payment_gateway: 'made_up',
      payment_reference: `${orderRef}_payment`,
      paid_minor: 20_000,
      booking_status: 'pending',
      expires_at: null,
    })
  })

  it('is found by the return page; the later webhook changes nothing [C207, C211, A063]', async () => {
    const held = await world.aBooking({ isInstant: true })
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await world.visit(attempt.id)
    expect((await world.hook('w2', attempt.id)).outcomes).toEqual(['unchanged'])
    expect((await world.booking(held.bookingId)).booking_status).toBe('confirmed')
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.completed')).toHaveLength(1)
    expect(names.filter((name) => name === 'booking.confirmed')).toHaveLength(1)
  })

  it('is checked when the customer cancels: an open order is closed, a paid one counts', async () => {
    const open = await world.aBooking()
    const first = await world.started(open)
    expect(await world.visit(first.attempt.id, { order: first.orderRef, gave_up: 'yes' })).toMatch(
      /^\/booking-payment\?/,
    )
    expect(world.madeUp.orders.get(first.orderRef)?.status).toBe('expired')
    expect((await world.attempts(open.bookingId))[0]?.state).toBe('cancelled')
    expect((await world.booking(open.bookingId)).payment_status).toBe('pending')
    const paid = await world.aBooking()
    const second = await world.started(paid)
    world.madeUp.pay(second.orderRef)
    expect(await world.visit(second.attempt.id, { order: second.orderRef, gave_up: 'yes' })).toMatch(/status=success$/)
    const silent = await world.started(await world.aBooking())
    world.madeUp.mood.status = 'silent'
    const location = await world.visit(silent.attempt.id, { gave_up: 'yes' })
    world.madeUp.mood.status = 'ok'
    expect(location).toMatch(/^\/booking-confirmation\?/)
    expect((await world.attempts(silent.attempt.booking_id))[0]?.state).toBe('requires_action')
  })

  it('that is reported twice changes the booking once [C208]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const outcomes = []
    for (const id of ['w3', 'w3', 'w3-other']) outcomes.push((await world.hook(id, attempt.id)).outcomes[0])
    expect(outcomes).toEqual(['applied', 'duplicate', 'unchanged'])
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.completed')).toHaveLength(1)
  })

  it('late, after a failure, still pays the booking', async () => {
    const held = await world.aBooking({ isInstant: true })
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.move(orderRef, 'failed')
    await world.visit(attempt.id)
    expect((await world.booking(held.bookingId)).payment_status).toBe('failed')
    world.madeUp.pay(orderRef)
    await world.hook('w4', attempt.id)
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'completed',
      booking_status: 'confirmed',
    })
  })

  it('after the booking has expired is refunded, and the booking stays cancelled', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    await world.expire(held.bookingId)
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
    world.madeUp.pay(orderRef)
    await world.hook('w5', attempt.id)
    const [refund] = await world.refunds(attempt.id)
    expect(refund).toMatchObject({ amount_minor: 20_000, state: 'created', reason: 'late_payment', origin: 'ours' })
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'cancelled', paid_minor: 20_000 })
    expect(await world.events(held.bookingId)).not.toContain('payment.completed')
    expect(await world.events(held.bookingId)).toEqual(
      expect.arrayContaining(['payment.refund-created', 'payment.under-review']),
    )
    await runRefund(world, refund!.id)
    const [late] = await world.attempts(held.bookingId)
    expect(late).toMatchObject({ state: 'refunded', refunded_minor: 20_000 })
    expect(await world.booking(held.bookingId)).toMatchObject({ paid_minor: 20_000, refunded_minor: 20_000 })
  })

  it('a second time is refunded and leaves the booking alone', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.move(first.orderRef, 'failed')
    await world.visit(first.attempt.id)
    const second = await world.started(held)
    world.madeUp.pay(second.orderRef)
    await world.hook('w6', second.attempt.id)
    const before = await world.booking(held.bookingId)
    world.madeUp.pay(first.orderRef)
    await world.hook('w7', first.attempt.id)
    expect(await world.refunds(first.attempt.id)).toMatchObject([{ amount_minor: 20_000, reason: 'double_payment' }])
    const after = await world.booking(held.bookingId)
    expect(after).toEqual(before)
    const [refund] = await world.refunds(first.attempt.id)
    await runRefund(world, refund!.id)
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })

  it('after the booking has expired waits for staff when late refunds are switched off', async () => {
    await saveSettings(world, admin, { auto_refund_late: false })
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    await world.expire(held.bookingId)
    world.madeUp.pay(orderRef)
    await world.hook('w5-kept', attempt.id)
    await saveSettings(world, admin, { auto_refund_late: true })
    const [late] = await world.attempts(held.bookingId)
    expect(late).toMatchObject({ state: 'succeeded', captured_minor: 20_000, review_reason: 'late-payment-kept' })
    expect(await world.refunds(attempt.id)).toEqual([])
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'cancelled', paid_minor: 20_000 })
    expect(await world.events(held.bookingId)).toContain('payment.under-review')
    await runRefund(world, (await createRefund(world, attempt.id, { reason: 'Late', requestedBy: 'Farah' }))!)
    expect((await world.attempts(held.bookingId))[0]).toMatchObject({ state: 'refunded', refunded_minor: 20_000 })
  })

  it('a second time waits for staff when double-payment refunds are switched off', async () => {
    await saveSettings(world, admin, { auto_refund_double: false })
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.move(first.orderRef, 'failed')
    await world.visit(first.attempt.id)
    const second = await world.started(held)
    world.madeUp.pay(second.orderRef)
    await world.hook('w6-kept', second.attempt.id)
    const before = await world.booking(held.bookingId)
    world.madeUp.pay(first.orderRef)
    await world.hook('w7-kept', first.attempt.id)
    await saveSettings(world, admin, { auto_refund_double: true })
    expect(await world.refunds(first.attempt.id)).toEqual([])
    expect(await world.booking(held.bookingId)).toEqual(before)
    const attempts = await world.attempts(held.bookingId)
    const states = attempts.map(({ state, captured_minor, review_reason }) => [state, captured_minor, review_reason])
    expect(states).toEqual([
      ['succeeded', 20_000, 'double-payment-kept'],
      ['succeeded', 20_000, null],
    ])
  })

  it('that the payer disputes is flagged and reviewed once', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await world.hook('d1', attempt.id)
    for (const id of ['d2', 'd3'])
      await world.hook(id, attempt.id, { ...world.madeUp.snapshot(orderRef), isDisputed: true })
    await world.hook('d4', attempt.id, { ...world.madeUp.snapshot(orderRef), isDisputed: false })
    const [disputed] = await world.attempts(held.bookingId)
    expect(disputed).toMatchObject({ state: 'succeeded', review_reason: 'disputed' })
    expect(disputed?.disputed_at).toBeInstanceOf(Date)
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.under-review')).toHaveLength(1)
    const history = await world.db
      .selectFrom('booking_history')
      .select('data')
      .where('booking_id', '=', held.bookingId)
      .where('event', '=', 'payment-under-review')
      .execute()
    expect(history).toMatchObject([{ data: { reason: 'disputed' } }])
    const seen = (await readAdminPayment(world, held.bookingId)).attempts[0]
    expect(seen).toMatchObject({ reviewReason: 'disputed', isDisputed: true })
  })

  it.each([
    ['less', { capturedMinor: 100 }],
    ['in another currency', { currency: 'AED' }],
    ['for another order', { orderRef: 'somebody_elses' }],
    ['as test money', { mode: 'test' as const }],
  ])('%s pays nothing, is stored and shown to staff [A311]', async (what, twist) => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    world.madeUp.mood.twist = twist
    const { outcomes } = await world.hook(`w8-${what}`, attempt.id)
    world.madeUp.mood.twist = {}
    expect(outcomes).toEqual(['mismatch'])
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
    const [row] = await world.attempts(held.bookingId)
    expect(row?.state).toBe('requires_action')
    expect(row?.review_reason).not.toBeNull()
    expect(await world.events(held.bookingId)).toContain('payment.under-review')
  })

  it('is never taken from the browser: the return address proves and opens nothing [C210, C229]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    const forged = await world.visit(attempt.id, { status: 'success', order: 'guessed' })
    expect(forged).toBe(`/booking-confirmation?bookingId=${held.bookingId}`)
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
    expect(await world.visit(attempt.id, { order: orderRef })).toContain('token=')
  })

  it('returns the customer with a link that is valid for the configured days', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    await saveSettings(world, admin, { token_days: 2 })
    const location = await world.visit(attempt.id, { order: orderRef })
    await saveSettings(world, admin, { token_days: 30 })
    const token = new URL(location, world.baseUrl).searchParams.get('token') ?? ''
    const at = (days: number) => new Date(world.clock().getTime() + days * 86_400_000)
    expect(readToken(world.keys, 'booking', token, at(1.9))).toBe(held.bookingId)
    expect(readToken(world.keys, 'booking', token, at(2.1))).toBeNull()
  })

  it('in part for an ended attempt is stored and reviewed once', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.move(orderRef, 'failed')
    await world.visit(attempt.id)
    world.madeUp.pay(orderRef, 5_000)
    world.madeUp.move(orderRef, 'processing')
    for (const id of ['p1', 'p2']) await world.hook(id, attempt.id)
    const [row] = await world.attempts(held.bookingId)
    expect(row).toMatchObject({ state: 'failed', captured_minor: 5_000, review_reason: 'amount-short' })
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.under-review')).toHaveLength(1)
  })

  it('leaves the page at "checking" while the provider is silent', async () => {
    const held = await world.aBooking()
    const { attempt } = await world.started(held)
    world.madeUp.mood.status = 'silent'
    const location = await world.visit(attempt.id)
    const page = await checkPayment(world, visitor, held)
    world.madeUp.mood.status = 'ok'
    expect(location).toMatch(/^\/booking-confirmation/)
    expect(page.attempt?.state).toBe('requires_action')
  })
})
