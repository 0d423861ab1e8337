import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { ProviderUnreachable } from '../gateways/call-provider.server.ts'
import { canAsk, labelOf } from '../gateways/store.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { refreshAttempt } from './close-attempt.server.ts'
import type { AttemptCheck } from './contract.ts'
import { listAttempts } from './store.server.ts'

const checkLimit = { name: 'staff-payment-check', hits: 60, seconds: 600 }
/** The newest attempts; the scheduled rounds check older ones. */
const maxChecks = 10

/**
 * Asks the providers about a booking's attempts, or about one attempt, and applies their answers. Nothing changes when
 * a provider does not answer. Refuses 'payment/unknown-attempt', 'limit/too-many'.
 */
export async function checkBookingPayment(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; attemptId?: string | undefined },
): Promise<AttemptCheck[]> {
  await countHit(deps, checkLimit, input.bookingId)
  const attempts = await listAttempts(deps.db, input.bookingId)
  const wanted = input.attemptId
    ? attempts.filter(({ id }) => id === input.attemptId)
    : attempts.filter(({ provider }) => canAsk(deps, provider)).slice(0, maxChecks)
  if (input.attemptId && wanted.length === 0) throw new Refusal('payment/unknown-attempt')
  const results = await Promise.all(wanted.map((attempt) => ask(deps, attempt)))
  const entry = {
    action: 'payment.checked',
    subjectType: 'booking',
    subjectId: input.bookingId,
    after: { checks: results },
  }
  await writeAudit(deps.db, caller, entry, deps.clock())
  return results
}

async function ask(deps: PaymentDeps, attempt: AttemptRecord): Promise<AttemptCheck> {
  const about = { attemptId: attempt.id, label: labelOf(deps, attempt.provider), before: attempt.state }
  try {
    const applied = await refreshAttempt(deps, attempt)
    if (!applied) return { ...about, outcome: 'by-hand', after: attempt.state }
    const outcomes = { applied: 'changed', mismatch: 'mismatch' } as const
    const outcome = applied.outcome in outcomes ? outcomes[applied.outcome as keyof typeof outcomes] : 'unchanged'
    return { ...about, outcome, after: applied.state }
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { ...about, outcome: 'unreachable', after: attempt.state }
    throw error
  }
}
