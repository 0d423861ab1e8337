import { afterAll, describe, expect, it } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { Attempt } from '../../../modules/payment/attempts/rules/attempt.ts'
import {
  type Bench,
  benchAttempt,
  benchContext,
  providerContract,
} from '../../../modules/payment/testing/contract-suite.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { oldAfterDays } from './answer.server.ts'
import type { Cipher } from './cipher.server.ts'
import { encrypt } from './cipher.server.ts'
import { idOfOrderNumber, orderNumber } from './order-number.ts'
import { ccavenue } from './provider.server.ts'
import { openCcavenueStandIn } from './testing/stand-in.ts'
import { accounts } from './testing/world.ts'

const cbc = await openCcavenueStandIn()
const gcm = await openCcavenueStandIn({ cipher: 'gcm' })
const standIns = { cbc, gcm }
afterAll(async () => {
  for (const standIn of [cbc, gcm]) {
    expect(standIn.breaches()).toEqual([])
    await standIn.close()
  }
})

type Opened = Bench & { readonly start: () => Promise<{ attempt: Attempt; orderRef: string }> }
const bench =
  (cipher: Cipher, currency = 'INR') =>
  async (): Promise<Opened> => {
    const standIn = standIns[cipher]
    const provider = ccavenue(standIn.env)
    const ctx = benchContext({ settings: standIn.settings, secrets: standIn.secrets })
    const actions = new Map<string, Parameters<typeof standIn.open>[0]>()
    const remembering: typeof provider = {
      ...provider,
      start: async (...given) => {
        const outcome = await provider.start(...given)
        if (outcome.outcome === 'requires_action') actions.set(outcome.orderRef!, outcome.action)
        return outcome
      },
    }
    const arrived = async (orderRef: string) => void (await standIn.open(actions.get(orderRef)!))
    return {
      provider: remembering,
      ctx,
      currency,
      newAttempt: async () => benchAttempt(newId(), 'ccavenue', currency),
      online: {
        customerPays: async (orderRef) => {
          await arrived(orderRef)
          await standIn.act(orderRef, 'pay')
        },
        customerFails: async (orderRef) => {
          await arrived(orderRef)
          await standIn.act(orderRef, 'decline')
        },
        report: async (orderRef, _attempt, at) => (await standIn.reports(orderRef, at))[0]!,
        refundsSettle: (orderRef) => standIn.decideRefund!(orderRef, 'succeeded'),
        unsigned: {
          forged: ({ rawBody }) => forgeries(cipher, rawBody),
          anew: ({ rawBody }) => sameAnew(rawBody),
          oldAfterSeconds: oldAfterDays * 86_400,
        },
      },
      start: async () => {
        const attempt = benchAttempt(newId(), 'ccavenue', currency)
        const outcome = await remembering.start(ctx, requestFor(attempt))
        if (outcome.outcome !== 'requires_action') throw new Error(say(outcome.message))
        const orderRef = outcome.orderRef!
        await arrived(orderRef)
        return { attempt: { ...attempt, state: 'requires_action', orderRef }, orderRef }
      },
    }
  }
const requestFor = (attempt: Attempt, name = 'Asha Rao') => ({
  attempt,
  payable: {
    reference: 'TH0123456789',
    amount: money(attempt.amountMinor, attempt.currency),
    description: 'Desert Safari (TH0123456789)',
    customer: { name, email: 'asha@example.com', phone: '+919876543210' },
  },
  returnUrl: `http://shop.test/api/payments/${attempt.id}/return`,
  idempotencyKey: `${attempt.id}:create`,
  expiresAt: null,
})

