import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPaymentPage } from '../../../modules/payment/attempts/read-payment-page.server.ts'
import { listGatewaySettings } from '../../../modules/payment/gateways/read-settings.server.ts'
import { saveGateways } from '../../../modules/payment/gateways/save-gateways.server.ts'
import {
  checkPayment,
  receiveWebhook,
  returnFromProvider,
  startPayment,
  sweepPayments,
} from '../../../modules/payment/index.server.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { type SupplierWorld, supplierWorld } from '../../../modules/payment/testing/supplier-world.ts'
import { admin, type Held, visitor } from '../../../modules/payment/testing/world.ts'
import { saveSettings } from '../../../modules/settings/index.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { ccavenueLine } from './provider.server.ts'
import { type CcavenueStandIn, openCcavenueStandIn } from './testing/stand-in.ts'
import { accounts } from './testing/world.ts'

let world: SupplierWorld
let standIn: CcavenueStandIn
beforeAll(async () => {
  standIn = await openCcavenueStandIn()
  world = await supplierWorld(async () => ({ standIn, line: ccavenueLine }))
})

type Opened = { readonly held: Held; readonly attemptId: string; readonly orderRef: string }
async function opened(isInstant = true): Promise<Opened> {
  const held = await world.aBooking({ isInstant })
  const { attempt } = await startPayment(world, visitor, { ...held, paymentMethod: 'ccavenue' }, null)
  if (!attempt.action || !attempt.provider_order_ref) throw new Error(say(attempt.failure_message ?? 'not started'))
  await standIn.open(attempt.action)
  return { held, attemptId: attempt.id, orderRef: attempt.provider_order_ref }
}
const attemptOf = async ({ held }: Opened) => (await world.attempts(held.bookingId)).at(-1)!
const paymentOf = async ({ held }: Opened) => {
  const { payment_status, booking_status, payment_gateway, payment_reference } = await world.booking(held.bookingId)
  return { payment_status, booking_status, payment_gateway, payment_reference }
}
const comeBack = ({ attemptId }: Opened, encResp: string) =>
  returnFromProvider(world, attemptId, { query: {}, form: { encResp, orderNo: 'whatever' } })
const notify = (encResp: string) =>
  receiveWebhook(world, 'ccavenue', Buffer.from(`encResp=${encResp}`), {
    'content-type': 'application/x-www-form-urlencoded',
  })

describe('the offered method', () => {
  const offered = async () => {
    const held = await world.aBooking()
    return (await readPaymentPage(world, visitor, held)).methods.find(({ name }) => name === 'ccavenue')
  }
  const save = async (settings: Record<string, string>, secrets: Record<string, string | null>) => {
    const { version } = (await listGatewaySettings(world)).find(({ name }) => name === 'ccavenue')!
    await saveGateways(world, admin, [{ name: 'ccavenue', version, settings, secrets }])
  }
  const whyNot = async () =>
    inEnglish((await listGatewaySettings(world)).find(({ name }) => name === 'ccavenue')?.whyNotOffered)
  beforeEach(async () => {
    await save(standIn.settings, standIn.secrets)
    await saveSettings(world, admin, { ccavenue_currency: 'INR' })
  })

  it('shows the price in its configured currency, rupees by default [C298]', async () => {
    expect(await offered()).toMatchObject({ type: 'api', charge: { minor: 1_720_000, currency: 'INR' } })
    await saveSettings(world, admin, { ccavenue_currency: 'AED' })
    expect(await offered()).toMatchObject({ charge: { minor: 73_400, currency: 'AED' } })
  })

  it('is hidden without an account for the currency; staff see why and payments cannot start', async () => {
    await save({ india_merchant_id: '', india_access_code: '' }, { india_working_key: null })
    expect(await offered()).toBeUndefined()
    expect(await whyNot()).toMatch('INR with an account in India')
    const held = await world.aBooking()
    await expect(startPayment(world, visitor, { ...held, paymentMethod: 'ccavenue' }, null)).rejects.toMatchObject({
      code: 'payment/amount-unavailable',
    })
    await saveSettings(world, admin, { ccavenue_currency: 'AED' })
    expect(await offered()).toMatchObject({ charge: { currency: 'AED' } })
    expect(await whyNot()).toBeNull()
  })

  it('is hidden while an account is half filled', async () => {
    await save({ uae_access_code: '' }, {})
    expect(await offered()).toBeUndefined()
    expect(await whyNot()).toBe('UAE: the access code is missing')
  })

  it('never exposes the keys [A206, C316]', async () => {
    const held = await world.aBooking()
    const page = JSON.stringify(await readPaymentPage(world, visitor, held))
    for (const { workingKey, accessCode } of accounts) {
      expect(page).not.toContain(workingKey)
      expect(page).not.toContain(accessCode)
      expect(JSON.stringify(await listGatewaySettings(world))).not.toContain(workingKey)
    }
  })
})

