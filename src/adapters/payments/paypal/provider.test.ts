import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRatesPerUsd, money } from '../../../kernel/money.ts'
import { chargeFor } from '../../../modules/payment/attempts/rules/charge.ts'
import { missingField } from '../../../modules/payment/gateways/rules/gateway-edit.ts'
import { hasContracts } from '../../../modules/payment/testing/contract-files.ts'
import { providerContract } from '../../../modules/payment/testing/contract-suite.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { isPayPal } from './payer-url.ts'
import { type PayPalBench, payPalBench, startRequest } from './testing/bench.ts'
import { openPayPalStandIn, type PayPalStandIn } from './testing/stand-in.ts'

let standIn: PayPalStandIn
beforeAll(async () => {
  standIn = await openPayPalStandIn()
})
afterAll(async () => {
  await standIn.close()
  expect(standIn.breaches()).toEqual([])
})
const bench = (settings?: Readonly<Record<string, string>>): PayPalBench => payPalBench(standIn, settings)
const captures = (orderRef: string): string[] => standIn.asked.filter((call) => call.includes(`${orderRef}/capture`))

providerContract('paypal', 'online', async () => bench())

describe('PayPal', () => {
  it.skipIf(!hasContracts)('passes its published contracts', () => {
    expect(standIn.isValidating).toBe(true)
  })

  it('is offered in its own currencies only and explains why; dollars are the default [C298, C299]', () => {
    const { describe: about } = bench().provider
    expect(about.charge).toMatchObject({ rule: 'setting', key: 'paypal_currency', fallback: 'USD' })
    const chargeIn = (currency: string) =>
      chargeFor(about, money(36_700, 'AED'), { paypal_currency: currency }, defaultRatesPerUsd)
    expect(chargeIn('USD')).toMatchObject({ charge: { amount: { minor: 10_000, currency: 'USD' } } })
    for (const currency of ['EUR', 'GBP']) expect(chargeIn(currency)).toHaveProperty('charge')
    for (const currency of ['INR', 'AED', 'HUF', 'TWD', 'KWD'])
      expect(inEnglish(chargeIn(currency))).toEqual({ refusal: expect.stringMatching(/neither INR nor AED/) })
  })

  it('does not work without keys and names the missing ones', () => {
    const { provider, ctx } = bench()
    expect(provider.notReady?.(ctx)).toBeNull()
    expect(missingField(provider.describe.fields, { ...ctx.settings, ...ctx.secrets })).toBeUndefined()
    for (const name of ['client_id', 'client_secret', 'webhook_id', 'webhook_check', 'mode'])
      expect(missingField(provider.describe.fields, { ...ctx.settings, ...ctx.secrets, [name]: '' })?.name).toBe(name)
    expect(inEnglish(provider.notReady?.({ ...ctx, settings: { mode: 'x' } }))).toBe('Choose sandbox or live mode')
    expect(provider.mode(ctx)).toBe('test')
    expect(provider.mode({ ...ctx, settings: { ...ctx.settings, mode: 'live' } })).toBe('live')
  })

  it('writes amounts like PayPal: yen without decimals', async () => {
    const attempt = await bench().started(500, 'JPY')
    expect(standIn.order(attempt.orderRef)).toMatchObject({ minor: 500, currency: 'JPY' })
  })

  it('creates one order, however often the response is lost', async () => {
    const one = bench()
    await one.started()
    const attempt = await one.newAttempt()
    const before = standIn.orderCount()
    standIn.setFault('losing-answers')
    await expect(one.provider.start(one.ctx, startRequest(attempt))).rejects.toThrow(/no usable answer/)
    standIn.setFault(null)
    expect((await one.provider.start(one.ctx, startRequest(attempt))).outcome).toBe('requires_action')
    expect(standIn.orderCount()).toBe(before + 1)
  })

  it('is refused only when PayPal clearly refuses', async () => {
    const { provider, ctx, newAttempt } = bench()
    const attempt = { ...(await newAttempt()), currency: 'INR' }
    expect(inEnglish(await provider.start(ctx, startRequest(attempt)))).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/INR nor AED/),
    })
    const wrong = { ...ctx, secrets: { client_secret: 'wrong' } }
    expect((await provider.start(wrong, startRequest(await newAttempt()))).outcome).toBe('failed')
    for (const fault of ['error-500', 'garbage', 'resetting'] as const) {
      standIn.setFault(fault)
      await expect(provider.start(ctx, startRequest(await newAttempt()))).rejects.toThrow(/no usable answer/)
    }
    standIn.setFault(null)
  })

  it('fetches a new token when PayPal rejects the old one', async () => {
    const one = bench()
    const attempt = await one.started()
    standIn.expireTokens()
    expect((await one.status(attempt)).status).toBe('requires_action')
  })

  it('stops waiting for a hanging PayPal at the time limit', async () => {
    const one = bench()
    const attempt = await one.started()
    standIn.setFault('hanging')
    const impatient = { ...one.ctx, signal: AbortSignal.timeout(200) }
    const begun = performance.now()
    await expect(one.provider.start(impatient, startRequest(await one.newAttempt()))).rejects.toThrow(
      /no usable answer/,
    )
    await expect(one.provider.fetchStatus?.(impatient, attempt)).rejects.toThrow(/no usable answer/)
    expect(inEnglish((await one.provider.testConnection?.(impatient))?.message)).toMatch(/gave no answer/)
    standIn.setFault(null)
    // The client's own timeout is seven seconds.
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it('never shows its keys in an error', async () => {
    const { provider, ctx, newAttempt } = bench()
    standIn.setFault('resetting')
    const error: unknown = await provider
      .start(ctx, startRequest(await newAttempt()))
      .catch((reason: unknown) => reason)
    standIn.setFault(null)
    const printed = JSON.stringify(error, Object.getOwnPropertyNames(error))
    expect(printed).toContain('no usable answer')
    for (const secret of ['stand-in-secret', 'Basic ', 'Bearer ', 'authorization'])
      expect(printed).not.toContain(secret)
  })

  it('redirects payers to PayPal only', () => {
    expect(isPayPal('https://www.paypal.com/checkoutnow?token=1', null)).toBe(true)
    for (const address of [
      'http://www.paypal.com/',
      'https://paypal.com.evil.example/',
      'https://evilpaypal.com/',
      'x',
    ])
      expect(isPayPal(address, null)).toBe(false)
    expect(isPayPal('http://127.0.0.1:9/checkoutnow', 'http://127.0.0.1:9')).toBe(true)
    expect(isPayPal('http://127.0.0.1:9/checkoutnow', null)).toBe(false)
  })
})

