import { describe, expect, it } from 'vitest'
import { changeDetails, changedPrice, type PriceChange, roundTo } from './rules.ts'

const percent = (by: string, more: Partial<PriceChange> = {}): PriceChange => ({
  ...{ direction: 'raise', rounding: 'none', fields: ['price_adult'] },
  ...more,
  by: { unit: 'percent', percent: by },
})
const amount = (minor: number, more: Partial<PriceChange> = {}): PriceChange => ({
  ...percent('1', more),
  by: { unit: 'amount', amount: { minor, currency: 'USD' } },
})
const lower = { direction: 'lower' } as const

describe('a changed price', () => {
  it.each([
    [10_000, percent('10'), 11_000],
    [10_000, percent('12.5'), 11_250],
    [10_000, percent('0.01'), 10_001],
    [10_000, percent('150'), 25_000],
    [999, percent('5'), 1_049],
    [10_000, percent('10', lower), 9_000],
    [10_000, amount(525), 10_525],
    [10_000, amount(525, lower), 9_475],
  ])('%d with %o is %d', (before, change, after) => {
    expect(changedPrice(before, change, 'USD')).toBe(after)
  })

  it('leaves what is free free, whatever the change', () => {
    expect(changedPrice(0, amount(500), 'USD')).toBe(0)
    expect(changedPrice(0, percent('10', { rounding: '0.99' }), 'USD')).toBe(0)
  })

  it('may end below zero, for the caller to refuse', () => {
    expect(changedPrice(300, amount(500, lower), 'USD')).toBe(-200)
  })

  it('never goes against its direction because of the rounding', () => {
    expect(changedPrice(10_200, percent('1', { rounding: '10' }), 'USD')).toBe(10_200)
    expect(changedPrice(9_900, percent('1', { ...lower, rounding: '10' }), 'USD')).toBe(9_900)
  })
})

describe('rounding', () => {
  it.each([
    [5_449, 'none', 5_449],
    [5_449, '1', 5_400],
    [5_450, '1', 5_500],
    [5_249, '5', 5_000],
    [5_250, '5', 5_500],
    [5_499, '10', 5_000],
    [5_500, '10', 6_000],
    [5_448, '0.99', 5_399],
    [5_449, '0.99', 5_499],
    [5_500, '0.99', 5_499],
    [40, '1', 0],
  ] as const)('%d to %s is %d', (minor, rounding, rounded) => {
    expect(roundTo(minor, rounding, 'USD')).toBe(rounded)
  })

  it('follows the digits of the currency', () => {
    expect(roundTo(1_234, '5', 'JPY')).toBe(1_235)
    expect(roundTo(12_345_678, '1', 'KWD')).toBe(12_346_000)
  })
})

describe('the prices of an item', () => {
  const season = { from: '2027-06-01', to: null, prices: { price_adult: 8_000, price_infant: 0 } }
  const details = { price_adult: 10_000, price_child: null, price_infant: 0, schedules: [{ prices: {} }, season] }

  it('change in its seasons too; empty and free prices stay', () => {
    const change = percent('10', { fields: ['price_adult', 'price_child', 'price_infant'] })
    const changed = changeDetails(details, change, 'USD')
    expect(changed.steps).toEqual([
      { field: 'price_adult', season: null, rule: null, before: 10_000, after: 11_000 },
      { field: 'price_adult', season: 1, rule: null, before: 8_000, after: 8_800 },
    ])
    const prices = { price_adult: 8_800, price_infant: 0 }
    expect(changed.details).toEqual({ price_adult: 11_000, schedules: [{ prices: {} }, { ...season, prices }] })
  })

  it('change in the rules by nationality', () => {
    const rules = [{ nationalities: ['IN'], price: 5_000, child_price: null }, { price: null }]
    const change = amount(100, { fields: ['price', 'child_price'] })
    const changed = changeDetails({ price: 9_000, child_price: 4_000, nationality_rules: rules }, change, 'USD')
    expect(changed.steps.map(({ field, rule, after }) => [field, rule, after])).toEqual([
      ['price', null, 9_100],
      ['child_price', null, 4_100],
      ['price', 0, 5_100],
    ])
    expect(changed.details.nationality_rules).toEqual([{ ...rules[0], price: 5_100 }, rules[1]])
  })

  it('are those of the chosen fields only; an unchanged item has nothing to store', () => {
    expect(changeDetails(details, percent('10', { fields: ['price_child'] }), 'USD')).toEqual({
      steps: [],
      details: {},
    })
  })
})
