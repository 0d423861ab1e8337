/** What happens to the bookings of a cancelled departure. Pure. */
import type { Instant } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import { type CancellableBooking, decideRefund, proposeRefund, type WantedRefund } from './cancellation.ts'

/** A new choice, such as a move to another departure, would be another kind with its own fields. */
export type DepartureChoice =
  | { readonly kind: 'refund_by_terms' }
  | { readonly kind: 'refund_in_full' }
  /** The booking stays; staff decide about it later. */
  | { readonly kind: 'keep' }
export type DepartureChoiceKind = DepartureChoice['kind']
export const departureChoiceKinds = [
  'refund_by_terms',
  'refund_in_full',
  'keep',
] as const satisfies readonly DepartureChoiceKind[]

/** The outcome for a booking; null while it waits for the job. */
export const departureOutcomes = ['cancelled', 'kept', 'by_hand', 'closed'] as const
export type DepartureOutcome = (typeof departureOutcomes)[number]

export interface DeparturePlan {
  /** For every booking without a choice of its own. */
  readonly choice: DepartureChoice
  /** By booking id. */
  readonly choices: Readonly<Record<string, DepartureChoice>>
}
export const choiceFor = ({ choice, choices }: DeparturePlan, bookingId: string): DepartureChoice =>
  choices[bookingId] ?? choice

/** The refund to ask `decideRefund` for; null for a booking that stays. */
export function wantedRefund(
  booking: CancellableBooking,
  { kind }: DepartureChoice,
  reason: string,
): WantedRefund | null {
  if (kind === 'keep') return null
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
