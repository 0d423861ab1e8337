/** What staff do next about a booking, or what it waits for. Pure; the sentences belong to the back office. */
import type { LocalDate } from '../../../kernel/dates.ts'
import type { BookingStatus, PaymentStatus } from './states.ts'

const staffSteps = [
  'review-payment',
  'approve-transfer',
  'settle-refund',
  'confirm',
  'check-documents',
  'request-documents',
  'deliver',
  'submit',
  'issue',
  'take-payment',
  'request-payment',
  'complete',
  'wait',
  'nothing',
] as const
export type StaffStepName = (typeof staffSteps)[number]

/** What a step 'wait' waits for, why there is nothing to do, or why an unpaid booking is confirmed. */
export type StaffReason =
  | 'payment-check'
  | 'transfer'
  | 'refund'
  | 'arrival'
  | 'cash'
  | 'trip'
  | 'cancelled'
  | 'completed'

export interface StaffFacts {
  readonly booking_status: BookingStatus
  readonly payment_status: PaymentStatus
  readonly isFree: boolean
  readonly isCash: boolean
  /** The agency decides before the customer pays. */
  readonly awaitsAgency: boolean
  /** A provider is being asked about a payment. */
  readonly isChecking: boolean
  /** 'to-check': its proof waits for staff; 'awaited': the customer sends money or a proof. */
  readonly transfer: 'to-check' | 'awaited' | null
  /** Payments that did not match. */
  readonly reviews: number
  /** Refunds that staff pay out and record. */
  readonly refundsByHand: number
  /** Refunds that a provider pays out, or that are about to be recorded. */
  readonly isRefundOpen: boolean
  /** A dearer departure is held until its difference is paid. */
  readonly hasPreparedMove: boolean
  readonly missingDocuments: number
  readonly uncheckedDocuments: number
  /** What staff issue; null for a kind that issues nothing. */
  readonly issuing: { readonly undelivered: number; readonly missing: number; readonly isSubmitted: boolean } | null
  /** The last day of the trip; null for a service without a day. */
  readonly firstDay: LocalDate | null
  readonly lastDay: LocalDate | null
}
export interface StaffStep {
  readonly step: StaffStepName
  /** Of documents, payments or refunds. */
  readonly count: number
  readonly because: StaffReason | null
}

const act = (step: StaffStepName, count = 0): StaffStep => ({ step, count, because: null })
const wait = (because: StaffReason): StaffStep => ({ step: 'wait', count: 0, because })

/** The first of: money that waits for staff, the decision on the booking, its case, its payment, its end. */
export function staffStepOf(facts: StaffFacts, today: LocalDate): StaffStep {
  if (facts.reviews > 0) return act('review-payment', facts.reviews)
  if (facts.transfer === 'to-check') return act('approve-transfer')
  if (facts.refundsByHand > 0) return act('settle-refund', facts.refundsByHand)
  if (facts.booking_status === 'cancelled')
    return facts.isRefundOpen ? wait('refund') : { ...act('nothing'), because: 'cancelled' }
  if (facts.booking_status === 'completed') return { ...act('nothing'), because: 'completed' }
  if (facts.isChecking) return wait('payment-check')
  if (facts.booking_status === 'pending') return decision(facts)
  return caseStep(facts) ?? paymentStep(facts, today) ?? endStep(facts, today)
}

const isPaid = ({ payment_status: status, isFree }: StaffFacts): boolean =>
  isFree || status === 'completed' || status === 'refunded'

function decision(facts: StaffFacts): StaffStep {
  if (facts.awaitsAgency || isPaid(facts)) return act('confirm')
  if (facts.isCash) return { ...act('confirm'), because: 'cash' }
  return facts.transfer === 'awaited' ? wait('transfer') : act('request-payment')
}

function caseStep({ missingDocuments, uncheckedDocuments, issuing }: StaffFacts): StaffStep | null {
  if (uncheckedDocuments > 0) return act('check-documents', uncheckedDocuments)
  if (missingDocuments > 0) return act('request-documents', missingDocuments)
  if (issuing === null) return null
  if (issuing.undelivered > 0) return act('deliver', issuing.undelivered)
  if (issuing.missing === 0) return null
  return issuing.isSubmitted ? act('issue', issuing.missing) : act('submit')
}

function paymentStep(facts: StaffFacts, today: LocalDate): StaffStep | null {
  if (facts.hasPreparedMove) return act('request-payment')
  if (isPaid(facts)) return null
  if (facts.transfer === 'awaited') return wait('transfer')
  if (!facts.isCash) return act('request-payment')
  return facts.firstDay === null || facts.firstDay <= today ? act('take-payment') : wait('arrival')
}

const endStep = ({ lastDay }: StaffFacts, today: LocalDate): StaffStep =>
  lastDay === null || lastDay <= today ? act('complete') : wait('trip')
