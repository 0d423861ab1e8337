import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../../../modules/booking/testing/fixtures.ts'
import {
  checkPayment,
  proveLedger,
  readPaymentPage,
  receiveWebhook,
  refundCancelledBooking,
  returnFromProvider,
  startPayment,
  sweepPayments,
} from '../../../modules/payment/index.server.ts'
import { runRefund } from '../../../modules/payment/refunds/commands.server.ts'
import type { SupplierAct, SupplierLie } from '../../../modules/payment/testing/stand-in.ts'
import { type Held, paymentWorld, visitor, type World } from '../../../modules/payment/testing/world.ts'
import { saveSettings } from '../../../modules/settings/index.server.ts'
import { createKeyring } from '../../../platform/crypto/keyring.server.ts'
import { createLog } from '../../../platform/log.server.ts'
import { stripe } from './provider.server.ts'
import { openStripeStandIn, type StripeStandIn } from './testing/stand-in.ts'

let world: World
let supplier: StripeStandIn
beforeAll(async () => {
  await import('stripe')
  supplier = await openStripeStandIn(() => world.clock())
  const keys = createKeyring('test-secret-key-of-at-least-32-characters')
  const core = { keys, log: createLog('silent'), baseUrl: 'http://shop.test' }
  world = await paymentWorld([stripe(core, supplier.origin)])
  const sealed_secrets = world.keys.seal('gateway-secrets', Buffer.from(JSON.stringify(supplier.secrets)))
  await world.db.updateTable('payment_gateways').set({ sealed_secrets }).where('name', '=', 'stripe').execute()
}, 60_000)
afterEach(() => {
  supplier.setFault(null)
  expect(supplier.breaches()).toEqual([])
})
afterAll(() => supplier.close())

type Shown = { held: Held; attemptId: string; orderRef: string; url: string }
async function shown(isInstant = false): Promise<Shown> {
  const held = await world.aBooking({ isInstant })
  const { attempt } = await startPayment(world, visitor, { ...held, paymentMethod: 'stripe' }, null)
  if (attempt.action?.kind !== 'redirect') throw new Error(`no redirect: ${attempt.state}`)
  return { held, attemptId: attempt.id, orderRef: attempt.provider_order_ref ?? '', url: attempt.action.url }
}
const pageAfter = async (act: SupplierAct, isInstant = false): Promise<Shown> => {
  const page = await shown(isInstant)
  await supplier.act(page.orderRef, act)
  return page
}
const report = async ({ orderRef }: Shown): Promise<readonly string[]> => {
  const outcomes: string[] = []
  for (const { rawBody, headers } of await supplier.reports(orderRef, world.clock()))
    outcomes.push(...(await receiveWebhook(world, 'stripe', rawBody, headers)).outcomes)
  return outcomes
}
const comeBack = async ({ attemptId, orderRef }: Shown): Promise<string> => {
  const visit = await supplier.returnVisit(orderRef)
  if (!visit) throw new Error('nobody comes back')
  return returnFromProvider(world, attemptId, visit)
}
const attemptOf = async ({ held }: Shown) => (await world.attempts(held.bookingId)).at(-1)
const refundsOf = ({ attemptId }: Shown) =>
  world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).execute()

