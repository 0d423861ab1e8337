import type { TransitionRefusal } from './rules/states.ts'

/** Every "no" of this room; `web/refusals.ts` gives each a status and a sentence. */
export type BookingRefusal =
  /** 404: no such booking, or none that this caller may see; never tells which (D6). */
  | 'booking/not-found'
  /** 404: no such kind of service, no such item, or it is not on sale. */
  | 'booking/service-not-found'
  /** 422: `errors` say what is wrong with which field. */
  | 'booking/invalid'
  /** 409: facts `minor` and `currency` hold today's price (D56). */
  | 'booking/price-changed'
  /** 409: no places left on that day and time; fact `left`. */
  | 'booking/slot-full'
  /** 422 in the tracker: the e-mail is not the booking's (C239). */
  | 'booking/email-mismatch'
  /** 422 in the tracker: no reference given (C234). */
  | 'booking/reference-missing'
  /** 409: it is cancelled or completed: no document or traveller is taken in any more. */
  | 'booking/closed'
  /** 404: the booking has no such document, or it is erased. */
  | 'booking/document-not-found'
  /** 409: there is a further version of the document by now. */
  | 'booking/document-replaced'
  /** 409: the document is asked for again already. */
  | 'booking/document-asked'
  /** 409: somebody else changed the booking since it was loaded. */
  | 'booking/changed'
  /** 403: another refund than the terms give is for those who may give money back. */
  | 'booking/refund-not-allowed'
  /** 409: the payment state cannot become that. */
  | 'booking/payment-refused'
  /** 409, 422 for the missing reason: the step is not in the transition table. */
  | TransitionRefusal

export const sortColumns = [
  'created_at',
  'booking_reference',
  'customer_name',
  'service_title',
  'service_type',
  'final_amount',
  'booking_status',
  'payment_status',
  'travel_date',
] as const
export type SortColumn = (typeof sortColumns)[number]

const withAccess = (path: string, bookingId: string, token: string | undefined): string =>
  `${path}?${new URLSearchParams({ bookingId, ...(token && { token }) }).toString()}`
/** Links carry the id and the token and nothing of the customer (C188). */
export const paymentHref = (bookingId: string, token?: string): string =>
  withAccess('/booking-payment', bookingId, token)
export const confirmationHref = (bookingId: string, token?: string): string =>
  withAccess('/booking-confirmation', bookingId, token)
/** Where travellers and documents of a booking are handed in; `traveller` (from 1) is the link of that one (C099). */
export const documentsHref = (bookingId: string, token?: string, traveller?: number): string =>
  withAccess('/booking-documents', bookingId, token) + (traveller === undefined ? '' : `&traveller=${traveller}`)
/** The tracker, opened by a signed link: everything is shown (C237). */
export const trackingHref = (bookingId: string, token?: string): string =>
  withAccess('/track-booking', bookingId, token)
/** Where the holder of a completed booking says how it was. */
export const reviewHref = (bookingId: string, token?: string): string => withAccess('/booking-review', bookingId, token)
