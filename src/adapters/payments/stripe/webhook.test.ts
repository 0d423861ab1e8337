import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { WebhookEvent } from '../../../modules/payment/port.ts'
import { hasContracts, readContractFile } from '../../../modules/payment/testing/contract-files.ts'
import { followedEvents } from './fields.ts'
import { stripe } from './provider.server.ts'
import { stripeBench } from './testing/bench.ts'
import { sign, testWebhookSecret } from './testing/stand-in.ts'

const bench = await stripeBench()
const { supplier, provider } = bench
afterAll(() => supplier.close())

type Vector = { name: string; header: string; receivedAt_ms: number; expect: string }
type Fixtures = {
  events: Record<string, object>
  webhook_vectors: { secret: string; payload: string; vectors: Vector[] }
}
const fixtures = readContractFile('stripe-fixtures.json') as Fixtures | null

const read = (
  rawBody: Uint8Array,
  header: string | undefined,
  { now = bench.clock(), secrets = supplier.secrets, by = provider } = {},
) => by.readWebhook!({ ...bench.ctx(), now, secrets }, rawBody, { 'stripe-signature': header })
const sent = async (event: object): Promise<WebhookEvent | undefined> => {
  const body = Buffer.from(JSON.stringify(event))
  const reading = await read(body, sign(body, bench.clock()))
  if (!reading.verified) throw new Error(reading.why)
  expect(reading.events).toHaveLength(1)
  return reading.events[0]
}
const anEvent = (type: string, object: object, change: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1,
  data: { object },
  livemode: false,
  type,
  ...change,
})
const paid = async () => {
  const { attempt, orderRef } = await bench.started()
  await supplier.act(orderRef, 'pay')
  return { attempt, orderRef }
}
const lastReport = async (orderRef: string): Promise<Record<string, unknown>> => {
  const last = (await supplier.reports(orderRef, bench.clock())).at(-1)
  return JSON.parse(Buffer.from(last?.rawBody ?? '').toString()) as Record<string, unknown>
}

describe.skipIf(!fixtures)('the published signatures (skipped where they are absent)', () => {
  const { secret, payload, vectors } = fixtures?.webhook_vectors ?? { secret: '', payload: '', vectors: [] }
  it.each(vectors)('$name: $expect', async ({ header, receivedAt_ms: at, expect: expected }) => {
    const secrets = { ...supplier.secrets, webhook_secret: secret }
    const reading = await read(Buffer.from(payload), header, { now: new Date(at), secrets })
    // The library accepts future timestamps; the shop rejects them.
    expect(reading.verified).toBe(expected === 'ok')
  })

  it('are invalid for the same content in other bytes', async () => {
    const header = vectors.find(({ name }) => name === 'valid')?.header
    const options = { now: new Date(1_763_640_000_000), secrets: { webhook_secret: secret } }
    const anew = JSON.stringify(JSON.parse(payload), null, 2)
    expect((await read(Buffer.from(payload), header, options)).verified).toBe(true)
    expect((await read(Buffer.from(anew), header, options)).verified).toBe(false)
  })
})

