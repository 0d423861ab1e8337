import { newId } from '../../../../platform/crypto/keyring.server.ts'
import { benchAttempt, benchContext, providerContract } from '../contract-suite.ts'
import { madeUpProvider } from './provider.ts'

providerContract('made_up', 'online', async () => {
  const madeUp = madeUpProvider()
  return {
    provider: madeUp.provider,
    ctx: benchContext(),
    currency: 'AED',
    newAttempt: async () => benchAttempt(newId(), 'made_up'),
    online: {
      customerPays: async (orderRef) => madeUp.pay(orderRef),
      customerFails: async (orderRef) => madeUp.move(orderRef, 'failed'),
      report: async (orderRef, attempt, at) =>
        madeUp.report({ eventId: `event_${orderRef}`, attemptId: attempt.id, orderRef }, at),
    },
  }
})
