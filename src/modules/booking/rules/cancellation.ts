/** The refund of a cancelled booking: proposed by the terms it was sold under, decided by staff (D93). */
import { addDays, dateIn, type Instant, type LocalDate } from '../../../kernel/dates.ts'
import { formatMoney, type Money, money } from '../../../kernel/money.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import { type CancellationTerms, freeUntil } from '../../../services/shared/cancellation.ts'
import { type CancellationMoment, refundByTerms } from '../../../services/shared/cancellation-refund.ts'
import { text } from '../text.ts'
import type { BookingStatus } from './states.ts'

export interface CancellableBooking {
  readonly booking_status: BookingStatus
  readonly cancellation_terms: CancellationTerms | null
  readonly currency: string
  readonly final_minor: number
  readonly paid_minor: number
  readonly refunded_minor: number
  readonly travel_date: LocalDate | null
  readonly starts_at: Instant | null
  readonly time_zone: string
}

/** Days are counted in the service's time zone (D90). */
const momentOf = (booking: CancellableBooking & { travel_date: LocalDate }, now: Instant): CancellationMoment => ({
  startDay: booking.travel_date,
  today: dateIn(booking.time_zone, now),
  hasBegun: booking.starts_at !== null && booking.starts_at <= now,
})
const hasDay = (booking: CancellableBooking): booking is CancellableBooking & { travel_date: LocalDate } =>
  booking.travel_date !== null

/** Amounts are totals and include earlier refunds. */
export interface RefundProposal {
  /** Null without agreed terms or travel date: then a full refund is proposed and staff decide. */
  readonly percent: number | null
  readonly daysLeft: number | null
  readonly amount: Money
  readonly least: Money
  readonly most: Money
}

/** The refund if the booking was cancelled now; null if nothing has been paid. */
export function proposeRefund(booking: CancellableBooking, now: Instant): RefundProposal | null {
  if (booking.paid_minor === 0) return null
  const amount = (minor: number) => money(minor, booking.currency)
  const range = { least: amount(booking.refunded_minor), most: amount(booking.paid_minor) }
  if (!booking.cancellation_terms || !hasDay(booking))
    return { percent: null, daysLeft: null, amount: range.most, ...range }
  // What a move to a cheaper departure returns was never part of the price (docs/rules/moving.md).
  const price = Math.min(booking.final_minor, booking.paid_minor)
  const when = momentOf(booking, now)
  const { percent, daysLeft, refund } = refundByTerms(booking.cancellation_terms, when, amount(price))
  const due = booking.paid_minor - price + refund.minor
  // Earlier refunds are never reclaimed.
  return { percent, daysLeft, amount: amount(Math.max(due, booking.refunded_minor)), ...range }
}

export interface WantedRefund {
  /** Defaults to the proposal. */
  readonly amount?: Money | undefined
  readonly reason?: string | undefined
}
export type RefundDecision =
  | {
      readonly errors?: never
      readonly proposal: RefundProposal | null
      /** A total; null if nothing has been paid. */
      readonly dueMinor: number | null
      readonly isAsProposed: boolean
    }
  | { readonly errors: readonly FieldError[] }

/** Staff may refund any amount up to what was paid; a deviation from the proposal needs a reason. */
export function decideRefund(booking: CancellableBooking, wanted: WantedRefund, now: Instant): RefundDecision {
  const proposal = proposeRefund(booking, now)
  if (!proposal) {
    const isNothing = wanted.amount === undefined || wanted.amount.minor === 0
    return isNothing
      ? { proposal, dueMinor: null, isAsProposed: true }
      : { errors: [{ path: 'refund_amount', message: text('errors.nothingToRefund') }] }
  }
  const { amount, least, most } = proposal
  const due = wanted.amount ?? amount
  if (due.currency !== most.currency || due.minor < least.minor || due.minor > most.minor)
    return {
      errors: [{ path: 'refund_amount', message: text('errors.refundRange', { min: shown(least), max: shown(most) }) }],
    }
  const isAsProposed = due.minor === amount.minor
  if (!isAsProposed && !wanted.reason?.trim())
    return {
      errors: [{ path: 'refund_reason', message: text('errors.refundReason', { amount: shown(amount) }) }],
    }
  return { proposal, dueMinor: due.minor, isAsProposed }
}
const shown = (amount: Money): string => formatMoney(amount, { exact: true })

/** The agreed steps; `until` is the last day of each, if the booking has a date. */
export const shownTerms = (booking: CancellableBooking) =>
  booking.cancellation_terms?.map((step) => ({
    ...step,
    until: hasDay(booking) ? addDays(booking.travel_date, -step.days) : null,
  })) ?? []

/** The last day of free cancellation; null if it has passed or the booking is closed. */
export function openFreeUntil(booking: CancellableBooking, now: Instant): LocalDate | null {
  if (!isOpen(booking) || !booking.cancellation_terms || !hasDay(booking)) return null
  const moment = momentOf(booking, now)
  const until = freeUntil(booking.cancellation_terms, booking.travel_date)
  return until !== null && !moment.hasBegun && moment.today <= until ? until : null
}

/** What a customer would get back today by the terms; null without payment or terms, or when the booking is closed. */
export function refundToday(booking: CancellableBooking, now: Instant): { percent: number; refund: Money } | null {
  const proposal = isOpen(booking) ? proposeRefund(booking, now) : null
  return proposal?.percent == null ? null : { percent: proposal.percent, refund: proposal.amount }
}
const isOpen = ({ booking_status: status }: CancellableBooking): boolean =>
  status === 'pending' || status === 'confirmed'
