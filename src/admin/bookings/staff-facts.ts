import type { StaffFacts } from '../../modules/booking/index.ts'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import type { Booking } from './panel.tsx'
import { refundsByHand } from './refunds.tsx'
import { lastDay } from './status-question.ts'

/** What the next step depends on, from the answers of the server. */
export function staffFacts(booking: Booking, payment: AdminPayment): StaffFacts {
  return {
    booking_status: booking.booking_status,
    payment_status: booking.payment_status,
    isFree: booking.final_amount.minor === 0,
    isCash: booking.payment_method === 'cash_on_arrival',
    awaitsAgency: booking.awaits_agency,
    isChecking: booking.payment_checking,
    transfer: transferOf(booking, payment),
    reviews: payment.attempts.filter(({ reviewReason }) => reviewReason !== null).length,
    refundsByHand: refundsByHand(payment).length,
    isRefundOpen: isRefundOpen(booking, payment),
    hasPreparedMove: booking.prepared_move !== null,
    missingDocuments: booking.missing_documents.length,
    uncheckedDocuments: booking.documents.filter(({ canReview, review }) => canReview && review === null).length,
    issuing: issuingOf(booking),
    firstDay: booking.travel_date,
    lastDay: lastDay(booking),
  }
}

function transferOf(booking: Booking, payment: AdminPayment): StaffFacts['transfer'] {
  const { canDecide, proofs, proofState, isBankTransfer } = payment
  if (canDecide && proofs.length > 0 && proofState !== 'new-proof-asked') return 'to-check'
  return isBankTransfer && booking.payment_status === 'pending' ? 'awaited' : null
}

function isRefundOpen({ refund_due: due, refunded_amount: refunded }: Booking, { refunds }: AdminPayment): boolean {
  return (due?.minor ?? 0) > refunded.minor || refunds.some(({ state }) => state !== 'succeeded' && state !== 'failed')
}

export type Issued = NonNullable<Booking['issuing']>['items'][number]
/** The newest version for each traveller, or for the booking. */
export function newestIssued(booking: Booking): Issued[] {
  const newest = new Map<string | null, Issued>()
  for (const item of booking.issuing?.items ?? []) newest.set(item.travelerId, item)
  return [...newest.values()]
}
export const undelivered = (booking: Booking): Issued[] =>
  newestIssued(booking).filter(({ deliveredAt }) => deliveredAt === null)

function issuingOf(booking: Booking): StaffFacts['issuing'] {
  if (!booking.issuing?.isOpen) return null
  const wanted = booking.issuing.perTraveller
    ? booking.adults_count + booking.children_count + booking.infants_count
    : 1
  return {
    undelivered: undelivered(booking).length,
    missing: Math.max(0, wanted - newestIssued(booking).length),
    // Without required documents there is nothing to submit.
    isSubmitted:
      booking.case_stage !== 'documents_received' || booking.history.some(({ event }) => event === 'case-submitted'),
  }
}
