import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeNumber, numberedSlug, slugOf } from './slug.ts'

describe('a slug', () => {
  it('is the title in lower case with hyphens for other characters [A069]', () => {
    expect(slugOf('  Desert Safari & BBQ -- Dinner! ')).toBe('desert-safari-bbq-dinner')
    expect(slugOf("Arabia's 7 Nights / 8 Days")).toBe('arabia-s-7-nights-8-days')
  })
  it('drops accents and keeps the letters below them', () => {
    expect(slugOf('Café Zaïa')).toBe('cafe-zaia')
  })
  it('is empty for a title without Latin letters or digits', () => {
    expect(slugOf('رحلة العمرة')).toBe('')
    expect(slugOf('***')).toBe('')
  })
  it('is valid in a URL for any title, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const slug = slugOf(title)
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
        expect(slug.length).toBeLessThanOrEqual(80)
        expect(slugOf(slug)).toBe(slug)
      }),
    )
  })
})

describe('a free slug', () => {
  it('is the plain slug, or has the first free number', () => {
    const taken = new Set(['tour', 'tour-2'])
    expect(
      numberedSlug(
        'visa',
        freeNumber('visa', (slug) => taken.has(slug)),
      ),
    ).toBe('visa')
    expect(
      numberedSlug(
        'tour',
        freeNumber('tour', (slug) => taken.has(slug)),
      ),
    ).toBe('tour-3')
  })
})
