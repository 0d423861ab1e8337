import { afterAll, describe, expect, it } from 'vitest'
import { testClock } from '../../../../tests/support/database.ts'
import { benchAttempt, benchContext, providerContract } from '../../../modules/payment/testing/contract-suite.ts'
import { createKeyring, newId } from '../../../platform/crypto/keyring.server.ts'
import { createLog } from '../../../platform/log.server.ts'
import { stripe } from './provider.server.ts'
import { openStripeStandIn } from './testing/stand-in.ts'

const clock = testClock()
const supplier = await openStripeStandIn()
afterAll(() => supplier.close())
const core = {
  keys: createKeyring('test-secret-key-of-at-least-32-characters'),
  log: createLog('silent'),
  baseUrl: 'http://shop.test',
}
const provider = stripe(core, supplier.origin)

providerContract('stripe', 'online', async () => ({
  provider,
  ctx: benchContext({ now: clock(), secrets: supplier.secrets }),
  currency: 'AED',
  newAttempt: async () => benchAttempt(newId(clock()), 'stripe'),
  online: {
    customerPays: (orderRef) => supplier.act(orderRef, 'pay'),
    customerFails: (orderRef) => supplier.act(orderRef, 'decline'),
    report: async (orderRef, _attempt, at) => (await supplier.reports(orderRef, at))[0]!,
  },
}))

describe("Stripe's stand-in", () => {
  it.skipIf(!supplier.isValidating)(
    'received and sent only what the contract allows (skipped where it is absent)',
    () => {
      expect(supplier.requests().length).toBeGreaterThan(10)
      expect(supplier.breaches()).toEqual([])
    },
  )
})
