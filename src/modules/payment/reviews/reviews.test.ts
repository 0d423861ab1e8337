import { pino } from 'pino'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { inEnglish } from '../../../services/testing/service.ts'
import { checkBookingPayment } from '../attempts/check-booking-payment.server.ts'
import { callProvider, ProviderUnreachable } from '../gateways/call-provider.server.ts'
import { listGatewaySettings } from '../gateways/read-settings.server.ts'
import { saveGateways } from '../gateways/save-gateways.server.ts'
import { getGateway } from '../gateways/store.server.ts'
import { testConnection } from '../gateways/test-connection.server.ts'
import { receiveWebhook } from '../index.server.ts'
import { madeUpProvider } from '../testing/made-up/provider.ts'
import { admin, paymentWorld, type World } from '../testing/world.ts'
import { listRefusedReports } from '../webhooks/list-refused.server.ts'
import { refusedBounds } from '../webhooks/refused.server.ts'
import { closeReview } from './close-review.server.ts'
import { listReviews } from './list-reviews.server.ts'

const secret = 'sk_live_never_to_be_seen'
const keyed = madeUpProvider('keyed', {
  label: 'Keyed Pay',
  fields: [
    {
      ...{ name: 'api_secret', label: 'API secret', input: 'text', isSecret: true, isRequired: true },
      help: 'Report to http://shop.test/x',
    },
  ],
  charge: { rule: 'setting', key: 'paypal_currency', fallback: 'USD' },
  currencies: ['USD'],
  limits: { USD: { min: 50 } },
})
const test = vi.fn()
const lines: string[] = []
let world: World
beforeAll(async () => {
  const made = await paymentWorld([
    bankTransfer,
    { ...keyed.provider, testConnection: test },
    madeUpProvider('euro_only', { label: 'Euro Pay', currencies: ['EUR'] }).provider,
  ])
  world = { ...made, log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) }
})