describe('a Stripe webhook', () => {
  const body = Buffer.from(
    JSON.stringify(anEvent('checkout.session.completed', { object: 'checkout.session', id: 'cs_1' })),
  )
  const at = (seconds: number) => new Date(bench.clock().getTime() + seconds * 1000)

  it('is accepted within 300 seconds, past or future', async () => {
    for (const [seconds, verified] of [
      [-300, true],
      [-301, false],
      [300, true],
      [301, false],
    ] as const) {
      expect(await read(body, sign(body, at(seconds)))).toMatchObject({ verified })
    }
  })

  it('is accepted with either secret during a rotation, and with no other', async () => {
    const secrets = { webhook_secret: 'whsec_new0123456789', webhook_secret_previous: testWebhookSecret }
    expect((await read(body, sign(body, at(0)), { secrets })).verified).toBe(true)
    expect((await read(body, sign(body, at(0), 'whsec_new0123456789'), { secrets })).verified).toBe(true)
    expect((await read(body, sign(body, at(0), 'whsec_other012345678'), { secrets })).verified).toBe(false)
    const rolled = { webhook_secret: 'whsec_new0123456789' }
    expect((await read(body, sign(body, at(0)), { secrets: rolled })).verified).toBe(false)
  })

  it('is rejected without a secret, header or event, and with two times', async () => {
    for (const secrets of [{}, { webhook_secret: '' }, { webhook_secret: '  ' }])
      expect((await read(body, sign(body, at(0)), { secrets })).verified).toBe(false)
    for (const header of [undefined, '', 't=1', 'v1=00', sign(body, at(0)).replace('v1', 'v0')])
      expect((await read(body, header)).verified).toBe(false)
    expect((await read(body, `t=1,${sign(body, at(0))}`)).verified).toBe(false)
    for (const wrong of ['', 'no json', '{}', '{"object":"v2.core.event"}', '[]', 'null']) {
      const bytes = Buffer.from(wrong)
      expect((await read(bytes, sign(bytes, at(0)))).verified).toBe(false)
    }
  })

  it('names the attempt, and Stripe is asked for the state', async () => {
    const { attempt, orderRef } = await paid()
    const event = await sent(await lastReport(orderRef))
    expect(event).toMatchObject({ attemptId: attempt.id, orderRef, snapshot: null })
    expect(event).not.toHaveProperty('isIrrelevant')
  })

  it('about a declined card names the attempt, which stays open', async () => {
    const { attempt, orderRef } = await bench.started()
    supplier.declineCard(orderRef)
    expect(await sent(await lastReport(orderRef))).toMatchObject({ attemptId: attempt.id, snapshot: null })
  })

  it('about a dashboard refund or a dispute finds its attempt by the payment', async () => {
    const { attempt, orderRef } = await paid()
    await supplier.refundElsewhere(orderRef, 500)
    const reports = await supplier.reports(orderRef, bench.clock())
    for (const { rawBody } of reports.slice(1)) {
      expect(await sent(JSON.parse(Buffer.from(rawBody).toString()))).toMatchObject({ attemptId: attempt.id })
    }
    supplier.dispute(orderRef)
    expect(await sent(await lastReport(orderRef))).toMatchObject({ attemptId: attempt.id, snapshot: null })
  })

  it('is repeated and not lost when Stripe does not respond', async () => {
    const { orderRef } = await paid()
    supplier.dispute(orderRef)
    supplier.setFault('error-500')
    const silent = sent(await lastReport(orderRef))
    await expect(silent).rejects.toThrow('Stripe')
    supplier.setFault(null)
  })

  it('about a foreign payment is kept as irrelevant', async () => {
    const theirs = [
      anEvent('checkout.session.completed', { object: 'checkout.session', id: 'cs_2', client_reference_id: null }),
      anEvent('refund.created', { object: 'refund', id: 're_1', payment_intent: 'pi_of_another_shop' }),
      anEvent('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: null }),
      anEvent('customer.created', { object: 'customer', id: 'cus_1' }),
      anEvent('payout.paid', { object: 'payout', id: 'po_1' }),
    ]
    for (const event of theirs) expect(await sent(event)).toMatchObject({ isIrrelevant: true, attemptId: null })
  })

  it('of the other mode is shown as such and never counts as money', async () => {
    const { attempt, orderRef } = await paid()
    const live = { ...(await lastReport(orderRef)), livemode: true }
    expect(await sent(live)).toMatchObject({ attemptId: attempt.id, snapshot: { mode: 'live', status: 'succeeded' } })
    const refund = anEvent(
      'refund.created',
      { object: 'refund', metadata: { attempt_id: attempt.id } },
      { livemode: true },
    )
    expect(await sent(refund)).toMatchObject({ isIrrelevant: true })
  })

  it('in another API version is processed and logged', async () => {
    const warn = vi.fn()
    const log = { ...bench.core.log, warn } as unknown as typeof bench.core.log
    const by = stripe({ ...bench.core, log }, supplier.origin)
    const { attempt, orderRef } = await paid()
    const older = Buffer.from(JSON.stringify({ ...(await lastReport(orderRef)), api_version: '2025-01-27.acacia' }))
    const reading = await read(older, sign(older, bench.clock()), { by })
    expect(reading).toMatchObject({ verified: true, events: [{ attemptId: attempt.id }] })
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ version: '2025-01-27.acacia' }), expect.any(String))
  })
})

it("webhooks are never read without the library's signature check", () => {
  const root = join(import.meta.dirname, '../../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!test)\.tsx?$/.test(name))
  const around = ['constructEvent', 'WithoutVerification'].join('')
  expect(files.filter((name) => readFileSync(join(root, name), 'utf8').includes(around))).toEqual([])
})

describe('the settings', () => {
  it('show staff the webhook URL and all the events to select', () => {
    const help = provider.describe.fields.find(({ name }) => name === 'webhook_secret')?.help ?? ''
    expect(help).toContain('http://shop.test/api/webhooks/stripe')
    expect(help).toContain('2026-10-28.endive')
    for (const event of followedEvents) expect(help).toContain(event)
    expect(provider.describe.fields.every(({ isSecret }) => isSecret)).toBe(true)
  })

  it.skipIf(!hasContracts)('name events that exist at Stripe', () => {
    const file = readContractFile('stripe-openapi-subset.json') as {
      components: { schemas: Record<string, { properties: { type: { enum: string[] } } }> }
    }
    const known = file.components.schemas.event?.properties.type.enum
    expect(known).toEqual(expect.arrayContaining([...followedEvents]))
  })

  it('have a stand-in that signs like Stripe', () => {
    const body = Buffer.from('{}')
    const mac = createHmac('sha256', testWebhookSecret).update('1.{}').digest('hex')
    expect(sign(body, new Date(1000))).toBe(`t=1,v1=${mac}`)
  })
})
