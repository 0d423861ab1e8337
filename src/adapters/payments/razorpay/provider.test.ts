import { createHmac } from 'node:crypto'
import Razorpay from 'razorpay'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { PaymentProvider, ProviderContext, StartRequest } from '../../../modules/payment/port.ts'
import { benchAttempt, benchContext, providerContract } from '../../../modules/payment/testing/contract-suite.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { transportOf } from './client.server.ts'
import { razorpay } from './provider.server.ts'
import { keys, openRazorpayStandIn, type RazorpayStandIn } from './testing/stand-in.ts'
import { maxAgeSeconds } from './webhook.server.ts'

const log = { warn: vi.fn() }
let standIn: RazorpayStandIn
let provider: PaymentProvider
beforeAll(async () => {
  standIn = await openRazorpayStandIn()
  provider = razorpay({ log: log as never }, standIn.env)
})
afterAll(() => standIn.close())
afterEach(() => {
  standIn.setFault(null)
  standIn.settleRefundsAtOnce(false)
  standIn.refundsAreBusy(false)
  expect(standIn.breaches()).toEqual([])
})
const context = (change: Partial<ProviderContext> = {}) =>
  benchContext({ settings: standIn.settings, secrets: standIn.secrets, ...change })

type Attempt = StartRequest['attempt']
const newAttempt = () => benchAttempt(newId(), 'razorpay', 'INR')
const requestFor = (attempt: Attempt, change: Partial<StartRequest> = {}): StartRequest => ({
  attempt,
  payable: {
    reference: 'TH0123456789',
    amount: money(attempt.amountMinor, attempt.currency),
    description: 'Desert Safari (TH0123456789)',
    customer: { name: 'Asha Rao', email: 'asha@example.com', phone: '+919876543210' },
  },
  returnUrl: `http://shop.test/api/payments/${attempt.id}/return`,
  idempotencyKey: `${attempt.id}:create`,
  expiresAt: null,
  ...change,
})
async function started(attempt = newAttempt()) {
  const outcome = await provider.start(context(), requestFor(attempt))
  if (outcome.outcome !== 'requires_action' || !outcome.orderRef) throw new Error(outcome.outcome)
  const open: Attempt = { ...attempt, state: 'requires_action', orderRef: outcome.orderRef }
  return { attempt: open, orderRef: outcome.orderRef, action: outcome.action }
}
const look = (attempt: Attempt) => provider.fetchStatus!(context(), attempt)

providerContract('razorpay', 'online', async () => ({
  provider,
  ctx: context(),
  currency: 'INR',
  newAttempt: async () => newAttempt(),
  online: {
    customerPays: (orderRef) => standIn.act(orderRef, 'pay'),
    customerFails: (orderRef) => standIn.act(orderRef, 'decline'),
    report: async (orderRef, _attempt, at) => (await standIn.reports(orderRef, at))[0]!,
    refundsSettle: (orderRef) => standIn.decideRefund!(orderRef, 'succeeded'),
    staysOpenAfterFailure: true,
    reportsLiveForSeconds: maxAgeSeconds,
  },
}))

