/** What of a booking goes back when it is cancelled: proposed by the terms it was sold under, decided by staff (D93). */
import { addDays, dateIn, type Instant, type LocalDate } from '../../../kernel/dates.ts'
import { formatMoney, type Money, money } from '../../../kernel/money.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import { type CancellationTerms, freeUntil } from '../../../services/shared/cancellation.ts'
import { type CancellationMoment, refundByTerms } from '../../../services/shared/cancellation-refund.ts'
import type { BookingStatus } from './states.ts'

export interface CancellableBooking {
  readonly booking_status: BookingStatus
  readonly cancellation_terms: CancellationTerms | null
  readonly currency: string
  readonly paid_minor: number
  readonly refunded_minor: number
  readonly travel_date: LocalDate | null
  readonly starts_at: Instant | null
  readonly time_zone: string
}

/** Days are counted on the service's clock (D90). */
const momentOf = (booking: CancellableBooking & { travel_date: LocalDate }, now: Instant): CancellationMoment => ({
  startDay: booking.travel_date,
  today: dateIn(booking.time_zone, now),
  hasBegun: booking.starts_at !== null && booking.starts_at <= now,
})
const hasDay = (booking: CancellableBooking): booking is CancellableBooking & { travel_date: LocalDate } =>
  booking.travel_date !== null

/** Amounts are in all: what has gone back already is among them. */
export interface RefundProposal {
  /** By the terms; null where none were agreed or there is no day: then all is proposed, and staff decide. */
  readonly percent: number | null
  readonly daysLeft: number | null
  readonly amount: Money
  readonly least: Money
  readonly most: Money
}

/** What would go back if the booking was cancelled now; null where nothing has been paid. */
export function proposeRefund(booking: CancellableBooking, now: Instant): RefundProposal | null {
  if (booking.paid_minor === 0) return null
  const amount = (minor: number) => money(minor, booking.currency)
  const range = { least: amount(booking.refunded_minor), most: amount(booking.paid_minor) }
  if (!booking.cancellation_terms || !hasDay(booking))
    return { percent: null, daysLeft: null, amount: range.most, ...range }
  const { percent, daysLeft, refund } = refundByTerms(booking.cancellation_terms, momentOf(booking, now), range.most)
  // What has gone back does not come again.
  return { percent, daysLeft, amount: amount(Math.max(refund.minor, booking.refunded_minor)), ...range }
}

export interface WantedRefund {
  /** Left out: as proposed. */
  readonly amount?: Money | undefined
  readonly reason?: string | undefined
}
export type RefundDecision =
  | {
      readonly errors?: never
      readonly proposal: RefundProposal | null
      /** In all; null where nothing has been paid. */
      readonly dueMinor: number | null
      readonly isAsProposed: boolean
    }
  | { readonly errors: readonly FieldError[] }

/** Staff may give back anything from nothing to what was paid, with a reason where it is not what was proposed. */
export function decideRefund(booking: CancellableBooking, wanted: WantedRefund, now: Instant): RefundDecision {
  const proposal = proposeRefund(booking, now)
  if (!proposal) {
    const isNothing = wanted.amount === undefined || wanted.amount.minor === 0
    return isNothing
      ? { proposal, dueMinor: null, isAsProposed: true }
      : { errors: [{ path: 'refund_amount', message: 'Nothing has been paid that could go back' }] }
  }
  const { amount, least, most } = proposal
  const due = wanted.amount ?? amount
  if (due.currency !== most.currency || due.minor < least.minor || due.minor > most.minor)
    return {
      errors: [{ path: 'refund_amount', message: `Please enter an amount from ${shown(least)} to ${shown(most)}` }],
    }
  const isAsProposed = due.minor === amount.minor
  if (!isAsProposed && !wanted.reason?.trim())
    return {
      errors: [{ path: 'refund_reason', message: `Please give a reason for another refund than ${shown(amount)}` }],
    }
  return { proposal, dueMinor: due.minor, isAsProposed }
}
const shown = (amount: Money): string => formatMoney(amount, { exact: true })

/** The agreed steps, each with its last day where the booking has one. */
export const shownTerms = (booking: CancellableBooking) =>
  booking.cancellation_terms?.map((step) => ({
    ...step,
    until: hasDay(booking) ? addDays(booking.travel_date, -step.days) : null,
  })) ?? []

/** The last day on which all would go back, while that is not over and the booking is open. */
export function openFreeUntil(booking: CancellableBooking, now: Instant): LocalDate | null {
  if (!isOpen(booking) || !booking.cancellation_terms || !hasDay(booking)) return null
  const moment = momentOf(booking, now)
  const until = freeUntil(booking.cancellation_terms, booking.travel_date)
  return until !== null && !moment.hasBegun && moment.today <= until ? until : null
}

/** What a customer would get by the terms today; null where nothing was paid or agreed, or the booking is over. */
export function refundToday(booking: CancellableBooking, now: Instant): { percent: number; refund: Money } | null {
  const proposal = isOpen(booking) ? proposeRefund(booking, now) : null
  return proposal?.percent == null ? null : { percent: proposal.percent, refund: proposal.amount }
}
const isOpen = ({ booking_status: status }: CancellableBooking): boolean =>
  status === 'pending' || status === 'confirmed'
