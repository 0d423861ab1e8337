/** What happens to the bookings of a cancelled departure. Pure. */
import type { Instant, LocalDate, LocalTime } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import type { Leg } from '../../../services/trip.ts'
import { type CancellableBooking, decideRefund, proposeRefund, type WantedRefund } from './cancellation.ts'
import { type BookedLegs, bookedStart, type MoveStarts } from './move-starts.ts'

export type DepartureChoice =
  | { readonly kind: 'refund_by_terms' }
  | { readonly kind: 'refund_in_full' }
  /** The booking stays; staff decide about it later. */
  | { readonly kind: 'keep' }
  /** To another departure of the item, at no extra charge; a cheaper one refunds the difference. */
  | ({ readonly kind: 'move' } & MoveTarget)
export interface MoveTarget {
  readonly date: LocalDate
  readonly time: LocalTime | null
  /** Whether the staff member who chose it may refund a difference outside the terms. */
  readonly mayRefund?: boolean | undefined
}
export type DepartureChoiceKind = DepartureChoice['kind']
export const departureChoiceKinds = [
  'refund_by_terms',
  'refund_in_full',
  'keep',
  'move',
] as const satisfies readonly DepartureChoiceKind[]

/** The outcome for a booking; null while it waits for the job. 'stuck': staff decide again. */
export const departureOutcomes = ['cancelled', 'kept', 'by_hand', 'closed', 'moved', 'stuck'] as const
export type DepartureOutcome = (typeof departureOutcomes)[number]

export interface DeparturePlan {
  /** For every booking without a choice of its own. */
  readonly choice: DepartureChoice
  /** By booking id. */
  readonly choices: Readonly<Record<string, DepartureChoice>>
}
export const choiceFor = ({ choice, choices }: DeparturePlan, bookingId: string): DepartureChoice =>
  choices[bookingId] ?? choice

interface BookedDepartures {
  readonly departure_id: string | null
  readonly return_leg_departure_id: string | null
}
/** The leg of a booking that is on a departure, the outbound one if both are; null: neither. */
export function legOn(booking: BookedDepartures, departureId: string | null): Leg | null {
  if (departureId === null) return null
  if (booking.departure_id === departureId) return 'outbound'
  return booking.return_leg_departure_id === departureId ? 'return' : null
}

/**
 * The starts of a booking whose legs leave a cancelled departure. A leg on another departure stays. If both leave it, they
 * move to the same day, and the return leg keeps its time.
 */
export function startsTo(
  booking: BookedDepartures & BookedLegs,
  departureId: string,
  { date, time }: MoveTarget,
): MoveStarts {
  const [outbound, back] = [bookedStart(booking, 'outbound'), bookedStart(booking, 'return')]
  const isOutbound = booking.departure_id === departureId || outbound === null
  const isReturn = booking.return_leg_departure_id === departureId
  return {
    travel_date: isOutbound ? date : outbound.date,
    travel_time: isOutbound ? time : outbound.time,
    ...(isReturn && { return_leg_date: date, return_leg_time: isOutbound ? (back?.time ?? null) : time }),
  }
}

/** The refund to ask `decideRefund` for; null for a booking that stays. */
export function wantedRefund(
  booking: CancellableBooking,
  { kind }: DepartureChoice,
  reason: string,
): WantedRefund | null {
  if (kind === 'keep' || kind === 'move') return null
  if (kind === 'refund_by_terms' || booking.paid_minor === 0) return {}
  return { amount: money(booking.paid_minor, booking.currency), reason }
}

/**
 * The total refund of a booking in minor units, as it would be decided now; null: nothing was paid, or the booking
 * stays.
 */
export function plannedRefund(booking: CancellableBooking, choice: DepartureChoice, now: Instant): number | null {
  const wanted = wantedRefund(booking, choice, '-')
  const decision = wanted && decideRefund(booking, wanted, now)
  return decision && !decision.errors ? decision.dueMinor : null
}

/** True if a choice refunds another amount than the terms, which needs the permission to refund. */
export function deviatesFromTerms(booking: CancellableBooking, choice: DepartureChoice, now: Instant): boolean {
  const proposal = proposeRefund(booking, now)
  return choice.kind === 'refund_in_full' && proposal !== null && proposal.amount.minor !== proposal.most.minor
}
