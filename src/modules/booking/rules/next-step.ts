/** What the customer of a booking does next, or waits for. Pure; the sentences belong to the pages. */
import type { Instant, LocalDate } from '../../../kernel/dates.ts'
import type { BookingStatus, PaymentStatus } from './states.ts'

export const nextSteps = [
  'pay',
  'pay-difference',
  'send-proof',
  'replace',
  'upload',
  'wait',
  'download',
  'voucher',
  'review',
  'nothing',
] as const
export type NextStepName = (typeof nextSteps)[number]

/** What a step 'wait' waits for, or why there is nothing to do. */
export const stepReasons = [
  'payment-check',
  'proof-check',
  'agency',
  'document-check',
  'confirmation',
  'expired',
  'cancelled',
  'refund-due',
  'refunded',
  'over',
] as const
export type StepReason = (typeof stepReasons)[number]

export interface OpenDocument {
  readonly label: string
  /** The id of the traveller; null for a document of the booking, or of a traveller without a name. */
  readonly traveller: string | null
  readonly name: string | null
  /** Of a traveller whose details are missing. */
  readonly isUnnamed: boolean
  /** Why staff rejected the last version; null if there is none. */
  readonly rejection: string | null
}
export interface StepFacts {
  readonly booking_status: BookingStatus
  readonly payment_status: PaymentStatus
  readonly isChecking: boolean
  readonly awaitsAgency: boolean
  readonly isCash: boolean
  readonly finalMinor: number
  readonly paidMinor: number
  readonly refundedMinor: number
  readonly refundDueMinor: number | null
  readonly expiresAt: Instant | null
  readonly startsAt: Instant | null
  /** The history, oldest first. */
  readonly events: readonly string[]
  /** Until when a dearer departure is held; null without one. */
  readonly moveHeldUntil: Instant | null
  readonly open: readonly OpenDocument[]
  readonly hasDocuments: boolean
  readonly delivered: number
  /** When the agency expects to decide the case. */
  readonly expectedBy: LocalDate | null
}
export interface NextStep {
  readonly step: NextStepName
  readonly because: StepReason | null
  /** How many documents. */
  readonly count: number
  /** Details of travellers come before some of them. */
  readonly needsDetails: boolean
  /** Whose documents, if they are all of one named traveller. */
  readonly name: string | null
  readonly traveller: string | null
  /** The one document that was rejected, and why. */
  readonly document: string | null
  readonly reason: string | null
  /** The deadline of a payment. */
  readonly until: Instant | null
  readonly expectedBy: LocalDate | null
}

const plain = {
  because: null,
  count: 0,
  needsDetails: false,
  name: null,
  traveller: null,
  document: null,
  reason: null,
  until: null,
  expectedBy: null,
} as const
const stepOf = (step: NextStepName, more: Partial<NextStep> = {}): NextStep => ({ ...plain, step, ...more })

/**
 * The first of: pay, documents, waiting, what is ready. A booking whose payment is being checked is never asked to pay
 * again.
 */
export function nextStepOf(facts: StepFacts, now: Instant): NextStep {
  if (facts.booking_status === 'cancelled') return stepOf('nothing', { because: whyCancelled(facts) })
  if (facts.booking_status === 'completed')
    return facts.delivered > 0 ? stepOf('download', { count: facts.delivered }) : stepOf('review')
  return paymentStep(facts, now) ?? documentStep(facts.open) ?? waitStep(facts) ?? readyStep(facts, now)
}

function whyCancelled({ events, paidMinor, refundedMinor, refundDueMinor }: StepFacts): StepReason {
  if (events.findLast((each) => each === 'booking-cancelled' || each === 'booking-expired') === 'booking-expired')
    return 'expired'
  if (refundedMinor > 0) return 'refunded'
  return paidMinor > 0 && refundDueMinor !== 0 ? 'refund-due' : 'cancelled'
}

function paymentStep(facts: StepFacts, now: Instant): NextStep | null {
  const { isChecking, moveHeldUntil, payment_status: status } = facts
  if (isChecking) return null
  if (moveHeldUntil !== null && moveHeldUntil > now) return stepOf('pay-difference', { until: moveHeldUntil })
  const isUnpaid = (status === 'pending' || status === 'failed') && facts.paidMinor === 0 && facts.finalMinor > 0
  if (!isUnpaid || facts.awaitsAgency || facts.isCash || isProofWaiting(facts)) return null
  return stepOf(lastProof(facts) === 'proof-asked' ? 'send-proof' : 'pay', { until: facts.expiresAt })
}
type ProofFacts = Pick<StepFacts, 'payment_status' | 'events'>
const lastProof = ({ events }: ProofFacts): string | undefined =>
  events.findLast((each) =>
    ['proof-uploaded', 'proof-asked', 'transfer-rejected', 'payment-replaced', 'payment-failed'].includes(each),
  )
/** A transfer waits for the agency. */
export const isProofWaiting = (facts: ProofFacts): boolean =>
  facts.payment_status === 'pending' && lastProof(facts) === 'proof-uploaded'

function documentStep(open: readonly OpenDocument[]): NextStep | null {
  if (open.length === 0) return null
  const rejected = open.filter(({ rejection }) => rejection !== null)
  const [first] = rejected.length > 0 ? rejected : open
  const asked = rejected.length > 0 ? rejected : open
  const isOfOne = asked.every(({ traveller }) => traveller === first?.traveller)
  return stepOf(rejected.length > 0 ? 'replace' : 'upload', {
    count: asked.length,
    needsDetails: asked.some(({ isUnnamed }) => isUnnamed),
    ...(isOfOne && first && { name: first.name, traveller: first.traveller }),
    ...(rejected.length === 1 && first && { document: first.label, reason: first.rejection || null }),
  })
}

function waitStep(facts: StepFacts): NextStep | null {
  const wait = (because: StepReason) => stepOf('wait', { because })
  if (facts.isChecking) return wait('payment-check')
  if (facts.awaitsAgency) return wait('agency')
  if (isProofWaiting(facts)) return wait('proof-check')
  if (facts.payment_status === 'refunded') return stepOf('nothing', { because: 'refunded' })
  if (facts.delivered > 0) return stepOf('download', { count: facts.delivered })
  if (facts.hasDocuments) return { ...wait('document-check'), expectedBy: facts.expectedBy }
  return facts.booking_status === 'pending' ? wait('confirmation') : null
}

const readyStep = ({ startsAt }: StepFacts, now: Instant): NextStep =>
  startsAt !== null && startsAt <= now ? stepOf('nothing', { because: 'over' }) : stepOf('voucher')
