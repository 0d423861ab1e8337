import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../adapters/payments/cash-on-arrival/provider.ts'
import { readToken } from '../../platform/crypto/keyring.server.ts'
import { type lockBooking, readAdminBooking, trackBooking } from '../booking/index.server.ts'
import { admin, codeOf, refusalOf, stranger } from '../booking/testing/fixtures.ts'
import { saveRates, saveSettings } from '../settings/index.server.ts'
import type { lockAttempt } from './attempts.server.ts'
import { applySnapshot } from './commands/apply-snapshot.server.ts'
import { settlePaymentEvent } from './commands/receive-webhook.server.ts'
import { createRefund, runRefund } from './commands/refund.server.ts'
import {
  checkPayment,
  implementPayment,
  readAdminPayment,
  receiveWebhook,
  recordArrivalPayment,
  refundCancelledBooking,
  returnFromProvider,
  startPayment,
  storeProof,
  sweepPayments,
} from './index.server.ts'
import { providerRegistry, type Snapshot } from './port.ts'
import { readPaymentPage } from './queries/payment-page.server.ts'
import { madeUpProvider } from './testing/made-up/provider.ts'
import { aPdf, paymentWorld, pieces, visitor, type World } from './testing/world.ts'

let world: World
const inRupees = madeUpProvider('rupee_pay', {
  charge: { rule: 'setting', key: 'razorpay_currency', fallback: 'INR' },
  limits: { INR: { max: 10_000_000 } },
})
beforeAll(async () => {
  world = await paymentWorld([bankTransfer, cashOnArrival, inRupees.provider])
})

const hook = (
  eventId: string,
  attemptId: string | null,
  snapshot: Snapshot | null = null,
  orderRef: string | null = null,
) => {
  const { rawBody, headers } = world.madeUp.report({ eventId, attemptId, snapshot, orderRef }, world.clock())
  return receiveWebhook(world, 'made_up', rawBody, headers)
}
const visit = (attemptId: string, query: Record<string, string> = {}) =>
  returnFromProvider(world, attemptId, { query, form: {} })
const refundsOf = (attemptId: string) =>
  world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).orderBy('id').execute()

