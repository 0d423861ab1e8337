import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { inEnglish } from '../testing/service.ts'
import { templateTerms } from '../umrah/templates.ts'
import { type CancellationTerms, freeUntil, termsOf } from './cancellation.ts'
import { refundByTerms } from './cancellation-refund.ts'
import { maxDays, readStep, termsObjection, writeStep } from './cancellation-steps.ts'

const start = '2026-12-20'
const paid = money(60_000, 'AED')
const daysBefore = (days: number) => ({ startDay: start, today: addDays(start, -days) })

const someTerms: fc.Arbitrary<CancellationTerms> = fc
  .uniqueArray(fc.integer({ min: 0, max: maxDays }), { maxLength: 8 })
  .chain((days) =>
    fc.array(fc.integer({ min: 0, max: 100 }), { minLength: days.length, maxLength: days.length }).map((percents) => {
      const falling = percents.toSorted((a, b) => b - a)
      return days.toSorted((a, b) => b - a).map((day, at) => ({ days: day, percent: falling[at] ?? 0 }))
    }),
  )
const someMoney = fc.integer({ min: 0, max: 9_000_000_000_000_000 }).map((minor) => money(minor, 'INR'))

describe('a refund by the terms', () => {
  it('of the default Umrah terms is full until 30 days before, half from 29 to 15 days, and nothing below [C121, A116]', () => {
    const percents = [45, 30, 29, 15, 14, 1, 0, -1].map(
      (days) => refundByTerms(templateTerms, daysBefore(days), paid).percent,
    )
    expect(percents).toEqual([100, 100, 50, 50, 0, 0, 0, 0])
  })

  it('names the step that applies and the days left', () => {
    expect(refundByTerms(templateTerms, daysBefore(18), paid)).toEqual({
      percent: 50,
      refund: money(30_000, 'AED'),
      step: { days: 15, percent: 50 },
      daysLeft: 18,
    })
    expect(refundByTerms(templateTerms, daysBefore(3), paid)).toMatchObject({ refund: { minor: 0 }, step: null })
  })

  it('is rounded half-up to the minor unit', () => {
    const half = [{ days: 0, percent: 50 }]
    const minor = (amount: number) => refundByTerms(half, daysBefore(1), money(amount, 'AED')).refund.minor
    expect([minor(0), minor(1), minor(3), minor(9_999)]).toEqual([0, 1, 2, 5_000])
  })

  it('on the day of the start applies until it begins', () => {
    const free = [{ days: 0, percent: 100 }]
    expect(refundByTerms(free, daysBefore(0), paid).percent).toBe(100)
    expect(refundByTerms(free, { ...daysBefore(0), hasBegun: true }, paid)).toMatchObject({ percent: 0, step: null })
    expect(refundByTerms(free, daysBefore(-1), paid).percent).toBe(0)
  })

  it('is a whole number of minor units from 0 to the amount paid, for any terms', () => {
    fc.assert(
      fc.property(someTerms, fc.integer({ min: -10, max: 500 }), someMoney, (terms, days, amount) => {
        const { refund, percent } = refundByTerms(terms, daysBefore(days), amount)
        expect(Number.isSafeInteger(refund.minor)).toBe(true)
        expect(refund.minor).toBeGreaterThanOrEqual(0)
        expect(refund.minor).toBeLessThanOrEqual(amount.minor)
        expect(BigInt(refund.minor)).toBe((BigInt(amount.minor) * BigInt(percent) * 2n + 100n) / 200n)
      }),
    )
  })

  it('never grows over time, and never falls with a larger payment', () => {
    fc.assert(
      fc.property(
        someTerms,
        fc.integer({ min: -10, max: 500 }),
        fc.nat(100),
        someMoney,
        (terms, days, later, amount) => {
          const minor = (left: number, of = amount) => refundByTerms(terms, daysBefore(left), of).refund.minor
          expect(minor(days - later)).toBeLessThanOrEqual(minor(days))
          expect(minor(days, money(Math.floor(amount.minor / 2), 'INR'))).toBeLessThanOrEqual(minor(days))
        },
      ),
    )
  })
})

describe('the text of cancellation terms', () => {
  it('has falling days, and percentages that never rise', () => {
    const step = (days: number, percent: number) => ({ days, percent })
    const objectionTo = (terms: Parameters<typeof termsObjection>[0]) => inEnglish(termsObjection(terms))
    expect(objectionTo([])).toBeNull()
    expect(objectionTo([step(30, 100), step(15, 50), step(0, 50)])).toBeNull()
    expect(objectionTo([step(15, 50), step(30, 100)])).toContain('Start with the most days')
    expect(objectionTo([step(15, 100), step(15, 50)])).toContain('fewer days')
    expect(objectionTo([step(30, 50), step(15, 100)])).toContain('cannot give more back')
    for (const bad of [step(-1, 50), step(1.5, 50), step(366, 50), step(Number.NaN, 50)])
      expect(objectionTo([bad])).toContain('Days are whole')
    for (const bad of [step(1, -1), step(1, 101), step(1, 33.3)]) expect(objectionTo([bad])).toContain('Percents')
    expect(objectionTo(Array.from({ length: 11 }, (_, at) => step(20 - at, 10)))).toBe('At most 10 steps')
  })
  it('is valid whenever days fall and percentages do not rise', () => {
    fc.assert(fc.property(someTerms, (terms) => termsObjection(terms) === null))
  })
  it('can be read back from an export', () => {
    for (const step of templateTerms) expect(readStep(writeStep(step))).toEqual(step)
    expect([readStep(' 30 days: 100 % '), readStep('1 day=50')]).toEqual([
      { days: 30, percent: 100 },
      { days: 1, percent: 50 },
    ])
    for (const bad of ['', '30', '= 100', '30 = ', '-1 = 50', '30 = 12.5', 'abc = 1', '30 > 100'])
      expect(readStep(bad), bad).toBeNull()
  })
})

describe('the terms of an item', () => {
  it('are its own, else free cancellation lasts until the start if promised, else there are none [C057]', () => {
    expect(termsOf({ cancellation_terms: templateTerms, free_cancellation: true })).toEqual(templateTerms)
    expect(termsOf({ cancellation_terms: [], free_cancellation: true })).toEqual([{ days: 0, percent: 100 }])
    expect(termsOf({ cancellation_terms: [], free_cancellation: false })).toBeNull()
    expect(termsOf({})).toBeNull()
  })
  it('name the last day with a full refund', () => {
    expect(freeUntil(templateTerms, start)).toBe('2026-11-20')
    expect(
      freeUntil(
        [
          { days: 3, percent: 100 },
          { days: 1, percent: 100 },
        ],
        start,
      ),
    ).toBe('2026-12-19')
    expect(freeUntil([{ days: 3, percent: 90 }], start)).toBeNull()
  })
})
