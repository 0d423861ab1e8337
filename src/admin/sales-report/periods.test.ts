import { describe, expect, it } from 'vitest'
import { changeOf, daysOf } from './periods.ts'

describe('the periods of the sales report', () => {
  it.each([
    ['this-month', '2026-11-26', '2026-11-01', '2026-11-26'],
    ['last-month', '2026-11-26', '2026-10-01', '2026-10-31'],
    ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['last-month', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['this-quarter', '2026-11-26', '2026-10-01', '2026-11-26'],
    ['this-quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['this-year', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['last-year', '2026-11-26', '2025-01-01', '2025-12-31'],
  ] as const)('%s on %s lasts from %s to %s', (name, today, from, to) => {
    expect(daysOf(name, today)).toEqual({ from, to })
  })

  it('change by a percentage of what was before', () => {
    expect([changeOf(150, 100), changeOf(50, 100), changeOf(0, 100), changeOf(1, 3), changeOf(5, 0)]).toEqual([
      50,
      -50,
      -100,
      -67,
      null,
    ])
  })
})
