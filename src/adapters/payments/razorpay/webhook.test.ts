import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hasContracts, openContract, readContractFile } from '../../../modules/payment/testing/contract-files.ts'
import { collectionOf, order, payment, refund } from './objects.server.ts'
import { isCheckoutProof, isHmac } from './signature.server.ts'
import { maxAgeSeconds, readReport } from './webhook.server.ts'

const now = new Date('2026-11-21T08:00:00Z')
const secrets = { webhook_secret: 'new secret', webhook_secret_previous: 'old secret' }
const body = (change: object = {}) => ({
  entity: 'event',
  account_id: 'acc_1',
  event: 'payment.captured',
  contains: ['payment'],
  payload: { payment: { entity: { id: 'pay_0123456789', order_id: 'order_0123456789' } } },
  created_at: now.getTime() / 1000,
  ...change,
})
function report(content: object, secret = 'new secret', headers: object = { 'x-razorpay-event-id': 'evt_00000001' }) {
  const rawBody = Buffer.from(JSON.stringify(content))
  const signature = createHmac('sha256', secret).update(rawBody).digest('hex')
  return [rawBody, { 'x-razorpay-signature': signature, ...headers }] as const
}
const read = (...[rawBody, headers]: ReturnType<typeof report>) => readReport({ secrets, now }, rawBody, headers)
const eventOf = (reading: ReturnType<typeof read>) => (reading.verified ? reading.events[0] : reading.why)

describe('a webhook', () => {
  it('is a hint about an order, identified by its event id', () => {
    expect(eventOf(read(...report(body())))).toEqual({
      eventId: 'evt_00000001',
      attemptId: null,
      orderRef: 'order_0123456789',
      snapshot: null,
    })
  })
  it('without an id is identified by its content', () => {
    const one = eventOf(read(...report(body(), 'new secret', {})))
    expect(one).toMatchObject({ eventId: expect.stringMatching(/^body_[0-9a-f]{64}$/) })
    expect(eventOf(read(...report(body(), 'new secret', {})))).toEqual(one)
  })
  it('names the attempt by our receipt, never by notes that a payer can write', () => {
    const id = '01900000-0000-7000-8000-000000000001'
    const paidOrder = { id: 'order_0123456789', amount: 1, currency: 'INR', status: 'paid', created_at: 1 }
    const { payment } = body().payload
    const paid = (receipt: string | null) =>
      body({ event: 'order.paid', payload: { payment, order: { entity: { ...paidOrder, receipt } } } })
    expect(eventOf(read(...report(paid(id))))).toMatchObject({ attemptId: id })
    expect(eventOf(read(...report(paid('Receipt #20'))))).toMatchObject({ attemptId: null })
    const noted = { entity: { ...payment.entity, notes: { attempt: id } } }
    expect(eventOf(read(...report(body({ payload: { payment: noted } }))))).toMatchObject({ attemptId: null })
  })
  it('is accepted only with the current or the previous secret', () => {
    expect(read(...report(body(), 'old secret')).verified).toBe(true)
    expect(eventOf(read(...report(body(), 'other')))).toBe('wrong signature')
    const [rawBody, headers] = report(body())
    const unset = readReport({ secrets: { webhook_secret_previous: '' }, now }, rawBody, headers)
    expect(unset).toEqual({ verified: false, why: 'wrong signature' })
    expect(readReport({ secrets, now }, rawBody, {})).toEqual({ verified: false, why: 'no signature' })
  })
  it('is accepted as long as Razorpay repeats it, but not from the future', () => {
    const at = (seconds: number) => read(...report(body({ created_at: now.getTime() / 1000 + seconds }))).verified
    expect([at(-maxAgeSeconds), at(-maxAgeSeconds - 1), at(300), at(301)]).toEqual([true, false, true, false])
    expect(read(...report(body({ created_at: undefined }))).verified).toBe(true)
  })
  it('about the account or a payment without an order is kept but has no effect', () => {
    for (const change of [
      { event: 'account.under_review' },
      { payload: { payment: { entity: { id: 'pay_0123456789' } } } },
    ])
      expect(eventOf(read(...report(body(change))))).toMatchObject({ isIrrelevant: true })
  })
  it('with a valid signature but invalid content is rejected', () => {
    for (const content of [{}, [], { ...body(), entity: 'order' }, { ...body(), payload: null }])
      expect(eventOf(read(...report(content)))).toBe('not a report')
  })
})

type Vector = Readonly<Record<string, string>>
type Samples = {
  readonly samples: readonly { schema: string; body: Record<string, unknown> }[]
  readonly signature_vectors: { readonly webhook: readonly Vector[]; readonly checkout: readonly Vector[] }
}

describe.skipIf(!hasContracts)("Razorpay's published samples (skipped where the suppliers' files are absent)", () => {
  const { samples, signature_vectors: vectors } = (readContractFile('razorpay-samples.json') ?? {}) as Samples

  it('have valid signatures, but not after re-serialising', () => {
    for (const { secret, raw_body, signature, signature_must_not_equal } of vectors.webhook) {
      expect(isHmac(secret, Buffer.from(raw_body ?? ''), signature ?? signature_must_not_equal)).toBe(
        signature !== undefined,
      )
    }
    for (const { key_secret, order_id, payment_id, signature } of vectors.checkout) {
      expect(isCheckoutProof(key_secret, order_id ?? '', payment_id, signature)).toBe(true)
      expect(isCheckoutProof(key_secret, `${order_id}1`, payment_id, signature)).toBe(false)
    }
    expect(vectors.webhook.length + vectors.checkout.length).toBe(6)
  })

  it('of objects are read and match the contract', () => {
    const schemas = { order, payment, refund, collection: collectionOf(payment) }
    const contract = openContract('razorpay-contract.json')!
    const read = samples.filter(({ schema }) => schema in schemas)
    for (const { schema, body } of read) {
      expect(schemas[schema as keyof typeof schemas].safeParse(body).error, schema).toBeUndefined()
      if (schema !== 'collection') expect(contract.schema(schema, body)).toBeNull()
    }
    expect(read.length).toBeGreaterThan(12)
  })

  it('of events are read when signed', () => {
    const events = samples.filter(({ schema }) => schema.startsWith('event_'))
    for (const { body: sample } of events) {
      const at = new Date((Number(sample.created_at) || 1_700_000_000) * 1000)
      const [rawBody, headers] = report(sample)
      expect(readReport({ secrets, now: at }, rawBody, headers).verified, String(sample.event)).toBe(true)
    }
    expect(events).toHaveLength(20)
  })
})
