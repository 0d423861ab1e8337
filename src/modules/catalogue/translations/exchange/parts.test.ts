import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TranslatableField } from '../original.ts'
import { partsOf, structureOf, withParts } from './parts.ts'

const fieldOf = (input: TranslatableField['input']): TranslatableField => ({
  path: 'details.x',
  label: 'X',
  input,
  max: 500,
})
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const day = fc
  .record({ title: word, description: fc.string({ maxLength: 20 }), activities: fc.array(word, { maxLength: 3 }) })
  .map(({ activities, ...rest }) => ({ ...rest, ...(activities.length > 0 && { activities }) }))
const values = {
  text: word,
  richtext: word,
  list: fc.array(word, { minLength: 1, maxLength: 6 }),
  itinerary: fc.array(day, { minLength: 1, maxLength: 5 }),
  questions: fc.array(fc.record({ question: word, answer: word }), { minLength: 1, maxLength: 5 }),
}

describe('parts of a value', () => {
  it.each(Object.entries(values))('of a field of the type %s make the value again', (input, arbitrary) => {
    const field = fieldOf(input as TranslatableField['input'])
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<unknown>, (value) => {
        expect(withParts(field, partsOf(field, value))).toEqual(value)
      }),
    )
  })

  it('leave blank texts out', () => {
    const value = [{ title: 'Arrival', description: '' }]
    expect([...partsOf(fieldOf('itinerary'), value)]).toEqual([['0.title', 'Arrival']])
  })

  it.each([
    ['list', ['0', '2']],
    ['list', ['first']],
    ['itinerary', ['title']],
    ['itinerary', ['0.title', '0.colour']],
    ['itinerary', ['0.activities.1']],
    ['itinerary', ['__proto__.title']],
    ['questions', ['0.question.more']],
    ['text', ['0']],
    ['text', []],
  ] as const)('that do not fit a field of the type %s make none: %j', (input, keys) => {
    expect(withParts(fieldOf(input), new Map(keys.map((key) => [key, 'words'])))).toBeNull()
  })
})

describe('the structure of a marked text', () => {
  it('is the same when only words differ', () => {
    expect(structureOf('## Plan\n\n- **One** [map](https://a.test)\n- Two')).toBe(
      structureOf('## خطة\n\n- واحد [خريطة](https://a.test)\n- *اثنان*'),
    )
  })
  it.each([
    'Plan\n\n- One\n- Two',
    '## Plan\n\n- One',
    '## Plan\n\n1. One\n2. Two',
    '## Plan\n\n- [One](https://b.test)\n- Two',
  ])('differs when blocks or links do: %j', (text) =>
    expect(structureOf(text)).not.toBe(structureOf('## Plan\n\n- One\n- Two')),
  )
})
