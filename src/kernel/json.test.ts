import { expect, test } from 'vitest'
import { jsonOf } from './json.ts'

test('lone surrogates become replacement characters, everything else is unchanged', () => {
  const cut = 'A palm 🌴'.slice(0, -1)
  expect(JSON.parse(jsonOf({ title: cut, parts: [cut], n: 1 }))).toEqual({
    title: 'A palm \ufffd',
    parts: ['A palm \ufffd'],
    n: 1,
  })
  for (const value of ['A palm 🌴', 'a path C:\\ud800', { at: new Date(0), none: null }])
    expect(jsonOf(value)).toBe(JSON.stringify(value))
})
