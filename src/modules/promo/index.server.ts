/**
 * Promo codes, on the server. Owns: codes, their terms, their uses. Does not own: how a discount changes a price (the
 * kinds' rules), when a booking fails (booking's events). Invariants: a use is recorded under the lock of its code,
 * in the transaction of the booking, so limits hold; a booking keeps the price it was made at. Lock order:
 * idempotency key, code, departure, new booking.
 */
export { promoTitles } from './audit-titles.server.ts'
export { implementPromo } from './http.server.ts'
export type { PromoJudgement } from './rules.ts'
export { emptyPromoTrash } from './trash.server.ts'
export { eraseUser, type HeldPromo, holdPromo, quotePromo, recordPromoUse, releasePromo } from './uses.server.ts'