describe('a capture', () => {
  it('is made once by the first caller, under the id of the attempt', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    const both = await Promise.all([one.status(attempt), one.status(attempt)])
    for (const { status, capturedMinor } of both) expect([status, capturedMinor]).toEqual(['succeeded', 10_000])
    expect(new Set(captures(attempt.orderRef))).toEqual(
      new Set([`POST /v2/checkout/orders/${attempt.orderRef}/capture ${attempt.id}:capture`]),
    )
    expect(standIn.order(attempt.orderRef).happenings.map(({ type }) => type)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
    ])
  })

  it.each(['cancelled', 'expired', 'failed', 'refunded'] as const)(
    'is never made for an attempt that is %s',
    async (state) => {
      const one = bench()
      const attempt = await one.started()
      expect(await one.provider.close?.(one.ctx, attempt)).toEqual({ outcome: 'closed' })
      await standIn.act(attempt.orderRef, 'pay')
      expect(await one.status({ ...attempt, state })).toMatchObject({ status: 'requires_action', capturedMinor: 0 })
      expect(captures(attempt.orderRef)).toEqual([])
    },
  )

  it('is never made for another amount or another attempt', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    const other = await one.newAttempt()
    await one.status({ ...attempt, amountMinor: 9_999 })
    expect(await one.status({ ...attempt, id: other.id })).toMatchObject({ status: 'requires_action' })
    expect(captures(attempt.orderRef)).toEqual([])
  })

  it('is found at once after a lost response', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    standIn.loseCaptures()
    expect(await one.status(attempt)).toMatchObject({ status: 'succeeded', capturedMinor: 10_000 })
    standIn.setFault(null)
    expect(captures(attempt.orderRef)).toHaveLength(1)
  })

  it('is never repeated without a look-up, even after PayPal forgot the request', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    await one.status(attempt)
    standIn.forgetRequestIds()
    expect((await one.status(attempt)).status).toBe('succeeded')
    expect(captures(attempt.orderRef)).toHaveLength(1)
  })

  it('made by another process is found', async () => {
    const one = bench()
    const attempt = await one.started()
    standIn.approveWith(attempt.orderRef, 'ORDER_ALREADY_CAPTURED')
    const asked = one.status(attempt)
    await expect.poll(() => captures(attempt.orderRef).length, { interval: 5 }).toBe(1)
    standIn.capture(attempt.orderRef)
    expect(await asked).toMatchObject({ status: 'succeeded', capturedMinor: 10_000 })
  })

  it('that is pending at PayPal is applied once decided, either way', async () => {
    for (const [act, status] of [
      ['pay', 'succeeded'],
      ['decline', 'failed'],
    ] as const) {
      const one = bench()
      const attempt = await one.started()
      await standIn.act(attempt.orderRef, 'pay-later')
      expect(await one.status(attempt)).toMatchObject({ status: 'processing', capturedMinor: 0 })
      await standIn.act(attempt.orderRef, act)
      expect((await one.status({ ...attempt, state: 'processing' })).status).toBe(status)
    }
  })

  it('with a refused payment method sends the payer back and is retried under a new id', async () => {
    const one = bench()
    const attempt = await one.started()
    standIn.approveWith(attempt.orderRef, 'INSTRUMENT_DECLINED')
    const refused = await one.status(attempt)
    expect(refused).toMatchObject({ status: 'requires_action', capturedMinor: 0 })
    expect(refused.payerUrl).toContain(`/checkoutnow?token=${attempt.orderRef}`)
    // Polling must not use up PayPal's limited capture tries.
    expect((await one.status(attempt)).payerUrl).toBe(refused.payerUrl)
    expect(captures(attempt.orderRef)).toHaveLength(1)
    await standIn.act(attempt.orderRef, 'pay')
    const visit = await standIn.returnVisit(attempt.orderRef)
    await one.provider.readReturn?.(one.ctx, attempt, visit!)
    expect(await one.status(attempt)).toMatchObject({ status: 'succeeded', capturedMinor: 10_000 })
    expect(captures(attempt.orderRef).at(-1)).toMatch(new RegExp(`${attempt.id}:capture:2$`))
  })

  it('is retried after a new approval that only a webhook reports', async () => {
    const one = bench()
    const attempt = await one.started()
    standIn.approveWith(attempt.orderRef, 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING')
    await one.status(attempt)
    await standIn.act(attempt.orderRef, 'pay')
    const report = (await standIn.reports(attempt.orderRef, one.ctx.now)).at(-1)
    await one.provider.readWebhook?.(one.ctx, report!.rawBody, report!.headers)
    expect((await one.status(attempt)).status).toBe('succeeded')
  })

  it.each([
    'TRANSACTION_REFUSED',
    'PAYER_CANNOT_PAY',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    'COMPLIANCE_VIOLATION',
    'PAYER_ACCOUNT_RESTRICTED',
  ])('that PayPal refuses for good (%s) fails with a message for the customer', async (issue) => {
    const one = bench()
    const attempt = await one.started()
    standIn.approveWith(attempt.orderRef, issue)
    const snapshot = await one.status(attempt)
    expect(snapshot).toMatchObject({ status: 'failed', capturedMinor: 0 })
    expect(inEnglish(snapshot.failureMessage)).toMatch(/choose another way to pay/)
  })

  it.each(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED', 'ORDER_COMPLETION_IN_PROGRESS'])(
    'that is not possible yet (%s) leaves the attempt open',
    async (issue) => {
      const one = bench()
      const attempt = await one.started()
      standIn.approveWith(attempt.orderRef, issue)
      expect((await one.status(attempt)).status).toBe('requires_action')
    },
  )

  it.each(['error-500', 'garbage', 'resetting'] as const)('does not fail after %s', async (fault) => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    standIn.setFault(fault)
    await expect(one.status(attempt)).rejects.toThrow(/no usable answer/)
    standIn.setFault(null)
    expect((await one.status(attempt)).status).toBe('succeeded')
  })

  it('reports PayPal’s fee in the same currency', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    expect((await one.status(attempt)).feeMinor).toBe(350)
  })

  it.each([
    ['wrong-amount', { capturedMinor: 9_900 }],
    ['wrong-currency', { currency: 'EUR' }],
    ['wrong-mode', { mode: 'live' }],
  ] as const)('is reported as it is: %s', async (lie, expected) => {
    const one = bench()
    const attempt = await one.started()
    await standIn.lie(attempt.orderRef, lie)
    await standIn.act(attempt.orderRef, 'pay')
    expect(await one.status(attempt)).toMatchObject(expected)
  })

  it('with another attempt’s id belongs to another order', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.lie(attempt.orderRef, 'wrong-order')
    await standIn.act(attempt.orderRef, 'pay')
    expect((await one.status(attempt)).orderRef).not.toBe(attempt.orderRef)
  })
})