const bodyWith = (encResp: string) => ({ rawBody: Buffer.from(`encResp=${encResp}`), headers: {} })
const hexOf = (rawBody: Uint8Array) => new URLSearchParams(Buffer.from(rawBody).toString()).get('encResp')!
/** Forged notifications. With CBC, a changed first block still decrypts but no longer names an order. */
function forgeries(cipher: Cipher, rawBody: Uint8Array) {
  const hex = hexOf(rawBody)
  const flipped = `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`
  const otherKey = { cipher, workingKey: 'AAAAAAAABBBBBBBBCCCCCCCCDDDDDDDD' }
  const ourKey = { cipher, workingKey: accounts[0]!.workingKey }
  const number = orderNumber(newId())
  return [
    bodyWith(flipped),
    bodyWith(hex.slice(0, 32)),
    bodyWith('no hex'),
    bodyWith(encrypt(otherKey, `order_id=${number}&order_status=Success`)),
    bodyWith(
      encrypt({ ...ourKey, cipher: cipher === 'cbc' ? 'gcm' : 'cbc' }, `order_id=${number}&order_status=Success`),
    ),
    bodyWith(encrypt(ourKey, `order_id=${number}&order_status=Success&merchant_param2=${'0'.repeat(40)}`)),
    bodyWith(encrypt(ourKey, `order_id=${number}&order_id=${number}&order_status=Success`)),
    bodyWith(encrypt(ourKey, 'order_status=Success')),
    { rawBody: Buffer.from(`enc_resp=${hex}`), headers: {} },
  ]
}
const sameAnew = (rawBody: Uint8Array) => [
  bodyWith(hexOf(rawBody).toUpperCase()),
  { rawBody: Buffer.from(`orderNo=somethingelse&encResp=${hexOf(rawBody)}&more=1`), headers: {} },
]

describe('with AES-128-CBC, in India', () => providerContract('ccavenue', 'online', bench('cbc')))
describe('with AES-256-GCM, in India', () => providerContract('ccavenue', 'online', bench('gcm')))
describe('with AES-128-CBC, in the UAE', () => providerContract('ccavenue', 'online', bench('cbc', 'AED')))

describe('the redirect', () => {
  const visit = (encResp?: string) => ({ query: {}, form: encResp === undefined ? {} : { encResp } })

  it('leads to a page with the amount; a second visit finds the same order [C205]', async () => {
    const { provider, ctx } = await bench('cbc')()
    const attempt = benchAttempt(newId(), 'ccavenue', 'INR')
    const outcome = await provider.start(ctx, requestFor(attempt, 'आशा 👩'))
    if (outcome.outcome !== 'requires_action') throw new Error(say(outcome.message))
    const orders = cbc.orderCount()
    for (let n = 0; n < 2; n += 1) {
      const page = await cbc.open(outcome.action)
      expect(page).toContain('INR 100.00')
      for (const button of ['Pay', 'Decline', 'Cancel']) expect(page).toContain(`>${button}</button>`)
    }
    expect(cbc.orderCount()).toBe(orders + 1)
    const shown = JSON.stringify(outcome)
    for (const { workingKey } of accounts) expect(shown).not.toContain(workingKey)
  })

  it.each(['cbc', 'gcm'] as const)(
    'proves the payer by the answer for this order but does not prove payment (%s)',
    async (cipher) => {
      const standIn = standIns[cipher]
      const { start, provider, ctx } = await bench(cipher)()
      const mine = await start()
      const other = await start()
      await standIn.act(mine.orderRef, 'decline')
      const read = (encResp?: string) => provider.readReturn!(ctx, mine.attempt, visit(encResp))
      expect(await read(standIn.encResp(mine.orderRef, { order_status: 'Success' }))).toMatchObject({ isProven: true })
      expect(await provider.fetchStatus!(ctx, mine.attempt)).toMatchObject({ status: 'failed', capturedMinor: 0 })
      const twice = `x&order_id=${other.orderRef}`
      const foreign = [
        standIn.encResp(other.orderRef),
        standIn.encResp(other.orderRef, { order_id: mine.orderRef }),
        standIn.encResp(mine.orderRef, { merchant_param2: 'null' }),
        standIn.encResp(mine.orderRef, { billing_name: twice }),
        standIn.encResp(mine.orderRef).replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        '',
        'zz',
      ]
      for (const encResp of foreign) expect(await read(encResp)).toMatchObject({ isProven: false })
      expect(await read()).toEqual({ isProven: false })
    },
  )

  it('reports a cancellation on return, and the API decides', async () => {
    const { start, provider, ctx } = await bench('cbc')()
    const { attempt, orderRef } = await start()
    await cbc.act(orderRef, 'cancel')
    expect(await provider.readReturn!(ctx, attempt, (await cbc.returnVisit(orderRef))!)).toEqual({
      isProven: true,
      isCancelled: true,
    })
    expect(await provider.fetchStatus!(ctx, attempt)).toMatchObject({ status: 'cancelled' })
  })
})

