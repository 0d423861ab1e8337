import type { Attempt } from '../attempts/rules/attempt.ts'
import type { BookingFacts } from '../attempts/rules/booking-effect.ts'
import type { Snapshot } from '../port.ts'

/** A started attempt of 10.00 AED, with overrides. */
export const anAttempt = (change: Partial<Attempt> = {}): Attempt => ({
  id: '01900000-0000-7000-8000-000000000001',
  bookingId: '01900000-0000-7000-8000-0000000000b1',
  provider: 'made_up',
  state: 'requires_action',
  amountMinor: 1000,
  currency: 'AED',
  bookingAmountMinor: 1000,
  bookingCurrency: 'AED',
  orderRef: 'order_1',
  paymentRef: null,
  capturedMinor: 0,
  refundedMinor: 0,
  reviewReason: null,
  failureMessage: null,
  feeMinor: null,
  isDisputed: false,
  ...change,
})

/** The provider's snapshot of that attempt before any payment. */
export const aSnapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  orderRef: 'order_1',
  paymentRef: null,
  status: 'requires_action',
  currency: 'AED',
  capturedMinor: 0,
  refundedMinor: 0,
  refunds: null,
  mode: 'live',
  failureMessage: null,
  ...change,
})
/** Fully paid. */
export const paidSnapshot = (change: Partial<Snapshot> = {}): Snapshot =>
  aSnapshot({ status: 'succeeded', paymentRef: 'pay_1', capturedMinor: 1000, ...change })

/** An unpaid booking of 10.00 AED. */
export const someBooking = (change: Partial<BookingFacts> = {}): BookingFacts => ({
  bookingStatus: 'pending',
  paymentStatus: 'pending',
  finalMinor: 1000,
  currency: 'AED',
  paidMinor: 0,
  isInstant: false,
  isExpired: false,
  ...change,
})
