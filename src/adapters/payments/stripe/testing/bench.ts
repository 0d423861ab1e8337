import { testClock } from '../../../../../tests/support/database.ts'
import { money } from '../../../../kernel/money.ts'
import type { Attempt } from '../../../../modules/payment/attempts/rules/attempt.ts'
import type { StartOutcome, StartRequest } from '../../../../modules/payment/port.ts'
import { benchAttempt, benchContext } from '../../../../modules/payment/testing/contract-suite.ts'
import { createKeyring, newId } from '../../../../platform/crypto/keyring.server.ts'
import { createLog } from '../../../../platform/log.server.ts'
import { stripe } from '../provider.server.ts'
import { openStripeStandIn } from './stand-in.ts'

export async function stripeBench(secrets?: Readonly<Record<string, string>>) {
  // Load the slow library before the test's time limits start.
  await import('stripe')
  const clock = testClock()
  const supplier = await openStripeStandIn(clock)
  const core = {
    keys: createKeyring('test-secret-key-of-at-least-32-characters'),
    log: createLog('silent'),
    baseUrl: 'http://shop.test',
  }
  const provider = stripe(core, supplier.origin)
  const ctx = () => benchContext({ now: clock(), secrets: secrets ?? supplier.secrets })
  const anAttempt = (currency = 'USD'): Attempt => benchAttempt(newId(clock()), 'stripe', currency)
  const request = (attempt: Attempt, change: Partial<StartRequest> = {}): StartRequest => ({
    attempt,
    payable: {
      reference: 'TH0123456789',
      amount: money(attempt.amountMinor, attempt.currency),
      description: 'Desert Safari (TH0123456789)',
      customer: { name: 'Asha Rao', email: 'asha@example.com', phone: '+919876543210' },
    },
    returnUrl: `http://shop.test/api/payments/${attempt.id}/return`,
    idempotencyKey: `${attempt.id}:create`,
    expiresAt: new Date(clock().getTime() + 45 * 60_000),
    ...change,
  })
  const start = (attempt: Attempt, change: Partial<StartRequest> = {}): Promise<StartOutcome> =>
    provider.start(ctx(), request(attempt, change))
  const started = async (currency = 'USD'): Promise<{ attempt: Attempt; orderRef: string }> => {
    const attempt = anAttempt(currency)
    const outcome = await start(attempt)
    if (outcome.outcome !== 'requires_action' || outcome.orderRef === null) throw new Error(`start: ${outcome.outcome}`)
    return { attempt: { ...attempt, state: 'requires_action', orderRef: outcome.orderRef }, orderRef: outcome.orderRef }
  }
  const fetch = (attempt: Attempt) => provider.fetchStatus!(ctx(), attempt)
  const close = (attempt: Attempt) => provider.close!(ctx(), attempt)
  const refund = (attempt: Attempt, refundId: string, minor: number, reason = 'booking_cancelled') =>
    provider.refund!(ctx(), { attempt, refundId, amount: money(minor, attempt.currency), reason })
  return { clock, supplier, core, provider, ctx, anAttempt, start, started, fetch, close, refund }
}
export type StripeBench = Awaited<ReturnType<typeof stripeBench>>
