import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNameWords, readPhoneEnding } from './search-text.ts'

test.each([
  ['+971 50 111 2206', '971501112206'],
  ['00971-50-111-2206', '971501112206'],
  ['+971 (0)50 111 2206', '971501112206'],
  ['0501112206', '501112206'],
  ['(050) 111.2206', '501112206'],
  ['1112206', '1112206'],
  ['12206', null],
  ['TH1112206', null],
  ['asha 1112206', null],
  ['000000', null],
])('%s ends a phone number with %s', (text, digits) => {
  expect(readPhoneEnding(text)).toBe(digits)
})
test('a number with its country code is found by every ending of six digits or more, however it is spaced', () => {
  const number = fc.stringMatching(/^[1-9]\d{9,13}$/)
  fc.assert(
    fc.property(number, fc.nat(8), fc.constantFrom(' ', '-', '.', ' ('), (digits, from, gap) => {
      const part = digits.slice(Math.min(from, digits.length - 6))
      const typed = `${part.slice(0, 3)}${gap}${part.slice(3)}`
      expect(digits.endsWith(readPhoneEnding(typed) ?? part)).toBe(true)
    }),
  )
})
test('names are read as words, whatever separates them', () => {
  expect(readNameWords('rao,  asha')).toEqual(['rao', 'asha'])
  expect(readNameWords('asha')).toBeNull()
  expect(readNameWords('a b c d e f')).toBeNull()
  expect(readNameWords('% _')).toBeNull()
})
