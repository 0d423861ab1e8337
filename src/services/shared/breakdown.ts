import {
  add,
  type CurrencyCode,
  type Money,
  money,
  multiply,
  multiplyByRatio,
  subtract,
  sum,
  zero,
} from '../../kernel/money.ts'
import { trimEnd } from '../../kernel/trim.ts'
import type { PriceBreakdown, PriceLine } from '../kind.ts'

export const line = (label: string, quantity: number, unit: Money): PriceLine => ({
  label,
  quantity,
  unit,
  total: multiply(unit, quantity),
})

/** Limits the discount to the base price, so that the total is never negative. */
function applicable(discount: Money | undefined, base: Money): Money {
  if (!discount) return zero(base.currency)
  if (discount.minor < 0) throw new RangeError('A discount cannot be negative')
  return subtract(base, discount).minor < 0 ? base : discount
}

/**
 * D44: base = sum of the lines; total = lines and tax, before the discount; final = total less the discount. Tax is
 * computed after the discount, which reduces the `taxed` amount first, and is rounded half-up (D45).
 */
export function breakdown(
  lines: readonly PriceLine[],
  currency: CurrencyCode,
  discountAsked?: Money,
  taxed?: { readonly amount: Money; readonly rate: string },
): PriceBreakdown {
  const base = sum(
    lines.map((each) => each.total),
    currency,
  )
  const discount = applicable(discountAsked, base)
  const tax = taxed ? taxAfter(discount, taxed) : zero(currency)
  const total = add(base, tax)
  return { lines, base, tax, taxRate: taxed?.rate ?? null, discount, total, final: subtract(total, discount) }
}

function taxAfter(discount: Money, taxed: { readonly amount: Money; readonly rate: string }): Money {
  const left = subtract(taxed.amount, discount)
  return multiplyByRatio(left.minor < 0 ? zero(left.currency) : left, taxed.rate)
}

/** Hundredths of a percent, rounded half-up, without trailing zeros: 0.18 is '18%', 0.175 is '17.5%' (D46). */
export function formatPercent(rate: string | number): string {
  const hundredths = multiplyByRatio(money(10_000, 'USD'), rate).minor
  const decimals = trimEnd(String(hundredths % 100).padStart(2, '0'), '0')
  return `${Math.floor(hundredths / 100)}${decimals && `.${decimals}`}%`
}