describe('an order', () => {
  it('carries the attempt, amount and currency; the popup gets its options without a secret [C199, C205]', async () => {
    expect(inEnglish(provider.describe)).toMatchObject({
      label: 'Pay by Card / UPI',
      brands: ['Visa', 'Mastercard', 'RuPay', 'UPI'],
    })
    const { attempt, orderRef, action } = await started()
    if (action.kind !== 'popup') throw new Error(action.kind)
    expect(action.type).toBe('razorpay_checkout')
    expect(action.data.options).toMatchObject({
      key: keys.id,
      order_id: orderRef,
      amount: 10_000,
      currency: 'INR',
      name: 'Safar Travel House',
      prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' },
    })
    const form = action.data.page?.form
    expect(action.data.page?.url).toBe(`${standIn.env.RAZORPAY_API_URL}/v1/checkout/embedded`)
    expect(form).toMatchObject({ key_id: keys.id, order_id: orderRef, amount: '10000', currency: 'INR' })
    expect(form?.callback_url).toMatch(`http://shop.test/api/payments/${attempt.id}/return?proof=`)
    expect(form?.cancel_url).toBe(`${form?.callback_url}&cancelled=1`)
    for (const secret of Object.values(standIn.secrets)) expect(JSON.stringify(action)).not.toContain(secret)
  })

  it('is looked up before another is created: a lost response or two windows lead to one', async () => {
    const attempt = newAttempt()
    const before = standIn.orderCount()
    standIn.setFault('losing-answers')
    await expect(provider.start(context(), requestFor(attempt))).rejects.toThrow('no answer')
    standIn.setFault(null)
    const { orderRef } = await started(attempt)
    const other = newAttempt()
    const [one, two] = await Promise.all([
      provider.start(context(), requestFor(other)),
      provider.start(context(), requestFor(other)),
    ])
    expect(one).toEqual(two)
    expect(standIn.orderCount()).toBe(before + 2)
    expect(await look(attempt)).toMatchObject({ status: 'requires_action', orderRef })
  })

  it.each(['resetting', 'error-500', 'garbage', 'losing-answers'] as const)(
    'has an unknown outcome and no refusal when the response is %s',
    async (fault) => {
      const { attempt } = await started()
      standIn.setFault(fault)
      await expect(provider.start(context(), requestFor(newAttempt()))).rejects.toThrow(/^razorpay/)
      await expect(look(attempt)).rejects.toThrow(/^razorpay/)
      const refund = { attempt, refundId: newId(), amount: money(100, 'INR'), reason: 'test' }
      await expect(provider.refund!(context(), refund)).rejects.toThrow(/^razorpay/)
    },
  )

  it('is aborted with the call that requested it', async () => {
    standIn.setFault('hanging')
    const begun = performance.now()
    const stop = AbortSignal.timeout(200)
    await expect(provider.start(context({ signal: stop }), requestFor(newAttempt()))).rejects.toThrow('no answer')
    expect(performance.now() - begun).toBeLessThan(3_000)
  })

  it('is refused with a message for the customer, and staff see why', async () => {
    const attempt = newAttempt()
    const payable = { ...requestFor(attempt).payable, amount: money(99, 'INR') }
    expect(inEnglish(await provider.start(context(), requestFor(attempt, { payable })))).toEqual({
      outcome: 'failed',
      message: 'This way to pay is not available at the moment. Please choose another one.',
    })
    const reason = 'The amount must be at least INR 1.00'
    expect(log.warn).toHaveBeenCalledWith({ provider: 'razorpay', status: 400, reason }, 'order refused')
    expect(provider.describe.limits).toEqual({ INR: { min: 100 } })
  })
})

describe('the state of an order', () => {
  it('stays open after a failed try, and the next one pays', async () => {
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'decline')
    expect(await look(attempt)).toMatchObject({
      status: 'requires_action',
      failureMessage: 'Your payment was declined by the bank. Please try another card.',
    })
    await standIn.act(orderRef, 'pay')
    expect(await look(attempt)).toMatchObject({ status: 'succeeded', capturedMinor: 10_000, failureMessage: null })
  })

  it('is captured once with the authorised amount', async () => {
    const { attempt, orderRef } = await started()
    standIn.authorize(orderRef)
    expect(await look(attempt)).toMatchObject({ status: 'succeeded', capturedMinor: 10_000 })
    expect(await look(attempt)).toMatchObject({ status: 'succeeded' })
    expect(standIn.capturesOf(orderRef)).toBe(1)
  })

  it('is not captured after the attempt ended; an earlier capture counts', async () => {
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'decline')
    standIn.allowLate(orderRef, 'authorized')
    expect(await look({ ...attempt, state: 'expired' })).toMatchObject({ status: 'processing', capturedMinor: 0 })
    expect(standIn.capturesOf(orderRef)).toBe(0)
    const late = await started()
    await standIn.act(late.orderRef, 'decline')
    standIn.allowLate(late.orderRef, 'captured')
    expect(await look({ ...late.attempt, state: 'expired' })).toMatchObject({
      status: 'succeeded',
      capturedMinor: 10_000,
    })
  })

  it.each([
    ['wrong-amount', { capturedMinor: 9_900, status: 'succeeded' }],
    ['wrong-currency', { currency: 'USD' }],
    ['wrong-order', { orderRef: 'order_SOMEBODYELSE1' }],
    ['wrong-mode', { status: 'not-found', capturedMinor: 0 }],
  ] as const)('a supplier that tells a %s is taken at its word, for the rules to refuse', async (lie, seen) => {
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'pay')
    await standIn.lie(orderRef, lie)
    expect(await look(attempt)).toMatchObject(seen)
  })

  it('includes the fee with tax in INR only', async () => {
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'pay')
    expect((await look(attempt)).feeMinor).toBe(200)
    const foreign = await started({ ...newAttempt(), currency: 'USD' })
    await standIn.act(foreign.orderRef, 'pay')
    expect(await look(foreign.attempt)).toMatchObject({ status: 'succeeded', currency: 'USD' })
    expect(await look(foreign.attempt)).not.toHaveProperty('feeMinor')
  })
})

