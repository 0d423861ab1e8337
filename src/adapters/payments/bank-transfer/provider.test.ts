import { expect, it } from 'vitest'
import { benchAttempt, benchContext, providerContract } from '../../../modules/payment/testing/contract-suite.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { bankTransfer } from './provider.ts'

const open = async () => ({
  provider: bankTransfer,
  ctx: benchContext(),
  currency: 'AED',
  newAttempt: async () => benchAttempt(newId(), 'bank_transfer'),
})
providerContract('bank_transfer', 'manual', open)

const request = (id: string) => ({
  attempt: benchAttempt(id, 'bank_transfer'),
  payable: {
    reference: 'TH0123456789',
    amount: { minor: 10_000, currency: 'AED' },
    description: 'x',
    customer: { name: 'A', email: 'a@example.com', phone: null },
  },
  returnUrl: '',
  idempotencyKey: '',
  expiresAt: null,
})

it('shows the account for the currency and asks for the booking reference [C214, A214]', async () => {
  const asked: string[] = []
  const account = { ...benchContext().bankAccount('AED'), iban: 'AE070331234567890123456' }
  const ctx = benchContext({
    bankAccount: (currency) => {
      asked.push(currency)
      return account
    },
  })
  const outcome = await bankTransfer.start(ctx, request(newId()))
  expect(asked).toEqual(['AED'])
  expect(outcome).toMatchObject({ action: { details: account, transferReference: 'TH0123456789' } })
})

it('does not continue without a bank account', async () => {
  const empty = Object.fromEntries(Object.keys(benchContext().bankAccount('AED')).map((key) => [key, '']))
  const ctx = benchContext({
    instructions: ' ',
    bankAccount: () =>
      empty as ReturnType<typeof benchContext>['bankAccount'] extends (c: string) => infer A ? A : never,
  })
  expect((await bankTransfer.start(ctx, request(newId()))).outcome).toBe('failed')
})
