import { describe, expect, it } from 'vitest'
import { daysBetween } from '../../../kernel/dates.ts'
import { pointOf, trendPoints } from './trend-points.ts'

describe('the points of a chart', () => {
  it('are the last thirty days without a gap, ending today', () => {
    const days = trendPoints('30-days', '2026-03-02')
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-02-01', '2026-03-02'])
    for (const [n, day] of days.entries()) if (n > 0) expect(daysBetween(days[n - 1]!, day)).toBe(1)
  })
  it('are the last twelve months, across the end of the year', () => {
    const months = trendPoints('12-months', '2026-03-31')
    expect(months).toHaveLength(12)
    expect([months[0], months[8], months[9], months.at(-1)]).toEqual([
      '2025-04-01',
      '2025-12-01',
      '2026-01-01',
      '2026-03-01',
    ])
    expect(trendPoints('12-months', '2026-12-01')[0]).toBe('2026-01-01')
  })
  it('contain each day up to the next point', () => {
    const months = trendPoints('12-months', '2026-03-31')
    expect(pointOf(months, '2026-02-28')).toBe('2026-02-01')
    expect(pointOf(months, '2026-03-01')).toBe('2026-03-01')
    expect(pointOf(months, '2025-03-31')).toBeNull()
  })
})