describe('the status API', () => {
  const opened = async () => {
    const one = await bench('cbc')()
    const { attempt, orderRef } = await one.start()
    const tell = () => one.provider.fetchStatus!(one.ctx, attempt)
    return { ...one, attempt, orderRef, tell, order: cbc.order(orderRef) }
  }

  it('reports a pending bank decision and a later approval', async () => {
    const { orderRef, tell } = await opened()
    expect(await tell()).toMatchObject({ status: 'requires_action', capturedMinor: 0 })
    await cbc.act(orderRef, 'pay-later')
    expect(await tell()).toMatchObject({ status: 'processing', capturedMinor: 0 })
    await cbc.act(orderRef, 'pay')
    expect(await tell()).toMatchObject({ status: 'succeeded', capturedMinor: 10_000, refunds: [] })
  })

  it('is also read in its other wrapper', async () => {
    const { orderRef, tell } = await opened()
    await cbc.act(orderRef, 'pay')
    const bare = await tell()
    cbc.setWrapped(true)
    expect(await tell()).toEqual(bare)
    cbc.setWrapped(false)
  })

  it('decides order, amount and currency', async () => {
    const lies = [
      ['wrong-amount', { capturedMinor: 9_900 }],
      ['wrong-currency', { currency: 'USD' }],
      ['wrong-order', { orderRef: '0123456789abcdef0123456789' }],
    ] as const
    for (const [lie, expected] of lies) {
      const { orderRef, tell } = await opened()
      await cbc.act(orderRef, 'pay')
      await cbc.lie(orderRef, lie)
      expect(await tell()).toMatchObject(expected)
    }
  })

  it('of the other mode cannot be read because its keys differ', async () => {
    const { orderRef, tell } = await opened()
    await cbc.act(orderRef, 'pay')
    await cbc.lie(orderRef, 'wrong-mode')
    await expect(tell()).rejects.toThrow('another working key')
  })

  it.each(['error-500', 'garbage', 'resetting'] as const)(
    'leaves the payment unchanged when it fails (%s)',
    async (fault) => {
      const { orderRef, tell } = await opened()
      await cbc.act(orderRef, 'pay')
      cbc.setFault(fault)
      await expect(tell()).rejects.toThrow()
      cbc.setFault(null)
      expect(await tell()).toMatchObject({ status: 'succeeded' })
    },
  )

  it('is aborted at the time limit when it hangs', async () => {
    const { provider, ctx, attempt } = await opened()
    cbc.setFault('hanging')
    const stop = new AbortController()
    const status = provider.fetchStatus!({ ...ctx, signal: stop.signal }, attempt)
    stop.abort(new Error('too slow'))
    await expect(status).rejects.toThrow('too slow')
    cbc.setFault(null)
  })

  it('leaves the payment unchanged when it rejects this server, and no error shows a key', async () => {
    const { orderRef, tell } = await opened()
    await cbc.act(orderRef, 'pay')
    cbc.setIpRegistered(false)
    const error = await tell().catch((thrown: unknown) => thrown as Error)
    cbc.setIpRegistered(true)
    expect(String(error)).toContain('51407')
    for (const { workingKey, accessCode } of accounts) {
      expect(String(error)).not.toContain(workingKey)
      expect(String(error)).not.toContain(accessCode)
    }
  })
})

