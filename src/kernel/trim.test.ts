import { expect, it } from 'vitest'
import { trimEnd } from './trim.ts'

it.each([
  ['a//', 'a'],
  ['/a/b', '/a/b'],
  ['///', ''],
  ['', ''],
])('%o without its last slashes is %o', (text, wanted) => expect(trimEnd(text, '/')).toBe(wanted))
