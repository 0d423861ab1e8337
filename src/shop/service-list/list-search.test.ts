import { describe, expect, test } from 'vitest'
import { stringifySearch } from '../routing/search.ts'
import { countFilters, readListSearch, writeListSearch } from './list-search.ts'

describe('the filters of a list in its address', () => {
  test('are read as they were written', () => {
    const search = {
      q: 'dune',
      sort: 'price',
      place: 'Dubai',
      type: 'City Transfer',
      duration: 'full-day',
      date: '2026-12-05',
      priceFrom: 10,
      priceTo: 90,
      page: 3,
    } as const
    const address = new URLSearchParams(stringifySearch(writeListSearch(search)))
    expect(readListSearch(Object.fromEntries(address))).toEqual(search)
  })

  test('leave out what is the default anyway', () => {
    expect(readListSearch({ sort: 'newest', q: '  ', place: '', utm_source: 'x' })).toEqual({ page: 1 })
    expect(stringifySearch(writeListSearch({ page: 1 }))).toBe('')
  })

  test.each([
    { sort: 'cheapest' },
    { duration: 'a-week' },
    { date: '2026-02-30' },
    { date: '0000-12-31' },
    { date: 'tomorrow' },
    { date: '2026-12-05T10:00' },
    { priceFrom: '-1' },
    { priceTo: '1e3' },
    { page: '0' },
    { page: '21' },
    { page: 'two' },
    { priceFrom: '1.5' },
    { q: 'x'.repeat(101) },
    { q: 'a\u0000b' },
    { place: '\u009f' },
    { type: 'a\nb' },
  ])('are ignored when they are malformed, as in %o', (search) => {
    const given = { ...search, sort: search.sort ?? 'price' }
    const sort = search.sort ? {} : { sort: 'price' }
    expect(readListSearch(given)).toEqual({ page: 1, ...sort })
  })

  test('count a price range as one filter', () => {
    expect(countFilters({ page: 1, priceFrom: 1, priceTo: 2, place: 'Dubai', q: 'x' })).toBe(2)
  })
})
