import { describe, expect, it } from 'vitest'
import { money } from '../../kernel/money.ts'
import { breakdown, formatPercent, line } from './breakdown.ts'

const inr = (minor: number) => money(minor, 'INR')

describe('a price breakdown', () => {
  it('adds the lines, then the tax on the discounted amount, then subtracts the discount [C302]', () => {
    const lines = [line('base', 1, inr(1000)), line('fee', 1, inr(100))]
    expect(breakdown(lines, 'INR', inr(200), { amount: inr(1000), rate: '0.1' })).toMatchObject({
      base: inr(1100),
      tax: inr(80),
      taxRate: '0.1',
      discount: inr(200),
      total: inr(1180),
      final: inr(980),
    })
  })
  it('has no tax when the discount covers the whole taxed amount', () => {
    const lines = [line('base', 1, inr(1000)), line('fee', 1, inr(100))]
    const price = breakdown(lines, 'INR', inr(1050), { amount: inr(1000), rate: '0.1' })
    expect([price.tax.minor, price.final.minor]).toEqual([0, 50])
  })
  it('has no tax and no rate by default', () => {
    expect(breakdown([line('adult', 2, inr(5))], 'INR')).toMatchObject({ tax: inr(0), taxRate: null, final: inr(10) })
  })
  it('rejects a line in another currency', () => {
    expect(() => breakdown([line('base', 1, money(1, 'USD'))], 'INR')).toThrow(RangeError)
  })
})

describe('a rate as a percentage', () => {
  it('has up to two decimals, rounded half-up, without trailing zeros [C154, A125]', () => {
    expect([0.18, '0.175', 0, 1, 0.05, '0.1801', '0.12345', '0.00005'].map(formatPercent)).toEqual([
      '18%',
      '17.5%',
      '0%',
      '100%',
      '5%',
      '18.01%',
      '12.35%',
      '0.01%',
    ])
  })
})