describe('the return page', () => {
  it('shows the status API’s result to the payer with the booking link [C207, C210, C211]', async () => {
    const one = await opened()
    await standIn.act(one.orderRef, 'pay')
    const visit = (await standIn.returnVisit(one.orderRef))!
    const location = await returnFromProvider(world, one.attemptId, visit)
    expect(location).toMatch(/^\/booking-confirmation\?.*token=.*&status=success$/)
    expect(await paymentOf(one)).toEqual({
      payment_status: 'completed',
      booking_status: 'confirmed',
      payment_gateway: 'ccavenue',
      payment_reference: standIn.order(one.orderRef).trackingId,
    })
    // Replayed by another browser.
    expect(await returnFromProvider(world, one.attemptId, visit)).toBe(location)
    expect(await comeBack(one, 'ab'.repeat(16))).not.toContain('token=')
    expect(await world.attempts(one.held.bookingId)).toHaveLength(1)
  })

  it('ignores a success that the status API does not confirm [C210]', async () => {
    const one = await opened()
    await standIn.act(one.orderRef, 'decline')
    const location = await comeBack(one, standIn.encResp(one.orderRef, { order_status: 'Success' }))
    expect(location).not.toContain('status=success')
    expect(inEnglish(await attemptOf(one))).toMatchObject({
      state: 'failed',
      captured_minor: 0,
      failure_message: 'Your bank or card did not accept the payment',
    })
    expect(await paymentOf(one)).toMatchObject({ payment_status: 'failed', booking_status: 'pending' })
  })

  it('is not required: the scheduled check finds the payment', async () => {
    const one = await opened()
    await standIn.act(one.orderRef, 'pay')
    world.clock.advance(11)
    await sweepPayments(world)
    expect(await paymentOf(one)).toMatchObject({ payment_status: 'completed' })
  })
})

describe('notifications', () => {
  it('make the shop query the status, once per fact [C208]', async () => {
    const one = await opened()
    await standIn.act(one.orderRef, 'pay')
    const encResp = standIn.encResp(one.orderRef, {}, world.clock())
    expect((await notify(encResp)).outcomes).toEqual(['applied'])
    expect(await paymentOf(one)).toMatchObject({ payment_status: 'completed' })
    expect((await notify(encResp)).outcomes).toEqual(['duplicate'])
    expect((await world.events(one.held.bookingId)).filter((name) => name === 'payment.completed')).toHaveLength(1)
  })

  it('are never trusted: a false success or another amount changes nothing [C210]', async () => {
    const one = await opened()
    const lies = { order_status: 'Success', amount: '1.00', mer_amount: '1.00', currency: 'USD' }
    await notify(standIn.encResp(one.orderRef, lies, world.clock()))
    expect(await attemptOf(one)).toMatchObject({ state: 'requires_action', captured_minor: 0, review_reason: null })
    await expect(notify('ab'.repeat(16))).rejects.toMatchObject({ code: 'payment/bad-signature' })
  })
})

describe('later changes at CCAvenue', () => {
  it('a high-risk payment waits for staff and counts once they release it', async () => {
    const one = await opened()
    await standIn.act(one.orderRef, 'pay')
    standIn.order(one.orderRef).fraud = 'High'
    await comeBack(one, standIn.encResp(one.orderRef))
    expect(await attemptOf(one)).toMatchObject({
      state: 'processing',
      captured_minor: 1_720_000,
      review_reason: 'held',
    })
    expect(await paymentOf(one)).toMatchObject({ payment_status: 'pending', booking_status: 'pending' })
    expect(await world.events(one.held.bookingId)).toContain('payment.under-review')
    const other = startPayment(world, visitor, { ...one.held, paymentMethod: 'made_up' }, null)
    await expect(other).rejects.toMatchObject({ code: 'payment/still-processing' })
    standIn.order(one.orderRef).fraud = 'GA'
    await checkPayment(world, visitor, one.held)
    expect(await attemptOf(one)).toMatchObject({ state: 'succeeded', review_reason: null })
    expect(await paymentOf(one)).toMatchObject({ payment_status: 'completed', booking_status: 'confirmed' })
  })

  it('an order cancelled after twelve days without confirmation refunds the booking', async () => {
    const one = await opened()
    await standIn.act(one.orderRef, 'pay')
    await comeBack(one, standIn.encResp(one.orderRef))
    standIn.order(one.orderRef).status = 'Auto-Cancelled'
    await notify(standIn.encResp(one.orderRef, { order_status: 'Auto-Cancelled' }, world.clock()))
    expect(await attemptOf(one)).toMatchObject({ state: 'refunded', refunded_minor: 1_720_000 })
    expect(await paymentOf(one)).toMatchObject({ payment_status: 'refunded' })
  })

  it('a chargeback flags the payment but does not change its state', async () => {
    const one = await opened()
    await standIn.act(one.orderRef, 'pay')
    await comeBack(one, standIn.encResp(one.orderRef))
    standIn.order(one.orderRef).status = 'Chargeback'
    await notify(standIn.encResp(one.orderRef, { order_status: 'Chargeback' }, world.clock()))
    const attempt = await attemptOf(one)
    expect(attempt).toMatchObject({ state: 'succeeded', review_reason: 'disputed' })
    expect(attempt.disputed_at).not.toBeNull()
  })
})
