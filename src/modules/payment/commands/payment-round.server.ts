import { isRefusal } from '../../../kernel/refusal.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { ProviderUnreachable } from '../gateways.server.ts'
import type { AttemptRecord } from '../tables.server.ts'

/** So many calls without an answer, and a provider counts as away for the rest of the round. */
const patience = 3

export const isNoAnswer = (error: unknown): boolean =>
  error instanceof ProviderUnreachable || isRefusal(error, 'payment/provider-unreachable')
/** A provider that is away and a change of state in between are part of the business; anything else is a fault. */
export const levelOf = (error: unknown): 'warn' | 'error' => (isNoAnswer(error) || isRefusal(error) ? 'warn' : 'error')

export interface PaymentRound {
  readonly isAway: (provider: string) => boolean
  /** Notes when the provider does not answer; the error goes on to the caller. */
  readonly ask: <T>(provider: string, call: () => Promise<T>) => Promise<T>
  /** One attempt's turn; what goes wrong in it is logged. */
  readonly work: (row: AttemptRecord, call: () => Promise<unknown>) => Promise<void>
}

/**
 * One round over many attempts. What cannot be dealt with holds nothing up: not the other attempts, not the other
 * providers (a silent one costs three calls of eight seconds a round), and in the next round others come first.
 */
export function paymentRound(deps: PaymentDeps): PaymentRound {
  const unanswered = new Map<string, number>()
  const isAway: PaymentRound['isAway'] = (provider) => (unanswered.get(provider) ?? 0) >= patience
  const ask: PaymentRound['ask'] = async (provider, call) => {
    try {
      return await call()
    } catch (error) {
      if (isNoAnswer(error)) unanswered.set(provider, (unanswered.get(provider) ?? 0) + 1)
      throw error
    }
  }
  const work: PaymentRound['work'] = async (row, call) => {
    const { id: attemptId, provider } = row
    if (isAway(provider)) return
    try {
      await ask(provider, call)
    } catch (error) {
      deps.log[levelOf(error)]({ attemptId, provider, err: error }, 'payment not swept')
    }
    // Its turn is over: the next round begins with those that have waited longer.
    const change = { updated_at: deps.clock() }
    await deps.db.updateTable('payment_attempts').set(change).where('id', '=', attemptId).execute()
  }
  return { isAway, ask, work }
}
