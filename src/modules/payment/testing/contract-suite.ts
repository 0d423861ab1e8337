import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { Attempt } from '../attempts/rules/attempt.ts'
import { emptyAccount } from '../gateways/rules/bank-details.ts'
import type { PaymentProvider, ProviderContext, StartRequest, WebhookHeaders } from '../port.ts'
import { anAttempt } from './facts.ts'

type Report = { readonly rawBody: Uint8Array; readonly headers: WebhookHeaders }
/** A provider under test, with a stand-in that acts as customers and banks. */
export type Bench = {
  readonly provider: PaymentProvider
  readonly ctx: ProviderContext
  /** A new attempt of 100.00 in this currency, never started. */
  readonly newAttempt: () => Promise<Attempt>
  readonly currency: string
  /** Online providers only. */
  readonly online?: {
    readonly customerPays: (orderRef: string) => Promise<void>
    readonly customerFails: (orderRef: string) => Promise<void>
    /** The supplier's webhook after that, signed now. */
    readonly report: (orderRef: string, attempt: Attempt, at: Date) => Promise<Report>
    readonly unsigned?: Unsigned
    /** For suppliers that decide refunds later: decides all refunds of the order. */
    readonly refundsSettle?: (orderRef: string) => Promise<void>
    /** A failed try does not end the order: the customer may retry and the bank may still accept. */
    readonly staysOpenAfterFailure?: true
    /** Maximum age of a webhook, for suppliers that retry with the first timestamp. Omitted: 300 seconds. */
    readonly reportsLiveForSeconds?: number
  }
}
/**
 * Only for suppliers without signatures (CCAvenue only encrypts). Their webhooks are hints, upon which the supplier is
 * asked. A webhook made without the agency's key is refused; the same content in other bytes must be the same event.
 */
export type Unsigned = {
  /** Forged: made without the key, with another key, truncated, or for another order. */
  readonly forged: (report: Report) => readonly Report[]
  /** The same content in other bytes. */
  readonly anew: (report: Report) => readonly Report[]
  /** Older webhooks are refused. */
  readonly oldAfterSeconds: number
}

/** The action type of each known provider; others redirect under their own name. */
const actionTypes: Readonly<Record<string, string>> = {
  razorpay: 'razorpay_checkout',
  stripe: 'stripe_redirect',
  paypal: 'paypal_redirect',
  ccavenue: 'ccavenue_redirect',
  bank_transfer: 'bank_transfer_details',
  cash_on_arrival: 'pay_on_arrival',
}
const amountMinor = 10_000
export const benchContext = (change: Partial<ProviderContext> = {}): ProviderContext => ({
  settings: {},
  secrets: {},
  instructions: 'Account Name: Safar',
  bankAccount: () => ({ ...emptyAccount, accountName: 'Safar' }),
  baseUrl: 'http://shop.test',
  now: new Date('2026-11-21T08:00:00Z'),
  signal: new AbortController().signal,
  ...change,
})
export const benchAttempt = (id: string, provider: string, currency = 'AED'): Attempt =>
  anAttempt({
    id,
    provider,
    currency,
    bookingCurrency: currency,
    amountMinor,
    bookingAmountMinor: amountMinor,
    state: 'created',
    orderRef: null,
  })

const requestFor = (attempt: Attempt): StartRequest => ({
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
})

async function started(bench: Bench): Promise<{ attempt: Attempt; orderRef: string | null }> {
  const attempt = await bench.newAttempt()
  const outcome = await bench.provider.start(bench.ctx, requestFor(attempt))
  if (outcome.outcome !== 'requires_action') throw new Error(`start: ${outcome.outcome}`)
  return { attempt: { ...attempt, state: 'requires_action', orderRef: outcome.orderRef }, orderRef: outcome.orderRef }
}