describe('a dispute', () => {
  const report = (name: string, orderRef: string) => {
    const payment = { entity: { id: 'pay_0123456789', order_id: orderRef } }
    const created_at = Math.floor(context().now.getTime() / 1000)
    const rawBody = Buffer.from(JSON.stringify({ entity: 'event', event: name, payload: { payment }, created_at }))
    const signature = createHmac('sha256', keys.webhook).update(rawBody).digest('hex')
    return provider.readWebhook!(context(), rawBody, { 'x-razorpay-signature': signature })
  }
  it('is reported only by the webhook, with the state of the order; a won one sets no flag', async () => {
    const { orderRef } = await started()
    await standIn.act(orderRef, 'pay')
    const opened = await report('payment.dispute.created', orderRef)
    expect(opened).toMatchObject({
      verified: true,
      events: [{ orderRef, snapshot: { status: 'succeeded', capturedMinor: 10_000, isDisputed: true } }],
    })
    expect(await report('payment.dispute.won', orderRef)).toMatchObject({ events: [{ orderRef, snapshot: null }] })
    standIn.setFault('error-500')
    await expect(report('payment.dispute.lost', orderRef)).rejects.toThrow(/^razorpay/)
  })
})

describe('a refund', () => {
  const ask = (attempt: Attempt, refundId: string, minor: number) =>
    provider.refund!(context(), { attempt, refundId, amount: money(minor, 'INR'), reason: 'Cancelled by the customer' })

  it('is pending until processed, is reverted when it fails, and is listed when made elsewhere', async () => {
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'pay')
    const refundId = newId()
    const given = await ask(attempt, refundId, 4_000)
    expect(given).toMatchObject({ outcome: 'pending', ref: expect.stringMatching(/^rfnd_/) })
    expect(await look(attempt)).toMatchObject({
      refundedMinor: 0,
      refunds: [{ ourId: refundId, amountMinor: 4_000, state: 'pending' }],
    })
    await standIn.decideRefund!(orderRef, 'succeeded')
    await standIn.refundElsewhere(orderRef, 1_000)
    expect(await look(attempt)).toMatchObject({
      status: 'succeeded',
      refundedMinor: 5_000,
      refunds: [{ state: 'succeeded' }, { ourId: null, amountMinor: 1_000, state: 'succeeded' }],
    })
    const second = newId()
    await ask(attempt, second, 2_000)
    await standIn.decideRefund!(orderRef, 'failed')
    expect((await look(attempt)).refunds?.at(-1)).toMatchObject({ ourId: second, state: 'failed' })
  })

  it('may be processed at once', async () => {
    standIn.settleRefundsAtOnce(true)
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'pay')
    expect(await ask(attempt, newId(), 10_000)).toMatchObject({ outcome: 'succeeded' })
    expect(await look(attempt)).toMatchObject({ status: 'succeeded', refundedMinor: 10_000, capturedMinor: 10_000 })
  })

  it('repeated under its key is the same one; a running or different one is unknown', async () => {
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'pay')
    const refundId = newId()
    const first = await ask(attempt, refundId, 4_000)
    expect(await ask(attempt, refundId, 4_000)).toEqual(first)
    await expect(ask(attempt, refundId, 5_000)).rejects.toThrow('409')
    standIn.refundsAreBusy(true)
    await expect(ask(attempt, newId(), 1_000)).rejects.toThrow('409')
    standIn.refundsAreBusy(false)
    expect((await look(attempt)).refunds).toHaveLength(1)
  })

  it('of too much, too little or an unpaid order is refused for good, with the reason for staff', async () => {
    const { attempt, orderRef } = await started()
    expect(inEnglish(await ask(attempt, newId(), 100))).toEqual({
      outcome: 'failed',
      message: 'Razorpay has no captured payment to refund',
    })
    await standIn.act(orderRef, 'pay')
    expect(await ask(attempt, newId(), 10_001)).toMatchObject({
      outcome: 'failed',
      message: 'The refund amount provided is greater than amount captured',
    })
    expect(await ask(attempt, newId(), 99)).toMatchObject({ message: 'The amount must be at least INR 1.00' })
  })
})