describe('a Stripe payment', () => {
  it('leads to Stripe’s page with the server’s price in the configured currency [A277, C190, C298]', async () => {
    const inDollars = await shown()
    expect(inDollars.url).toBe(`${supplier.origin}/c/pay/${inDollars.orderRef}`)
    expect(supplier.order(inDollars.orderRef)).toMatchObject({ amount: 20_000, currency: 'usd' })
    await saveSettings(world, admin, { stripe_currency: 'AED' })
    const inDirhams = await shown()
    await saveSettings(world, admin, { stripe_currency: 'USD' })
    expect(supplier.order(inDirhams.orderRef)).toMatchObject({ amount: 73_400, currency: 'aed' })
  })

  it('is found on return, and the later webhook changes nothing [C207, C211, A311]', async () => {
    const page = await pageAfter('pay', true)
    expect((await world.booking(page.held.bookingId)).payment_status).toBe('pending')
    expect(await comeBack(page)).toMatch(/^\/booking-confirmation\?.*token=.*status=success$/)
    expect(await world.booking(page.held.bookingId)).toMatchObject({
      payment_status: 'completed',
      payment_gateway: 'stripe',
      payment_reference: expect.stringMatching(/^pi_/),
      paid_minor: 20_000,
      booking_status: 'confirmed',
    })
    expect(await report(page)).toEqual(['unchanged'])
  })

  it('is recorded once by webhooks alone, however often they arrive [C208, C210]', async () => {
    const page = await pageAfter('pay')
    expect(await report(page)).toEqual(['applied'])
    expect(await report(page)).toEqual(['duplicate'])
    expect((await world.booking(page.held.bookingId)).paid_minor).toBe(20_000)
    expect((await attemptOf(page))?.fee_minor).toBe(610)
    expect(await comeBack(page)).toMatch(/status=success$/)
  })

  it('is not recorded when only the return claims it [C210, C229]', async () => {
    const page = await shown()
    const query = { session_id: page.orderRef, status: 'success', payment_status: 'paid' }
    const location = await returnFromProvider(world, page.attemptId, { query, form: {} })
    expect(location).not.toContain('status=success')
    expect((await world.booking(page.held.bookingId)).payment_status).toBe('pending')
  })

  it('refused by the bank says why, and another try pays the same booking [C196, C213]', async () => {
    const page = await pageAfter('decline')
    expect(await comeBack(page)).toMatch(/^\/booking-payment\?/)
    expect(await attemptOf(page)).toMatchObject({
      state: 'failed',
      failure_message: 'Your card has insufficient funds.',
    })
    const { attempt } = await startPayment(world, visitor, { ...page.held, paymentMethod: 'stripe' }, null)
    expect(attempt.provider_order_ref).not.toBe(page.orderRef)
    await supplier.act(attempt.provider_order_ref ?? '', 'pay')
    await checkPayment(world, visitor, page.held)
    expect((await world.booking(page.held.bookingId)).payment_status).toBe('completed')
  })

  it('that the payer cancels is closed at Stripe and can no longer be paid [C207]', async () => {
    const page = await pageAfter('cancel')
    expect(await comeBack(page)).toMatch(/^\/booking-payment\?/)
    expect(supplier.order(page.orderRef).status).toBe('expired')
    expect((await attemptOf(page))?.state).toBe('cancelled')
    expect(await report(page)).toEqual(['unchanged'])
  })

  it('with a delayed method waits until the bank decides', async () => {
    const page = await pageAfter('pay-later')
    expect(await comeBack(page)).toMatch(/^\/booking-confirmation\?(?!.*status=success)/)
    expect((await attemptOf(page))?.state).toBe('processing')
    await supplier.act(page.orderRef, 'pay')
    // The first webhook reports an old state; Stripe's API already has the final one.
    expect(await report(page)).toEqual(['applied', 'unchanged'])
    expect((await world.booking(page.held.bookingId)).payment_status).toBe('completed')
    const other = await pageAfter('pay-later')
    await report(other)
    await supplier.act(other.orderRef, 'decline')
    await report(other)
    expect((await attemptOf(other))?.state).toBe('failed')
  })

  it('with a lost response is found in time and continues without a duplicate', async () => {
    const held = await world.aBooking()
    const before = supplier.orderCount()
    const start = () => startPayment(world, visitor, { ...held, paymentMethod: 'stripe' }, null)
    supplier.setFault('losing-answers')
    expect(await start()).toMatchObject({ isUnknown: true, attempt: { state: 'created', provider_order_ref: null } })
    supplier.setFault(null)
    world.clock.advance(11)
    await sweepPayments(world)
    const [swept] = await world.attempts(held.bookingId)
    expect(swept).toMatchObject({ state: 'requires_action', action: null })
    const { attempt } = await start()
    expect(attempt).toMatchObject({ id: swept?.id, provider_order_ref: swept?.provider_order_ref })
    expect(attempt.action).toMatchObject({ kind: 'redirect', url: expect.stringContaining('/c/pay/') })
    expect(supplier.orderCount()).toBe(before + 1)
  })

  it('that expired ends with its webhook', async () => {
    const page = await pageAfter('lapse')
    expect(await report(page)).toEqual(['applied'])
    expect((await attemptOf(page))?.state).toBe('expired')
  })

  it.each<[SupplierLie, string]>([
    ['wrong-amount', 'amount-short'],
    ['wrong-currency', 'other-currency'],
    ['wrong-order', 'other-order'],
    ['wrong-mode', 'other-mode'],
  ])('with a %s is not recorded, and staff see why [A311]', async (lie, review) => {
    const page = await pageAfter('pay')
    await supplier.lie(page.orderRef, lie)
    expect(await report(page)).toEqual(['mismatch'])
    expect(await comeBack(page)).not.toContain('status=success')
    expect((await world.booking(page.held.bookingId)).payment_status).toBe('pending')
    expect(await attemptOf(page)).toMatchObject({ state: 'requires_action', review_reason: review })
  })

  it('is refunded when the booking is cancelled, and counts again when the refund fails', async () => {
    const page = await pageAfter('pay')
    await comeBack(page)
    await refundCancelledBooking(world, page.held.bookingId)
    const [refund] = await refundsOf(page)
    await runRefund(world, refund?.id ?? '')
    expect(await refundsOf(page)).toMatchObject([{ state: 'succeeded', origin: 'ours' }])
    expect((await attemptOf(page))?.state).toBe('refunded')
    expect(await report(page)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    supplier.settleRefunds(page.orderRef, 'failed')
    expect((await report(page)).at(-1)).toBe('applied')
    expect(await refundsOf(page)).toMatchObject([{ state: 'failed' }])
    expect(await attemptOf(page)).toMatchObject({ state: 'succeeded', review_reason: 'refund-failed' })
  })

  it('refunded in the dashboard or disputed shows in the back office', async () => {
    const page = await pageAfter('pay')
    await comeBack(page)
    await supplier.refundElsewhere(page.orderRef, 5_000)
    // Each webhook fetches the full state, so their order does not matter.
    expect(await report(page)).toEqual(['applied', 'unchanged', 'unchanged'])
    expect(await refundsOf(page)).toMatchObject([{ origin: 'external', amount_minor: 5_000, state: 'succeeded' }])
    supplier.dispute(page.orderRef)
    expect((await report(page)).at(-1)).toBe('applied')
    expect(await attemptOf(page)).toMatchObject({ state: 'partially_refunded', disputed_at: expect.any(Date) })
  })

  it('has the same ledger entries as Stripe', async () => {
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('is not offered with an invalid key', async () => {
    const held = await world.aBooking()
    const secrets = { ...supplier.secrets, secret_key: 'pk_test_0123456789' }
    const turn = (to: object) =>
      world.db
        .updateTable('payment_gateways')
        .set({ sealed_secrets: world.keys.seal('gateway-secrets', Buffer.from(JSON.stringify(to))) })
        .where('name', '=', 'stripe')
        .execute()
    const offered = async () => (await readPaymentPage(world, visitor, held)).methods.map(({ name }) => name)
    expect(await offered()).toContain('stripe')
    await turn(secrets)
    expect(await offered()).not.toContain('stripe')
    await turn(supplier.secrets)
  })
})
