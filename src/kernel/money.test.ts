import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  convert,
  currencies,
  defaultRatesPerUsd,
  exponentOf,
  formatAmount,
  formatMoney,
  money,
  multiply,
  multiplyByRatio,
  parseAmount,
  subtract,
  sum,
  zero,
} from './money.ts'

const minor = fc.integer({ min: 0, max: 1_000_000_000 })
const shopCurrency = fc.constantFrom(...currencies)

describe('an amount', () => {
  it('is a whole number of minor units in a three-letter currency', () => {
    expect(money(1250, 'INR')).toEqual({ minor: 1250, currency: 'INR' })
    expect(() => money(12.5, 'INR')).toThrow(RangeError)
    expect(() => money(Number.NaN, 'INR')).toThrow(RangeError)
    expect(() => money(2 ** 53, 'INR')).toThrow(RangeError)
    expect(() => money(1, 'inr')).toThrow(RangeError)
    expect(() => money(1, 'RUPEE')).toThrow(RangeError)
  })
  it('is never mixed with another currency', () => {
    expect(() => add(money(1, 'INR'), money(1, 'USD'))).toThrow(RangeError)
    expect(() => subtract(money(1, 'AED'), money(1, 'USD'))).toThrow(RangeError)
    expect(() => sum([money(1, 'AED'), money(1, 'USD')], 'AED')).toThrow(RangeError)
  })
  it('adds, subtracts and multiplies without loss', () => {
    fc.assert(
      fc.property(minor, minor, fc.integer({ min: 0, max: 500 }), (a, b, n) => {
        const one = money(a, 'USD')
        const other = money(b, 'USD')
        expect(subtract(add(one, other), other)).toEqual(one)
        expect(multiply(one, n)).toEqual(sum(new Array(n).fill(one), 'USD'))
      }),
      { numRuns: 50 },
    )
  })
  it('is multiplied by whole counts only', () => {
    expect(() => multiply(money(100, 'USD'), 1.5)).toThrow(RangeError)
  })
  it('sums an empty list to zero', () => {
    expect(sum([], 'AED')).toEqual(zero('AED'))
  })
})

describe('a share of an amount', () => {
  it('is rounded half-up to the minor unit', () => {
    expect(multiplyByRatio(money(299_900, 'INR'), '0.18').minor).toBe(53_982)
    expect(multiplyByRatio(money(1, 'INR'), '0.5').minor).toBe(1)
    expect(multiplyByRatio(money(3, 'INR'), '0.5').minor).toBe(2)
    expect(multiplyByRatio(money(1, 'INR'), '0.49').minor).toBe(0)
    expect(multiplyByRatio(money(-3, 'INR'), '0.5').minor).toBe(-2)
  })
  it('is exact where floating point is not', () => {
    expect(multiplyByRatio(money(105, 'USD'), 1.1).minor).toBe(116)
    expect(multiplyByRatio(money(100_000_000_000_000, 'USD'), '0.000001').minor).toBe(100_000_000)
    expect(multiplyByRatio(money(1_000_000_000, 'USD'), 1e-7).minor).toBe(100)
  })
  it('refuses anything but a plain decimal', () => {
    for (const ratio of ['', 'abc', '1e3', '.5', '1.', ' 1', Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => multiplyByRatio(money(1, 'USD'), ratio)).toThrow(RangeError)
  })
  it('stays between zero and the amount for rates from 0 to 1', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 10_000 }), (amount, parts) => {
        const part = multiplyByRatio(money(amount, 'INR'), parts / 10_000).minor
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(amount)
      }),
    )
  })
})

