import type { PaymentPage } from '../../modules/payment/contract.ts'

const openStates = ['created', 'requires_action', 'processing']
const endedStates = ['failed', 'cancelled', 'expired']

/** A bank transfer was chosen and its money has not arrived. */
export const hasOpenTransfer = ({ attempt }: PaymentPage): boolean =>
  attempt !== null && (attempt.bankDetails !== null || attempt.isWithdrawn) && openStates.includes(attempt.state)

type EndedAttempt = {
  readonly state: 'failed' | 'cancelled' | 'expired'
  readonly message: string
  /** False: the provider has not said that nothing was charged. */
  readonly isUncharged: boolean
}

/** How the last attempt ended, if it brought no money. After a failure the attempt itself may still be open. */
export function endedAttempt({ attempt }: PaymentPage): EndedAttempt | null {
  if (attempt?.state === 'requires_action' && attempt.failureMessage)
    return { state: 'failed', message: attempt.failureMessage, isUncharged: attempt.isUncharged }
  if (!attempt || !endedStates.includes(attempt.state)) return null
  return {
    state: attempt.state as 'failed' | 'cancelled' | 'expired',
    message: attempt.failureMessage ?? '',
    isUncharged: attempt.isUncharged,
  }
}
