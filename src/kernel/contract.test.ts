import { expect, test } from 'vitest'
import { line, text } from './contract.ts'

test('typed text is trimmed and free of control characters and lone surrogates', () => {
  expect(text(40).parse(' A palm 🌴\n\tin two lines ')).toBe('A palm 🌴\n\tin two lines')
  for (const wrong of ['a\0b', 'a\u0007b', '🌴'.slice(1), `a${'🌴'.slice(0, 1)}`, 'x'.repeat(41)])
    expect(text(40).safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  expect(line(20).safeParse('two\nlines').success).toBe(false)
})
