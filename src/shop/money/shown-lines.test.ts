import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convert, currencies, type Money, money, subtract, sum } from '../../kernel/money.ts'
import { shownLines } from './shown-lines.ts'

const rates = { USD: '1', AED: '3.67', EUR: '0.92', GBP: '0.79', INR: '86', KWD: '0.31', JPY: '157.5' }
const into = (currency: string) => (amount: Money) => convert(amount, currency, rates) ?? amount
const code = fc.constantFrom(...currencies, 'KWD', 'JPY')
const minors = fc.array(fc.integer({ min: -5_000_000, max: 50_000_000 }), { minLength: 1, maxLength: 12 })

describe('the lines of a sum in the chosen currency', () => {
  test('the remainder of rounding goes into the lines, not beside the total', () => {
    const third = money(100, 'AED')
    const lines = shownLines([third, third, third], into('USD'))
    expect(lines.map(({ minor }) => minor)).toEqual([27, 27, 28])
    expect(into('USD')(money(300, 'AED'))).toEqual(money(82, 'USD'))
  })

  test('lines add up to the converted total, in every pair of currencies', () => {
    fc.assert(
      fc.property(minors, code, code, (amounts, from, to) => {
        const own = amounts.map((minor) => money(minor, from))
        expect(sum(shownLines(own, into(to)), to)).toEqual(into(to)(sum(own, from)))
      }),
    )
  })

  test('a line differs from its own conversion by less than two minor units', () => {
    fc.assert(
      fc.property(minors, code, code, (amounts, from, to) => {
        const own = amounts.map((minor) => money(minor, from))
        shownLines(own, into(to)).forEach((shown, at) => {
          expect(Math.abs(subtract(shown, into(to)(own[at] ?? money(0, from))).minor)).toBeLessThan(2)
        })
      }),
    )
  })

  test('a free line stays free, and no price becomes negative', () => {
    fc.assert(
      fc.property(minors, code, code, (amounts, from, to) => {
        const own = amounts.map((minor) => money(Math.abs(minor), from))
        shownLines(own, into(to)).forEach(({ minor }, at) => {
          expect(minor).toBeGreaterThanOrEqual(0)
          if (own[at]?.minor === 0) expect(minor).toBe(0)
        })
      }),
    )
  })

  test('nothing changes in the own currency, or without a rate', () => {
    const own = [money(15_900, 'AED'), money(-900, 'AED')]
    expect(shownLines(own, into('AED'))).toEqual(own)
    expect(shownLines(own, into('CHF'))).toEqual(own)
    expect(shownLines([], into('USD'))).toEqual([])
  })
})
