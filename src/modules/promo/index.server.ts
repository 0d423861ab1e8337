/**
 * Promo codes, for the server. Owns: codes, their terms, their uses. Does not own: how a discount enters a price (the
 * kinds' rules), when a booking comes to nothing (booking's events). Invariants: a use is taken under the lock of the
 * code, in the transaction of its booking, so limits are never exceeded; a booking keeps the price it was made at.
 * The code's lock comes after the idempotency key and before slot and booking.
 */
export { implementPromo } from './http.server.ts'
export type { PromoJudgement } from './rules.ts'
export { eraseUser, type HeldPromo, holdPromo, quotePromo, recordPromoUse, releasePromo } from './uses.server.ts'
