import { expect, test } from 'vitest'
import { compare, shrink } from './compare.ts'
import { measureFile } from './measure.ts'

const lines = (count: number, line = 'x()') => Array.from({ length: count }, () => line).join('\n')
const functionOf = (count: number) => `{\n${lines(count - 2)}\n}`

test('a function may have 40 lines, without blank lines and comments', () => {
  expect(measureFile('src/a.ts', `function work() ${functionOf(40)}`)).toEqual({})
  expect(measureFile('src/a.ts', `function work() ${functionOf(41)}`)).toEqual({ 'src/a.ts: work: lines': 41 })
  const padded = functionOf(40).replace('\n', `\n${lines(20, '  // why')}\n\n/* one\n two */\n`)
  expect(measureFile('src/a.ts', `function work() ${padded}`)).toEqual({})
})

test('a component may have 150 lines, other functions of a .tsx file 40', () => {
  expect(measureFile('src/a.tsx', `export const Page = () => ${functionOf(150)}`)).toEqual({})
  expect(measureFile('src/a.tsx', `export const Page = () => ${functionOf(151)}`)).toEqual({
    'src/a.tsx: Page: lines': 151,
  })
  expect(measureFile('src/a.tsx', `const usePage = () => ${functionOf(41)}`)).toEqual({
    'src/a.tsx: usePage: lines': 41,
  })
})

test.each([
  'function work(a, b, c, d) {}',
  'const work = (a, b, { c }, d = 1) => a',
  'const x = { work(a, b, c, ...d) {} }',
  'class X { work(a, b, c, d) {} }',
  'function outer() { return function work(this: X, a, b, c, d) {} }',
])('a function may have three parameters: %s', (source) => {
  expect(measureFile('src/a.ts', source)).toEqual({ 'src/a.ts: work: parameters': 4 })
  expect(measureFile('src/a.ts', source.replace(/, (\.\.\.)?d( = 1)?/, ''))).toEqual({})
})

test('a file may have 300 lines, a test 400 and functions of any size', () => {
  expect(measureFile('src/a.ts', lines(301))).toEqual({ 'src/a.ts: file lines': 301 })
  expect(measureFile('src/a.test.ts', `test('x', (a, b, c, d) => ${functionOf(400)})`)).toEqual({})
  expect(measureFile('tests/e2e/a.spec.ts', lines(401))).toEqual({ 'tests/e2e/a.spec.ts: file lines': 401 })
})

test('exceptions may only shrink', () => {
  expect(compare({ a: 50, b: 60 }, { a: 50, b: 60 })).toEqual([])
  expect(compare({ a: 51, b: 60 }, { a: 50 })).toEqual(['a: grew from 50 to 51', 'b: 60 is over the limit'])
  expect(compare({}, { a: 50 })).toEqual(['a: this exception is no longer needed'])
  expect(shrink({ a: 50, b: 60, c: 70 }, { a: 45, b: 65, d: 80 })).toEqual({ a: 45, b: 60 })
})
