import type { Snapshot } from '../../port.ts'
import { type Attempt, isPaid, isSoftEnd } from './attempt.ts'

/** Reviews of money that may belong to the booking. */
const unclearMoney = ['other-order', 'other-currency', 'price-changed', 'held', 'amount-short', 'unsettled']

type Checked = {
  /** After the snapshot was applied. */
  readonly attempt: Attempt
  readonly snapshot: Pick<Snapshot, 'status' | 'failureMessage' | 'payerUrl'>
  readonly wasChecking: boolean
  readonly isManual: boolean
  /** The booking is paid or over and needs no payment. */
  readonly isOver: boolean
}

/**
 * Whether the customer must wait for the outcome of this attempt before anybody asks for money again. A check begins
 * with the customer's proven return (`wasChecking`) or with the provider's own report. It ends with money, a definite
 * end, or the provider's request to try again.
 */
export function isBeingChecked({ attempt, snapshot, wasChecking, isManual, isOver }: Checked): boolean {
  if (isManual || isOver) return false
  if (attempt.reviewReason !== null && unclearMoney.includes(attempt.reviewReason)) return true
  if (isPaid(attempt.state)) return false
  if (attempt.state === 'processing') return true
  if (!wasChecking || snapshot.status === 'not-found') return wasChecking
  const mayTryAgain = snapshot.failureMessage !== null || snapshot.payerUrl !== undefined
  return !isSoftEnd(attempt.state) && !mayTryAgain
}