describe('the return', () => {
  const read = (attempt: Attempt, form: Record<string, string>, query: Record<string, string> = {}) =>
    provider.readReturn!(context(), attempt, { form, query })

  it('is proven by a signature over our own order, whatever order is posted [C207, C210]', async () => {
    const { attempt, orderRef } = await started()
    await standIn.act(orderRef, 'pay')
    const { form } = (await standIn.returnVisit(orderRef))!
    expect(await read(attempt, { ...form })).toEqual({ isProven: true, isCancelled: false })
    const others = (await started()).attempt
    expect((await read(others, { ...form })).isProven).toBe(false)
    expect((await read(attempt, { ...form, razorpay_payment_id: 'pay_AnotherOne123' })).isProven).toBe(false)
    expect((await read(attempt, { ...form, razorpay_signature: '0'.repeat(64) })).isProven).toBe(false)
    expect((await read(attempt, {})).isProven).toBe(false)
    expect((await read({ ...attempt, orderRef: null }, { ...form })).isProven).toBe(false)
  })

  it('from the page without a script is known by its URL: paid, failed or cancelled', async () => {
    const { attempt, action } = await started()
    if (action.kind !== 'popup') throw new Error(action.kind)
    const queryOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? '').searchParams)
    const { callback_url, cancel_url } = action.data.page!.form
    expect(await read(attempt, {}, queryOf(callback_url))).toEqual({ isProven: true, isCancelled: false })
    expect(await read(attempt, {}, queryOf(cancel_url))).toEqual({ isProven: true, isCancelled: true })
    expect(await read(newAttempt(), {}, queryOf(cancel_url))).toEqual({ isProven: false, isCancelled: false })
    expect(await read(attempt, {}, { cancelled: '1' })).toEqual({ isProven: false, isCancelled: false })
  })
})

describe('the settings', () => {
  const given = (settings: object = {}, secrets: object = {}) => ({
    settings: { ...standIn.settings, ...settings },
    secrets: { ...standIn.secrets, ...secrets },
  })
  it('select test or live by the key and name missing fields', () => {
    expect(provider.mode(given())).toBe('test')
    expect(provider.mode(given({ key_id: 'rzp_live_abc123' }))).toBe('live')
    expect(provider.notReady!(given())).toBeNull()
    expect(inEnglish(provider.notReady!(given({ key_id: '' })))).toBe(
      'The key ID must begin with rzp_test_ or rzp_live_',
    )
    expect(inEnglish(provider.notReady!(given({ business_name: '' })))).toBe('The business name is missing')
    expect(inEnglish(provider.notReady!(given({}, { key_secret: '' })))).toBe('The key secret is missing')
    expect(inEnglish(provider.notReady!(given({}, { webhook_secret: '' })))).toBe('The webhook secret is missing')
  })
  it('allow currencies other than INR only when the agency enables them [C298]', () => {
    expect(provider.describe.charge).toEqual({ rule: 'setting', key: 'razorpay_currency', fallback: 'INR' })
    expect(provider.currenciesOf!(benchContext(given()))).toEqual(['INR'])
    expect(provider.currenciesOf!(benchContext(given({ international: 'true' })))).toContain('AED')
  })
  it('can be tested: valid keys, wrong keys or no response', async () => {
    expect(inEnglish(await provider.testConnection!(context()))).toEqual({
      isFine: true,
      message: 'Razorpay accepts these keys. They are for test mode.',
    })
    const wrong = await provider.testConnection!(context({ secrets: { key_secret: 'wrong' } }))
    expect(inEnglish(wrong)).toEqual({ isFine: false, message: 'Razorpay rejects these keys: Authentication failed' })
    standIn.setFault('error-500')
    expect(inEnglish((await provider.testConnection!(context())).message)).toMatch(/no answer/)
  })
  it('keep secrets away from the payment page', () => {
    const origin = standIn.env.RAZORPAY_API_URL
    expect(provider.describe.origins).toEqual({
      script: [origin],
      frame: [origin, origin],
      connect: [origin, origin],
      form: [origin],
    })
    expect(razorpay({ log: log as never }).describe.origins).toEqual({
      script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
      frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
      connect: ['https://api.razorpay.com', 'https://checkout.razorpay.com', 'https://lumberjack.razorpay.com'],
      form: ['https://api.razorpay.com'],
    })
  })
})

it('the official library keeps its transport where we set the time limit', () => {
  const http = transportOf(new Razorpay({ key_id: 'rzp_test_a', key_secret: 'b' }))
  expect(http.defaults.baseURL).toBe('https://api.razorpay.com')
})
