/**
 * Reviews, for pages. Owns: the rules of a review. Does not own: bookings and items. Invariant: the server repeats
 * every check.
 */
export type { OwnReview, PublishedReview, ReviewForStaff } from './contract.ts'
export {
  maxNameLength,
  maxReviewLength,
  type ReviewStatus,
  reviewErrors,
  reviewStatuses,
  shownNameOf,
} from './rules.ts'

export type ReviewRefusal =
  /** 404, for staff. */
  | 'review/not-found'
  /** 409: the booking is not completed or its day is not over. */
  | 'review/not-yet'
  /** 409: written more than 14 days ago. */
  | 'review/closed'
  /** 409: the review has changed since it was read. */
  | 'review/changed'
  /** 422: `errors` has the fields. */
  | 'review/invalid'
