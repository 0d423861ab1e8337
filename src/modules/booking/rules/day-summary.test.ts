import { expect, test } from 'vitest'
import { summarizeDay } from './day-summary.ts'

const departure = { taken: 2, held: 1, capacity: 10, state: 'open' } as const

test('a day adds up its departures, and free sale on one of them has no total', () => {
  expect(summarizeDay([departure, { ...departure, taken: 3, held: 2 }])).toEqual({
    ...{ taken: 5, held: 3, capacity: 20, state: 'open' },
  })
  expect(summarizeDay([departure, { ...departure, capacity: null }])).toMatchObject({ taken: 4, capacity: null })
})

test.each([
  [['past', 'few', 'closed'], 'open'],
  [['past', 'sold_out', 'closed'], 'sold_out'],
  [['past', 'closed'], 'closed'],
  [['past'], 'past'],
] as const)('a day with departures that are %j is %s', (states, expected) => {
  expect(summarizeDay(states.map((state) => ({ ...departure, state }))).state).toBe(expected)
})

test('one overbooked departure marks its day', () => {
  expect(summarizeDay([departure, { ...departure, taken: 11 }]).state).toBe('overbooked')
})
