import type { TransitionRefusal } from './rules/states.ts'

/** The refusals of this room; `web/refusals.ts` maps each to a status and a message. */
export type BookingRefusal =
  /** 404: no such booking, or not visible to the caller; never says which (D6). */
  | 'booking/not-found'
  /** 404: unknown kind or item, or not on sale. */
  | 'booking/service-not-found'
  /** 422: `errors` has the fields. */
  | 'booking/invalid'
  /** 409: facts `minor` and `currency` hold the current price (D56). */
  | 'booking/price-changed'
  /** 409: not enough places; fact `left`. */
  | 'booking/slot-full'
  /** 409: the hold of the booking's places has ended, and not enough are left. */
  | 'booking/places-gone'
  /** 409: the item was saved while it was booked. */
  | 'booking/item-changed'
  /**
   * 409: a change of an item leaves upcoming bookings without a departure. Facts: `count`, `bookings` (reference, date,
   * time, people; at most 100), and `confirm`, which is sent as `confirmed` to change it all the same.
   */
  | 'booking/left-behind'
  /** 409: one visitor, contact or departure would hold more unpaid places than the settings allow; fact `max`. */
  | 'booking/too-many-unpaid'
  /** 503: the shop is closed; staff still book. */
  | 'booking/shop-closed'
  /** 422: the tracker's email is not that of the booking (C239). */
  | 'booking/email-mismatch'
  /** 422: the tracker was sent no reference (C234). */
  | 'booking/reference-missing'
  /** 409: cancelled or completed: accepts no documents or travellers. */
  | 'booking/closed'
  /** 404: unknown or erased document. */
  | 'booking/document-not-found'
  /** 409: a newer version of the document exists. */
  | 'booking/document-replaced'
  /** 409: a new version was requested before. */
  | 'booking/document-asked'
  /** 409: it cannot move to another departure; fact `reason`, a sentence to show. */
  | 'booking/not-movable'
  /** 422: a recovery code is wrong, used or too old; never says which. */
  | 'booking/wrong-code'
  /** 409: the application was submitted or a document was issued; it changes only when that is confirmed. */
  | 'booking/already-submitted'
  /** 409: documents are missing, so the application cannot be submitted. */
  | 'booking/not-submittable'
  /** 409: the customer cannot cancel it; fact `reason`, a sentence to show. */
  | 'booking/not-cancellable'
  /** 409: the booking has changed since it was loaded. */
  | 'booking/changed'
  /** 409: the bookings of the departure, or one of them, have changed since they were loaded. */
  | 'booking/departure-changed'
  /** 409: an earlier cancellation of the departure is still going on. */
  | 'booking/departure-being-cancelled'
  /** 409: nobody has booked the departure, so a message reaches nobody. */
  | 'booking/no-customers'
  /** 409: a bank transfer waits, so the decision on it confirms or cancels the booking (A165). */
  | 'booking/decided-by-transfer'
  /** 403: only roles with the right to refund may deviate from the terms. */
  | 'booking/refund-not-allowed'
  /** 404: nobody is booked on such a departure, or it is not today and the caller is a guide. */
  | 'booking/no-check-in'
  /** 404: no such arrival, or it is of another day and the caller is a guide. */
  | 'booking/no-arrival'
  /** 404: no such saved view, or someone else's private one; the answer never says which. */
  | 'booking/no-view'
  /** 403: someone else's shared view, which only the shop's owner and managers may change. */
  | 'booking/view-not-yours'
  /** 409: the view has changed since it was loaded. */
  | 'booking/view-changed'
  /** 409: one person saves no more views; fact `max`. */
  | 'booking/too-many-views'
  /** 409: one action takes no more bookings; fact `max`. */
  | 'booking/too-many-selected'
  /** 409: all selected customers were erased. */
  | 'booking/no-recipients'
  /** 404: no such bulk action, or it is older than 30 days. */
  | 'booking/no-run'
  /** 409: the payment table has no such step. */
  | 'booking/payment-refused'
  /** 409, or 422 for a missing reason: the transition table has no such step. */
  | TransitionRefusal
