import { describe, expect, test } from 'vitest'
import { correctionOf, editsBetween, swapsOf } from './correction.ts'

describe('edits between words', () => {
  test.each([
    ['visa', 'visa', 0],
    ['kalifa', 'khalifa', 1],
    ['vsia', 'visa', 1],
    ['dubay', 'dubai', 1],
    ['safri', 'safari', 1],
    ['abc', 'xyz', 3],
    ['a', 'abcdefgh', 4],
    ['دبى', 'دبي', 1],
  ])('from %s to %s: %i', (from, to, edits) => expect(editsBetween(from, to)).toBe(edits))
})

describe('a correction', () => {
  test.each([
    ['kalifa', ['khalifa', 'kayaking'], 'khalifa'],
    ['dubia', ['dubai', 'dune'], 'dubai'],
    ['airprot', ['airport'], 'airport'],
    ['vsia', ['visa', 'asia'], 'visa'],
    ['cat', ['car'], null],
    ['khalifa', ['khalifa'], null],
    ['zzzzzz', ['safari'], null],
    ['visb', ['vast'], null],
    ['desrt', [], null],
  ])('of %s among %j: %s', (word, candidates, corrected) => expect(correctionOf(word, candidates)).toBe(corrected))

  test('keeps the first letter between equals', () => {
    expect(correctionOf('mosqe', ['bosque', 'mosque'])).toBe('mosque')
  })
})

test('swapped neighbours, at each place', () => {
  expect(swapsOf('visa')).toEqual(['ivsa', 'vsia', 'vias'])
  expect(swapsOf('a')).toEqual([])
})
