import type { Instant } from '../../../kernel/dates.ts'
import type { Text } from '../../../kernel/messages.ts'
import { text } from '../text.ts'
import type { NextStepName } from './next-step.ts'
import type { BookingStatus, PaymentStatus } from './states.ts'

/** The events of a booking's history (D99). */
export const historyEvents = [
  'booking-created',
  'booking-confirmed',
  'confirmation-withdrawn',
  'booking-cancelled',
  'booking-completed',
  'booking-reopened',
  'booking-expired',
  'departure-cancelled',
  'booking-moved',
  'booking-changed',
  'move-prepared',
  'move-ended',
  'message-sent',
  'payment-started',
  'payment-replaced',
  'payment-completed',
  'payment-failed',
  'payment-refunded',
  'payment-partly-refunded',
  'payment-reopened',
  'payment-under-review',
  'refund-started',
  'refund-done',
  'proof-uploaded',
  'proof-asked',
  'transfer-approved',
  'transfer-rejected',
  'pay-on-arrival',
  'awaiting-agency',
  'hold-ended',
  'places-taken-again',
  'details-corrected',
  'travelers-saved',
  'document-uploaded',
  'document-replaced',
  'document-accepted',
  'document-acceptance-undone',
  'document-asked',
  'document-issued',
  'document-delivered',
  'case-submitted',
  'documents-erased',
  'case-stage-changed',
  'travellers-arrived',
  'arrival-undone',
] as const
export type HistoryName = (typeof historyEvents)[number]

export interface TimelineFact {
  readonly event: string
  readonly at: Instant
}
export interface TimelineSource {
  readonly booking_status: BookingStatus
  readonly payment_status: PaymentStatus
  readonly created_at: Instant
}
export interface TimelineStep {
  readonly event: string
  readonly title: Text
  readonly description: Text
  readonly at: Instant | null
}

/**
 * The steps that customers see. The tracker shows them by reference alone, so descriptions reveal no more than the
 * states (D7).
 */
export const timelineEvents = [
  'booking-created',
  'payment-completed',
  'payment-failed',
  'payment-refunded',
  'refund-started',
  'refund-done',
  'proof-uploaded',
  'proof-asked',
  'document-asked',
  'document-replaced',
  'case-submitted',
  'document-delivered',
  'booking-confirmed',
  'booking-moved',
  'booking-changed',
  'booking-cancelled',
  'booking-expired',
  'booking-completed',
  'awaiting-agency',
  'payment-needed',
  'documents-needed',
  'awaiting-confirmation',
] as const
export type TimelineName = (typeof timelineEvents)[number]

const step = (event: TimelineName, at: Instant | null): TimelineStep => ({
  event,
  title: text(`timeline.${event}.title`),
  description: text(`timeline.${event}.description`),
  at,
})
const isShown = (event: string): event is TimelineName =>
  event !== 'booking-created' && (timelineEvents as readonly string[]).includes(event)

/** Requests to the customer, and the step that answers each. */
const answers: Readonly<Partial<Record<TimelineName, HistoryName>>> = {
  'proof-asked': 'proof-uploaded',
  'document-asked': 'document-replaced',
}

/** What a pending booking waits for before the agency continues. */
const needs: Readonly<Partial<Record<NextStepName, TimelineName>>> = {
  pay: 'payment-needed',
  upload: 'documents-needed',
}

/** Requests that the booking no longer waits for: of a booking that is over, or for the proof of a payment that arrived. */
function withdrawnRequests({ booking_status, payment_status }: TimelineSource): readonly string[] {
  const isOver = booking_status === 'completed' || booking_status === 'cancelled'
  const isPaid = payment_status === 'completed' || payment_status === 'refunded'
  return [...(isOver ? ['document-asked'] : []), ...(isOver || isPaid ? ['proof-asked'] : [])]
}

/**
 * The timeline (C241-C243): creation, then the history without repeated steps, a withdrawn confirmation, a completion
 * that was undone or an unanswered request of a booking that needs nothing, then steps that the state implies but the
 * history lacks, e.g. for imported bookings. A pending booking ends with 'awaiting-confirmation'; what its customer has to
 * do first, where `next` tells it, comes before.
 */
export function timelineOf(
  booking: TimelineSource,
  history: readonly TimelineFact[],
  next: NextStepName = 'nothing',
): TimelineStep[] {
  const lastPlace = (name: HistoryName) => history.findLastIndex(({ event }) => event === name)
  const undone: Readonly<Record<string, number>> = {
    'booking-confirmed': lastPlace('confirmation-withdrawn'),
    'booking-completed': lastPlace('booking-reopened'),
  }
  const withdrawn = withdrawnRequests(booking)
  const shown = history.flatMap(({ event, at }, place) => {
    if (!isShown(event) || place <= (undone[event] ?? -1)) return []
    const answer = answers[event]
    const isOpen = answer !== undefined && lastPlace(answer) < place
    return isOpen && withdrawn.includes(event) ? [] : [step(event, at)]
  })
  // A full refund says more than the last single refund.
  const isSaidNext = (event: string, next: string | undefined): boolean =>
    event === next || (event === 'refund-done' && next === 'payment-refunded')
  const steps = shown.filter(({ event }, place) => !isSaidNext(event, shown[place + 1]?.event))
  const has = (event: TimelineName) => steps.some((each) => each.event === event)
  const isPaid = booking.payment_status === 'completed' || booking.payment_status === 'refunded'
  const { booking_status: status } = booking
  const implied: readonly (readonly [TimelineName, boolean])[] = [
    ['payment-completed', isPaid],
    ['payment-failed', booking.payment_status === 'failed'],
    ['payment-refunded', booking.payment_status === 'refunded'],
    ['booking-confirmed', status === 'confirmed' || status === 'completed'],
    ['booking-cancelled', status === 'cancelled' && !has('booking-expired')],
    ['booking-completed', status === 'completed'],
    ['awaiting-confirmation', status === 'pending'],
  ]
  const missing = implied.flatMap(([event, applies]) => (applies && !has(event) ? [step(event, null)] : []))
  const needed = needs[next]
  if (needed && status === 'pending') missing.splice(-1, 0, step(needed, null))
  return [step('booking-created', booking.created_at), ...steps, ...missing]
}
