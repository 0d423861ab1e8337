import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRatesPerUsd } from '../../../kernel/money.ts'
import { addUp, byCurrency, type GroupRow, grouped, periodBefore, spanOf } from './rules.ts'

const row = (change: Partial<GroupRow>): GroupRow => ({
  ...{ key: 'tour', name: '', currency: 'AED', bookings: 1, cancelled: 0, travellers: 2 },
  ...{ sold: 100, tax: 5, received: 50, refunded: 10, outstanding: 50, ...change },
})

describe('the period before', () => {
  it('has the same length and ends the day before', () => {
    expect(periodBefore('2026-11-01', '2026-11-26')).toEqual({ from: '2026-10-06', to: '2026-10-31' })
    expect(periodBefore('2026-03-01', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
    expect(spanOf('2026-11-01', '2026-11-26')).toBe(26)
  })
})

describe('the sums of a report', () => {
  it('keep currencies apart, and add them up in one at its rate', () => {
    const rows = [row({}), row({ currency: 'USD', sold: 1_000 }), row({ key: 'visa', sold: 300 })]
    expect(byCurrency(rows).map(({ currency, sold, bookings }) => [currency, sold, bookings])).toEqual([
      ['USD', 1_000, 1],
      ['AED', 400, 2],
    ])
    const { sold, bookings } = addUp(rows, 'AED', { ...defaultRatesPerUsd, AED: 3.5 })
    expect([sold, bookings]).toEqual([{ minor: 3_900, currency: 'AED' }, 3])
  })

  it('lose nothing when they are grouped', () => {
    const any = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', ''),
        currency: fc.constantFrom('AED', 'USD'),
        sold: fc.nat(1_000),
      }),
    )
    fc.assert(
      fc.property(any, (given) => {
        const rows = given.map((change) => row(change))
        const groups = grouped(rows, 'kind', (of) => of.reduce((sum, { sold }) => sum + sold, 0))
        expect(groups.flatMap((group) => group.rows)).toHaveLength(rows.length)
        const worths = groups.map((group) => group.rows.reduce((sum, { sold }) => sum + sold, 0))
        expect(worths).toEqual(worths.toSorted((a, b) => b - a))
      }),
    )
  })

  it('show months in their order, whatever was sold in them', () => {
    const rows = [row({ key: '2026-11', sold: 900 }), row({ key: '2026-09' }), row({ key: '2026-10', sold: 500 })]
    const months = grouped(rows, 'month', (of) => of[0]?.sold ?? 0)
    expect(months.map(({ key }) => key)).toEqual(['2026-09', '2026-10', '2026-11'])
  })
})
