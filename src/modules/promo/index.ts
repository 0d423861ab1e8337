/** Promo codes, for the table of refusals. */
export type PromoRefusal =
  | 'promo/not-found'
  | 'promo/invalid'
  | 'promo/code-taken'
  | 'promo/version-conflict'
  /** 409: a booking was made with it. */
  | 'promo/used'
