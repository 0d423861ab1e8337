/**
 * Reviews, for pages: what one must hold. Owns: the words and rules of a review.
 * Does not own: bookings, the items that are reviewed. Invariant: what a form checks here the server checks again.
 */
export type { OwnReview, PublishedReview, ReviewForStaff } from './contract.ts'
export {
  longestName,
  longestReview,
  type ReviewStatus,
  reviewErrors,
  reviewStatuses,
  shownNameOf,
} from './rules.ts'

/** Every "no" of this room. */
export type ReviewRefusal =
  /** 404: staff ask for a review that is not there. */
  | 'review/not-found'
  /** 409: the booking is not completed, or its day is not over. */
  | 'review/not-yet'
  /** 409: it was written more than 14 days ago. */
  | 'review/closed'
  /** 409: it is not as it was when the caller read it. */
  | 'review/changed'
  /** 422: `errors` say what is wrong with which field. */
  | 'review/invalid'
