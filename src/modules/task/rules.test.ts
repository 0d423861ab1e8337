import { describe, expect, it } from 'vitest'
import { type DueFilter, dueFilters, dueGroup, dueRange } from './rules.ts'

const today = '2026-12-31'

describe('the heading of a task', () => {
  it.each([
    ['2020-01-01', 'overdue'],
    ['2026-12-30', 'overdue'],
    ['2026-12-31', 'today'],
    ['2027-01-01', 'week'],
    ['2027-01-07', 'week'],
    ['2027-01-08', 'later'],
    ['9999-12-31', 'later'],
  ])('of %s is %s', (due, group) => {
    expect(dueGroup(due, today)).toBe(group)
  })
})

describe('a filter by the due date', () => {
  const isIn = (filter: DueFilter, day: string): boolean => {
    const { from, to } = dueRange(filter, today)
    return (from === null || from <= day) && (to === null || day <= to)
  }
  it.each([
    ['2026-12-30', ['overdue', 'due']],
    ['2026-12-31', ['today', 'due']],
    ['2027-01-01', ['later']],
  ])('of %s: %j', (day, wanted) => {
    expect(dueFilters.filter((filter) => isIn(filter, day))).toEqual(wanted)
  })
})
