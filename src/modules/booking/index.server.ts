/**
 * Bookings, on the server. Owns: quotes, bookings, their states and history, travellers, the documents of a booking,
 * tracking, the back office's list, export and dashboard. Does not own: prices (the kind), payments (the payment room
 * sets payment_* through recordPayment only), the bytes of documents (files), mail templates (mail). Invariants:
 * price, reference and states are decided here, never by the caller; a change of state and its history are one
 * transaction; places are never oversold. Lock order: idempotency key, booking,
 * promo code, visitor, departures by day and time, payment attempts; a new booking is inserted after its departure.
 */

export {
  bookingTokenEnds,
  findHeldBooking,
  findVisibleBooking,
  getBooking,
  issueBookingToken,
  issueReviewToken,
  lockBooking,
  paymentUrl,
} from './access.server.ts'
export { bookingTitles } from './audit-titles.server.ts'
export { type BookedTrip, bookedTrip } from './booked-trip.server.ts'
export { bookingSummaries } from './booking-summaries.server.ts'
export { forgetRuns } from './bulk/read.server.ts'
export { hasArrived } from './check-in/arrived.server.ts'
export { issueVoucherToken } from './check-in/voucher.server.ts'
export { adoptGuestBookings } from './commands/adopt-guest-bookings.server.ts'
export { attachDocument, type NewDocument } from './commands/attach-document.server.ts'
export {
  cancelBooking,
  completeBooking,
  confirmBooking,
  endWithoutPlaces,
  expireBooking,
  finishConfirmation,
  type PaymentChange,
  recordPayment,
  type StepFacts,
  setPaymentChecking,
  withdrawConfirmation,
} from './commands/change-state.server.ts'
export { claimReminders } from './commands/claim-reminders.server.ts'
export {
  type CreateBookingInput,
  type CreatedBooking,
  createBooking,
} from './commands/create-booking.server.ts'
export { decideStatus } from './commands/decide-status.server.ts'
export { eraseCustomer, findBookingsOf } from './commands/erase-customer.server.ts'
export { eraseOldDocuments } from './commands/erase-documents.server.ts'
export { keepDeparture } from './commands/keep-departure.server.ts'
export { type MoveRequest, moveBooking } from './commands/move-booking.server.ts'
export { saveNotes } from './commands/save-notes.server.ts'
export { sweepStagedDocuments } from './commands/staged-documents.server.ts'
export { writeAdminNotes } from './commands/write-admin-notes.server.ts'
export { type BookingDeps, readBy } from './deps.server.ts'
export { type Actor, actorOf, type HistoryEvent, systemActor, writeHistory } from './history.server.ts'
export {
  type CheckedHold,
  checkHold,
  endHold,
  isSaleOver,
  keepPlaces,
  renewHold,
  takePlacesAgain,
  touchHold,
} from './holds.server.ts'
export { implementBooking } from './http.server.ts'
export { bookingJobs } from './jobs.server.ts'
export { bookingMailFacts } from './mail-facts.server.ts'
export type { MovePayments, MoveSettled } from './move-payments.server.ts'
export { readPhone } from './phone.server.ts'
export { type DepartureDifference, provePlaces, proveUses, type UseDifference } from './places.server.ts'
export {
  completePreparedMove,
  endMoveOfRefunded,
  endUnpaidMove,
  extendPreparedMove,
  findPreparedMove,
  isMoveOpen,
  listEndedMoves,
} from './prepared-moves.server.ts'
export { listBookings } from './queries/admin-list.server.ts'
export { exportBookings } from './queries/csv-export.server.ts'
export { listCustomerAddresses } from './queries/customer-addresses.server.ts'
export { type OpenWork, readDashboard } from './queries/dashboard.server.ts'
export { hasBookings } from './queries/has-bookings.server.ts'
export { readDelivered } from './queries/issued.server.ts'
export { findMailExamples } from './queries/mail-examples.server.ts'
export { listMyBookings, trackBooking } from './queries/own-bookings.server.ts'
export {
  type BookedBy,
  type BookingContact,
  findBookingContact,
  findNewestContact,
  listAddressesOfPhones,
  listBookedAddresses,
  listBookingContacts,
  listPassports,
  listPersonBookings,
  listPersonDocuments,
  listPersonPhones,
  listTravellersOf,
  type PersonSums,
  sumPersonBookings,
} from './queries/person-bookings.server.ts'
export { quoteChoice } from './queries/quote.server.ts'
export { findSale, type Sale } from './queries/sale.server.ts'
export { readShownTitle } from './queries/shown-titles.server.ts'
export { bookingReactions, oneTimeBookingEvents } from './reactions.server.ts'
export { bookingsForPayment } from './read-models/bookings-for-payment.server.ts'
export { bookingsForReports } from './read-models/bookings-for-reports.server.ts'
export { type EndedHold, listEndedHolds } from './read-models/list-ended-holds.server.ts'
export { type ExpiredBooking, listExpired } from './read-models/list-expired.server.ts'
export { purgeRecoveries } from './recovery/recover.server.ts'
export { guardBookings } from './resource-guard.server.ts'
export { registerBookingRoutes } from './routes.server.ts'
export { openFreeUntil } from './rules/cancellation.ts'
export { correctableFields } from './rules/correction.ts'
export type { EarlierTraveller } from './rules/earlier-travellers.ts'
export { meetingPointOf } from './rules/meeting-point.ts'
export { readNameWords, readPhoneEnding } from './rules/search-text.ts'
export { shownTitle } from './rules/shown-title.ts'
export { eraseViewsOf } from './saved-views/erase-views.server.ts'
export type { BookingRecord, GatewayResponse, PreparedMove } from './tables.server.ts'
export { readAdminBooking, viewAdminBooking, viewReturnLeg, viewTripFacts } from './views.server.ts'
