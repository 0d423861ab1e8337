import { expect, it } from 'vitest'
import { judgeJson } from './json-shape.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const withKeys = (count: number) => `{${Array.from({ length: count }, (_, place) => `"k${place}":1`).join()}}`

it.each([
  [nested(100), 'fine'],
  [nested(101), 'too-deep'],
  ['{"a":'.repeat(101), 'too-deep'],
  [`[${'[],'.repeat(1_000)}[]]`, 'fine'],
  [withKeys(10_000), 'fine'],
  [withKeys(10_001), 'too-many-keys'],
  [JSON.stringify('[{":'.repeat(100_000)), 'fine'],
  [JSON.stringify({ a: '\\"'.repeat(100), b: '[' }), 'fine'],
  ['"'.repeat(1_001), 'fine'],
  ['"\\', 'fine'],
])('a text is judged by its shape (case %#)', (text, wanted) => expect(judgeJson(text)).toBe(wanted))