describe('the return from PayPal', () => {
  it('proves the payer by PayPal’s order id', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    const read = one.provider.readReturn!
    const visit = await standIn.returnVisit(attempt.orderRef)
    expect(await read(one.ctx, attempt, visit!)).toEqual({ isProven: true, isCancelled: false })
    expect((await read(one.ctx, attempt, { query: { token: 'OTHER' }, form: {} })).isProven).toBe(false)
    expect((await read(one.ctx, { ...attempt, orderRef: null }, { query: {}, form: {} })).isProven).toBe(false)
  })

  it('reports a cancellation only for the payer’s own order', async () => {
    const one = bench()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'cancel')
    const visit = await standIn.returnVisit(attempt.orderRef)
    const read = one.provider.readReturn!
    expect(await read(one.ctx, attempt, visit!)).toEqual({ isProven: true, isCancelled: true })
    const forged = { query: { ...visit!.query, token: 'OTHER' }, form: {} }
    expect(await read(one.ctx, attempt, forged)).toEqual({ isProven: false, isCancelled: false })
  })
})

describe('a PayPal refund', () => {
  const paidOrder = async (one: PayPalBench) => {
    const attempt = await one.started()
    await one.online?.customerPays(attempt.orderRef)
    const ask = (refundId: string, minor: number, currency = 'USD') =>
      one.provider.refund!(one.ctx, { attempt, refundId, amount: money(minor, currency), reason: 'test' })
    return { attempt, ask }
  }

  it('is listed with our id, or without one when made elsewhere', async () => {
    const one = bench()
    const { attempt, ask } = await paidOrder(one)
    const refundId = '01900000-0000-7000-8000-00000000aaaa'
    const outcome = await ask(refundId, 4_000)
    await standIn.refundElsewhere(attempt.orderRef, 500)
    const snapshot = await one.status(attempt)
    expect(snapshot).toMatchObject({ status: 'succeeded', capturedMinor: 10_000, refundedMinor: 4_500 })
    expect(snapshot.refunds).toMatchObject([
      { ref: 'ref' in outcome && outcome.ref, ourId: refundId, amountMinor: 4_000, state: 'succeeded' },
      { ourId: null, amountMinor: 500, state: 'succeeded' },
    ])
  })

  it('is not repeated when PayPal has forgotten the request', async () => {
    const one = bench()
    const { attempt, ask } = await paidOrder(one)
    const first = await ask('refund-1', 6_000)
    standIn.forgetRequestIds()
    expect(await ask('refund-1', 6_000)).toEqual(first)
    expect(standIn.order(attempt.orderRef).refunds).toHaveLength(1)
  })

  it('is refused with a message for staff', async () => {
    const { ask } = await paidOrder(bench())
    expect(inEnglish(await ask('refund-1', 10_001))).toEqual({
      outcome: 'failed',
      message: expect.stringMatching(/more than is left/),
    })
    expect(inEnglish(await ask('refund-2', 5_000, 'EUR'))).toEqual({
      outcome: 'failed',
      message: expect.stringMatching(/only in the currency/),
    })
    await ask('refund-3', 10_000)
    expect(inEnglish(await ask('refund-4', 1))).toEqual({
      outcome: 'failed',
      message: expect.stringMatching(/in full/),
    })
  })

  it('is unknown without a response and found later', async () => {
    const one = bench()
    const { attempt, ask } = await paidOrder(one)
    standIn.setFault('error-500')
    await expect(ask('refund-1', 1_000)).rejects.toThrow(/no usable answer/)
    standIn.setFault(null)
    expect((await ask('refund-1', 1_000)).outcome).toBe('succeeded')
    expect((await one.status(attempt)).refundedMinor).toBe(1_000)
  })
})

describe('the connection test', () => {
  const test = (one: PayPalBench, change: object = {}) => one.provider.testConnection!({ ...one.ctx, ...change })

  it('passes with valid keys and a webhook for this shop', async () => {
    expect(inEnglish(await test(bench()))).toEqual({
      isFine: true,
      message: 'PayPal accepts the keys and the webhook in the sandbox.',
    })
  })

  it('reports what is wrong without a secret', async () => {
    const one = bench()
    expect(inEnglish(await test(one, { secrets: { client_secret: 'wrong' } }))).toEqual({
      isFine: false,
      message: 'PayPal does not accept this client ID and client secret in the sandbox.',
    })
    expect(inEnglish((await test(bench({ webhook_id: 'OTHER' }))).message)).toMatch(/no webhook with this ID/)
    expect(inEnglish((await test(one, { baseUrl: 'http://other.test' })).message)).toMatch(
      /instead of http:\/\/other.test/,
    )
    standIn.setFault('resetting')
    expect(inEnglish(await test(one))).toEqual({
      isFine: false,
      message: 'PayPal gave no answer. Try again in a moment.',
    })
    standIn.setFault(null)
  })
})