describe('refunds', () => {
  const paid = async () => {
    const one = await bench('cbc')()
    const { attempt: started, orderRef } = await one.start()
    await cbc.act(orderRef, 'pay')
    const { paymentRef } = await one.provider.fetchStatus!(one.ctx, started)
    const attempt = { ...started, paymentRef }
    const give = (refundId: string, minor: number) =>
      one.provider.refund!(one.ctx, { attempt, refundId, amount: money(minor, 'INR'), reason: 'test' })
    const refunds = async () => (await one.provider.fetchStatus!(one.ctx, attempt)).refunds
    return { ...one, orderRef, give, refunds }
  }

  it('stay pending until the bank decides', async () => {
    for (const outcome of ['succeeded', 'failed'] as const) {
      const { orderRef, give, refunds } = await paid()
      const refundId = newId()
      expect(await give(refundId, 4_000)).toEqual({ outcome: 'pending', ref: orderNumber(refundId) })
      const refund = { ref: orderNumber(refundId), ourId: refundId, amountMinor: 4_000 }
      expect(await refunds()).toEqual([{ ...refund, state: 'pending' }])
      await cbc.decideRefund!(orderRef, outcome)
      expect(await refunds()).toEqual([{ ...refund, state: outcome }])
      expect((await give(refundId, 4_000)).outcome).toBe(outcome)
    }
  })

  it('are looked up by number after a lost answer and not repeated', async () => {
    const { orderRef, give } = await paid()
    const refundId = newId()
    cbc.setFault('losing-answers')
    await expect(give(refundId, 4_000)).rejects.toThrow()
    cbc.setFault(null)
    expect(cbc.order(orderRef).refunds).toHaveLength(1)
    expect(await give(refundId, 4_000)).toEqual({ outcome: 'pending', ref: orderNumber(refundId) })
    expect(await give(refundId, 4_000)).toEqual({ outcome: 'pending', ref: orderNumber(refundId) })
    expect(cbc.order(orderRef).refunds).toHaveLength(1)
  })

  it('of a disputed payment are refused with a message for staff', async () => {
    const { orderRef, give } = await paid()
    cbc.order(orderRef).status = 'Chargeback'
    expect(inEnglish(await give(newId(), 100))).toMatchObject({ message: expect.stringContaining('disputed') })
  })

  it('are retried when CCAvenue did not process them', async () => {
    const { give } = await paid()
    cbc.setIpRegistered(false)
    await expect(give(newId(), 100)).rejects.toThrow('51407')
    cbc.setIpRegistered(true)
  })

  it('made in the dashboard are reported with their total', async () => {
    const { orderRef, provider, ctx } = await paid()
    await cbc.refundElsewhere(orderRef, 2_500)
    const asked = { ...benchAttempt(idOfOrderNumber(orderRef)!, 'ccavenue', 'INR'), orderRef }
    expect(await provider.fetchStatus!(ctx, asked)).toMatchObject({
      refundedMinor: 2_500,
      refunds: [{ ourId: null, amountMinor: 2_500, state: 'succeeded' }],
    })
    await cbc.refundElsewhere(orderRef, 7_500)
    expect(await provider.fetchStatus!(ctx, asked)).toMatchObject({ status: 'succeeded', refundedMinor: 10_000 })
  })
})

describe('notifications', () => {
  it('of another shop on the same account are kept but have no effect', async () => {
    const { provider, ctx } = await bench('cbc')()
    const plain = 'order_id=ATT-000123&tracking_id=1&order_status=Success&trans_date=null'
    const encResp = encrypt({ cipher: 'cbc', workingKey: accounts[0]!.workingKey }, plain)
    expect(await provider.readWebhook!(ctx, bodyWith(encResp).rawBody, {})).toMatchObject({
      verified: true,
      events: [{ attemptId: null, orderRef: 'ATT-000123', snapshot: null, isIrrelevant: true }],
    })
  })

  it('use Indian time: they are accepted up to the last moment and rejected after it', async () => {
    const { start, provider, ctx } = await bench('cbc')()
    const { orderRef } = await start()
    const read = async (trans_date: string) => {
      const encResp = cbc.encResp(orderRef, { trans_date })
      return (await provider.readWebhook!(ctx, bodyWith(encResp).rawBody, {})).verified
    }
    expect(await read('25/05/2026 13:30:00')).toBe(true)
    expect(await read('25/05/2026 13:29:59')).toBe(false)
    expect(await read('22/11/2026 13:30:00')).toBe(true)
    expect(await read('22/11/2026 13:30:01')).toBe(false)
    expect(await read('null')).toBe(true)
    for (const no of ['2026-11-21 12:00:00', '41/11/2026 12:00:00', 'now']) expect(await read(no)).toBe(false)
  })
})

