/** Promo codes, for the browser: how a code is written, and every "no" of this room. */
export type { PromoView } from './contract.ts'
export { codePattern, normalizeCode } from './rules.ts'
export type PromoRefusal =
  | 'promo/not-found'
  | 'promo/invalid'
  | 'promo/code-taken'
  | 'promo/version-conflict'
  /** 409: a booking was made with it. */
  | 'promo/used'
