import type { PaymentPage } from '../../modules/payment/contract.ts'

const openStates = ['created', 'requires_action', 'processing']
const endedStates = ['failed', 'cancelled', 'expired']

/** A bank transfer was chosen and waits for its money. */
export const hasOpenTransfer = ({ attempt }: PaymentPage): boolean =>
  attempt?.bankDetails !== null && attempt?.bankDetails !== undefined && openStates.includes(attempt.state)

/** How the last try ended, when it ended without money; after a failed one the attempt itself may still be open. */
export function endedAttempt({
  attempt,
}: PaymentPage): { state: 'failed' | 'cancelled' | 'expired'; message: string } | null {
  if (attempt?.state === 'requires_action' && attempt.failureMessage)
    return { state: 'failed', message: attempt.failureMessage }
  if (!attempt || !endedStates.includes(attempt.state)) return null
  return { state: attempt.state as 'failed' | 'cancelled' | 'expired', message: attempt.failureMessage ?? '' }
}
