import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { addMinutes } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { stripeBench } from './testing/bench.ts'
import { feeOf } from './testing/bodies.ts'

const bench = await stripeBench()
const { supplier, provider } = bench
afterEach(() => {
  supplier.setFault(null)
  supplier.holdRefunds(false)
  supplier.hideFees(false)
  expect(supplier.breaches()).toEqual([])
})
afterAll(() => supplier.close())
const unknownOr = (call: Promise<unknown>) => call.catch((error: Error) => `thrown: ${error.message}`)

describe('a Stripe session', () => {
  it('carries the attempt, the amount and the expiry', async () => {
    const { attempt, orderRef } = await bench.started('AED')
    expect(supplier.order(orderRef)).toMatchObject({
      amount: 10_000,
      currency: 'aed',
      attemptId: attempt.id,
      metadata: { attempt_id: attempt.id, booking_reference: 'TH0123456789' },
      intentMetadata: { attempt_id: attempt.id, booking_reference: 'TH0123456789' },
      submitType: 'book',
      isAdaptive: false,
      email: 'asha@example.com',
      expiresAt: addMinutes(bench.clock(), 45).getTime() / 1000,
    })
    const keys = supplier.requests().filter(({ method }) => method === 'POST')
    expect(keys.at(-1)?.key).toBe(`${attempt.id}:create`)
  })

  it('expires between 30 minutes and 24 hours and reports when', async () => {
    for (const [minutes, seconds] of [
      [5, 35],
      [60 * 48, 24 * 60 - 5],
      [90, 90],
    ] as const) {
      const outcome = await bench.start(bench.anAttempt(), { expiresAt: addMinutes(bench.clock(), minutes) })
      expect(outcome).toMatchObject({ outcome: 'requires_action', expiresAt: addMinutes(bench.clock(), seconds) })
    }
  })

  it('has amounts without, with two and with three decimals, as Stripe counts them', async () => {
    const amounts = [
      ['JPY', 5000],
      ['INR', 1_499_900],
      ['KWD', 12_340],
    ] as const
    for (const [currency, minor] of amounts) {
      const attempt = { ...bench.anAttempt(currency), amountMinor: minor }
      const payable = { ...(await payableOf(currency, minor)) }
      const outcome = await bench.start(attempt, { payable })
      if (outcome.outcome !== 'requires_action') throw new Error(outcome.outcome)
      expect(supplier.order(outcome.orderRef ?? '')).toMatchObject({ amount: minor, currency: currency.toLowerCase() })
    }
    const before = supplier.requests().length
    const odd = await bench.start(bench.anAttempt('KWD'), { payable: payableOf('KWD', 12_345) })
    expect(inEnglish(odd)).toMatchObject({ outcome: 'failed', message: expect.stringContaining('another way') })
    expect(supplier.requests()).toHaveLength(before)
  })

  it('is refused with a message for the customer when Stripe refuses', async () => {
    const small = await bench.start(bench.anAttempt(), { payable: payableOf('USD', 49) })
    expect(inEnglish(small)).toEqual({
      outcome: 'failed',
      message: 'This amount cannot be paid with Stripe. Please choose another way to pay.',
    })
    const wrongKey = { ...bench.ctx(), secrets: { ...supplier.secrets, secret_key: 'sk_test_someoneelse1' } }
    const attempt = bench.anAttempt()
    const outcome = await provider.start(wrongKey, {
      attempt,
      payable: payableOf('USD', 10_000),
      returnUrl: 'http://shop.test/api/payments/x/return',
      idempotencyKey: `${attempt.id}:create`,
      expiresAt: null,
    })
    expect(outcome.outcome).toBe('failed')
    expect(JSON.stringify(outcome)).not.toMatch(/sk_test|API Key/)
  })

  it('is created once, however often the response is lost', async () => {
    const attempt = bench.anAttempt()
    const before = supplier.orderCount()
    supplier.setFault('losing-answers')
    expect(await unknownOr(bench.start(attempt))).toMatch(/^thrown/)
    expect(await unknownOr(bench.start(attempt))).toMatch(/^thrown/)
    supplier.setFault(null)
    const snapshot = await bench.fetch(attempt)
    expect(snapshot).toMatchObject({ status: 'requires_action', orderRef: expect.stringMatching(/^cs_test_/) })
    const again = await bench.start(attempt)
    expect(again).toMatchObject({ outcome: 'requires_action', orderRef: snapshot.orderRef })
    expect(supplier.orderCount()).toBe(before + 1)
  })

  it('is unknown and not failed when its key was used with other parameters', async () => {
    const attempt = bench.anAttempt()
    await bench.start(attempt)
    expect(await unknownOr(bench.start(attempt, { payable: payableOf('USD', 20_000) }))).toMatch(/thrown.*Idempotency/)
  })

  it('is not reused after it ended, although its key still returns it', async () => {
    const { attempt, orderRef } = await bench.started()
    await supplier.act(orderRef, 'lapse')
    expect(await bench.start({ ...attempt, orderRef: null })).toMatchObject({ outcome: 'unknown' })
  })

  it.each(['resetting', 'error-500', 'garbage'] as const)('is unknown without a response (%s)', async (fault) => {
    const { attempt } = await bench.started()
    supplier.setFault(fault)
    expect(await unknownOr(bench.start(bench.anAttempt()))).toMatch(/^thrown: Stripe/)
    expect(await unknownOr(bench.fetch(attempt))).toMatch(/^thrown: Stripe/)
    expect(await unknownOr(bench.fetch(bench.anAttempt()))).toMatch(/^thrown: Stripe/)
    expect(await unknownOr(bench.close(attempt))).toMatch(/^thrown: Stripe/)
    expect(await unknownOr(bench.refund({ ...attempt, paymentRef: 'pi_1' }, randomUUID(), 1))).toMatch(
      /^thrown: Stripe/,
    )
    expect(await unknownOr(provider.testConnection!(bench.ctx()))).toMatch(/^thrown: Stripe/)
    const message = await unknownOr(bench.start(attempt))
    for (const secret of Object.values(supplier.secrets)) expect(message).not.toContain(secret)
  })

  it('is awaited when slow, even with two requests', async () => {
    const attempt = bench.anAttempt()
    supplier.setFault('losing-answers')
    await unknownOr(bench.start(attempt))
    supplier.setFault('slow')
    const ctx = { ...bench.ctx(), signal: AbortSignal.timeout(8_000) }
    expect(await provider.close!(ctx, attempt)).toEqual({ outcome: 'closed' })
  }, 15_000)

  it('is awaited no longer than the call may take', async () => {
    supplier.setFault('hanging')
    const ctx = { ...bench.ctx(), signal: AbortSignal.timeout(300) }
    const began = performance.now()
    expect(await unknownOr(provider.fetchStatus!(ctx, bench.anAttempt()))).toMatch(/^thrown: Stripe/)
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})
const payableOf = (currency: string, minor: number) => ({
  reference: 'TH0123456789',
  amount: money(minor, currency),
  description: 'Desert Safari (TH0123456789)',
  customer: { name: 'Asha Rao', email: 'asha@example.com', phone: null },
})

describe('the state of a payment', () => {
  it('with a delayed method is processing until the bank decides, then paid or failed with a message', async () => {
    const one = await bench.started()
    await supplier.act(one.orderRef, 'pay-later')
    expect(await bench.fetch(one.attempt)).toMatchObject({ status: 'processing', capturedMinor: 0 })
    await supplier.act(one.orderRef, 'pay')
    expect(await bench.fetch(one.attempt)).toMatchObject({ status: 'succeeded', capturedMinor: 10_000 })
    const two = await bench.started()
    await supplier.act(two.orderRef, 'pay-later')
    await supplier.act(two.orderRef, 'decline')
    const failureMessage = 'Your card has insufficient funds.'
    expect(await bench.fetch(two.attempt)).toMatchObject({ status: 'failed', capturedMinor: 0, failureMessage })
  })

  it('stays open after a declined card', async () => {
    const { attempt, orderRef } = await bench.started()
    supplier.declineCard(orderRef)
    expect(await bench.fetch(attempt)).toMatchObject({ status: 'requires_action', failureMessage: null })
    await supplier.act(orderRef, 'pay')
    expect((await bench.fetch(attempt)).status).toBe('succeeded')
  })

  it('includes disputes, and the fee if the key may read it', async () => {
    const { attempt, orderRef } = await bench.started()
    await supplier.act(orderRef, 'pay')
    expect(await bench.fetch(attempt)).toMatchObject({ feeMinor: feeOf(supplier.order(orderRef)), isDisputed: false })
    supplier.hideFees(true)
    const snapshot = await bench.fetch(attempt)
    expect(snapshot).toMatchObject({ status: 'succeeded', capturedMinor: 10_000 })
    expect(snapshot).not.toHaveProperty('feeMinor')
    supplier.dispute(orderRef)
    expect(await bench.fetch(attempt)).toMatchObject({ status: 'succeeded', isDisputed: true })
  })

  it('ignores the session of another attempt or an unknown one', async () => {
    const [one, two] = [await bench.started(), await bench.started()]
    await supplier.act(two.orderRef, 'pay')
    const snapshot = await bench.fetch({ ...one.attempt, orderRef: two.orderRef })
    expect(snapshot.orderRef).not.toBe(two.orderRef)
    const gone = await bench.fetch({ ...one.attempt, orderRef: 'cs_test_gone' })
    expect(gone).toMatchObject({ status: 'not-found', capturedMinor: 0 })
  })

  it('is found on any page of a long list', async () => {
    const attempt = bench.anAttempt()
    supplier.setFault('losing-answers')
    await unknownOr(bench.start(attempt))
    supplier.setFault(null)
    for (let i = 0; i < 101; i++) await bench.started()
    expect(await bench.fetch(attempt)).toMatchObject({ status: 'requires_action' })
  }, 30_000)
})

describe('closing a session', () => {
  it('prevents payment, can be repeated, and reports a payment that was faster', async () => {
    const open = await bench.started()
    expect(await bench.close(open.attempt)).toEqual({ outcome: 'closed' })
    expect(await bench.close(open.attempt)).toEqual({ outcome: 'closed' })
    expect(await bench.fetch(open.attempt)).toMatchObject({ status: 'expired' })
    const waiting = await bench.started()
    await supplier.act(waiting.orderRef, 'pay-later')
    expect(await bench.close(waiting.attempt)).toMatchObject({
      outcome: 'moved-on',
      snapshot: { status: 'processing' },
    })
  })

  it('also works when its id was lost', async () => {
    const attempt = bench.anAttempt()
    supplier.setFault('losing-answers')
    await unknownOr(bench.start(attempt))
    supplier.setFault(null)
    expect(await bench.close(attempt)).toEqual({ outcome: 'closed' })
    expect((await bench.fetch(attempt)).status).toBe('expired')
    expect(await bench.close(bench.anAttempt())).toMatchObject({ snapshot: { status: 'not-found' } })
  })
})

describe('the connection test', () => {
  const test = (secret_key: string) =>
    provider.testConnection!({ ...bench.ctx(), secrets: { ...supplier.secrets, secret_key } })
  it('reports whether Stripe accepts the key and its mode, but never the key', async () => {
    expect(inEnglish(await provider.testConnection!(bench.ctx()))).toMatchObject({
      isFine: true,
      message: expect.stringContaining('test mode'),
    })
    expect(inEnglish(await test('sk_test_someoneelse1'))).toEqual({
      isFine: false,
      message: 'Stripe does not accept this secret key',
    })
    expect(inEnglish(await test('pk_test_0123456789'))).toMatchObject({
      isFine: false,
      message: expect.stringContaining('sk_'),
    })
  })
})

describe('the keys', () => {
  const of = (secret_key: string, more: Record<string, string> = {}) => ({
    settings: {},
    secrets: { secret_key, webhook_secret: 'whsec_0123456789', ...more },
  })
  it('select test or live by their prefix', () => {
    const modes = ['sk_live_0123456789', 'rk_live_0123456789', 'sk_test_0123456789', 'rk_test_0123456789', '']
    expect(modes.map((key) => provider.mode(of(key)))).toEqual(['live', 'live', 'test', 'test', 'test'])
  })
  it('hide the method when missing or wrong', () => {
    expect(provider.notReady!(of('sk_live_0123456789'))).toBeNull()
    expect(provider.notReady!(of('rk_test_0123456789', { webhook_secret_previous: 'whsec_9876543210' }))).toBeNull()
    const faults = [of(''), of('pk_live_0123456789'), of('sk_live'), of('hunter2'), of('sk_live_01234567 9')]
    const secrets = [{ webhook_secret: '' }, { webhook_secret: 'secret' }, { webhook_secret_previous: 'secret' }]
    for (const set of [...faults, ...secrets.map((more) => of('sk_live_0123456789', more))]) {
      expect(provider.notReady!(set)).toBeTruthy()
    }
  })
})

describe('the return', () => {
  it('proves the payer by Stripe’s own data and reports a cancellation', async () => {
    const { attempt, orderRef } = await bench.started()
    const read = (query: Record<string, string>) => provider.readReturn!(bench.ctx(), attempt, { query, form: {} })
    await supplier.act(orderRef, 'cancel')
    const given = await supplier.returnVisit(orderRef)
    expect(await read({ ...given?.query })).toEqual({ isProven: true, isCancelled: true })
    await supplier.act(orderRef, 'pay')
    const paid = await supplier.returnVisit(orderRef)
    expect(paid?.query.session_id).toBe(orderRef)
    expect(await read({ ...paid?.query })).toEqual({ isProven: true, isCancelled: false })
    expect(await read({ session_id: orderRef })).toMatchObject({ isProven: true })
    expect(await read({ cancelled: 'yes', proof: 'guess' })).toEqual({ isProven: false, isCancelled: false })
    expect(await read({})).toEqual({ isProven: false, isCancelled: false })
  })
})
