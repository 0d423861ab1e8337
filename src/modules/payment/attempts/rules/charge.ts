import type { Text } from '../../../../kernel/messages.ts'
import { convert, formatMoney, type Money, money, multiplyByRatio, type RatesPerUsd } from '../../../../kernel/money.ts'
import type { ProviderDescription } from '../../port.ts'
import { text } from '../../text.ts'

/** The amount to charge. The attempt stores it with its rate, so that later rates do not matter (D43). */
export type Charge = { readonly amount: Money; readonly rate: string; readonly isConverted: boolean }
export type ChargeAnswer = { readonly charge: Charge } | { readonly refusal: Text }

type Described = Pick<ProviderDescription, 'charge' | 'currencies' | 'currencyRefusal' | 'limits' | 'label'>

/** `settings` holds the charge currency of each provider, such as 'razorpay_currency' (D41). */
export function chargeCurrency(
  described: Pick<ProviderDescription, 'charge'>,
  bookingCurrency: string,
  settings: Readonly<Record<string, unknown>>,
): string {
  if (described.charge.rule === 'booking') return bookingCurrency
  const set = settings[described.charge.key]
  return typeof set === 'string' && /^[A-Z]{3}$/.test(set) ? set : described.charge.fallback
}

/** Returns the amount that this provider would charge, or why it cannot. */
export function chargeFor(
  described: Described,
  amount: Money,
  settings: Readonly<Record<string, unknown>>,
  rates: RatesPerUsd,
): ChargeAnswer {
  const currency = chargeCurrency(described, amount.currency, settings)
  if (described.currencies && !described.currencies.includes(currency)) {
    return { refusal: described.currencyRefusal ?? text('charge.currency', { provider: described.label, currency }) }
  }
  const converted = convert(amount, currency, rates)
  if (!converted) return { refusal: text('charge.noRate', { from: amount.currency, to: currency }) }
  const limit = limitReason(described, converted)
  if (limit) return { refusal: limit }
  const isConverted = currency !== amount.currency
  return {
    charge: { amount: converted, rate: isConverted ? rateBetween(amount.currency, currency, rates) : '1', isConverted },
  }
}

function limitReason(described: Described, amount: Money): Text | null {
  const limits = described.limits?.[amount.currency]
  if (limits?.min !== undefined && amount.minor < limits.min) {
    return text('charge.min', {
      provider: described.label,
      amount: formatMoney(money(limits.min, amount.currency), { exact: true }),
    })
  }
  if (limits?.max !== undefined && amount.minor > limits.max) {
    return text('charge.max', {
      provider: described.label,
      amount: formatMoney(money(limits.max, amount.currency), { exact: true }),
    })
  }
  return null
}

/** Units of `to` for one unit of `from`, with eight decimals. For display only. */
function rateBetween(from: string, to: string, rates: RatesPerUsd): string {
  const perUsd = (currency: string) => (currency === 'USD' ? '1' : String(rates[currency]))
  const scaled = (decimal: string): bigint => {
    const { minor } = multiplyByRatio(money(1_000_000_000, 'XXX'), decimal)
    return BigInt(minor)
  }
  const eight = 100_000_000n
  const rate = (2n * scaled(perUsd(to)) * eight + scaled(perUsd(from))) / (2n * scaled(perUsd(from)))
  return `${rate / eight}.${String(rate % eight).padStart(8, '0')}`
}
