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
/** The same shop after a restart: what was only in memory is gone. */
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
/** All that PayPal has to report by now, in its order or another. */
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
  it('is captured on the way back, and its reports change nothing [C207]', async () => {
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

  it('is captured by the report of its approval when the payer never comes back [C208]', async () => {
    const one = await sold()
    await act(one, 'pay')
    expect(await report(one)).toEqual(['applied'])
    expect(await stateOf(one)).toEqual(paid)
    expect(await comeBack(one)).toMatch(/status=success$/)
    expect(await report(one, (list) => [...list].reverse())).toEqual(['unchanged', 'duplicate'])
    expect(captured(one)).toBe(1)
  })

  it('is captured once when the way back and the report come at the same moment', async () => {
    const one = await sold()
    await act(one, 'pay')
    await Promise.all([comeBack(one), report(one)])
    expect(await stateOf(one)).toEqual(paid)
    expect(standIn.order(one.orderRef).happenings.filter(({ type }) => type.includes('COMPLETED'))).toHaveLength(1)
  })

  it('is found by the minute’s round when neither payer nor report ever come', async () => {
    const one = await sold()
    await act(one, 'pay')
    const before = world.clock()
    world.clock.set(new Date(before.getTime() + 11 * 60_000))
    await sweepPayments(world)
    world.clock.set(before)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('is not taken once the payer has given up, however it is approved then [C207]', async () => {
    const one = await sold()
    await act(one, 'cancel')
    expect(await comeBack(one)).toMatch(/^\/booking-payment/)
    await act(one, 'pay')
    await report(one)
    await comeBack(one)
    expect(await stateOf(one)).toEqual({ state: 'cancelled', payment_status: 'pending', paid_minor: 0, review: null })
    expect(captured(one)).toBe(0)
    // The booking can be paid anew, by an order of its own.
    const again = await sold(one.held)
    expect(again.orderRef).not.toBe(one.orderRef)
    await act(again, 'pay')
    await comeBack(again)
    expect(await stateOf(again)).toEqual(paid)
  })

  it('that arrives although its attempt was given up is real money, and counts', async () => {
    const one = await sold()
    await act(one, 'pay')
    // Another process of ours had sent the capture before the payer gave up.
    standIn.capture(one.orderRef)
    expect(
      await returnFromProvider(world, one.attemptId, { query: { token: one.orderRef, cancelled: '1' }, form: {} }),
    ).toMatch(/status=success$/)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('with refused means leads back to PayPal, and the same order is paid with others', async () => {
    const one = await sold()
    standIn.approveWith(one.orderRef, 'INSTRUMENT_DECLINED')
    expect(await comeBack(one)).toContain(`/checkoutnow?token=${one.orderRef}`)
    expect((await stateOf(one)).state).toBe('requires_action')
    expect((await world.attempts(one.held.bookingId))[0]?.failure_message).toMatch(/choose another card/)
    await act(one, 'pay')
    expect(await comeBack(one)).toMatch(/status=success$/)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('finds its way also when the shop was restarted after the refusal', async () => {
    const one = await sold()
    standIn.approveWith(one.orderRef, 'INSTRUMENT_DECLINED')
    await comeBack(one)
    await act(one, 'pay')
    const shop = restarted()
    // PayPal repeats its old answer to the old request id: one more time to its page, and no more.
    expect(await comeBack(one, shop)).toContain('/checkoutnow')
    expect(await comeBack(one, shop)).toMatch(/status=success$/)
    expect(await stateOf(one)).toEqual(paid)
  })

  it('that was declined says so, and may be tried again', async () => {
    const one = await sold()
    await act(one, 'decline')
    expect(await comeBack(one)).toMatch(/^\/booking-payment/)
    expect(await stateOf(one)).toMatchObject({ state: 'failed', payment_status: 'failed', paid_minor: 0 })
    expect((await world.attempts(one.held.bookingId))[0]?.failure_message).toMatch(/choose another way to pay/)
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

  it('whose capture was made and its answer lost is found after a restart', async () => {
    const one = await sold()
    await act(one, 'pay')
    standIn.capture(one.orderRef)
    standIn.forgetRequestIds()
    await comeBack(one, restarted())
    expect(await stateOf(one)).toEqual(paid)
    expect(captured(one)).toBe(0)
  })

  it('whose approval PayPal has given back has failed', async () => {
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

  it('is not moved by what PayPal has not signed [C210]', async () => {
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

describe('money that goes back by PayPal', () => {
  const runRefunds = async ({ attemptId }: Sold) => {
    const refunds = await world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).execute()
    for (const { id } of refunds) await paymentJobs(world)['run-refund']?.({ refundId: id })
  }

  it('from its own pages is noticed by the report', async () => {
    const one = await sold()
    await act(one, 'pay')
    await comeBack(one)
    await standIn.refundElsewhere(one.orderRef, 5_000)
    await report(one)
    expect((await stateOf(one)).state).toBe('partially_refunded')
    const booking = await world.booking(one.held.bookingId)
    expect(booking.refunded_minor).toBe(5_000)
  })

  it('of a cancelled booking goes back under the refund’s own id', async () => {
    const one = await sold()
    await act(one, 'pay')
    await comeBack(one)
    await refundCancelledBooking(world, one.held.bookingId)
    await runRefunds(one)
    expect(await stateOf(one)).toMatchObject({ state: 'refunded', payment_status: 'refunded' })
    const [refund] = await world.db.selectFrom('refunds').selectAll().where('attempt_id', '=', one.attemptId).execute()
    expect(standIn.order(one.orderRef).refunds).toMatchObject([{ customId: refund?.id, minor: 20_000 }])
  })

  it('twice paid goes back once, also when PayPal is asked again and takes its time', async () => {
    const first = await sold()
    await act(first, 'pay')
    // The customer gives up here and pays by another order, while the first is captured after all.
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
