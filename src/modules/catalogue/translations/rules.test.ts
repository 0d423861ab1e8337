import { describe, expect, it } from 'vitest'
import { progressOf, stateOf } from '../../../kernel/translations.ts'
import { fields } from '../../../services/tour/fields.ts'
import { fieldsToTranslate, schemaOf, translatableFields, translatedItem } from './rules.ts'

const item = {
  title: 'Desert safari',
  summary: '',
  seoTitle: 'Desert safari in Dubai',
  seoDescription: null,
  featuredImage: null,
  details: { description: 'Dunes at dusk', highlights: ['Camels', 'Dinner'], itinerary: [], price_adult: 14_900 },
}
const { specs } = fields
const paths = (of: readonly { path: string }[]) => of.map(({ path }) => path)

describe('the fields to translate', () => {
  it('are the texts that travellers read, and those of search engines last', () => {
    const all = paths(translatableFields(specs))
    expect(all.slice(0, 2)).toEqual(['title', 'summary'])
    expect(all.slice(-2)).toEqual(['seo_title', 'seo_description'])
    expect(all).toEqual(expect.arrayContaining(['details.itinerary', 'details.faq', 'details.cancellation_policy']))
    expect(all).not.toContain('details.price_adult')
  })

  it('leaves out what the item has no text for', () => {
    expect(paths(fieldsToTranslate(item, specs))).toEqual([
      'title',
      'details.description',
      'details.highlights',
      'seo_title',
    ])
  })
})

describe('the state of a translation', () => {
  const stored = { texts: { title: 'رحلة', summary: '' }, sources: { title: 'a', summary: 'b' } }
  it.each([
    ['title', 'a', 'translated'],
    ['title', 'another original', 'outdated'],
    ['summary', 'b', 'missing'],
    ['seo_title', 'c', 'missing'],
  ])('%s of the original %s is %s', (path, source, state) => {
    expect(stateOf(path, source, stored)).toBe(state)
  })

  it('adds up', () => {
    expect(progressOf(['translated', 'outdated', 'missing', 'translated'])).toEqual({
      total: 4,
      translated: 2,
      outdated: 1,
    })
  })
})

describe('an item that somebody reads', () => {
  it('has the translated texts and names the others', () => {
    const texts = { title: 'رحلة الصحراء', 'details.highlights': ['جمال'], 'details.description': '' }
    expect(translatedItem(item, specs, { texts, original: 'en' })).toEqual({
      ...{ title: 'رحلة الصحراء', summary: '', seoTitle: null, seoDescription: null, featuredImage: null },
      details: { ...item.details, highlights: ['جمال'] },
      languages: { 'details.description': 'en', seo_title: 'en' },
    })
  })

  it('is the original without a translation', () => {
    const shown = translatedItem(item, specs, { texts: null, original: 'en' })
    expect(shown).toMatchObject(item)
    expect(Object.keys(shown.languages ?? {})).toHaveLength(4)
  })

  it('ignores texts of fields that the item no longer has', () => {
    const texts = { title: 'أ', seo_title: 'ب', 'details.description': 'ج', 'details.highlights': ['د'] }
    const shown = translatedItem(item, specs, { texts: { ...texts, summary: 'old' }, original: 'en' })
    expect(shown.summary).toBe('')
    expect(shown.languages).toBeUndefined()
  })

  it('names the place, spoken languages and other short facts, which stay as the agency wrote them', () => {
    const written = { location: 'Lahbab', languages: ['English'], meeting_coordinates: '25.1, 55.1', category: '' }
    const known = { title: 'أ', seo_title: 'ب', 'details.description': 'ج', 'details.highlights': ['د'] }
    const shown = translatedItem({ ...item, details: { ...item.details, ...written } }, specs, {
      texts: known,
      original: 'en',
    })
    expect(shown.languages).toEqual({ 'details.location': 'en', 'details.languages': 'en' })
  })
})

describe('what staff type', () => {
  const read = (path: string, value: unknown) => {
    const field = translatableFields(specs).find((each) => each.path === path)
    return field ? schemaOf(field).safeParse(value) : null
  }
  it('is stored in the form of the original', () => {
    expect(read('title', '  رحلة  ')?.data).toBe('رحلة')
    expect(read('details.highlights', 'One\n\nTwo ')?.data).toEqual(['One', 'Two'])
    expect(read('details.itinerary', [{ title: ' Day ', description: '' }])?.data).toEqual([
      { title: 'Day', description: '' },
    ])
  })
  it.each([
    ['title', 'two\nlines'],
    ['title', 'x'.repeat(201)],
    ['title', 7],
    ['summary', 'x'.repeat(501)],
    ['details.highlights', { 0: 'x' }],
    ['details.itinerary', 'no days'],
    ['details.faq', [{ question: 'No answer?' }]],
  ])('refuses a bad %s', (path, value) => {
    expect(read(path, value)?.success).toBe(false)
  })
})