describe('the settings', () => {
  const provider = ccavenue(cbc.env)
  const set = (change: { settings?: object; secrets?: object } = {}) => ({
    settings: { ...cbc.settings, ...change.settings } as Record<string, string>,
    secrets: { ...cbc.secrets, ...change.secrets } as Record<string, string>,
  })
  const onlyUae = set({
    settings: { india_merchant_id: '', india_access_code: '' },
    secrets: { india_working_key: '' },
  })

  it('take two accounts; one is enough and decides the currencies', () => {
    expect(provider.notReady!(set())).toBeNull()
    expect(provider.currenciesOf!(benchContext(set()))).toEqual(['INR', 'AED'])
    expect(provider.notReady!(onlyUae)).toBeNull()
    expect(provider.currenciesOf!(benchContext(onlyUae))).toEqual(['AED'])
  })

  it('are incomplete without an account or with half of one', () => {
    const why = (given: Parameters<NonNullable<typeof provider.notReady>>[0]) => inEnglish(provider.notReady!(given))
    expect(why({ settings: {}, secrets: {} })).toMatch(/India.*UAE/)
    expect(why(set({ secrets: { uae_working_key: '' } }))).toBe('UAE: the working key is missing')
    expect(why(set({ settings: { india_access_code: ' ' } }))).toBe('India: the access code is missing')
    expect(why(set({ secrets: { india_working_key: 'short' } }))).toMatch('32 characters')
    expect(why(set({ settings: { india_merchant_id: 'M-1' } }))).toMatch('number')
  })

  it('refuse currencies without an account', async () => {
    const request = requestFor(benchAttempt(newId(), 'ccavenue', 'INR'))
    expect(await provider.start(benchContext(onlyUae), request)).toMatchObject({ outcome: 'failed' })
    const far = { ...request, returnUrl: `https://${'a'.repeat(70)}.example/api/payments/${request.attempt.id}/return` }
    expect(await provider.start(benchContext(set()), far)).toMatchObject({ outcome: 'failed' })
  })

  it('keep only the working keys secret', () => {
    const secret = provider.describe.fields.filter(({ isSecret }) => isSecret).map(({ name }) => name)
    expect(secret).toEqual(['india_working_key', 'uae_working_key'])
  })

  it('select the hosts, and the payment page may post to no others', async () => {
    const real = ccavenue({})
    const hosts = ['https://secure.ccavenue.com', 'https://test.ccavenue.com', 'https://secure.ccavenue.ae']
    expect(real.describe.origins).toEqual({ form: hosts })
    expect(provider.describe.origins).toEqual({ form: [cbc.env.CCAVENUE_URL] })
    const started = async (mode: string, currency: string) => {
      const ctx = benchContext(set({ settings: { mode } }))
      const outcome = await real.start(ctx, requestFor(benchAttempt(newId(), 'ccavenue', currency)))
      return outcome.outcome === 'requires_action' && outcome.action.kind === 'redirect' ? outcome.action.url : ''
    }
    const path = '/transaction/transaction.do?command=initiateTransaction'
    expect(await started('live', 'INR')).toBe(`https://secure.ccavenue.com${path}`)
    expect(await started('test', 'INR')).toBe(`https://test.ccavenue.com${path}`)
    expect(await started('live', 'AED')).toBe(`https://secure.ccavenue.ae${path}`)
    expect(real.mode(set({ settings: { mode: 'live' } }))).toBe('live')
    expect(real.mode(set())).toBe('test')
  })

  it('are tested account by account, with the reason of each failure', async () => {
    const test = (given = set()) => provider.testConnection!(benchContext(given))
    expect(inEnglish(await test())).toMatchObject({ isFine: true, message: expect.stringMatching(/India: .*UAE: /) })
    cbc.setIpRegistered(false)
    expect(inEnglish(await test())).toMatchObject({
      isFine: false,
      message: expect.stringMatching(/IP address is not registered/),
    })
    cbc.setIpRegistered(true)
    const other = await test(set({ secrets: { uae_working_key: 'A'.repeat(32) } }))
    expect(inEnglish(other)).toMatchObject({
      isFine: false,
      message: expect.stringMatching(/India: CCAvenue accepts.*UAE: .*51402/),
    })
    expect(other.message).not.toContain('A'.repeat(32))
    expect(await test(set({ secrets: { uae_working_key: '' } }))).toMatchObject({ isFine: false })
  })
})