describe('starting a payment', () => {
  it("charges the server's price, whatever the request says [C190, C204]", async () => {
    const held = await world.aBooking()
    const input = { ...held, paymentMethod: 'made_up', amount: 1 }
    const { attempt } = await startPayment(world, visitor, input, null)
    expect(attempt).toMatchObject({ state: 'requires_action', amount_minor: 20_000, currency: 'USD' })
    expect(attempt.action).toMatchObject({ kind: 'redirect', type: 'made_up_redirect' })
  })

  it('is answered with what the page needs for its next step, and with nothing else [C204]', async () => {
    const context = { caller: visitor, idempotencyKey: null, requestId: 'test', cookies: '', userAgent: '' }
    const api = createRouterClient(implementPayment(world), { context })
    const mine = { amount: 1, customerName: 'Mallory', customerEmail: 'm@example.com', customerPhone: '1' }
    const create = async (paymentMethod: string) => api.create({ ...(await world.aBooking()), paymentMethod, ...mine })
    const { attemptId: _, checkoutUrl, ...redirect } = await create('made_up')
    expect(redirect).toEqual({ success: true, requiresAction: true, actionType: 'made_up_redirect' })
    expect(checkoutUrl).toMatch(/^https?:/)
    const { attemptId: __, bankDetails, message, ...transfer } = await create('bank_transfer')
    expect(transfer).toEqual({ success: true, requiresAction: true, actionType: 'bank_transfer_details' })
    const account = { accountName: 'Safar Travel House', accountNumber: expect.any(String), ifsc: 'SAFR0000001' }
    expect(bankDetails).toMatchObject({ ...account, upi: expect.any(String) })
    expect(message).toContain('Account Name')
    world.madeUp.mood.start = 'refuses'
    const { attemptId: ___, ...refused } = await create('made_up')
    world.madeUp.mood.start = 'ok'
    expect(refused).toEqual({ success: false, requiresAction: false, error: 'The made-up supplier refuses' })
  })

  it('needs the token of the booking: a stranger learns nothing [C222]', async () => {
    const { bookingId } = await world.aBooking()
    expect(await codeOf(startPayment(world, stranger, { bookingId, paymentMethod: 'made_up' }, null))).toBe(
      'booking/not-found',
    )
  })

  it('by a double click makes one attempt and one order', async () => {
    const held = await world.aBooking()
    const both = await Promise.all([world.started(held), world.started(held), world.started(held)])
    expect(new Set(both.map(({ attempt }) => attempt.id)).size).toBe(1)
    expect(await world.attempts(held.bookingId)).toHaveLength(1)
    expect([...world.madeUp.orders.values()].filter((o) => o.attemptId === both[0]?.attempt.id)).toHaveLength(1)
  })

  it('again with the same idempotency key gives the same attempt, even after it has ended', async () => {
    const held = await world.aBooking()
    const start = () => startPayment(world, visitor, { ...held, paymentMethod: 'made_up' }, 'one-key-for-this')
    const first = await start()
    world.madeUp.move(first.attempt.provider_order_ref!, 'failed')
    await visit(first.attempt.id)
    expect((await start()).attempt).toMatchObject({ id: first.attempt.id, state: 'failed' })
    expect(await world.attempts(held.bookingId)).toHaveLength(1)
  })

  it('whose answer is lost stays open and finds the same order when it is tried again', async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'loses-answer'
    const lost = await startPayment(world, visitor, { ...held, paymentMethod: 'made_up' }, null)
    world.madeUp.mood.start = 'ok'
    expect(lost).toMatchObject({ isUnknown: true, attempt: { state: 'created' } })
    const again = await world.started(held)
    expect(again.attempt).toMatchObject({ id: lost.attempt.id, state: 'requires_action' })
    expect([...world.madeUp.orders.values()].filter((o) => o.attemptId === lost.attempt.id)).toHaveLength(1)
  })

  it("that the provider refuses fails with the provider's words, and can be tried again [C196, C213]", async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'refuses'
    const { attempt } = await world.started(held)
    world.madeUp.mood.start = 'ok'
    expect(attempt).toMatchObject({ state: 'failed', failure_message: 'The made-up supplier refuses' })
    expect((await world.booking(held.bookingId)).payment_status).toBe('failed')
    expect((await world.started(held)).attempt.state).toBe('requires_action')
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
  })

  it('with another method closes the open one with its provider first', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    await world.started(held, 'bank_transfer')
    expect(world.madeUp.orders.get(first.orderRef)?.status).toBe('expired')
    const states = (await world.attempts(held.bookingId)).map(({ provider, state }) => [provider, state])
    expect(Object.fromEntries(states)).toEqual({ made_up: 'cancelled', bank_transfer: 'requires_action' })
  })

  it('finds the money that came in the last moment before another method is tried', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.pay(first.orderRef)
    expect(await codeOf(world.started(held, 'bank_transfer'))).toBe('payment/not-payable')
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'completed',
      payment_gateway: 'made_up',
    })
  })

  it('tells the way to the page once more when a look-up was faster than the lost answer', async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'loses-answer'
    const { attempt } = await world.started(held)
    world.madeUp.mood.start = 'ok'
    await checkPayment(world, visitor, held)
    expect((await world.attempts(held.bookingId))[0]).toMatchObject({ state: 'requires_action', action: null })
    expect((await world.started(held)).attempt).toMatchObject({ id: attempt.id, action: { kind: 'redirect' } })
    expect([...world.madeUp.orders.values()].filter((o) => o.attemptId === attempt.id)).toHaveLength(1)
  })

  it('with another method closes also the order of a start whose answer was lost', async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'loses-answer'
    const { attempt } = await world.started(held)
    world.madeUp.mood.start = 'ok'
    await world.started(held, 'bank_transfer')
    const [order] = [...world.madeUp.orders.values()].filter((o) => o.attemptId === attempt.id)
    expect(order?.status).toBe('expired')
  })

  it('waits while a bank is deciding about the last try', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.move(first.orderRef, 'processing')
    await visit(first.attempt.id)
    expect(await codeOf(world.started(held, 'bank_transfer'))).toBe('payment/still-processing')
  })

  it('is refused with a gateway that is switched off, and its method is not offered [A207, C198]', async () => {
    const held = await world.aBooking()
    const turn = (enabled: boolean) =>
      world.db.updateTable('payment_gateways').set({ enabled }).where('name', '=', 'cash_on_arrival').execute()
    await turn(false)
    const page = await readPaymentPage(world, visitor, held)
    const refusal = await codeOf(world.started(held, 'cash_on_arrival'))
    await turn(true)
    expect(refusal).toBe('payment/method-unavailable')
    expect(page.methods.map(({ name }) => name)).toEqual(['bank_transfer', 'made_up', 'rupee_pay'])
  })

  it('offers the same methods with the same texts, whichever kind was booked and from whichever form [C197]', async () => {
    const offers = await Promise.all(
      (['tour', 'visa', 'ok_to_board'] as const).map(async (kind) => {
        const held = await world.aBooking()
        await world.db.updateTable('bookings').set({ service_type: kind }).where('id', '=', held.bookingId).execute()
        const { methods } = await readPaymentPage(world, visitor, held)
        return methods.map(({ charge: _, ...texts }) => texts)
      }),
    )
    expect(offers[0]?.map(({ name }) => name)).toEqual(['bank_transfer', 'cash_on_arrival', 'made_up', 'rupee_pay'])
    expect(offers[1]).toEqual(offers[0])
    expect(offers[2]).toEqual(offers[0])
  })

  it('is over a booking that is called what its kind is called, or a service where the kind is gone [C192]', async () => {
    const held = await world.aBooking()
    const labelOf = async (service_type: string) => {
      await world.db.updateTable('bookings').set({ service_type }).where('id', '=', held.bookingId).execute()
      return (await readPaymentPage(world, visitor, held)).summaryLabel
    }
    const kinds = ['tour', 'package', 'visa', 'ticket', 'transfer', 'ok_to_board', 'umrah', 'cruise']
    const labels: string[] = []
    for (const kind of kinds) labels.push(await labelOf(kind))
    expect(labels).toEqual([
      'Tour Booking',
      'Package Booking',
      'Visa Service',
      'Ticket Booking',
      'Transfer Service',
      'Ok to Board Service',
      'Umrah Package',
      'Service Booking',
    ])
  })

  it('lets a proof be a GIF where the generic form was used, and where the kind is gone [C218]', async () => {
    const held = await world.aBooking()
    const mayBeGif = async (service_type: string) => {
      await world.db.updateTable('bookings').set({ service_type }).where('id', '=', held.bookingId).execute()
      return (await readPaymentPage(world, visitor, held)).proof.may_be_gif
    }
    for (const kind of ['tour', 'package', 'transfer', 'umrah', 'cruise']) expect(await mayBeGif(kind), kind).toBe(true)
    for (const kind of ['ticket', 'visa', 'ok_to_board']) expect(await mayBeGif(kind), kind).toBe(false)
  })

  it('tells of each gateway its name, type and instructions, and nothing of its keys [C316]', async () => {
    const instructions = `Account Name: Safar Travel House\n${'Please name the booking. '.repeat(8)}`.trim()
    const bank = world.db.updateTable('payment_gateways').where('name', '=', 'bank_transfer')
    const { manual_instructions: before } = await world.db
      .selectFrom('payment_gateways')
      .select('manual_instructions')
      .where('name', '=', 'bank_transfer')
      .executeTakeFirstOrThrow()
    await bank.set({ manual_instructions: instructions }).execute()
    const { methods } = await readPaymentPage(world, visitor, await world.aBooking())
    await bank.set({ manual_instructions: before }).execute()
    const told = methods.map(({ name, type, manual_instructions: how }) => [name, type, how !== ''])
    expect(told).toContainEqual(['bank_transfer', 'manual', true])
    expect(told).toContainEqual(['made_up', 'api', false])
    expect(methods.find(({ name }) => name === 'bank_transfer')?.manual_instructions).toBe(instructions)
    expect(JSON.stringify(methods)).not.toMatch(/api_key|api_secret|secret|sealed|settings/)
  })

  it('offers nothing when every gateway is off, and the booking stays payable [A208, C201]', async () => {
    const held = await world.aBooking()
    await world.db.updateTable('payment_gateways').set({ enabled: false }).execute()
    const page = await readPaymentPage(world, visitor, held)
    await world.db.updateTable('payment_gateways').set({ enabled: true }).execute()
    expect(page).toMatchObject({ methods: [], isPayable: true })
  })

  it('is refused for a booking that is paid or over', async () => {
    const paid = await world.aBooking()
    const { attempt, orderRef } = await world.started(paid)
    world.madeUp.pay(orderRef)
    await visit(attempt.id)
    expect(await codeOf(world.started(paid))).toBe('payment/not-payable')
  })

  it('keeps the rate and amount that it was started with, whatever the rates do later [C300, A280, A284]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held, 'rupee_pay')
    const kept = { amount_minor: 1_720_000, currency: 'INR', booking_amount_minor: 20_000, booking_currency: 'USD' }
    expect(attempt).toMatchObject({ ...kept, exchange_rate: '86.00000000' })
    await saveRates(world, admin, { INR: '90' })
    inRupees.pay(orderRef)
    await visit(attempt.id)
    const page = await readPaymentPage(world, visitor, await world.aBooking())
    await saveRates(world, admin, { INR: '86' })
    expect(page.methods.find(({ name }) => name === 'rupee_pay')?.charge).toEqual({ minor: 1_800_000, currency: 'INR' })
    expect((await world.attempts(held.bookingId))[0]).toMatchObject({ ...kept, state: 'succeeded' })
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'completed', paid_minor: 20_000 })
  })

  it('is refused with a reason for an amount that the provider does not take', async () => {
    const held = await world.aBooking()
    await world.db
      .updateTable('bookings')
      .set({ base_minor: 9e7, total_minor: 9e7, final_minor: 9e7 })
      .where('id', '=', held.bookingId)
      .execute()
    const refusal = await refusalOf(world.started(held, 'rupee_pay'))
    expect([refusal.code, refusal.facts]).toEqual([
      'payment/amount-unavailable',
      { reason: 'Made-up Pay takes no more than ₹100,000.00' },
    ])
    expect((await readPaymentPage(world, visitor, held)).methods.map(({ name }) => name)).not.toContain('rupee_pay')
  })

  it('on arrival leaves the payment pending and the booking unexpired; instant items are confirmed [C209]', async () => {
    const held = await world.aBooking({ isInstant: true })
    await world.started(held, 'cash_on_arrival')
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'pending',
      booking_status: 'confirmed',
      payment_gateway: 'cash_on_arrival',
      expires_at: null,
    })
    const other = await world.aBooking()
    await world.started(other, 'cash_on_arrival')
    expect(await world.booking(other.bookingId)).toMatchObject({ booking_status: 'pending', expires_at: null })
  })
})

