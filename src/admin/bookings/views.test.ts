import { describe, expect, it } from 'vitest'
import { listColumns } from '../../modules/booking/index.ts'
import { isShown, isWholeList, queryOf, searchOfView, wholeList } from './views.ts'

const unpaid = { query: { payment: 'pending', sort: 'travel_date', direction: 'asc', columns: ['travel_date'] } }

describe('a saved view', () => {
  it('is shown by its own address', () => {
    const search = searchOfView(unpaid)
    expect(search).toMatchObject({ payment: 'pending', sort: 'travel_date', columns: 'travel_date', status: '' })
    expect(isShown(unpaid, search, ['travel_date'])).toBe(true)
  })
  it.each([
    ['another filter', { status: 'confirmed' }],
    ['one filter less', { payment: '' }],
    ['another order', { direction: 'desc' }],
    ['a search', { q: 'asha' }],
  ])('is not shown with %s', (_what, change) => {
    expect(isShown(unpaid, { ...searchOfView(unpaid), ...change }, ['travel_date'])).toBe(false)
  })
  it('is not shown with other columns', () => {
    expect(isShown(unpaid, searchOfView(unpaid), listColumns)).toBe(false)
  })
  it('is shown whatever page the list is on, and without the parts that no longer exist', () => {
    const old = { query: { ...unpaid.query, type: 'no-kind', columns: ['travel_date', 'gone'] } }
    expect(isShown(old, { ...searchOfView(unpaid), page: '2', cursor: 'x' }, ['travel_date'])).toBe(true)
  })
  it('holds what the list shows', () => {
    const search = { status: 'confirmed', travel_from: '2026-12-01', travel_to: '0202-12', page: '2' }
    expect(queryOf(search, ['created_at'])).toEqual({
      ...{ status: 'confirmed', travel_from: '2026-12-01', sort: 'created_at', direction: 'desc' },
      columns: ['created_at'],
    })
  })
})

describe('the whole list', () => {
  it('has no filter, the usual order and no columns of a view', () => {
    expect(isWholeList({})).toBe(true)
    expect(isWholeList({ ...searchOfView(unpaid), ...wholeList })).toBe(true)
    for (const search of [{ q: 'asha' }, { direction: 'asc' }, { sort: 'travel_date' }, { columns: 'none' }])
      expect(isWholeList(search), JSON.stringify(search)).toBe(false)
  })
})
