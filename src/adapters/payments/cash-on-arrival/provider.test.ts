import { expect, it } from 'vitest'
import { benchAttempt, benchContext, providerContract } from '../../../modules/payment/testing/contract-suite.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { cashOnArrival } from './provider.ts'

const newAttempt = async () => benchAttempt(newId(), 'cash_on_arrival')
providerContract('cash_on_arrival', 'manual', async () => ({
  provider: cashOnArrival,
  ctx: benchContext(),
  currency: 'AED',
  newAttempt,
}))

it("shows 'Pay on arrival' and then the agency's instructions [C209, A209]", async () => {
  const request = {
    attempt: await newAttempt(),
    payable: {
      reference: 'TH0123456789',
      amount: { minor: 10_000, currency: 'AED' },
      description: 'x',
      customer: { name: 'A', email: 'a@example.com', phone: null },
    },
    returnUrl: '',
    idempotencyKey: '',
    expiresAt: null,
  }
  const outcome = await cashOnArrival.start(benchContext({ instructions: 'In dirhams, please.' }), request)
  expect(inEnglish(outcome)).toMatchObject({ action: { instructions: 'Pay on arrival\nIn dirhams, please.' } })
})