describe('money that arrives', () => {
  it('leaves with the booking what was paid by, and what the provider said of it, for staff alone [C211]', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    expect((await world.booking(held.bookingId)).gateway_response).toBeNull()
    world.madeUp.pay(orderRef)
    await checkPayment(world, visitor, held)
    const said = {
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
      gateway_response: said,
    })
    const { booking_reference: reference, customer_email: email } = await world.booking(held.bookingId)
    expect(JSON.stringify(await trackBooking(world, visitor, { reference, email }))).not.toContain('gateway_response')
    const byHand = await world.aBooking()
    await world.started(byHand, 'cash_on_arrival')
    await recordArrivalPayment(world, admin, { bookingId: byHand.bookingId, reason: 'Cash' })
    expect(await world.booking(byHand.bookingId)).toMatchObject({ payment_status: 'completed', gateway_response: null })
  })

  it('by webhook before the customer is back is there when they come [C208, C210, A063]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    expect((await hook('w1', attempt.id)).outcomes).toEqual(['applied'])
    expect(await visit(attempt.id, { order: orderRef })).toMatch(/^\/booking-confirmation\?.*status=success$/)
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'completed',
      payment_gateway: 'made_up',
      payment_reference: `${orderRef}_payment`,
      paid_minor: 20_000,
      booking_status: 'pending',
      expires_at: null,
    })
  })

  it('before the webhook is found by the return page, and the webhook changes nothing [C207, C211, A063]', async () => {
    const held = await world.aBooking({ isInstant: true })
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await visit(attempt.id)
    expect((await hook('w2', attempt.id)).outcomes).toEqual(['unchanged'])
    expect((await world.booking(held.bookingId)).booking_status).toBe('confirmed')
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.completed')).toHaveLength(1)
    expect(names.filter((name) => name === 'booking.confirmed')).toHaveLength(1)
  })

  it('is asked for when the customer gives up: an open order is closed, a paid one counts', async () => {
    const open = await world.aBooking()
    const first = await world.started(open)
    expect(await visit(first.attempt.id, { order: first.orderRef, gave_up: 'yes' })).toMatch(/^\/booking-payment\?/)
    expect(world.madeUp.orders.get(first.orderRef)?.status).toBe('expired')
    expect((await world.attempts(open.bookingId))[0]?.state).toBe('cancelled')
    expect((await world.booking(open.bookingId)).payment_status).toBe('pending')
    const paid = await world.aBooking()
    const second = await world.started(paid)
    world.madeUp.pay(second.orderRef)
    expect(await visit(second.attempt.id, { order: second.orderRef, gave_up: 'yes' })).toMatch(/status=success$/)
    const silent = await world.started(await world.aBooking())
    world.madeUp.mood.status = 'silent'
    const location = await visit(silent.attempt.id, { gave_up: 'yes' })
    world.madeUp.mood.status = 'ok'
    expect(location).toMatch(/^\/booking-confirmation\?/)
    expect((await world.attempts(silent.attempt.booking_id))[0]?.state).toBe('requires_action')
  })

  it('and is told twice changes the booking once [C208]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const outcomes = []
    for (const id of ['w3', 'w3', 'w3-other']) outcomes.push((await hook(id, attempt.id)).outcomes[0])
    expect(outcomes).toEqual(['applied', 'duplicate', 'unchanged'])
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.completed')).toHaveLength(1)
  })

  it('late, after a failure, still pays the booking', async () => {
    const held = await world.aBooking({ isInstant: true })
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.move(orderRef, 'failed')
    await visit(attempt.id)
    expect((await world.booking(held.bookingId)).payment_status).toBe('failed')
    world.madeUp.pay(orderRef)
    await hook('w4', attempt.id)
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'completed',
      booking_status: 'confirmed',
    })
  })

  it('after the booking has expired goes back, and the booking stays as it is', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    await expire(held.bookingId)
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
    world.madeUp.pay(orderRef)
    await hook('w5', attempt.id)
    const [refund] = await refundsOf(attempt.id)
    expect(refund).toMatchObject({ amount_minor: 20_000, state: 'created', reason: 'late_payment', origin: 'ours' })
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'cancelled', paid_minor: 0 })
    expect(await world.events(held.bookingId)).toEqual(
      expect.arrayContaining(['payment.refund-created', 'payment.under-review']),
    )
    await runRefund(world, refund!.id)
    const [late] = await world.attempts(held.bookingId)
    expect(late).toMatchObject({ state: 'refunded', refunded_minor: 20_000 })
    expect(await world.booking(held.bookingId)).toMatchObject({ paid_minor: 0, refunded_minor: 0 })
  })

  it('a second time for a paid booking goes back and leaves the booking alone', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.move(first.orderRef, 'failed')
    await visit(first.attempt.id)
    const second = await world.started(held)
    world.madeUp.pay(second.orderRef)
    await hook('w6', second.attempt.id)
    const before = await world.booking(held.bookingId)
    world.madeUp.pay(first.orderRef)
    await hook('w7', first.attempt.id)
    expect(await refundsOf(first.attempt.id)).toMatchObject([{ amount_minor: 20_000, reason: 'double_payment' }])
    const after = await world.booking(held.bookingId)
    expect(after).toEqual(before)
    const [refund] = await refundsOf(first.attempt.id)
    await runRefund(world, refund!.id)
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })

  it('after the booking has expired waits for a person where late payments do not go back by themselves', async () => {
    await saveSettings(world, admin, { auto_refund_late: false })
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    await expire(held.bookingId)
    world.madeUp.pay(orderRef)
    await hook('w5-kept', attempt.id)
    await saveSettings(world, admin, { auto_refund_late: true })
    const [late] = await world.attempts(held.bookingId)
    expect(late).toMatchObject({ state: 'succeeded', captured_minor: 20_000, review_reason: 'late-payment-kept' })
    expect(await refundsOf(attempt.id)).toEqual([])
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'cancelled', paid_minor: 0 })
    expect(await world.events(held.bookingId)).toContain('payment.under-review')
    await runRefund(world, (await createRefund(world, attempt.id, { reason: 'Late', requestedBy: 'Farah' }))!)
    expect((await world.attempts(held.bookingId))[0]).toMatchObject({ state: 'refunded', refunded_minor: 20_000 })
  })

  it('a second time waits for a person where second payments do not go back by themselves', async () => {
    await saveSettings(world, admin, { auto_refund_double: false })
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.move(first.orderRef, 'failed')
    await visit(first.attempt.id)
    const second = await world.started(held)
    world.madeUp.pay(second.orderRef)
    await hook('w6-kept', second.attempt.id)
    const before = await world.booking(held.bookingId)
    world.madeUp.pay(first.orderRef)
    await hook('w7-kept', first.attempt.id)
    await saveSettings(world, admin, { auto_refund_double: true })
    expect(await refundsOf(first.attempt.id)).toEqual([])
    expect(await world.booking(held.bookingId)).toEqual(before)
    const attempts = await world.attempts(held.bookingId)
    const states = attempts.map(({ state, captured_minor, review_reason }) => [state, captured_minor, review_reason])
    expect(states).toEqual([
      ['succeeded', 20_000, 'double-payment-kept'],
      ['succeeded', 20_000, null],
    ])
  })

  it('that its payer disputes is marked and put under review once, also when it is told again', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await hook('d1', attempt.id)
    for (const id of ['d2', 'd3']) await hook(id, attempt.id, { ...world.madeUp.snapshot(orderRef), isDisputed: true })
    await hook('d4', attempt.id, { ...world.madeUp.snapshot(orderRef), isDisputed: false })
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
  ])('%s pays nothing: answered, kept and shown to a person [A311]', async (what, twist) => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    world.madeUp.mood.twist = twist
    const { outcomes } = await hook(`w8-${what}`, attempt.id)
    world.madeUp.mood.twist = {}
    expect(outcomes).toEqual(['mismatch'])
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
    const [row] = await world.attempts(held.bookingId)
    expect(row?.state).toBe('requires_action')
    expect(row?.review_reason).not.toBeNull()
    expect(await world.events(held.bookingId)).toContain('payment.under-review')
  })

  it('is believed to no browser: the way back proves nothing and opens nothing [C210, C229]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    const forged = await visit(attempt.id, { status: 'success', order: 'guessed' })
    expect(forged).toBe(`/booking-confirmation?bookingId=${held.bookingId}`)
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
    expect(await visit(attempt.id, { order: orderRef })).toContain('token=')
  })

  it('leads back with a link that works for as long as the settings say', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    await saveSettings(world, admin, { token_days: 2 })
    const location = await visit(attempt.id, { order: orderRef })
    await saveSettings(world, admin, { token_days: 30 })
    const token = new URL(location, world.baseUrl).searchParams.get('token') ?? ''
    const at = (days: number) => new Date(world.clock().getTime() + days * 86_400_000)
    expect(readToken(world.keys, 'booking', token, at(1.9))).toBe(held.bookingId)
    expect(readToken(world.keys, 'booking', token, at(2.1))).toBeNull()
  })

  it('in part for a try that has ended is kept and shown to a person, once', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.move(orderRef, 'failed')
    await visit(attempt.id)
    world.madeUp.pay(orderRef, 5_000)
    world.madeUp.move(orderRef, 'processing')
    for (const id of ['p1', 'p2']) await hook(id, attempt.id)
    const [row] = await world.attempts(held.bookingId)
    expect(row).toMatchObject({ state: 'failed', captured_minor: 5_000, review_reason: 'amount-short' })
    const names = await world.events(held.bookingId)
    expect(names.filter((name) => name === 'payment.under-review')).toHaveLength(1)
  })

  it('while the provider is silent leaves the page checking, never failed', async () => {
    const held = await world.aBooking()
    const { attempt } = await world.started(held)
    world.madeUp.mood.status = 'silent'
    const location = await visit(attempt.id)
    const page = await checkPayment(world, visitor, held)
    world.madeUp.mood.status = 'ok'
    expect(location).toMatch(/^\/booking-confirmation/)
    expect(page.attempt?.state).toBe('requires_action')
  })
})

