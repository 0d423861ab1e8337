import { describe, expect, it } from 'vitest'
import { codesOf, scrubberOf } from './scrub.ts'

describe('words that name a person', () => {
  const scrub = scrubberOf(['Asha', 'Asha Rao', '+919876543210', 'asha@example.com', 'Li', 'a.b(c'])

  it('are taken out of texts in any letter case, the longest first', () => {
    expect(scrub('For ASHA RAO and Asha, asha@example.com, +919876543210.')).toBe(
      'For [erased] and [erased], [erased], [erased].',
    )
  })
  it('stand by themselves: names inside other words, and very short ones, stay', () => {
    expect(scrub('Ashara liked Lisbon, Li said')).toBe('Ashara liked Lisbon, Li said')
    expect(scrubberOf(['दिव्या'])('नमस्ते दिव्या!')).toBe('नमस्ते [erased]!')
  })
  it('are words and no pattern', () => {
    expect(scrub('a.b(c aXb(c')).toBe('[erased] aXb(c')
  })
  it('are taken out of every text of a value of JSON, whose shape stays', () => {
    expect(scrub({ a: ['Asha', 1, null], b: { c: 'of asha rao' }, d: true })).toEqual({
      a: ['[erased]', 1, null],
      b: { c: 'of [erased]' },
      d: true,
    })
    expect(scrubberOf([])('Asha')).toBe('Asha')
  })
})

it('what somebody wrote is told from codes, times and numbers, and what is kept stays', () => {
  const value = { reason: 'She was ill', state: 'completed', at: '2026-11-21T08:00:00.000Z', minor: 5, by: 'Ann Lee' }
  expect(codesOf(value, ['by'])).toEqual({ ...value, reason: '[erased]' })
  expect(codesOf('a@b.c')).toBe('[erased]')
  expect(codesOf('+91987654')).toBe('[erased]')
})
