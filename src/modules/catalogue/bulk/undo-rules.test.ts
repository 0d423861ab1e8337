import { describe, expect, test } from 'vitest'
import { inEnglish } from '../../../services/testing/service.ts'
import { finishedUntil, oldDetails, oldValues, undoStep, undoUntil } from './undo-rules.ts'

const content = (details: object = {}, more: object = {}) => ({
  ...{ title: 'Falcon', status: 'active', is_featured: false, currency: 'USD', summary: 'Seen', featured_image: null },
  ...{ seo_title: null, seo_description: null, details: details as Record<string, unknown> },
  ...more,
})

describe('the old values of a changed item', () => {
  test('are the columns that differ, also where there was none', () => {
    const after = content({}, { title: 'Eagle', featured_image: 'desert-1' })
    expect(oldValues(content(), after)).toEqual({
      columns: { title: 'Falcon', featured_image: null },
      details: {},
      added: [],
    })
  })

  test('are the details that differ, and the names of those that were added', () => {
    const before = content({ price_adult: 1_000, highlights: ['Music'], location: 'Dubai' })
    const after = content({ price_adult: 2_000, highlights: ['Music', 'Dinner'], location: 'Dubai', faq: [] })
    expect(oldValues(before, after)).toEqual({
      columns: {},
      details: { price_adult: 1_000, highlights: ['Music'] },
      added: ['faq'],
    })
  })

  test.each([
    [{ a: 1 }, { a: 2, b: 3 }],
    [{ a: 1, b: [1, 2] }, { a: 1 }],
    [{ a: null }, { a: 0 }],
    [{}, { a: { b: 1 } }],
    [{ a: 1 }, { a: 1 }],
  ])('turn the details %j back from %j', (before, after) => {
    expect(oldDetails(after, oldValues(content(before), content(after)))).toEqual(before)
  })
})

describe('an item', () => {
  const old = oldValues(content(), content({}, { title: 'Eagle' }))
  const created = { plan: 'create', version: 1, old_values: null }
  const changed = { plan: 'update', version: 2, old_values: old }
  const item = (version: number, trashed_at: Date | null = null) => ({ version, trashed_at })

  test('that the import created is removed', () => {
    expect(undoStep(created, item(1))).toEqual({ step: 'remove' })
  })
  test('that the import changed is put back', () => {
    expect(undoStep(changed, item(2))).toEqual({ step: 'put-back', old })
  })
  test.each([
    ['that changed since stays, also a created one', created, item(2), 'Changed since the import'],
    ['that changed since stays', changed, item(3), 'Changed since the import'],
    ['that is in the trash stays there', changed, item(3, new Date()), 'Already in the trash'],
    ['that is gone stays gone', created, undefined, 'This item no longer exists'],
    [
      'of an import without old values stays',
      { ...changed, old_values: null },
      item(2),
      'Imported by an earlier version, which did not keep the old values',
    ],
  ])('%s', (_, row, current, reason) => {
    expect(inEnglish(undoStep(row, current))).toEqual({ step: 'leave', reason })
  })
})

test('an import can be undone for 30 days', () => {
  const finished = new Date('2026-11-01T12:00:00Z')
  expect(undoUntil(finished)).toEqual(new Date('2026-12-01T12:00:00Z'))
  expect(finishedUntil(undoUntil(finished))).toEqual(finished)
})
