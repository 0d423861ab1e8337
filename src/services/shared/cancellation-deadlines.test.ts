import { describe, expect, it } from 'vitest'
import { templateTerms } from '../umrah/templates.ts'
import { deadlinesAhead } from './cancellation-deadlines.ts'
import { refundByTerms } from './cancellation-refund.ts'

const start = { day: '2026-12-20', time: '18:00', needsTime: true }
const free = [{ days: 0, percent: 100 }]

describe('the cancellation deadlines of a start date', () => {
  it('are the last days of the remaining steps, until the end of the day [C057, C121]', () => {
    const whole = { percent: 100, day: '2026-11-20', time: '23:59' }
    const half = { percent: 50, day: '2026-12-05', time: '23:59' }
    expect(deadlinesAhead(templateTerms, start, '2026-11-20')).toEqual([whole, half])
    expect(deadlinesAhead(templateTerms, start, '2026-11-21')).toEqual([half])
    expect(deadlinesAhead(templateTerms, start, '2026-12-06')).toEqual([])
  })

  it('on the start date end at the start, or with the day if it has no time', () => {
    const timeOf = (given: Partial<typeof start> | { time: null; needsTime: boolean }) =>
      deadlinesAhead(free, { ...start, ...given }, '2026-12-20').map(({ day, time }) => [day, time])
    expect(timeOf({})).toEqual([['2026-12-20', '18:00']])
    expect(timeOf({ time: null, needsTime: true })).toEqual([['2026-12-20', null]])
    expect(timeOf({ time: null, needsTime: false })).toEqual([['2026-12-20', '23:59']])
  })

  it('omit steps without a refund, and keep the last of equal ones', () => {
    const terms = [
      { days: 7, percent: 100 },
      { days: 2, percent: 100 },
      { days: 1, percent: 0 },
    ]
    expect(deadlinesAhead(terms, start, '2026-12-01')).toEqual([{ percent: 100, day: '2026-12-18', time: '23:59' }])
  })

  it('promise no more than a cancellation on that day refunds', () => {
    const paid = { minor: 10_000, currency: 'AED' }
    for (const { percent, day } of deadlinesAhead(templateTerms, start, '2026-10-01')) {
      expect(refundByTerms(templateTerms, { startDay: start.day, today: day }, paid).percent).toBe(percent)
    }
  })
})