/** Moves the clock past the booking's hold, lets the sweep run, and sets the clock back. */
async function expire(bookingId: string): Promise<void> {
  const { expires_at: end } = await world.booking(bookingId)
  const now = world.clock()
  world.clock.set(new Date(end!.getTime() + 60_000))
  await sweepPayments(world)
  world.clock.set(now)
}

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
    expect((await hook('u1', null, null, 'made_up_later')).outcomes).toEqual(['unknown-attempt'])
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
    await hook('u2', attempt.id)
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

describe('the end of the time to pay', () => {
  it('ends an unpaid booking, but asks the provider once more before [C187]', async () => {
    const unpaid = await world.aBooking()
    await world.started(unpaid)
    const paid = await world.aBooking()
    const { orderRef } = await world.started(paid)
    world.madeUp.pay(orderRef)
    await expire(paid.bookingId)
    expect(await world.booking(paid.bookingId)).toMatchObject({
      payment_status: 'completed',
      booking_status: 'pending',
    })
    expect(await world.booking(unpaid.bookingId)).toMatchObject({ booking_status: 'cancelled' })
    expect(await world.events(unpaid.bookingId)).toContain('booking.expired')
  })

  it('ends a booking whose transfer never came, and one whose proof is being checked not', async () => {
    const [silent, proven] = [await world.aBooking(), await world.aBooking()]
    await world.started(silent, 'bank_transfer')
    await storeProof(world, visitor, proven.bookingId, proven.token, {
      bytes: pieces(aPdf()),
      originalName: 'a.pdf',
      allowGif: false,
    })
    await expire(silent.bookingId)
    expect((await world.booking(silent.bookingId)).booking_status).toBe('cancelled')
    expect((await world.attempts(silent.bookingId))[0]?.state).toBe('expired')
    expect((await world.booking(proven.bookingId)).booking_status).toBe('pending')
  })

  it('does not come while the provider cannot be asked', async () => {
    const held = await world.aBooking()
    await world.started(held)
    world.madeUp.mood.status = 'silent'
    await expire(held.bookingId)
    world.madeUp.mood.status = 'ok'
    expect((await world.booking(held.bookingId)).booking_status).toBe('pending')
    await expire(held.bookingId)
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
  })

  it('comes also when the server no longer has the provider', async () => {
    const held = await world.aBooking()
    await world.started(held)
    const { expires_at: end } = await world.booking(held.bookingId)
    const now = world.clock()
    world.clock.set(new Date(end!.getTime() + 60_000))
    await sweepPayments({ ...world, providers: providerRegistry([bankTransfer, cashOnArrival]) })
    world.clock.set(now)
    expect((await world.booking(held.bookingId)).booking_status).toBe('cancelled')
  })

  it('finds what a lost report would have told within a quarter of an hour', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    const now = world.clock()
    world.clock.advance(14)
    await sweepPayments(world)
    world.clock.set(now)
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
  })

  it('is announced a day before, once', async () => {
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
  it('gets what was paid back, once, however often it is asked for [A157]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await hook('c1', attempt.id)
    await refundCancelledBooking(world, held.bookingId)
    await refundCancelledBooking(world, held.bookingId)
    const refunds = await refundsOf(attempt.id)
    expect(refunds).toMatchObject([
      { amount_minor: 20_000, currency: 'USD', state: 'created', reason: 'booking_cancelled' },
    ])
    await runRefund(world, refunds[0]!.id)
    await runRefund(world, refunds[0]!.id)
    expect(world.madeUp.orders.get(orderRef)?.refunds).toHaveLength(1)
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'refunded', refunded_minor: 20_000 })
    expect(await refundsOf(attempt.id)).toMatchObject([{ state: 'succeeded' }])
  })

  it('closes what is still open with its provider', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    await refundCancelledBooking(world, held.bookingId)
    expect(world.madeUp.orders.get(orderRef)?.status).toBe('expired')
  })

  it('shows refunds that were made at the provider as external ones', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    world.madeUp.refundElsewhere(orderRef, 5_000)
    await hook('c2', attempt.id)
    expect(await refundsOf(attempt.id)).toMatchObject([{ amount_minor: 5_000, origin: 'external', state: 'succeeded' }])
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'completed', refunded_minor: 5_000 })
  })
})
