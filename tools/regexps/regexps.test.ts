import { expect, test } from 'vitest'
import { findIn } from './find.ts'

const sourcesOf = (code: string) => findIn('src/a.ts', code).map(({ source }) => source)

test.each([
  ['const a = /(a+)+$/', '(a+)+$'],
  ['const a = <p>{text.replace(/\\s+$/, "")}</p>', '\\s+$'],
  ["const a = new RegExp('^\\\\d+\\\\d+$', 'u')", '^\\d+\\d+$'],
  ['const a = RegExp(String.raw`^\\w+\\d+$`)', '^\\w+\\d+$'],
  ['const a = new RegExp(`^$' + '{name}x*x+$`)', '^xx*x+$'],
])('%s is reported', (code, source) => {
  expect(findIn('src/a.tsx', code).map((each) => each.source)).toEqual([source])
})

test.each(['/^a+b+$/', '/[^-]+/g', "'(a+)+$'", "new RegExp('^[a-z]+$')"])('%s is in order', (code) => {
  expect(sourcesOf(`const a = ${code}`)).toEqual([])
})

test('a report names the line, the text to repeat, and exponential growth', () => {
  expect(findIn('src/a.ts', '\nconst a = /^(?:x|x)+$|^(b+)+$/')).toEqual([
    { file: 'src/a.ts', line: 2, source: '^(?:x|x)+$|^(b+)+$', repeated: expect.any(String), isExponential: true },
  ])
})
