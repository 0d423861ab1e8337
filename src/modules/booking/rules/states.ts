/** The states of a booking and its payment. docs/rules/states.md shows them as tables. */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
export type BookingStatus = (typeof bookingStatuses)[number]
export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** `expire` is the system's cancellation of an unpaid booking (D64). */
export const transitions = ['confirm', 'cancel', 'complete', 'reopen', 'expire'] as const
export type Transition = (typeof transitions)[number]

const table: Readonly<Record<BookingStatus, Partial<Record<Transition, BookingStatus>>>> = {
  pending: { confirm: 'confirmed', cancel: 'cancelled', expire: 'cancelled' },
  confirmed: { complete: 'completed', cancel: 'cancelled' },
  cancelled: {},
  completed: { reopen: 'confirmed' },
}
/** The resulting state; null if the table has no such step (A152-A155). */
export const stateAfter = (from: BookingStatus, step: Transition): BookingStatus | null => table[from][step] ?? null

export interface BookingState {
  readonly booking_status: BookingStatus
  readonly payment_status: PaymentStatus
  readonly paid_minor: number
}
export type TransitionRefusal = 'booking/transition-refused' | 'booking/reason-required' | 'booking/not-expirable'
export type TransitionDecision =
  | { readonly to: BookingStatus; readonly refusal?: never }
  | { readonly to?: never; readonly refusal: TransitionRefusal }

/**
 * The transition table and its guards: cancelling a confirmed booking (D92) and reopening a completed one need a reason,
 * and only unpaid bookings expire.
 */
export function decideTransition(booking: BookingState, step: Transition, reason: string | null): TransitionDecision {
  const to = stateAfter(booking.booking_status, step)
  if (to === null) return { refusal: 'booking/transition-refused' }
  const needsReason = step === 'reopen' || (step === 'cancel' && booking.booking_status === 'confirmed')
  if (needsReason && !reason?.trim()) return { refusal: 'booking/reason-required' }
  const isPaid = booking.payment_status === 'completed' || booking.paid_minor > 0
  return step === 'expire' && isPaid ? { refusal: 'booking/not-expirable' } : { to }
}

type Payable = Pick<BookingState, 'payment_status'> & { readonly final_minor: number; readonly awaits_agency: boolean }
/** Whether staff should look twice before they confirm it. A cash booking that awaits the agency is unpaid by design. */
export const isUnpaid = ({ payment_status: status, final_minor, awaits_agency }: Payable): boolean =>
  (status === 'pending' || status === 'failed') && final_minor > 0 && !awaits_agency

/** The buttons of the back office. */
export const adminSteps = ['confirm', 'cancel', 'complete', 'reopen'] as const
export const allowedActions = (status: BookingStatus): (typeof adminSteps)[number][] =>
  adminSteps.filter((step) => stateAfter(status, step) !== null)

/**
 * Money received stays on record: completed only leads to refunded, and back if the refund fails. A failed payment
 * can be retried (D82), and late money counts (D3).
 */
const paymentTable: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['completed', 'failed'],
  failed: ['pending', 'completed'],
  completed: ['refunded'],
  refunded: ['completed'],
}
/** True for a step of the table, and for no change. */
export const canPaymentBecome = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || paymentTable[from].includes(to)

/** The booking stays paid; a badge of its own shows the refund (D176). */
export const isPartlyRefunded = (paidMinor: number, refundedMinor: number): boolean =>
  refundedMinor > 0 && refundedMinor < paidMinor

/** Documents and travellers are accepted until the booking is closed. */
export const isOpenForDocuments = (status: BookingStatus): boolean => status === 'pending' || status === 'confirmed'
