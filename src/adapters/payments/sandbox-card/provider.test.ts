import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../../tests/support/database.ts'
import { benchAttempt, benchContext, providerContract } from '../../../modules/payment/testing/contract-suite.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { createProviders } from '../index.server.ts'
import { findOrder, moveOrder } from './orders.server.ts'
import { sandboxCard } from './provider.server.ts'
import { reportOf, sendReport } from './reports.server.ts'
import { isReturnProof, reportFault, returnProof, signReport } from './signature.server.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
})

providerContract('sandbox_card', 'online', async () => ({
  provider: sandboxCard(core),
  ctx: benchContext({ now: core.clock() }),
  currency: 'AED',
  newAttempt: async () => benchAttempt(newId(), 'sandbox_card'),
  online: {
    customerPays: async (orderRef) => void (await moveOrder(core, orderRef, ['open'], 'paid')),
    customerFails: async (orderRef) => void (await moveOrder(core, orderRef, ['open'], 'declined')),
    report: async (orderRef, _attempt, at) => {
      const order = await findOrder(core, { orderRef })
      let sent: { rawBody: Uint8Array; headers: Record<string, string> } = { rawBody: Buffer.alloc(0), headers: {} }
      const then = { ...core, clock: () => at }
      await sendReport(
        then,
        async (rawBody, headers) => {
          sent = { rawBody, headers }
        },
        reportOf(order!),
        false,
      )
      return sent
    },
  },
}))

describe('the sandbox card', () => {
  it('has the name from the operations manual', () => {
    expect(inEnglish(sandboxCard(core).describe.label)).toBe('Sandbox card')
  })

  it('exists in sandbox mode only', () => {
    const names = (isSandbox: boolean) => createProviders(core, { isSandbox }).map((p) => p.describe.name)
    expect(names(true)).toContain('sandbox_card')
    expect(names(false)).not.toContain('sandbox_card')
    expect(names(false)).toEqual(expect.arrayContaining(['bank_transfer', 'cash_on_arrival']))
  })

  it('never claims that real money moved', () => {
    expect(sandboxCard(core).mode({ settings: {}, secrets: {} })).toBe('test')
  })

  it('signs time and bytes: 300 seconds are accepted, 301 are not, past or future', () => {
    const now = new Date('2026-11-21T08:00:00Z')
    const body = Buffer.from('{"a":1}')
    const at = (seconds: number) => signReport('s', body, new Date(now.getTime() + seconds * 1000))
    expect(reportFault('s', body, at(-300), now)).toBeNull()
    expect(reportFault('s', body, at(-301), now)).toBe('too old or too new')
    expect(reportFault('s', body, at(301), now)).toBe('too old or too new')
    expect(reportFault('other', body, at(0), now)).toBe('wrong signature')
    expect(reportFault('s', Buffer.from('{"a": 1}'), at(0), now)).toBe('wrong signature')
    expect(reportFault('s', body, undefined, now)).toBe('no signature')
  })

  it('proves the return of its own order only', () => {
    expect(isReturnProof('s', 'sbx_1', returnProof('s', 'sbx_1'))).toBe(true)
    expect(isReturnProof('s', 'sbx_1', returnProof('s', 'sbx_2'))).toBe(false)
    expect(isReturnProof('s', 'sbx_1', undefined)).toBe(false)
  })
})