const audited = async (action: string) =>
  world.db
    .selectFrom('audit_entries')
    .select(['subject_id', 'after'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
const gateway = async (name: string) => {
  const settings = (await listGatewaySettings(world)).find((each) => each.name === name)
  if (!settings) throw new Error(`no gateway ${name}`)
  return settings
}

describe('a connection test', () => {
  it('reports missing settings without a request, and sends none for bank transfer', async () => {
    expect(inEnglish(await testConnection(world, admin, 'keyed'))).toMatchObject({
      isFine: false,
      message: 'API secret is missing',
    })
    expect(test).not.toHaveBeenCalled()
    expect((await testConnection(world, admin, 'bank_transfer')).isFine).toBe(false)
    expect((await gateway('bank_transfer')).canTest).toBe(false)
    await expect(testConnection(world, admin, 'nobody')).rejects.toMatchObject({ code: 'payment/unknown-provider' })
  })

  it('uses stored credentials and never returns, logs or audits a secret', async () => {
    const { version } = await gateway('keyed')
    await saveGateways(world, admin, [{ name: 'keyed', version, secrets: { api_secret: secret } }])
    test.mockImplementation(async (ctx) => ({ isFine: false, message: `The key ${ctx.secrets.api_secret} is revoked` }))
    expect(await testConnection(world, admin, 'keyed')).toMatchObject({
      isFine: false,
      message: 'The key ••• is revoked',
      mode: 'live',
    })
    const failure = Object.assign(new Error(`401 for ${secret}`), { headers: { authorization: secret } })
    test.mockRejectedValue(new Error('fetch failed', { cause: failure }))
    expect(inEnglish(await testConnection(world, admin, 'keyed')).message).toBe(
      'Keyed Pay did not answer within 8 seconds, or could not be reached.',
    )
    test.mockResolvedValue({ isFine: true, message: 'Connected as Noor Travels' })
    expect(await testConnection(world, admin, 'keyed')).toMatchObject({ isFine: true })
    const entries = await audited('gateway.tested')
    expect(entries.at(-1)).toMatchObject({ subject_id: 'keyed', after: { isFine: true } })
    expect(entries).toHaveLength(5)
    expect(JSON.stringify(entries) + lines.join('')).not.toContain(secret)
    expect(lines.join('')).toContain('provider call failed')
  })

  it('removes a secret from an error before it is logged', async () => {
    test.mockRejectedValue(new Error('failed', { cause: new Error(`401 for ${secret}`) }))
    const failure = await callProvider(world, await getGateway(world, 'keyed'), test).catch((error: unknown) => error)
    if (!(failure instanceof ProviderUnreachable)) throw new Error('not refused')
    expect(failure.cause).toMatchObject({ message: 'failed' })
    expect((failure.cause as Error).cause).toBeUndefined()
  })

  it('is limited to 20 in ten minutes', async () => {
    test.mockResolvedValue({ isFine: true, message: 'fine' })
    world.clock.advance(60)
    for (let times = 0; times < 20; times++) await testConnection(world, admin, 'keyed')
    await expect(testConnection(world, admin, 'keyed')).rejects.toMatchObject({ code: 'limit/too-many' })
    world.clock.advance(10)
    expect((await testConnection(world, admin, 'keyed')).isFine).toBe(true)
  })
})

describe('the list of gateways', () => {
  it('says why a gateway is not offered, and to which bookings others are not [C198]', async () => {
    await world.aBooking()
    const names = (await listGatewaySettings(world)).map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    const priced = await world.db.selectFrom('services').select('currency').distinct().execute()
    expect(priced).toEqual([{ currency: 'USD' }])
    expect(inEnglish(await gateway('euro_only'))).toMatchObject({
      label: 'Euro only (Euro Pay)',
      whyNotOffered: 'Euro Pay cannot take payments in USD',
    })
    expect(inEnglish(await gateway('keyed'))).toMatchObject({
      whyNotOffered: null,
      restrictions: ['Not for payments of less than $0.50'],
      webhookUrl: 'http://shop.test/api/webhooks/keyed',
      fields: [{ help: 'Report to http://shop.test/x' }],
      canTest: true,
    })
    await world.db.updateTable('services').set({ currency: 'EUR' }).execute()
    expect(await gateway('euro_only')).toMatchObject({ whyNotOffered: null, restrictions: [] })
    await world.db.updateTable('services').set({ currency: 'USD' }).execute()
    expect((await gateway('bank_transfer')).webhookUrl).toBeNull()
  })
})

describe('a check by staff', () => {
  it('checks at once, reports changes and writes an audit entry', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    const about = { attemptId: attempt.id, label: 'Made-up Pay', before: 'requires_action' }
    expect(await checkBookingPayment(world, admin, held)).toEqual([
      { ...about, outcome: 'unchanged', after: 'requires_action' },
    ])
    world.madeUp.pay(orderRef)
    expect(await checkBookingPayment(world, admin, { ...held, attemptId: attempt.id })).toEqual([
      { ...about, outcome: 'changed', after: 'succeeded' },
    ])
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
    const entries = (await audited('payment.checked')).filter(({ subject_id: id }) => id === held.bookingId)
    expect(entries).toHaveLength(2)
    expect(entries[1]?.after).toMatchObject({ checks: [{ outcome: 'changed' }] })
  })

  it('reports a provider that does not answer and changes nothing', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    world.madeUp.mood.status = 'silent'
    const [check] = await checkBookingPayment(world, admin, held)
    world.madeUp.mood.status = 'ok'
    expect(check).toMatchObject({ outcome: 'unreachable', after: 'requires_action' })
    expect((await world.booking(held.bookingId)).payment_status).toBe('pending')
  })

  it('checks no provider for a transfer and no attempt of another booking', async () => {
    const [held, other] = [await world.aBooking(), await world.aBooking()]
    const { attempt } = await world.started(held, 'bank_transfer')
    expect(await checkBookingPayment(world, admin, held)).toEqual([])
    const one = { ...held, attemptId: attempt.id }
    expect(await checkBookingPayment(world, admin, one)).toMatchObject([{ outcome: 'by-hand' }])
    await expect(
      checkBookingPayment(world, admin, { bookingId: other.bookingId, attemptId: attempt.id }),
    ).rejects.toMatchObject({ code: 'payment/unknown-attempt' })
  })
})

