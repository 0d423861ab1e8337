import { money } from '../../../../kernel/money.ts'
import type { Attempt } from '../../../../modules/payment/attempts/rules/attempt.ts'
import type { Snapshot } from '../../../../modules/payment/port.ts'
import { type Bench, benchAttempt, benchContext } from '../../../../modules/payment/testing/contract-suite.ts'
import { newId } from '../../../../platform/crypto/keyring.server.ts'
import { payPal } from '../provider.server.ts'
import { reportsLiveForSeconds } from '../webhook.server.ts'
import type { PayPalStandIn } from './stand-in.ts'

export type PayPalBench = Bench & {
  readonly standIn: PayPalStandIn
  readonly started: (minor?: number, currency?: string) => Promise<Attempt & { readonly orderRef: string }>
  readonly status: (attempt: Attempt) => Promise<Snapshot>
}

export function payPalBench(standIn: PayPalStandIn, settings: Readonly<Record<string, string>> = {}): PayPalBench {
  const ctx = benchContext({
    settings: { ...standIn.settings, ...settings },
    secrets: standIn.secrets,
  })
  const apiUrl = standIn.env.PAYPAL_API_URL ?? null
  const provider = payPal({ apiUrl, baseUrl: ctx.baseUrl, now: () => ctx.now, roots: [standIn.root] })
  const status = async (attempt: Attempt) => provider.fetchStatus!(ctx, attempt)
  const capture = async (orderRef: string) => {
    const { customId } = standIn.order(orderRef)
    await status({ ...benchAttempt(customId, 'paypal', 'USD'), state: 'requires_action', orderRef })
  }
  return {
    provider,
    ctx,
    standIn,
    currency: 'USD',
    status,
    newAttempt: async () => benchAttempt(newId(), 'paypal', 'USD'),
    started: async (minor = 10_000, currency = 'USD') => {
      const attempt = { ...benchAttempt(newId(), 'paypal', currency), amountMinor: minor }
      const outcome = await provider.start(ctx, startRequest(attempt))
      if (outcome.outcome !== 'requires_action' || !outcome.orderRef) throw new Error(JSON.stringify(outcome))
      return { ...attempt, state: 'requires_action', orderRef: outcome.orderRef }
    },
    online: {
      // Approves and captures: before the capture nothing is paid.
      customerPays: async (orderRef) => {
        await standIn.act(orderRef, 'pay')
        await capture(orderRef)
      },
      customerFails: async (orderRef) => standIn.act(orderRef, 'decline'),
      report: async (orderRef, _attempt, at) => {
        const report = (await standIn.reports(orderRef, at)).at(-1)
        if (!report) throw new Error('nothing to report')
        return report
      },
      reportsLiveForSeconds,
    },
  }
}

export const startRequest = (attempt: Attempt) => ({
  attempt,
  payable: {
    reference: 'TH0123456789',
    amount: money(attempt.amountMinor, attempt.currency),
    description: 'Desert Safari (TH0123456789)',
    customer: { name: 'Asha Rao', email: 'asha@example.com', phone: '+919876543210' },
  },
  returnUrl: `http://shop.test/api/payments/${attempt.id}/return`,
  idempotencyKey: `${attempt.id}:create`,
  expiresAt: null,
})