describe('conversion', () => {
  it('goes through US dollars with one rate per currency', () => {
    expect(convert(money(10_000, 'USD'), 'INR', defaultRatesPerUsd)).toEqual(money(860_000, 'INR'))
    expect(convert(money(36_700, 'AED'), 'USD', defaultRatesPerUsd)).toEqual(money(10_000, 'USD'))
    expect(convert(money(36_700, 'AED'), 'INR', defaultRatesPerUsd)).toEqual(money(860_000, 'INR'))
    expect(convert(money(10_000, 'USD'), 'EUR', defaultRatesPerUsd)).toEqual(money(9200, 'EUR'))
  })
  it('returns null for an unknown or invalid rate, so that the original currency is shown', () => {
    expect(convert(money(1, 'CHF'), 'USD', defaultRatesPerUsd)).toBeNull()
    expect(convert(money(1, 'USD'), 'CHF', defaultRatesPerUsd)).toBeNull()
    expect(convert(money(1, 'USD'), 'INR', { INR: '0' })).toBeNull()
  })
  it('respects the minor digits of both currencies', () => {
    expect(convert(money(10_000, 'USD'), 'JPY', { JPY: '150' })).toEqual(money(15_000, 'JPY'))
    expect(convert(money(15_000, 'JPY'), 'USD', { JPY: '150' })).toEqual(money(10_000, 'USD'))
    expect(convert(money(10_000, 'USD'), 'KWD', { KWD: '0.3' })).toEqual(money(30_000, 'KWD'))
  })
  it('does not change an amount of the same currency', () => {
    const amount = money(123, 'CHF')
    expect(convert(amount, 'CHF', {})).toBe(amount)
  })
  it('is reversible up to one minor unit of the coarser currency', () => {
    fc.assert(
      fc.property(minor, shopCurrency, shopCurrency, (amount, from, to) => {
        const there = convert(money(amount, from), to, defaultRatesPerUsd)
        const back = there && convert(there, from, defaultRatesPerUsd)
        const ratio = Number(defaultRatesPerUsd[from]) / Number(defaultRatesPerUsd[to])
        expect(Math.abs((back?.minor ?? Number.NaN) - amount)).toBeLessThanOrEqual(Math.ceil(ratio / 2) + 1)
      }),
    )
  })
  it('keeps the order of amounts', () => {
    fc.assert(
      fc.property(minor, minor, shopCurrency, (a, b, to) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const convertedLess = convert(money(less, 'INR'), to, defaultRatesPerUsd)
        const convertedMore = convert(money(more, 'INR'), to, defaultRatesPerUsd)
        expect(convertedLess?.minor).toBeLessThanOrEqual(convertedMore?.minor ?? -1)
      }),
    )
  })
})

describe('a formatted amount', () => {
  it('has thousands separators, and whole units on request', () => {
    expect(formatAmount(money(123_450, 'USD'))).toBe('1,234.50')
    expect(formatAmount(money(123_450, 'USD'), { whole: true })).toBe('1,235')
    expect(formatAmount(money(123_449, 'USD'), { whole: true })).toBe('1,234')
    expect(formatAmount(money(5, 'USD'))).toBe('0.05')
    expect(formatAmount(money(-123_450, 'USD'))).toBe('-1,234.50')
    expect(formatAmount(money(1234, 'JPY'))).toBe('1,234')
    expect(formatAmount(money(1_234_567, 'KWD'))).toBe('1,234.567')
  })
  it('carries the symbol of its currency, or its code where the symbol is Arabic script [C293, C294, A287]', () => {
    expect(formatMoney(money(125_000, 'INR'))).toBe('₹1,250')
    expect(formatMoney(money(125_050, 'USD'), { exact: true })).toBe('$1,250.50')
    expect(formatMoney(money(9900, 'EUR'))).toBe('€99')
    expect(formatMoney(money(9900, 'GBP'))).toBe('£99')
    expect(formatMoney(money(15_000, 'AED'))).toBe('AED 150')
    expect(formatMoney(money(-15_900, 'AED'), { exact: true })).toBe('-AED 159.00')
    expect(formatMoney(money(15_000, 'CHF'))).toBe('CHF 150')
    expect(formatMoney(money(-125_000, 'INR'))).toBe('-₹1,250')
  })
  it('uses the minor digits of its currency: 12345 paise are 123.45 INR [C301]', () => {
    expect(formatMoney(money(12_345, 'INR'), { exact: true })).toBe('₹123.45')
    expect(formatMoney(money(12_345, 'JPY'), { exact: true })).toBe('JPY 12,345')
    expect(formatMoney(money(12_345, 'KWD'), { exact: true })).toBe('KWD 12.345')
  })
  it('can be parsed back to the same amount', () => {
    fc.assert(
      fc.property(minor, fc.constantFrom('INR', 'JPY', 'KWD'), (amount, currency) => {
        expect(parseAmount(formatAmount(money(amount, currency)), currency)).toEqual(money(amount, currency))
      }),
    )
  })
})

describe('a typed amount', () => {
  it('may be a text or a number, with separators', () => {
    expect(parseAmount('1,250.5', 'INR')).toEqual(money(125_050, 'INR'))
    expect(parseAmount('1,00,000', 'INR')).toEqual(money(10_000_000, 'INR'))
    expect(parseAmount(' 99 ', 'INR')).toEqual(money(9900, 'INR'))
    expect(parseAmount(0.1, 'USD')).toEqual(money(10, 'USD'))
    expect(parseAmount('12.500', 'USD')).toEqual(money(1250, 'USD'))
  })
  it('is refused, never read as 0, if it is not a number [A053]', () => {
    for (const text of ['', 'abc', '12abc', '-5', '1.2.3', '1e3', '∞', '12.345', '12,50', '1,2,3', ',100'])
      expect(parseAmount(text, 'USD')).toBeNull()
    expect(parseAmount('1.5', 'JPY')).toBeNull()
    expect(parseAmount(Number.NaN, 'USD')).toBeNull()
  })
  it('has at most as many decimals as its currency', () => {
    expect([exponentOf('INR'), exponentOf('JPY'), exponentOf('KWD')]).toEqual([2, 0, 3])
  })
})
