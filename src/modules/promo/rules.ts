/** The discount of a promo code. Pure. */
import type { Instant } from '../../kernel/dates.ts'
import type { Text } from '../../kernel/messages.ts'
import { convert, type Money, multiplyByRatio, type RatesPerUsd } from '../../kernel/money.ts'
import { text } from './text.ts'

/** Spaces and case do not count. */
export const normalizeCode = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()
export const codePattern = /^[A-Z0-9][A-Z0-9_-]{2,39}$/

export type Discount =
  /** Hundredths of a percent: 1250 = 12.5 %. */
  | { readonly percentHundredths: number; readonly amount?: never }
  | { readonly percentHundredths?: never; readonly amount: Money }

export interface PromoTerms {
  readonly code: string
  readonly discount: Discount
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  readonly usageLimit: number | null
  readonly customerLimit: number | null
  /** Empty: all kinds. */
  readonly kinds: readonly string[]
  /** Empty: all services. */
  readonly serviceIds: readonly string[]
  readonly isActive: boolean
  readonly used: number
}
export interface PromoUse {
  readonly now: Instant
  readonly kind: string
  readonly serviceId: string
  /** The sum of the lines. */
  readonly base: Money
  readonly rates: RatesPerUsd
  /** Uses by this customer; null in a quote, where the customer is unknown. */
  readonly customerUses: number | null
}

export type PromoJudgement =
  | { readonly discount: Money; readonly error?: never }
  | { readonly discount?: never; readonly error: Text }

const refused = (error: Text): PromoJudgement => ({ error })
/** One message for everything that a stranger must not learn about a code. */
export const unknownCode = text('shop.unknown')

/** The discount, at most the sum of the lines, or why the code is refused. */
export function judgePromo(terms: PromoTerms | null, use: PromoUse): PromoJudgement {
  if (!terms?.isActive || (terms.startsAt && use.now < terms.startsAt)) return refused(unknownCode)
  if (terms.endsAt && use.now >= terms.endsAt) return refused(text('shop.expired'))
  const fitsKind = terms.kinds.length === 0 || terms.kinds.includes(use.kind)
  const fitsService = terms.serviceIds.length === 0 || terms.serviceIds.includes(use.serviceId)
  if (!fitsKind || !fitsService) return refused(text('shop.otherService'))
  if (terms.usageLimit !== null && terms.used >= terms.usageLimit) return refused(text('shop.usedUp'))
  if (terms.customerLimit !== null && use.customerUses !== null && use.customerUses >= terms.customerLimit)
    return refused(text('shop.usedByYou'))
  const off = discountOf(terms.discount, use.base, use.rates)
  if (off === null || off.minor <= 0) return refused(text('shop.otherService'))
  return { discount: off.minor > use.base.minor ? use.base : off }
}

/** In the currency of the lines; null without an exchange rate (D39). */
function discountOf(discount: Discount, base: Money, rates: RatesPerUsd): Money | null {
  if (discount.amount) return convert(discount.amount, base.currency, rates)
  const { percentHundredths } = discount
  return multiplyByRatio(
    base,
    `${Math.floor(percentHundredths / 10_000)}.${String(percentHundredths % 10_000).padStart(4, '0')}`,
  )
}
