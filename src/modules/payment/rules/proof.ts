import type { KindRules } from '../../../services/kind.ts'

/** What the shop knows about a bank transfer. */
export type TransferFacts = {
  readonly isBankTransfer: boolean
  readonly verification: 'approved' | 'rejected' | null
  readonly proofs: number
  readonly openRequest: boolean
  readonly bookingStatus: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  readonly paymentStatus: 'pending' | 'completed' | 'failed' | 'refunded'
}

/** The badge of the verification card (D95, D98); a decision stays visible whatever happens to the money later. */
export function proofBadge(facts: TransferFacts): string | null {
  if (!facts.isBankTransfer) return null
  if (facts.verification === 'approved') return 'Verified & Approved'
  if (facts.verification === 'rejected') return 'Rejected'
  return facts.proofs > 0 ? 'Pending Verification' : 'Awaiting transfer'
}

/** A transfer is decided once, and only while the booking can still be paid. */
export const canDecide = (facts: TransferFacts): boolean =>
  facts.isBankTransfer &&
  facts.verification === null &&
  facts.bookingStatus !== 'cancelled' &&
  (facts.paymentStatus === 'pending' || facts.paymentStatus === 'failed')

export type ProofState =
  | 'none'
  | 'awaiting-transfer'
  | 'pending-verification'
  | 'new-proof-asked'
  | 'approved'
  | 'rejected'
/** The same for the customer. */
export function proofState(facts: TransferFacts): ProofState {
  if (!facts.isBankTransfer) return 'none'
  if (facts.verification) return facts.verification
  if (facts.openRequest) return 'new-proof-asked'
  return facts.proofs > 0 ? 'pending-verification' : 'awaiting-transfer'
}

/** An address that a browser may be sent to; `javascript:` and its like are not (D26). */
export function isProofAddress(address: string): boolean {
  const scheme = /^(https?):\/\/[^\s/?#]+/i.exec(address)
  return scheme !== null && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** A proof for what was booked by the generic form may be a GIF (C218), also where its kind is gone. */
export const mayBeGif = (kind: Pick<KindRules, 'ownForm'> | undefined): boolean => kind?.ownForm === undefined
