import { expect, test } from 'vitest'
import { daysLeftInTrash } from '../../kernel/trash.ts'
import { type Removal, restoredStatus } from './trash.ts'

const now = new Date('2026-11-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const none: Removal = { archived_at: null, archived_from: null, trashed_at: null, trashed_by: null, trashed_from: null }
const trashed = (from: Removal['trashed_from']): Removal => ({
  ...none,
  ...{ trashed_at: daysAgo(29), trashed_by: 'Asha', trashed_from: from },
})

test.each(['active', 'inactive', 'archived'] as const)(
  'an item that was %s returns from the trash as it was',
  (from) => {
    expect(restoredStatus({ ...trashed(from), archived_at: daysAgo(90), archived_from: 'inactive' }, now)).toBe(from)
  },
)

test('an archived item returns as it was for 30 days, and inactive later', () => {
  const archived = (days: number) => ({ ...none, archived_at: daysAgo(days), archived_from: 'active' as const })
  expect(restoredStatus(archived(29), now)).toBe('active')
  expect(restoredStatus(archived(30), now)).toBe('inactive')
})

test('an item that an earlier version archived returns inactive', () => {
  expect(restoredStatus(none, now)).toBe('inactive')
})

test('the days left in the trash count down to 0', () => {
  expect([0, 0.01, 1, 29.5, 30, 40].map((days) => daysLeftInTrash(daysAgo(days), now))).toEqual([30, 30, 29, 1, 0, 0])
})
