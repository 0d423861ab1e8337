/**
 * Bookings, for the server. Owns: quote, create, states and their history, travellers, documents' place, tracking, the
 * back office's list, export and dashboard. Does not own: what a service costs (its kind), how it is paid (payment sets
 * payment_* through recordPayment only), the bytes of documents (files), mail (reacts to the events).
 * Invariants: price, reference and states are made here, never by the caller; a change of state and its history are one
 * transaction; places are never oversold; locks are taken in one order: idempotency key, slot, booking, then attempts.
 */
export {
  bookingTokenEnds,
  findHeldBooking,
  findVisibleBooking,
  issueBookingToken,
  issueReviewToken,
  lockBooking,
  paymentUrl,
} from './access.server.ts'
export { adoptGuestBookings } from './commands/adopt-guest-bookings.server.ts'
export { attachDocument, type NewDocument } from './commands/attach-document.server.ts'
export {
  cancelBooking,
  completeBooking,
  confirmBooking,
  expireBooking,
  type PaymentChange,
  recordPayment,
  type StepFacts,
} from './commands/change-state.server.ts'
export {
  type BookedByStaff,
  type CreateBookingInput,
  type CreatedBooking,
  createBooking,
} from './commands/create-booking.server.ts'
export { decideStatus } from './commands/decide-status.server.ts'
export { eraseCustomer, findBookingsOf } from './commands/erase-customer.server.ts'
export { eraseOldDocuments } from './commands/erase-documents.server.ts'
export { saveNotes } from './commands/save-notes.server.ts'
export { sweepStagedDocuments } from './commands/staged-documents.server.ts'
export type { BookingDeps } from './deps.server.ts'
export { type Actor, actorOf, type HistoryEvent, systemActor, writeHistory } from './history.server.ts'
export { implementBooking } from './http.server.ts'
export { listBookings } from './queries/admin-list.server.ts'
export { exportBookings } from './queries/csv-export.server.ts'
export { type OpenWork, readDashboard } from './queries/dashboard.server.ts'
export { readAskedDocument, readIssuedName } from './queries/document-news.server.ts'
export { listMyBookings, trackBooking } from './queries/own-bookings.server.ts'
export { travellerHref } from './queries/paperwork.server.ts'
export { quoteChoice } from './queries/quote.server.ts'
export { registerBookingRoutes } from './routes.server.ts'
export { openFreeUntil } from './rules/cancellation.ts'
export type { BookingRecord, GatewayResponse } from './tables.server.ts'
export { readAdminBooking, viewAdminBooking } from './views.server.ts'
