/** Promo codes, for pages: their format and refusals. */
export type { PromoView } from './contract.ts'
export { codePattern, normalizeCode } from './rules.ts'
export type PromoRefusal =
  | 'promo/not-found'
  | 'promo/invalid'
  | 'promo/code-taken'
  | 'promo/version-conflict'
  /** 409: a booking used it. */
  | 'promo/used'
