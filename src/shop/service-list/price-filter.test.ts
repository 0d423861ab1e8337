import { expect, test } from 'vitest'
import { readWholePrice } from './price-filter.ts'

test.each([
  ['1,000', 1000],
  ['1.000', 1000],
  ['1 000', 1000],
  ['1\u202f000', 1000],
  ["1'000", 1000],
  ['1,00,000', 100_000],
  ['1,234,567.89', 1_234_567],
  ['1000.50', 1000],
  ['1,5', 1],
  ['0', 0],
  [' 999999999 ', 999_999_999],
])('a price typed as %o is %i', (typed, wanted) => expect(readWholePrice(typed)).toBe(wanted))

test.each(['', '-1', '1e3', 'abc', '1,000,', '1234567890', '1,0000', '١٠٠'])('%o is no price', (typed) =>
  expect(readWholePrice(typed)).toBeNull(),
)
