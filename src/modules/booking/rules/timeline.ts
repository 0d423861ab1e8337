import type { Instant } from '../../../kernel/dates.ts'
import type { BookingStatus, PaymentStatus } from './states.ts'

/** What is written into a booking's history (D99). */
export const historyEvents = [
  'booking-created',
  'booking-confirmed',
  'booking-cancelled',
  'booking-completed',
  'booking-expired',
  'payment-started',
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
  'travelers-saved',
  'document-uploaded',
  'document-replaced',
  'document-accepted',
  'document-asked',
  'document-issued',
  'document-delivered',
  'documents-erased',
  'case-stage-changed',
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
  readonly title: string
  readonly description: string
  readonly at: Instant | null
}

/** The steps that a customer is shown; no description tells more than the states do, as the tracker shows it (D7). */
export const timelineTexts = {
  'booking-created': { title: 'Booking Created', description: 'We have received your booking' },
  'payment-completed': { title: 'Payment Completed', description: 'Payment received successfully' },
  'payment-failed': { title: 'Payment Failed', description: 'The payment did not go through' },
  'payment-refunded': { title: 'Payment Refunded', description: 'Your payment has been given back' },
  'refund-started': { title: 'Refund Started', description: 'Your money is on its way back' },
  'refund-done': { title: 'Refund Done', description: 'Your money has been given back' },
  'proof-uploaded': { title: 'Payment Proof Received', description: 'We are checking your payment proof' },
  'proof-asked': { title: 'New Proof Needed', description: 'Please upload your payment proof again' },
  'document-asked': { title: 'New Document Needed', description: 'Please send one of your documents again' },
  'document-replaced': { title: 'New Document Received', description: 'Thank you, we are looking at it' },
  'document-delivered': { title: 'Document Issued', description: 'What you applied for is ready for you' },
  'booking-confirmed': { title: 'Booking Confirmed', description: 'Your booking is confirmed' },
  'booking-cancelled': { title: 'Booking Cancelled', description: 'This booking was cancelled' },
  'booking-expired': { title: 'Booking Expired', description: 'This booking was not paid in time' },
  'booking-completed': { title: 'Booking Completed', description: 'We hope you enjoyed it' },
  'awaiting-confirmation': { title: 'Awaiting Confirmation', description: "We're processing your booking" },
} as const
export type TimelineName = keyof typeof timelineTexts

const step = (event: TimelineName, at: Instant | null): TimelineStep => ({ event, ...timelineTexts[event], at })
const isShown = (event: string): event is TimelineName => event in timelineTexts && event !== 'booking-created'

/**
 * C241-C243: the creation, what the history tells (the same step twice in a row once, as it was last), then what the
 * state says and no entry tells, such as for bookings that were taken over from elsewhere; a pending booking waits.
 */
export function timelineOf(booking: TimelineSource, history: readonly TimelineFact[]): TimelineStep[] {
  const told = history.flatMap(({ event, at }) => (isShown(event) ? [step(event, at)] : []))
  // That all has gone back says more than that one refund is done.
  const isSaidNext = (event: string, next: string | undefined): boolean =>
    event === next || (event === 'refund-done' && next === 'payment-refunded')
  const steps = told.filter(({ event }, place) => !isSaidNext(event, told[place + 1]?.event))
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
  return [step('booking-created', booking.created_at), ...steps, ...missing]
}
