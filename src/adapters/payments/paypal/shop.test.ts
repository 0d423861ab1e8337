import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  paymentJobs,
  receiveWebhook,
  refundCancelledBooking,
  returnFromProvider,
  startPayment,
  sweepPayments,
} from '../../../modules/payment/index.server.ts'
import { providerRegistry } from '../../../modules/payment/port.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import type { SupplierAct } from '../../../modules/payment/testing/stand-in.ts'
import { type Held, paymentWorld, visitor, type World } from '../../../modules/payment/testing/world.ts'
import { payPal } from './provider.server.ts'
import { openPayPalStandIn, type PayPalStandIn } from './testing/stand-in.ts'

let standIn: PayPalStandIn
let world: World

beforeAll(async () => {
  standIn = await openPayPalStandIn()
  world = await openShop()
})
afterAll(async () => {
  await standIn.close()
  expect(standIn.breaches()).toEqual([])
})

const ours = (baseUrl: string, now: () => Date) =>
  payPal({ apiUrl: standIn.env.PAYPAL_API_URL ?? null, baseUrl, now, roots: [standIn.root] })

async function openShop(): Promise<World> {
  const opened = await paymentWorld((core) => [ours(core.baseUrl, core.clock)])
  const sealed_secrets = opened.keys.seal('gateway-secrets', Buffer.from(JSON.stringify(standIn.secrets)))
  await opened.db
    .updateTable('payment_gateways')
    .set({ settings: JSON.stringify(standIn.settings), sealed_secrets })
    .where('name', '=', 'paypal')
    .execute()
  return opened
}
const restarted = (): World => ({ ...world, providers: providerRegistry([ours(world.baseUrl, world.clock)]) })

type Sold = { readonly held: Held; readonly attemptId: string; readonly orderRef: string }
async function sold(held?: Held): Promise<Sold> {
  const booking = held ?? (await world.aBooking({ isInstant: true }))
  const { attempt } = await startPayment(world, visitor, { ...booking, paymentMethod: 'paypal' }, null)
  expect(attempt).toMatchObject({ state: 'requires_action', currency: 'USD', amount_minor: 20_000 })
  return { held: booking, attemptId: attempt.id, orderRef: attempt.provider_order_ref ?? '' }
}
const act = ({ orderRef }: Sold, what: SupplierAct) => standIn.act(orderRef, what)
async function comeBack({ attemptId, orderRef }: Sold, shop: World = world): Promise<string> {
  const visit = await standIn.returnVisit(orderRef)
  if (!visit) throw new Error('nobody comes back')
  return returnFromProvider(shop, attemptId, visit)
}
async function report({ orderRef }: Sold, order = (list: readonly number[]) => list): Promise<string[]> {
  const reports = await standIn.reports(orderRef, world.clock())
  const outcomes: string[] = []
  for (const at of order(reports.map((_, index) => index))) {
    const { rawBody, headers } = reports[at]!
    outcomes.push(...(await receiveWebhook(world, 'paypal', rawBody, headers)).outcomes)
  }
  return outcomes
}
const stateOf = async ({ held, attemptId }: Sold) => {
  const attempt = (await world.attempts(held.bookingId)).find(({ id }) => id === attemptId)
  const { payment_status, paid_minor } = await world.booking(held.bookingId)
  return { state: attempt?.state, payment_status, paid_minor, review: attempt?.review_reason ?? null }
}
const paid = { state: 'succeeded', payment_status: 'completed', paid_minor: 20_000, review: null }
const captured = ({ orderRef }: Sold) => standIn.asked.filter((call) => call.includes(`${orderRef}/capture`)).length

