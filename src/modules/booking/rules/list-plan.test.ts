import { describe, expect, it } from 'vitest'
import { sortColumns } from '../sort-columns.ts'
import { type Planned, planOf, rangeOf } from './list-plan.ts'

const month = rangeOf('2026-03-01', '2026-03-31')
const year = rangeOf('2026-01-01', '2026-12-31')
const open = rangeOf('2026-01-01', undefined)
const plan = (asked: Partial<Planned>) =>
  planOf({ sort: 'created_at', hasSearch: false, travel: null, booked: null, staff: null, ...asked })

describe('rangeOf', () => {
  it('is null without a day, and open on one side with one', () => {
    expect(rangeOf(undefined, undefined)).toBeNull()
    expect(rangeOf(undefined, '2026-01-01')).toEqual({ from: null, to: '2026-01-01' })
  })
})

describe('planOf', () => {
  it.each(sortColumns)('walks along %s without days and staff', (sort) => {
    expect(plan({ sort })).toBe('walk')
    expect(plan({ sort, hasSearch: true })).toBe('walk')
  })
  it('reads the newest of each day of travel', () => {
    for (const travel of [month, year, open]) expect(plan({ travel })).toBe('days')
    expect(plan({ travel: month, booked: year, staff: 'asha' })).toBe('days')
  })
  it('follows the bookings of one staff member, unless few days are asked for', () => {
    for (const travel of [null, year, open]) expect(plan({ travel, staff: 'asha' })).toBe('staff')
  })
  it('walks along the days that were booked, which the newest first follow', () => {
    expect(plan({ booked: month })).toBe('walk')
  })
  it('gathers the matches of a search in few days of travel, and walks within many', () => {
    expect(plan({ hasSearch: true, travel: month })).toBe('gather')
    for (const travel of [year, open]) expect(plan({ hasSearch: true, travel })).toBe('within')
  })
  it.each(['travel_date', 'booking_status', 'payment_status', 'service_type'] as const)(
    'gathers few days where %s follows the time of booking',
    (sort) => {
      expect(plan({ sort, booked: month })).toBe('gather')
      expect(plan({ sort, booked: year })).toBe('walk')
    },
  )
  it('walks along the days of travel when sorted by them', () => {
    expect(plan({ sort: 'travel_date', travel: month })).toBe('walk')
    expect(plan({ sort: 'travel_date', travel: month, booked: month })).toBe('walk')
  })
  it.each(['customer_name', 'service_title', 'booking_reference', 'final_amount'] as const)(
    'walks along %s, where days are spread evenly',
    (sort) => {
      expect(plan({ sort, travel: month, booked: month })).toBe('walk')
    },
  )
})
