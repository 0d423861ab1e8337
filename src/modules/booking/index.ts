/**
 * Bookings, for pages: states, their colours and words, how a reference is written, what a form must ask for.
 * Owns: what a booking is and how its states follow each other. Does not own: what can be bought and what it costs
 * (services, catalogue), how it is paid (payment).
 * Invariants: a page never decides a price, a state or a reference; what it checks here the server checks again.
 */

export { adminPaymentLabel, type BadgeTone, bookingTones, paymentTones } from './rules/badges.ts'
export {
  isEmail,
  referenceExample,
} from './rules/reference.ts'
export { contactErrors, isPhoneRequired, requestPath, wordingOf } from './rules/request.ts'
export {
  dateObjection,
  lastDayOf,
  openSlots,
  scheduleErrors,
  todayOf,
} from './rules/schedule.ts'
export {
  type BookingStatus,
  bookingStatuses,
  type PaymentStatus,
  type TransitionRefusal,
} from './rules/states.ts'
export type { HistoryName } from './rules/timeline.ts'
export { travellerTypeAt } from './rules/travellers.ts'
export type { AdminBookingView } from './staff-contract.ts'
export type { BookingRow, BookingView, TimelineEntry } from './view-contract.ts'
export {
  type BookingRefusal,
  confirmationHref,
  documentsHref,
  paymentHref,
  reviewHref,
  type SortColumn,
  sortColumns,
  trackingHref,
} from './words.ts'