describe('a payment by PayPal', () => {
  it('is captured on return, and its webhooks change nothing [C207]', async () => {
    const one = await sold()
    await act(one, 'pay')
    expect(await comeBack(one)).toMatch(/\/booking-confirmation\?.*token=.*status=success/)
    expect(await stateOf(one)).toEqual(paid)
    expect(await world.booking(one.held.bookingId)).toMatchObject({
      payment_gateway: 'paypal',
      payment_reference: standIn.order(one.orderRef).capture?.id,
    })
    expect(await report(one)).toEqual(['unchanged', 'unchanged'])
    expect(await report(one)).toEqual(['duplicate', 'duplicate'])
    expect(captured(one)).toBe(1)
  })

  it('is captured by the approval webhook when the payer never returns [C208]', async () => {
    const one = await sold()
    await act(one, 'pay')
    expect(await report(one)).toEqual(['applied'])
    expect(await stateOf(one)).toEqual(paid)
    expect(await comeBack(one)).toMatch(/status=success$/)
    expect(await report(one, (list) => [...list].reverse())).toEqual(['unchanged', 'duplicate'])
    expect(captured(one)).toBe(1)
  })

  it('is captured once when the return and the webhook arrive together', async () => {
    const one = await sold()
    await act(one, 'pay')
    await Promise.all([comeBack(one), report(one)])
    expect(await stateOf(one)).toEqual(paid)
    expect(standIn.order(one.orderRef).happenings.filter(({ type }) => type.includes('COMPLETED'))).toHaveLength(1)
  })

  it('is found by the minutely job without a return or a webhook', async () => {
    const one = await sold()
    await act(one, 'pay')
    const before = world.clock()
    world.clock.set(new Date(before.getTime() + 11 * 60_000))
    await sweepPayments(world)
    world.clock.set(before)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('is not captured after the payer cancelled, even if it is approved later [C207]', async () => {
    const one = await sold()
    await act(one, 'cancel')
    expect(await comeBack(one)).toMatch(/^\/booking-payment/)
    await act(one, 'pay')
    await report(one)
    await comeBack(one)
    expect(await stateOf(one)).toEqual({ state: 'cancelled', payment_status: 'pending', paid_minor: 0, review: null })
    expect(captured(one)).toBe(0)
    const again = await sold(one.held)
    expect(again.orderRef).not.toBe(one.orderRef)
    await act(again, 'pay')
    await comeBack(again)
    expect(await stateOf(again)).toEqual(paid)
  })

  it('that arrives after its attempt was cancelled still counts', async () => {
    const one = await sold()
    await act(one, 'pay')
    // Another process sent the capture before the payer cancelled.
    standIn.capture(one.orderRef)
    expect(
      await returnFromProvider(world, one.attemptId, { query: { token: one.orderRef, cancelled: '1' }, form: {} }),
    ).toMatch(/status=success$/)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('with a refused payment method leads back to PayPal, and another method pays the same order', async () => {
    const one = await sold()
    standIn.approveWith(one.orderRef, 'INSTRUMENT_DECLINED')
    expect(await comeBack(one)).toContain(`/checkoutnow?token=${one.orderRef}`)
    expect((await stateOf(one)).state).toBe('requires_action')
    expect(inEnglish((await world.attempts(one.held.bookingId))[0]?.failure_message)).toMatch(
      /choose another one at PayPal/,
    )
    await act(one, 'pay')
    expect(await comeBack(one)).toMatch(/status=success$/)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('leads back to PayPal after a refusal and a restart of the shop', async () => {
    const one = await sold()
    standIn.approveWith(one.orderRef, 'INSTRUMENT_DECLINED')
    await comeBack(one)
    await act(one, 'pay')
    const shop = restarted()
    // PayPal repeats its old response to the old request id, which costs one more redirect.
    expect(await comeBack(one, shop)).toContain('/checkoutnow')
    expect(await comeBack(one, shop)).toMatch(/status=success$/)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('that was declined says so and can be retried', async () => {
    const one = await sold()
    await act(one, 'decline')
    expect(await comeBack(one)).toMatch(/^\/booking-payment/)
    expect(await stateOf(one)).toMatchObject({ state: 'failed', payment_status: 'failed', paid_minor: 0 })
    expect(inEnglish((await world.attempts(one.held.bookingId))[0]?.failure_message)).toMatch(
      /choose another way to pay/,
    )
    await sold(one.held)
  })

  it.each([
    ['pay', paid],
    ['decline', { state: 'failed', payment_status: 'failed', paid_minor: 0, review: null }],
  ] as const)('that PayPal looks into is processing until it decides: %s', async (what, end) => {
    const one = await sold()
    await act(one, 'pay-later')
    await comeBack(one)
    expect((await stateOf(one)).state).toBe('processing')
    await act(one, what)
    await report(one)
    expect(await stateOf(one)).toEqual(end)
  })

  it('captured with a lost response is found after a restart', async () => {
    const one = await sold()
    await act(one, 'pay')
    standIn.capture(one.orderRef)
    standIn.forgetRequestIds()
    await comeBack(one, restarted())
    expect(await stateOf(one)).toEqual(paid)
    expect(captured(one)).toBe(0)
  })

  it('fails when PayPal reverses its approval', async () => {
    const one = await sold()
    await act(one, 'pay')
    await act(one, 'lapse')
    await report(one, (list) => list.slice(-1))
    expect((await stateOf(one)).state).toBe('failed')
  })

  it.each([
    ['wrong-amount', 'amount-short'],
    ['wrong-currency', 'other-currency'],
    ['wrong-order', 'other-order'],
    ['wrong-mode', 'other-mode'],
  ] as const)('that is told with %s pays for nothing, and a person looks', async (lie, review) => {
    const one = await sold()
    await standIn.lie(one.orderRef, lie)
    await act(one, 'pay')
    await comeBack(one)
    await report(one)
    const { state, payment_status, paid_minor, review: reason } = await stateOf(one)
    expect({ payment_status, paid_minor, reason }).toEqual({ payment_status: 'pending', paid_minor: 0, reason: review })
    expect(state).toBe('requires_action')
  })

  it('ignores webhooks that PayPal has not signed [C210]', async () => {
    const one = await sold()
    await act(one, 'pay')
    const [genuine] = await standIn.reports(one.orderRef, world.clock())
    const rawBody = Buffer.from(Buffer.from(genuine!.rawBody).toString().replace('200.00', '2.00'))
    await expect(receiveWebhook(world, 'paypal', rawBody, genuine!.headers)).rejects.toMatchObject({
      code: 'payment/bad-signature',
    })
    expect((await stateOf(one)).state).toBe('requires_action')
  })
})

describe('a refund through PayPal', () => {
  const runRefunds = async ({ attemptId }: Sold) => {
    const refunds = await world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).execute()
    for (const { id } of refunds) await paymentJobs(world)['run-refund']?.({ refundId: id })
  }

  it('from PayPal’s dashboard is recorded by the webhook', async () => {
    const one = await sold()
    await act(one, 'pay')
    await comeBack(one)
    await standIn.refundElsewhere(one.orderRef, 5_000)
    await report(one)
    expect((await stateOf(one)).state).toBe('partially_refunded')
    const booking = await world.booking(one.held.bookingId)
    expect(booking.refunded_minor).toBe(5_000)
  })

  it('of a cancelled booking uses the refund’s own id', async () => {
    const one = await sold()
    await act(one, 'pay')
    await comeBack(one)
    await refundCancelledBooking(world, one.held.bookingId)
    await runRefunds(one)
    expect(await stateOf(one)).toMatchObject({ state: 'refunded', payment_status: 'refunded' })
    const [refund] = await world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', one.attemptId).execute()
    expect(standIn.order(one.orderRef).refunds).toMatchObject([{ customId: refund?.id, minor: 20_000 }])
  })

  it('of a double payment is made once, even after retries and a delay', async () => {
    const first = await sold()
    await act(first, 'pay')
    // The customer cancels and pays with another order, but the first one is captured as well.
    const given = { query: { token: first.orderRef, cancelled: '1' }, form: {} }
    await returnFromProvider(world, first.attemptId, given)
    const second = await sold(first.held)
    await act(second, 'pay')
    await comeBack(second)
    standIn.capture(first.orderRef)
    standIn.holdRefunds()
    await report(first)
    expect((await stateOf(first)).state).toBe('succeeded')
    await runRefunds(first)
    await runRefunds(first)
    expect(standIn.order(first.orderRef).refunds).toHaveLength(1)
    standIn.settleRefunds(first.orderRef, 'COMPLETED')
    await report(first)
    expect((await stateOf(first)).state).toBe('refunded')
    expect((await stateOf(second)).state).toBe('succeeded')
    expect((await world.booking(first.held.bookingId)).refunded_minor).toBe(0)
  })
})
