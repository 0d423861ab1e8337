import { trimEnd } from './trim.ts'

/**
 * Money is a whole number of minor units and an ISO 4217 code. Minor units are a safe integer (up to 90 trillion
 * rupees in paise), so that money travels as plain JSON; the constructor refuses anything else. Ratios (tax rates,
 * exchange rates) are decimals as text or number, and calculated exactly in bigint.
 */
export type CurrencyCode = string
export type Money = Readonly<{ minor: number; currency: CurrencyCode }>

/** The currencies for prices and display (D37). */
export const currencies = ['INR', 'USD', 'EUR', 'GBP', 'AED'] as const
export type ShopCurrency = (typeof currencies)[number]
export const isShopCurrency = (code: unknown): code is ShopCurrency => currencies.includes(code as ShopCurrency)

const symbols: Readonly<Record<CurrencyCode, string>> = { INR: '₹', USD: '$', EUR: '€', GBP: '£' }
/** The symbol of a currency (C293); '' where its code stands instead, as for dirhams, whose symbol is Arabic script. */
export const symbolOf = (code: CurrencyCode): string => symbols[code] ?? ''

/** ISO 4217: currencies whose minor unit is a thousandth, and those without one. */
const thousandths = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
const wholes = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
/** Digits after the point: 2 for most, 0 for JPY, 3 for KWD (D161). */
export const exponentOf = (currency: CurrencyCode): number =>
  thousandths.includes(currency) ? 3 : wholes.includes(currency) ? 0 : 2

export function money(minor: number, currency: CurrencyCode): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not a whole number of minor units: ${minor}`)
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`Not a currency code: ${currency}`)
  return { minor, currency }
}
export const zero = (currency: CurrencyCode): Money => money(0, currency)

function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new RangeError(`Cannot mix ${a.currency} and ${b.currency}`)
}
export function add(a: Money, b: Money): Money {
  sameCurrency(a, b)
  return money(a.minor + b.minor, a.currency)
}
export function subtract(a: Money, b: Money): Money {
  sameCurrency(a, b)
  return money(a.minor - b.minor, a.currency)
}
export function multiply(a: Money, count: number): Money {
  if (!Number.isSafeInteger(count)) throw new RangeError(`Not a whole count: ${count}`)
  return money(a.minor * count, a.currency)
}
export const sum = (amounts: readonly Money[], currency: CurrencyCode): Money => amounts.reduce(add, zero(currency))

/** A decimal as an exact fraction: '0.18' -> 18/100. Throws for anything that is not a plain decimal. */
function fraction(decimal: string | number): { top: bigint; bottom: bigint } {
  const text = typeof decimal === 'number' ? plainDecimal(decimal) : decimal
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError(`Not a decimal number: ${decimal}`)
  const decimals = match[3] ?? ''
  const top = BigInt(`${match[2]}${decimals}`)
  return { top: match[1] ? -top : top, bottom: 10n ** BigInt(decimals.length) }
}
const plainDecimal = (n: number): string => (/e/i.test(String(n)) ? n.toFixed(12) : String(n))

/** top / bottom, halves away from zero ("half-up" for amounts, D45). `bottom` is positive. */
function divideHalfUp(top: bigint, bottom: bigint): number {
  const sign = top < 0n ? -1n : 1n
  return Number(sign * ((2n * sign * top + bottom) / (2n * bottom)))
}

/** a × ratio, rounded half-up to the minor unit: the tax of D45. */
export function multiplyByRatio(a: Money, ratio: string | number): Money {
  const { top, bottom } = fraction(ratio)
  return money(divideHalfUp(BigInt(a.minor) * top, bottom), a.currency)
}

/** Units of a currency for one US dollar; USD is 1. One rate per currency; the inverse is derived (D38). */
export type RatesPerUsd = Readonly<Record<CurrencyCode, string | number>>
/** Default rates (spec §9, D38). */
export const defaultRatesPerUsd: RatesPerUsd = { USD: '1', AED: '3.67', EUR: '0.92', GBP: '0.79', INR: '86' }

/**
 * Converts through USD, rounded half-up to the target's minor unit. `null` if a rate is unknown (D39: the caller then
 * shows the original amount).
 */
export function convert(a: Money, to: CurrencyCode, rates: RatesPerUsd): Money | null {
  if (a.currency === to) return a
  const from = a.currency === 'USD' ? '1' : rates[a.currency]
  const target = to === 'USD' ? '1' : rates[to]
  if (from === undefined || target === undefined) return null
  const f = fraction(from)
  const t = fraction(target)
  if (f.top <= 0n || t.top <= 0n) return null
  const shift = exponentOf(to) - exponentOf(a.currency)
  const top = BigInt(a.minor) * t.top * f.bottom * 10n ** BigInt(Math.max(shift, 0))
  const bottom = t.bottom * f.top * 10n ** BigInt(Math.max(-shift, 0))
  return money(divideHalfUp(top, bottom), to)
}

/** '1,234.50' with minor digits, or '1,235' rounded half-up to whole units. Latin digits, no symbol. */
export function formatAmount(a: Money, options: { whole?: boolean } = {}): string {
  const exponent = exponentOf(a.currency)
  const scale = 10n ** BigInt(exponent)
  const minor = BigInt(Math.abs(a.minor))
  const whole = options.whole ? (2n * minor + scale) / (2n * scale) : minor / scale
  const grouped = groupThousands(String(whole))
  const decimals = options.whole || exponent === 0 ? '' : `.${String(minor % scale).padStart(exponent, '0')}`
  return `${a.minor < 0 ? '-' : ''}${grouped}${decimals}`
}

/** '1234567' -> '1,234,567' */
function groupThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

/** The amount with its symbol or code: '₹1,250' and 'AED 1,250', or with `exact` '₹1,250.00'. */
export function formatMoney(a: Money, options: { exact?: boolean } = {}): string {
  const shown = symbolOf(a.currency) || `${a.currency} `
  const amount = formatAmount(a, { whole: !options.exact })
  return amount.startsWith('-') ? `-${shown}${amount.slice(1)}` : `${shown}${amount}`
}

/** A whole part with or without groups ('1250', '1,250', '1,00,000'), and decimals. '12,50' does not match. */
const writtenAmount = /^(\d{1,13}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?$/

/** Reads '1,250.5' or 1250.5 into minor units; `null` if it is not a number (D52: never 0). */
export function parseAmount(text: string | number, currency: CurrencyCode): Money | null {
  const match = writtenAmount.exec((typeof text === 'number' ? plainDecimal(text) : text).trim())
  if (!match?.[1]) return null
  const whole = match[1].replaceAll(',', '')
  const exponent = exponentOf(currency)
  const decimals = trimEnd(match[2] ?? '', '0')
  if (decimals.length > exponent) return null
  const minor = Number(`${whole}${decimals.padEnd(exponent, '0')}`)
  return Number.isSafeInteger(minor) ? money(minor, currency) : null
}
