/** The rules of bookings, by subject in rules/: pure, `now` and settings are arguments. */
export { canSeeBooking, isOwner, type Viewer } from './rules/access.ts'
export { adminPaymentLabel, type BadgeTone, bookingTones, paymentTones } from './rules/badges.ts'
export { type BookableKind, type Choice, firstPerField, type JudgedChoice, judgeChoice } from './rules/choice.ts'
export {
  isEmail,
  isReference,
  normalizeEmail,
  normalizeReference,
  referenceExample,
  referencePattern,
} from './rules/reference.ts'
export {
  badEmail,
  badPhone,
  contactErrors,
  isPhoneRequired,
  type RequestWording,
  wordingOf,
} from './rules/request.ts'
export {
  type BookingClock,
  dateObjection,
  isStartOpen,
  lastDayOf,
  openSlots,
  scheduleErrors,
  scheduleTexts,
  timeObjection,
  todayOf,
} from './rules/schedule.ts'
export {
  allowedActions,
  type BookingStatus,
  bookingStatuses,
  canPaymentBecome,
  decideTransition,
  type PaymentStatus,
  paymentStatuses,
  stateAfter,
  type Transition,
  type TransitionRefusal,
} from './rules/states.ts'
export { type HistoryName, historyEvents, type TimelineStep, timelineOf, timelineTexts } from './rules/timeline.ts'
export { splitName, type TravellerGiven, travellersIn } from './rules/travellers.ts'
