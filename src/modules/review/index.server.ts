/**
 * Reviews, on the server. Owns: reviews of completed bookings and their moderation. Does not own: who holds a booking
 * (booking), where ratings are stored and shown (catalogue). Invariants: one review per booking; others read
 * published ones only; an item's rating and count match its published reviews, in the same transaction. Lock order:
 * review, item.
 */
export { reviewTitles } from './audit-titles.server.ts'
export { recountReviews } from './commands.server.ts'
export { eraseAuthor } from './erase-author.server.ts'
export { implementReview } from './http.server.ts'
export { waitingReviews } from './queries.server.ts'
export { invitationJobs, reviewReactions } from './reactions.server.ts'
