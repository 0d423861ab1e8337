import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRatesPerUsd, money } from '../../kernel/money.ts'
import { inEnglish } from '../../services/testing/service.ts'
import { judgePromo as judge, normalizeCode, type PromoTerms, type PromoUse } from './rules.ts'

const judgePromo = (...input: Parameters<typeof judge>) => inEnglish(judge(...input))

const terms: PromoTerms = {
  code: 'EID26',
  discount: { percentHundredths: 1250 },
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: new Date('2026-12-01T00:00:00Z'),
  usageLimit: 2,
  customerLimit: 1,
  kinds: ['tour', 'visa'],
  serviceIds: [],
  isActive: true,
  used: 0,
}
const use: PromoUse = {
  now: new Date('2026-11-21T08:00:00Z'),
  kind: 'tour',
  serviceId: 'a',
  base: money(10_001, 'USD'),
  rates: defaultRatesPerUsd,
  customerUses: 0,
}
const errorOf = (change: Partial<PromoTerms>, ofUse: Partial<PromoUse> = {}) =>
  judgePromo({ ...terms, ...change }, { ...use, ...ofUse }).error

describe('a promo code', () => {
  it('takes a percentage of the lines, rounded half up to the minor unit', () => {
    expect(judgePromo(terms, use).discount).toEqual(money(1250, 'USD'))
    expect(judgePromo({ ...terms, discount: { percentHundredths: 10_000 } }, use).discount).toEqual(use.base)
  })
  it('takes a fixed amount in the currency of the lines, at most their sum', () => {
    const fixed = { ...terms, discount: { amount: money(3670, 'AED') } }
    expect(judgePromo(fixed, use).discount).toEqual(money(1000, 'USD'))
    expect(judgePromo(fixed, { ...use, base: money(500, 'USD') }).discount).toEqual(money(500, 'USD'))
    expect(judgePromo(fixed, { ...use, rates: {} }).error).toBe('This promo code does not apply to this service')
  })
  it('is valid from its first instant until before its last', () => {
    expect(errorOf({}, { now: new Date('2026-10-31T23:59:59Z') })).toBe('This promo code is not valid')
    expect(errorOf({}, { now: new Date('2026-11-01T00:00:00Z') })).toBeUndefined()
    expect(errorOf({}, { now: new Date('2026-12-01T00:00:00Z') })).toBe('This promo code has expired')
  })
  it('is valid for its kinds and services only', () => {
    expect(errorOf({}, { kind: 'umrah' })).toBe('This promo code does not apply to this service')
    expect(errorOf({ serviceIds: ['b'] })).toBe('This promo code does not apply to this service')
    expect(errorOf({ kinds: [], serviceIds: ['a'] }, { kind: 'umrah' })).toBeUndefined()
  })
  it('is limited in total and per customer', () => {
    expect(errorOf({ used: 2 })).toBe('This promo code has been used up')
    expect(errorOf({}, { customerUses: 1 })).toBe('You have already used this promo code')
    expect(errorOf({}, { customerUses: null })).toBeUndefined()
  })
  it('gives the same message for an inactive and an unknown code', () => {
    expect(errorOf({ isActive: false })).toBe(judgePromo(null, use).error)
  })
  it('never takes less than zero or more than the lines', () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_00 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 10_000 }), amounts, (base, percentHundredths, fixed) => {
        for (const discount of [{ percentHundredths }, { amount: money(fixed, 'INR') }]) {
          const judged = judgePromo({ ...terms, discount }, { ...use, base: money(base, 'USD') })
          if (judged.discount) {
            expect(judged.discount.minor).toBeGreaterThan(0)
            expect(judged.discount.minor).toBeLessThanOrEqual(base)
          }
        }
      }),
    )
  })
  it('ignores case and spaces', () => {
    expect(normalizeCode(' eid 26 ')).toBe('EID26')
  })
})
