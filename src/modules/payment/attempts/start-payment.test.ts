import { createRouterClient } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { inEnglish } from '../../../services/testing/service.ts'
import { admin, codeOf, refusalOf, stranger } from '../../booking/testing/fixtures.ts'
import { saveRates } from '../../settings/index.server.ts'
import { checkPayment, implementPayment, startPayment } from '../index.server.ts'
import { madeUpProvider } from '../testing/made-up/provider.ts'
import { paymentWorld, visitor } from '../testing/world.ts'
import { readPaymentPage } from './read-payment-page.server.ts'

const inRupees = madeUpProvider('rupee_pay', {
  charge: { rule: 'setting', key: 'razorpay_currency', fallback: 'INR' },
  limits: { INR: { max: 10_000_000 } },
})
const world = await paymentWorld([bankTransfer, cashOnArrival, inRupees.provider])

describe('starting a payment', () => {
  it("charges the server's price, whatever the request says [C190, C204]", async () => {
    const held = await world.aBooking()
    const input = { ...held, paymentMethod: 'made_up', amount: 1 }
    const { attempt } = await startPayment(world, visitor, input, null)
    expect(attempt).toMatchObject({ state: 'requires_action', amount_minor: 20_000, currency: 'USD' })
    expect(attempt.action).toMatchObject({ kind: 'redirect', type: 'made_up_redirect' })
  })

  it('returns only what the page needs for its next step [C204]', async () => {
    const context = {
      caller: visitor,
      idempotencyKey: null,
      requestId: 'test',
      cookies: '',
      userAgent: '',
      language: 'en' as const,
    }
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

  it('needs the booking token and tells a stranger nothing [C222]', async () => {
    const { bookingId } = await world.aBooking()
    expect(await codeOf(startPayment(world, stranger, { bookingId, paymentMethod: 'made_up' }, null))).toBe(
      'booking/not-found',
    )
  })

  it('by a double click creates one attempt and one order', async () => {
    const held = await world.aBooking()
    const both = await Promise.all([world.started(held), world.started(held), world.started(held)])
    expect(new Set(both.map(({ attempt }) => attempt.id)).size).toBe(1)
    expect(await world.attempts(held.bookingId)).toHaveLength(1)
    expect([...world.madeUp.orders.values()].filter((o) => o.attemptId === both[0]?.attempt.id)).toHaveLength(1)
  })

  it('with the same idempotency key returns the same attempt, even after it ended', async () => {
    const held = await world.aBooking()
    const start = () => startPayment(world, visitor, { ...held, paymentMethod: 'made_up' }, 'one-key-for-this')
    const first = await start()
    world.madeUp.move(first.attempt.provider_order_ref!, 'failed')
    await world.visit(first.attempt.id)
    expect((await start()).attempt).toMatchObject({ id: first.attempt.id, state: 'failed' })
    expect(await world.attempts(held.bookingId)).toHaveLength(1)
  })

  it('whose answer is lost stays open and finds the same order on retry', async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'loses-answer'
    const lost = await startPayment(world, visitor, { ...held, paymentMethod: 'made_up' }, null)
    world.madeUp.mood.start = 'ok'
    expect(lost).toMatchObject({ isUnknown: true, attempt: { state: 'created' } })
    const again = await world.started(held)
    expect(again.attempt).toMatchObject({ id: lost.attempt.id, state: 'requires_action' })
    expect([...world.madeUp.orders.values()].filter((o) => o.attemptId === lost.attempt.id)).toHaveLength(1)
  })

  it('that the provider refuses fails with its message and can be retried [C196, C213]', async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'refuses'
    const { attempt } = await world.started(held)
    world.madeUp.mood.start = 'ok'
    expect(attempt).toMatchObject({ state: 'failed', failure_message: 'The made-up supplier refuses' })
    expect((await world.booking(held.bookingId)).payment_status).toBe('failed')
    expect((await world.started(held)).attempt.state).toBe('requires_action')
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
  })

  it('with another method first closes the open attempt with its provider', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    await world.started(held, 'bank_transfer')
    expect(world.madeUp.orders.get(first.orderRef)?.status).toBe('expired')
    const states = (await world.attempts(held.bookingId)).map(({ provider, state }) => [provider, state])
    expect(Object.fromEntries(states)).toEqual({ made_up: 'cancelled', bank_transfer: 'requires_action' })
  })

  it('finds money that arrived before another method is started', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.pay(first.orderRef)
    expect(await codeOf(world.started(held, 'bank_transfer'))).toBe('payment/not-payable')
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'completed',
      payment_gateway: 'made_up',
    })
  })

  it('returns the payment page again when a check was faster than the lost answer', async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'loses-answer'
    const { attempt } = await world.started(held)
    world.madeUp.mood.start = 'ok'
    await checkPayment(world, visitor, held)
    expect((await world.attempts(held.bookingId))[0]).toMatchObject({ state: 'requires_action', action: null })
    expect((await world.started(held)).attempt).toMatchObject({ id: attempt.id, action: { kind: 'redirect' } })
    expect([...world.madeUp.orders.values()].filter((o) => o.attemptId === attempt.id)).toHaveLength(1)
  })

  it('with another method also closes an order whose answer was lost', async () => {
    const held = await world.aBooking()
    world.madeUp.mood.start = 'loses-answer'
    const { attempt } = await world.started(held)
    world.madeUp.mood.start = 'ok'
    await world.started(held, 'bank_transfer')
    const [order] = [...world.madeUp.orders.values()].filter((o) => o.attemptId === attempt.id)
    expect(order?.status).toBe('expired')
  })

  it('is refused while a bank is still deciding', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    world.madeUp.move(first.orderRef, 'processing')
    await world.visit(first.attempt.id)
    expect(await codeOf(world.started(held, 'bank_transfer'))).toBe('payment/still-processing')
  })

  it('is the one that the page shows, also after the clock was set back', async () => {
    const held = await world.aBooking()
    await world.started(held, 'bank_transfer')
    const now = world.clock()
    world.clock.set(new Date(now.getTime() - 86_400_000))
    await world.started(held)
    const page = await readPaymentPage(world, visitor, held)
    world.clock.set(now)
    expect(page.attempt).toMatchObject({ provider: 'made_up', state: 'requires_action' })
  })

  it('is refused when the gateway is off, and its method is not offered [A207, C198]', async () => {
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

  it('offers the same methods and texts for every kind and form, but cash only where staff meet travellers [C197]', async () => {
    const offers = await Promise.all(
      (['tour', 'visa', 'ok_to_board'] as const).map(async (kind) => {
        const held = await world.aBooking()
        await world.db.updateTable('bookings').set({ service_type: kind }).where('id', '=', held.bookingId).execute()
        const { methods } = await readPaymentPage(world, visitor, held)
        return methods.map(({ charge: _, ...texts }) => texts)
      }),
    )
    expect(offers[0]?.map(({ name }) => name)).toEqual(['bank_transfer', 'cash_on_arrival', 'made_up', 'rupee_pay'])
    const withoutCash = offers[0]?.filter(({ name }) => name !== 'cash_on_arrival')
    expect(offers.slice(1)).toEqual([withoutCash, withoutCash])
  })

  it('refuses cash for a visa, whose travellers nobody meets', async () => {
    const held = await world.aBooking()
    await world.db.updateTable('bookings').set({ service_type: 'visa' }).where('id', '=', held.bookingId).execute()
    expect(await codeOf(world.started(held, 'cash_on_arrival'))).toBe('payment/method-unavailable')
    expect(await world.attempts(held.bookingId)).toEqual([])
  })

  it('shows the label of the kind, or "Service Booking" when the kind is gone [C192]', async () => {
    const held = await world.aBooking()
    const labelOf = async (service_type: string) => {
      await world.db.updateTable('bookings').set({ service_type }).where('id', '=', held.bookingId).execute()
      return (await readPaymentPage(world, visitor, held)).summaryLabel
    }
    const kinds = ['tour', 'package', 'visa', 'ticket', 'transfer', 'ok_to_board', 'umrah', 'cruise']
    const labels: string[] = []
    for (const kind of kinds) labels.push(await labelOf(kind))
    expect(inEnglish(labels)).toEqual([
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

  it('accepts a GIF proof for the generic form and for a missing kind [C218]', async () => {
    const held = await world.aBooking()
    const mayBeGif = async (service_type: string) => {
      await world.db.updateTable('bookings').set({ service_type }).where('id', '=', held.bookingId).execute()
      return (await readPaymentPage(world, visitor, held)).proof.may_be_gif
    }
    for (const kind of ['tour', 'package', 'transfer', 'umrah', 'cruise']) expect(await mayBeGif(kind), kind).toBe(true)
    for (const kind of ['ticket', 'visa', 'ok_to_board']) expect(await mayBeGif(kind), kind).toBe(false)
  })

  it('returns name, type and instructions of each gateway, but no keys [C316]', async () => {
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
    const offered = methods.map(({ name, type, manual_instructions: how }) => [name, type, how !== ''])
    expect(offered).toContainEqual(['bank_transfer', 'manual', true])
    expect(offered).toContainEqual(['made_up', 'api', false])
    expect(methods.find(({ name }) => name === 'bank_transfer')?.manual_instructions).toBe(instructions)
    expect(JSON.stringify(methods)).not.toMatch(/api_key|api_secret|secret|sealed|settings/)
  })

  it('offers no method when every gateway is off; the booking stays payable [A208, C201]', async () => {
    const held = await world.aBooking()
    await world.db.updateTable('payment_gateways').set({ enabled: false }).execute()
    const page = await readPaymentPage(world, visitor, held)
    await world.db.updateTable('payment_gateways').set({ enabled: true }).execute()
    expect(page).toMatchObject({ methods: [], isPayable: true })
  })

  it('is refused for a paid or ended booking', async () => {
    const paid = await world.aBooking()
    const { attempt, orderRef } = await world.started(paid)
    world.madeUp.pay(orderRef)
    await world.visit(attempt.id)
    expect(await codeOf(world.started(paid))).toBe('payment/not-payable')
  })

  it('keeps its rate and amount when rates change later [C300, A280, A284]', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held, 'rupee_pay')
    const original = { amount_minor: 1_720_000, currency: 'INR', booking_amount_minor: 20_000, booking_currency: 'USD' }
    expect(attempt).toMatchObject({ ...original, exchange_rate: '86.00000000' })
    await saveRates(world, admin, { INR: '90' })
    inRupees.pay(orderRef)
    await world.visit(attempt.id)
    const page = await readPaymentPage(world, visitor, await world.aBooking())
    await saveRates(world, admin, { INR: '86' })
    expect(page.methods.find(({ name }) => name === 'rupee_pay')?.charge).toEqual({ minor: 1_800_000, currency: 'INR' })
    expect((await world.attempts(held.bookingId))[0]).toMatchObject({ ...original, state: 'succeeded' })
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'completed', paid_minor: 20_000 })
  })

  it('is refused with a reason for an amount outside the limits', async () => {
    const held = await world.aBooking()
    await world.db
      .updateTable('bookings')
      .set({ base_minor: 9e7, total_minor: 9e7, final_minor: 9e7 })
      .where('id', '=', held.bookingId)
      .execute()
    const refusal = await refusalOf(world.started(held, 'rupee_pay'))
    expect(inEnglish([refusal.code, refusal.facts])).toEqual([
      'payment/amount-unavailable',
      { reason: 'Made-up Pay does not accept payments above ₹100,000.00' },
    ])
    expect((await readPaymentPage(world, visitor, held)).methods.map(({ name }) => name)).not.toContain('rupee_pay')
  })

  it('on arrival leaves the payment pending without expiry; instant items are confirmed [C209]', async () => {
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
