import { afterAll, describe, expect, it } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { Attempt } from '../../../modules/payment/rules/attempt.ts'
import {
  type Bench,
  benchAttempt,
  benchContext,
  providerContract,
} from '../../../modules/payment/testing/contract-suite.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
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
        if (outcome.outcome !== 'requires_action') throw new Error(outcome.message)
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
/** Nobody without the key can make one; a changed beginning no longer names an order. */
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

it('sends a number that leads back to the attempt', async () => {
  const { orderRef, attempt } = await (await bench('cbc')()).start()
  expect(orderRef).toMatch(/^[0-9a-v]{26}$/)
  expect(idOfOrderNumber(orderRef)).toBe(attempt.id)
})