/** The contract of every payment provider. Every provider's test runs this suite. */
export function providerContract(name: string, kind: 'online' | 'manual', open: () => Promise<Bench>): void {
  describe(`the provider ${name}`, () => {
    it('describes itself as plain data for gateways and forms', async () => {
      const { describe: about } = (await open()).provider
      expect(about.name).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(about.label).not.toBe('')
      expect(['api', 'manual']).toContain(about.type)
      const fields = about.fields.map((field) => field.name)
      expect(new Set(fields).size).toBe(fields.length)
      for (const field of about.fields) expect(field.name).toMatch(/^[a-z][a-z0-9_]*$/)
    })

    it('starts with an action that the shop can show, as plain data', async () => {
      const bench = await open()
      const outcome = await bench.provider.start(bench.ctx, requestFor(await bench.newAttempt()))
      if (outcome.outcome !== 'requires_action') throw new Error(`start: ${outcome.outcome}`)
      expect(['redirect', 'popup', 'bank-details', 'instructions']).toContain(outcome.action.kind)
      expect(JSON.parse(JSON.stringify(outcome.action))).toEqual(outcome.action)
      expect(JSON.stringify(outcome.action)).not.toMatch(/<[a-z]/i)
      if (outcome.action.kind === 'redirect') expect(outcome.action.url).toMatch(/^https?:\/\//)
    })

    it('names its action as specified, or with its own name [C205]', async () => {
      const bench = await open()
      const outcome = await bench.provider.start(bench.ctx, requestFor(await bench.newAttempt()))
      if (outcome.outcome !== 'requires_action') throw new Error(`start: ${outcome.outcome}`)
      const { kind: action, type } = outcome.action
      if (name in actionTypes) expect(type).toBe(actionTypes[name])
      else expect([action, type]).toEqual(['redirect', expect.stringMatching(/^[a-z]+(_[a-z]+)*_redirect$/)])
    })

    it('returns the same order when an attempt is started again', async () => {
      const bench = await open()
      const request = requestFor(await bench.newAttempt())
      const first = await bench.provider.start(bench.ctx, request)
      expect(await bench.provider.start(bench.ctx, request)).toEqual(first)
    })

    if (kind === 'manual') return
    onlineContract(open)
    reportContract(open)
    moneyBackContract(open)
  })
}

function onlineContract(open: () => Promise<Bench>): void {
  it('reports an unknown attempt as not found', async () => {
    const bench = await open()
    if (!bench.provider.fetchStatus) return
    const snapshot = await bench.provider.fetchStatus(bench.ctx, await bench.newAttempt())
    expect(snapshot).toMatchObject({ status: 'not-found', capturedMinor: 0 })
  })

  it('reports a paid order with amount, currency, references and mode', async () => {
    const bench = await open()
    if (!bench.online || !bench.provider.fetchStatus) return
    const { attempt, orderRef } = await started(bench)
    expect(await bench.provider.fetchStatus(bench.ctx, attempt)).toMatchObject({
      status: 'requires_action',
      capturedMinor: 0,
      orderRef,
    })
    await bench.online.customerPays(orderRef!)
    const snapshot = await bench.provider.fetchStatus(bench.ctx, attempt)
    expect(snapshot).toMatchObject({
      status: 'succeeded',
      capturedMinor: amountMinor,
      refundedMinor: 0,
      currency: bench.currency,
      orderRef,
      mode: bench.provider.mode(bench.ctx),
    })
    expect(snapshot.paymentRef).toBeTruthy()
  })

  it('reports a failed try with a message for the customer', async () => {
    const bench = await open()
    if (!bench.online || !bench.provider.fetchStatus) return
    const { attempt, orderRef } = await started(bench)
    await bench.online.customerFails(orderRef!)
    const snapshot = await bench.provider.fetchStatus(bench.ctx, attempt)
    const status = bench.online.staysOpenAfterFailure ? 'requires_action' : 'failed'
    expect(snapshot).toMatchObject({ status, capturedMinor: 0 })
    expect(snapshot.failureMessage).toBeTruthy()
  })

  it('closes an open order, or reports that it was paid before', async () => {
    const bench = await open()
    if (!bench.online || !bench.provider.close) return
    const open1 = await started(bench)
    expect(await bench.provider.close(bench.ctx, open1.attempt)).toEqual({ outcome: 'closed' })
    const paid = await started(bench)
    await bench.online.customerPays(paid.orderRef!)
    expect(await bench.provider.close(bench.ctx, paid.attempt)).toMatchObject({
      outcome: 'moved-on',
      snapshot: { status: 'succeeded', capturedMinor: amountMinor },
    })
  })
}

function reportContract(open: () => Promise<Bench>): void {
  const reported = async (bench: Bench, at = bench.ctx.now) => {
    const { attempt, orderRef } = await started(bench)
    await bench.online!.customerPays(orderRef!)
    return { attempt, orderRef, report: await bench.online!.report(orderRef!, attempt, at) }
  }
  const read = (bench: Bench, report: Report) => bench.provider.readWebhook!(bench.ctx, report.rawBody, report.headers)

  it('reads the event id and attempt of its own webhooks', async () => {
    const bench = await open()
    if (!bench.online || !bench.provider.readWebhook) return
    const { attempt, orderRef, report } = await reported(bench)
    const reading = await read(bench, report)
    if (!reading.verified) throw new Error(reading.why)
    const [event] = reading.events
    expect(event?.eventId).toBeTruthy()
    expect([event?.attemptId, event?.orderRef]).toContain(event?.attemptId ? attempt.id : orderRef)
    const again = await read(bench, report)
    expect(again).toEqual(reading)
  })

  it('refuses a webhook without a signature, with a wrong one, altered or too old', async () => {
    const bench = await open()
    if (!bench.online || !bench.provider.readWebhook) return
    const { report } = await reported(bench)
    if (bench.online.unsigned) return refusesUnsigned(bench, bench.online.unsigned, report)
    expect((await read(bench, { ...report, headers: {} })).verified).toBe(false)
    const forged = Object.fromEntries(
      Object.entries(report.headers).map(([key, value]) => [key, value?.replace(/[0-9a-f]{4}$/, 'beef')]),
    )
    expect((await read(bench, { ...report, headers: forged })).verified).toBe(false)
    const anew = Buffer.from(JSON.stringify(JSON.parse(Buffer.from(report.rawBody).toString()), null, 1))
    expect((await read(bench, { ...report, rawBody: anew })).verified).toBe(false)
    const changed = Buffer.from(Buffer.from(report.rawBody).toString().replace(/\d/, '7'))
    if (!changed.equals(report.rawBody))
      expect((await read(bench, { ...report, rawBody: changed })).verified).toBe(false)
    const life = bench.online.reportsLiveForSeconds ?? 300
    const old = await reported(bench, new Date(bench.ctx.now.getTime() - (life + 1) * 1000))
    expect((await read(bench, old.report)).verified).toBe(false)
  })

  const refusesUnsigned = async (bench: Bench, unsigned: Unsigned, report: Report) => {
    const reading = await read(bench, report)
    if (!reading.verified) throw new Error(reading.why)
    for (const event of reading.events) expect(event.snapshot).toBeNull()
    const forged = [{ ...report, rawBody: new Uint8Array() }, ...unsigned.forged(report)]
    expect(forged.length).toBeGreaterThan(3)
    for (const one of forged) expect((await read(bench, one)).verified).toBe(false)
    for (const same of unsigned.anew(report)) expect(await read(bench, same)).toEqual(reading)
    const tooOld = new Date(bench.ctx.now.getTime() - (unsigned.oldAfterSeconds + 1) * 1000)
    expect((await read(bench, (await reported(bench, tooOld)).report)).verified).toBe(false)
  }
}

function moneyBackContract(open: () => Promise<Bench>): void {
  it('refunds once per refund id, in parts, and never more than was paid', async () => {
    const bench = await open()
    const { refund, fetchStatus } = bench.provider
    if (!bench.online || !refund || !fetchStatus) return
    const { attempt, orderRef } = await started(bench)
    await bench.online.customerPays(orderRef!)
    const ask = (refundId: string, minor: number) =>
      refund(bench.ctx, { attempt, refundId, amount: money(minor, attempt.currency), reason: 'test' })
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
    const settle = async () => bench.online?.refundsSettle?.(orderRef!)
    expect(['pending', 'succeeded']).toContain((await ask(one, 4_000)).outcome)
    expect(await ask(one, 4_000)).toMatchObject({ outcome: expect.stringMatching(/pending|succeeded/) })
    await settle()
    expect((await fetchStatus(bench.ctx, attempt)).refundedMinor).toBe(4_000)
    expect((await ask(two, 6_001)).outcome).toBe('failed')
    expect((await ask(three, 6_000)).outcome).not.toBe('failed')
    await settle()
    expect((await fetchStatus(bench.ctx, attempt)).refundedMinor).toBe(amountMinor)
  })
}