describe('the list of payments to review', () => {
  it('lists them oldest first by page with their events, without closed ones', async () => {
    const wanted: string[] = []
    for (const amount of [100, 200, 300]) {
      const held = await world.aBooking()
      const { attempt, orderRef } = await world.started(held)
      world.clock.advance(1)
      world.madeUp.pay(orderRef, amount)
      const { rawBody, headers } = world.madeUp.report(
        { eventId: `short-${amount}`, attemptId: attempt.id },
        world.clock(),
      )
      await receiveWebhook(world, 'made_up', rawBody, headers)
      wanted.push(attempt.id)
    }
    const first = await listReviews(world, { limit: 2 })
    expect(first.items.map(({ attemptId }) => attemptId)).toEqual(wanted.slice(0, 2))
    expect(first.total).toBe(3)
    expect(inEnglish(first.items[0])).toMatchObject({
      label: 'Made-up Pay',
      customer_name: expect.any(String),
      reason: 'amount-short',
      amount: { minor: 20_000, currency: 'USD' },
      captured: { minor: 100 },
      refundable: { minor: 100 },
      canCheck: true,
      events: [{ outcome: 'mismatch', note: 'succeeded, captured 1.00 USD, refunded 0.00 USD' }],
    })
    const second = await listReviews(world, { limit: 2, cursor: first.nextCursor ?? '' })
    expect(second).toMatchObject({ items: [{ attemptId: wanted[2] }], nextCursor: null })
    await closeReview(world, admin, { attemptId: wanted[0] ?? '', note: 'The rest came in cash' })
    expect((await listReviews(world, { limit: 25 })).items.map(({ attemptId }) => attemptId)).toEqual(wanted.slice(1))
    await expect(listReviews(world, { limit: 2, cursor: 'x' })).rejects.toMatchObject({ code: 'list/bad-cursor' })
  })
})

describe('a webhook with a bad signature', () => {
  const forge = (body: string) =>
    receiveWebhook(world, 'made_up', Buffer.from(body), { 'made-up-signature': 'no' }).catch(
      (error: { code: string }) => error.code,
    )
  const stored = async () =>
    world.db
      .selectFrom('payment_events')
      .select(['body', 'verified', 'attempt_id', 'received_at'])
      .where('outcome', '=', 'rejected')
      .where('provider', '=', 'made_up')
      .orderBy('received_at')
      .orderBy('id')
      .execute()
  const ofMadeUp = async () => (await listRefusedReports(world)).providers.find((each) => each.provider === 'made_up')

  it('is refused and shown to staff with an excerpt, without blocking the real event', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    const { rawBody, headers } = world.madeUp.report({ eventId: 'real-1', attemptId: attempt.id }, world.clock())
    expect(await forge(rawBody.toString())).toBe('payment/bad-signature')
    expect(await ofMadeUp()).toMatchObject({
      label: 'Made-up Pay',
      total: 1,
      reports: [{ outcome: 'rejected', why: 'signature', excerpt: expect.stringContaining('real-1') }],
    })
    world.madeUp.pay(orderRef)
    expect((await receiveWebhook(world, 'made_up', rawBody, headers)).outcomes).toEqual(['applied'])
  })

  it('is stored only up to an hourly limit and a size limit', async () => {
    world.clock.advance(60)
    const before = (await stored()).length
    const large = 'x'.repeat(50_000)
    const codes = await Promise.all(Array.from({ length: refusedBounds.anHour + 15 }, () => forge(large)))
    expect(new Set(codes)).toEqual(new Set(['payment/bad-signature']))
    const rows = await stored()
    expect(rows.length - before).toBe(refusedBounds.anHour)
    expect(rows.at(-1)).toMatchObject({ verified: false, attempt_id: null })
    expect(rows.at(-1)?.body.length).toBe(refusedBounds.bytes)
    expect((await ofMadeUp())?.reports).toHaveLength(20)
    world.clock.advance(60)
    await forge('{}')
    expect((await stored()).length).toBe(rows.length + 1)
  })

  it('is deleted after 14 days', async () => {
    world.clock.advance(refusedBounds.days * 24 * 60 + 1)
    expect(await ofMadeUp()).toBeUndefined()
    await forge('{}')
    expect(await stored()).toHaveLength(1)
  })

  it('is listed beside signed ones without a payment', async () => {
    const { rawBody, headers } = world.madeUp.report({ eventId: 'stray', orderRef: 'nobody_knows' }, world.clock())
    await receiveWebhook(world, 'made_up', rawBody, headers)
    expect(inEnglish(await ofMadeUp())).toMatchObject({
      total: 2,
      reports: expect.arrayContaining([
        expect.objectContaining({
          outcome: 'unknown-attempt',
          why: 'No payment matches yet. Matching is retried for 30 minutes.',
        }),
      ]),
    })
  })
})
