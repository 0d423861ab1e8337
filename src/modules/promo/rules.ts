/** What a promo code takes off, and for whom. Pure. */
import type { Instant } from '../../kernel/dates.ts'
import { convert, type Money, multiplyByRatio, type RatesPerUsd } from '../../kernel/money.ts'

/** 'eid 26' and 'EID26' are typed alike: spaces and case do not count. */
export const normalizeCode = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()
export const codePattern = /^[A-Z0-9][A-Z0-9_-]{2,39}$/

export type Discount =
  /** Hundredths of a percent of the lines: 1250 = 12.5 %. */
  | { readonly percentHundredths: number; readonly amount?: never }
  | { readonly percentHundredths?: never; readonly amount: Money }

export interface PromoTerms {
  readonly code: string
  readonly discount: Discount
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  readonly usageLimit: number | null
  readonly customerLimit: number | null
  /** Empty = every kind. */
  readonly kinds: readonly string[]
  /** Empty = every service. */
  readonly serviceIds: readonly string[]
  readonly isActive: boolean
  readonly used: number
}
export interface PromoUse {
  readonly now: Instant
  readonly kind: string
  readonly serviceId: string
  /** The lines that the code is taken from. */
  readonly base: Money
  readonly rates: RatesPerUsd
  /** Uses that the customer holds already; null where the customer is not known yet (a quote). */
  readonly customerUses: number | null
}

export type PromoJudgement =
  | { readonly discount: Money; readonly error?: never }
  | { readonly discount?: never; readonly error: string }

const refused = (error: string): PromoJudgement => ({ error })
/** One sentence for all that a stranger may not learn about a code. */
export const unknownCode = 'This promo code is not valid'

/** The discount on these lines, or why there is none. Never more than the lines. */
export function judgePromo(terms: PromoTerms | null, use: PromoUse): PromoJudgement {
  if (!terms?.isActive || (terms.startsAt && use.now < terms.startsAt)) return refused(unknownCode)
  if (terms.endsAt && use.now >= terms.endsAt) return refused('This promo code has expired')
  const fitsKind = terms.kinds.length === 0 || terms.kinds.includes(use.kind)
  const fitsService = terms.serviceIds.length === 0 || terms.serviceIds.includes(use.serviceId)
  if (!fitsKind || !fitsService) return refused('This promo code does not apply to this service')
  if (terms.usageLimit !== null && terms.used >= terms.usageLimit) return refused('This promo code has been used up')
  if (terms.customerLimit !== null && use.customerUses !== null && use.customerUses >= terms.customerLimit)
    return refused('You have already used this promo code')
  const off = discountOf(terms.discount, use.base, use.rates)
  if (off === null || off.minor <= 0) return refused('This promo code does not apply to this service')
  return { discount: off.minor > use.base.minor ? use.base : off }
}

/** In the currency of the lines; null where the code's own currency has no rate to it (D39). */
function discountOf(discount: Discount, base: Money, rates: RatesPerUsd): Money | null {
  if (discount.amount) return convert(discount.amount, base.currency, rates)
  const { percentHundredths } = discount
  return multiplyByRatio(
    base,
    `${Math.floor(percentHundredths / 10_000)}.${String(percentHundredths % 10_000).padStart(4, '0')}`,
  )
}
