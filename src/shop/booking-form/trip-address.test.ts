import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch } from '../routing/search.ts'
import { tourOf } from '../testing/fake-api.ts'
import { emptyDraft } from './draft.ts'
import { readTrip, tripHref } from './trip-address.ts'

const party = {
  adults: { min: 1, max: 9 },
  children: { max: 4, free: false },
  infants: null,
  together: 10,
}
const read = (query: string, own: object = {}) => readTrip(parseSearch(query), { party: { ...party, ...own } })

describe('a choice in an address', () => {
  test('is day, time and party', () => {
    expect(read('?date=2027-03-01&time=15:00&adults=2&children=1')).toEqual({
      ...{ date: '2027-03-01', time: '15:00', adults: 2, children: 1 },
    })
  })

  test.each([
    ['a day that does not exist', '?date=2027-02-30'],
    ['a day in words', '?date=tomorrow'],
    ['a time without a day', '?time=15:00'],
    ['a time that does not exist', '?time=25:00'],
    ['fewer adults than the item takes', '?adults=0'],
    ['more adults than the item takes', '?adults=10'],
    ['a number in another notation', '?adults=1e0&children=0x1'],
    ['an age that the item does not take', '?infants=1'],
    ['nothing that the form asks for', '?utm_source=x&__proto__=1'],
  ])('ignores %s', (_what, query) => {
    expect(read(query)).toEqual({})
  })

  test('ignores a party that is too large together, and keeps the day', () => {
    expect(read('?date=2027-03-01&adults=9&children=4')).toEqual({ date: '2027-03-01' })
    expect(read('?adults=9&children=4', { together: null })).toEqual({ adults: 9, children: 4 })
  })

  test('a written choice is read again as it was', () => {
    const draft = fc.record({
      date: fc.constant('2027-03-01'),
      time: fc.constantFrom('', '09:00', '23:59'),
      adults: fc.integer({ min: 1, max: 6 }),
      children: fc.integer({ min: 0, max: 4 }),
      infants: fc.constant(0),
    })
    fc.assert(
      fc.property(draft, (choice) => {
        const query = tripHref('/x', choice).slice(2)
        const again = { ...emptyDraft(tourOf()), ...read(query) }
        expect(again).toMatchObject(choice)
      }),
    )
  })

  test('an address without a day carries nothing', () => {
    expect(tripHref('/umrah/x/booking', emptyDraft(tourOf()))).toBe('/umrah/x/booking')
  })
})
