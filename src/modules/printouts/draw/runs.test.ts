import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readsRightToLeft, runsOf } from './runs.ts'

const drawn = (line: string): [string, string][] => runsOf(line).map(({ script, text }) => [script, text])

describe('a line of mixed scripts', () => {
  it('keeps Latin in order around an Arabic name', () => {
    expect(drawn('Traveller: محمد عبد الله (Adult)')).toEqual([
      ['latin', 'Traveller: '],
      ['arabic', 'محمد عبد الله'],
      ['latin', ' (Adult)'],
    ])
  })
  it('keeps the digits of a reference in order within Arabic, from right to left', () => {
    const runs = drawn('الحجز TH123456')
    expect(runs[0]).toEqual(['latin', 'TH123456'])
    expect(runs.at(-1)?.[0]).toBe('arabic')
    expect(readsRightToLeft('الحجز TH123456')).toBe(true)
  })
  it('sets an Urdu name in Nastaliq, an Arabic one not, and Hindi in Devanagari', () => {
    expect(drawn('گل خان')[0]?.[0]).toBe('urdu')
    expect(drawn('محمد')[0]?.[0]).toBe('arabic')
    expect(drawn('श्री कृष्णा')).toEqual([['devanagari', 'श्री कृष्णा']])
  })
  it('turns brackets round where the text reads from right to left', () => {
    const shown = drawn('الحجز (مؤكد)').map(([, text]) => text)
    expect(shown[0]).toMatch(/^\(/)
  })
  it('loses no character, whatever the text', () => {
    const letters = fc.constantFrom(...'abz 09-:()محمدگےकृष्णाŁ₹Привет')
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 30 }), (characters) => {
        const line = characters.join('')
        const drawnText = runsOf(line).map((run) => run.text)
        const sorted = (text: string): string => [...text.replace(/[()]/g, '|')].sort().join('')
        expect(sorted(drawnText.join(''))).toBe(sorted(line))
      }),
    )
  })
})
