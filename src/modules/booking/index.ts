/**
 * Bookings, for pages: states and their colours, references, checks for booking forms. Owns: what a booking is and
 * its state transitions. Does not own: services and their prices (services, catalogue), payment (payment). Invariant:
 * pages never decide a price, a state or a reference; the server repeats every check.
 */

export type { ConfirmPreview, PrintedDeparture, RefusedBooking, RunView } from './bulk/contract.ts'
export { maxPrinted, maxSelected } from './bulk/limits.ts'
export { confirmationHref, documentsHref, paymentHref, reviewHref, trackingHref } from './hrefs.ts'
export { type ListColumn, listColumns } from './list-columns.ts'
export type { BookingRefusal } from './refusals.ts'
export { adminPaymentLabel, type BadgeTone, bookingTones, paymentTones } from './rules/badges.ts'
export { bookedParty, bookingRequest, changedPrice, type FormAnswers, quoteRequest } from './rules/booking-form.ts'
export {
  isEmail,
  referenceExample,
} from './rules/reference.ts'
export { contactErrors, isPhoneRequired, requestPath, wordingOf } from './rules/request.ts'
export {
  dateError,
  lastDayOf,
  openSlots,
  scheduleErrors,
  todayOf,
} from './rules/schedule.ts'
export { type StaffFacts, type StaffStep, type StaffStepName, staffStepOf } from './rules/staff-step.ts'
export {
  type BookingStatus,
  bookingStatuses,
  isUnpaid,
  type PaymentStatus,
  paymentStatuses,
  type TransitionRefusal,
} from './rules/states.ts'
export type { HistoryName } from './rules/timeline.ts'
export { travellerTypeAt } from './rules/travellers.ts'
export type { SavedView } from './saved-views/contract.ts'
export { maxViewName } from './saved-views/limits.ts'
export { type SortColumn, sortColumns } from './sort-columns.ts'
export type { AdminBookingView } from './staff-contract.ts'
export type { BookingRow, BookingView, TimelineEntry } from './view-contract.ts'
