import type { Text } from '../../../../kernel/messages.ts'
import { isHttps } from '../../../../kernel/web-address.ts'
import type { KindRules } from '../../../../services/kind.ts'
import { text } from '../../text.ts'

export type TransferFacts = {
  readonly isBankTransfer: boolean
  readonly verification: 'approved' | 'rejected' | null
  readonly proofs: number
  /** Not yet seen by staff. */
  readonly waitingProofs: number
  readonly openRequest: boolean
  readonly bookingStatus: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  readonly paymentStatus: 'pending' | 'completed' | 'failed' | 'refunded'
}

/** The badge of the verification card (D95, D98). A decision stays visible after later refunds. */
export function proofBadge(facts: TransferFacts): Text | null {
  if (!facts.isBankTransfer) return null
  if (facts.verification === 'approved') return text('transfers.approved')
  if (facts.verification === 'rejected') return text('transfers.rejected')
  return facts.proofs > 0 ? text('transfers.pending') : text('transfers.awaiting')
}

/**
 * A transfer is decided once: while the booking can still be paid, or while a proof waits, whatever the customer has
 * chosen since.
 */
export const canDecide = (facts: Omit<TransferFacts, 'openRequest'>): boolean =>
  facts.verification === null &&
  facts.bookingStatus !== 'cancelled' &&
  (facts.waitingProofs > 0 ||
    (facts.isBankTransfer && (facts.paymentStatus === 'pending' || facts.paymentStatus === 'failed')))

export type ProofState =
  | 'none'
  | 'awaiting-transfer'
  | 'pending-verification'
  | 'new-proof-asked'
  | 'approved'
  | 'rejected'
/** The state that the customer sees. */
export function proofState(facts: TransferFacts): ProofState {
  if (!facts.isBankTransfer) return 'none'
  if (facts.verification) return facts.verification
  if (facts.openRequest) return 'new-proof-asked'
  return facts.proofs > 0 ? 'pending-verification' : 'awaiting-transfer'
}

/** Only https: `javascript:` and the like are dangerous as links (D26), and proofs must not travel in the clear. */
export const isProofAddress = (address: string): boolean => isHttps(address) && URL.canParse(address)

/** Bookings of the generic form may send a GIF (C218), also when their kind no longer exists. */
export const mayBeGif = (kind: Pick<KindRules, 'ownForm'> | undefined): boolean => kind?.ownForm === undefined
