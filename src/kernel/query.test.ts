import { expect, test } from 'vitest'
import { cleanQuery } from './query.ts'

test.each([
  ['  desert\n safari\u0000 ', 'desert safari'],
  ['a\ud800b', 'a b'],
  ['x'.repeat(5000), 'x'.repeat(100)],
  ['', ''],
  [`${'x'.repeat(99)}😀`, 'x'.repeat(99)],
  ['دبي  رحلة', 'دبي رحلة'],
])('%j is searched as %j', (typed, searched) => expect(cleanQuery(typed)).toBe(searched))
