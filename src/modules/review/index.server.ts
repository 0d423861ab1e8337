/**
 * Reviews, for the server. Owns: what travellers write of a completed booking, what staff make of it. Does not own: who
 * holds a booking (booking), where the rating is kept and shown (catalogue), the mail that asks for a review (app).
 * Invariants: one review a booking; only published ones are read by others; an item's rating and number of reviews are
 * those of its published reviews, written in the same transaction. Locks: the review, then its item.
 */
export { recountReviews } from './commands.server.ts'
export { eraseAuthor } from './erase-author.server.ts'
export { implementReview } from './http.server.ts'
export { findInvitation } from './invitation.server.ts'
export { waitingReviews } from './queries.server.ts'
