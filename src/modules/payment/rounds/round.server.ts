import { isRefusal } from '../../../kernel/refusal.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { ProviderUnreachable } from '../gateways/call-provider.server.ts'
import type { AttemptRecord } from '../tables.server.ts'

/** After this many unanswered calls a provider is skipped for the rest of the round. */
const maxUnanswered = 3

export const isUnanswered = (error: unknown): boolean =>
  error instanceof ProviderUnreachable || isRefusal(error, 'payment/provider-unreachable')
/** An unanswered call or a changed state is expected; anything else is a bug. */
export const logLevelOf = (error: unknown): 'warn' | 'error' =>
  isUnanswered(error) || isRefusal(error) ? 'warn' : 'error'

export interface PaymentRound {
  readonly isAway: (provider: string) => boolean
  /** Counts unanswered calls and rethrows the error. */
  readonly ask: <T>(provider: string, call: () => Promise<T>) => Promise<T>
  /** Processes one attempt and logs its errors. */
  readonly work: (row: AttemptRecord, call: () => Promise<unknown>) => Promise<void>
}

/**
 * A round over many attempts. One broken attempt or silent provider does not block the others: a silent provider costs
 * three calls of eight seconds per round, and the next round starts with other attempts.
 */
export function paymentRound(deps: PaymentDeps): PaymentRound {
  const unanswered = new Map<string, number>()
  const isAway: PaymentRound['isAway'] = (provider) => (unanswered.get(provider) ?? 0) >= maxUnanswered
  const ask: PaymentRound['ask'] = async (provider, call) => {
    try {
      return await call()
    } catch (error) {
      if (isUnanswered(error)) unanswered.set(provider, (unanswered.get(provider) ?? 0) + 1)
      throw error
    }
  }
  const work: PaymentRound['work'] = async (row, call) => {
    const { id: attemptId, provider } = row
    if (isAway(provider)) return
    try {
      await ask(provider, call)
    } catch (error) {
      deps.log[logLevelOf(error)]({ attemptId, provider, err: error }, 'payment not swept')
    }
    // So that the next round starts with attempts that have waited longer.
    const change = { updated_at: deps.clock() }
    await deps.db.updateTable('payment_attempts').set(change).where('id', '=', attemptId).execute()
  }
  return { isAway, ask, work }
}
