import { describe, expect, it } from 'vitest'
import { foldText } from '../../kernel/fold-text.ts'
import { defaultRatesPerUsd } from '../../kernel/money.ts'
import type { FieldSpec } from '../../services/kind.ts'
import { okToBoard } from '../../services/ok-to-board/index.ts'
import { tour } from '../../services/tour/index.ts'
import {
  cardDetails,
  hrefOf,
  isSlug,
  picturesOf,
  priceBounds,
  searchPatterns,
  searchTextOf,
  sharedFields,
  wantedSlug,
} from './rules.ts'

const spec = (name: string, input: FieldSpec['input'], searchable = false): FieldSpec => ({
  name,
  label: name,
  group: 'basic',
  input,
  searchable,
})

describe('a search', () => {
  it('splits words and ignores case, accents and database wildcards', () => {
    expect(foldText('  Café\n DÜNE ')).toBe('cafe dune')
    expect(searchPatterns('50% off_x \\')).toEqual(['%50\\%%', '%off\\_x%', '%\\\\%'])
    expect(searchPatterns('   ')).toEqual([])
  })

  it('covers title, summary, place and the searchable fields only', () => {
    const details = { features: ['Wi-Fi', 'Abendessen'], secret: 'hidden', itinerary: [{ title: 'x' }] }
    const item = { title: 'Dünen', summary: 'Sand', location: 'Dubai', details }
    const specs = [spec('features', 'list', true), spec('secret', 'text')]
    expect(searchTextOf(item, specs)).toBe('dunen\nsand\ndubai\nwi-fi\nabendessen')
  })
})

describe('a card', () => {
  it('has short fields and filter values, but no long texts', () => {
    const details = {
      days: 3,
      overview: 'Long',
      languages: ['Arabic'],
      duration: '6 hours',
      note: 'x'.repeat(200),
      itinerary: [],
    }
    const specs = [
      spec('days', 'number'),
      spec('overview', 'textarea'),
      spec('languages', 'list'),
      spec('duration', 'text'),
      spec('note', 'text'),
      spec('itinerary', 'itinerary'),
    ]
    expect(cardDetails(details, specs, { languages: ['Arabic'] })).toEqual({
      days: 3,
      languages: ['Arabic'],
      duration: '6 hours',
    })
  })

  it('links to the detail page, or to the only page of its kind', () => {
    expect(hrefOf(tour, 'desert')).toBe('/tours/desert')
    expect(hrefOf(okToBoard, 'ok-to-board')).toBe('/ok-to-board')
  })

  it('finds the pictures, whatever the kind’s field is called', () => {
    expect(picturesOf({ image_urls: ['a', 'b'] }, [spec('image_urls', 'images')])).toEqual(['a', 'b'])
    expect(picturesOf({}, [])).toEqual([])
  })
})

describe('a price filter', () => {
  it('matches displayed whole amounts in range, in every currency with a rate', () => {
    const bounds = priceBounds({ from: 41, to: 41, currency: 'USD' }, defaultRatesPerUsd)
    expect(bounds.find(({ currency }) => currency === 'USD')).toEqual({ currency: 'USD', from: 4050, to: 4150 })
    // 152 AED is 41.42 USD, shown as 41
    const dirham = bounds.find(({ currency }) => currency === 'AED')
    expect((dirham?.from ?? 0) <= 15_200 && 15_200 < (dirham?.to ?? 0)).toBe(true)
  })

  it('omits currencies without a rate, and sets no minimum for 0', () => {
    const bounds = priceBounds({ from: 0, to: 10, currency: 'USD' }, { USD: '1', AED: '3.67' })
    expect(bounds.map(({ currency, from }) => [currency, from])).toEqual([
      ['USD', null],
      ['AED', null],
    ])
    expect(priceBounds({ to: 10, currency: 'JPY' }, { USD: '1' }).map(({ currency }) => currency)).toEqual(['JPY'])
  })
})

describe('a slug', () => {
  it('comes from the title or else the kind, and never looks like an id [A069, A071]', () => {
    expect(wantedSlug(' --Desert & Dunes! ', tour)).toBe('desert-dunes')
    expect(wantedSlug('رحلة', tour)).toBe('tour')
    expect(wantedSlug('0190f9d0-0000-7000-8000-000000000000', tour)).toBe('tour-0190f9d0-0000-7000-8000-000000000000')
  })

  it('has lower-case letters, digits and single hyphens', () => {
    expect(['a', 'a-1', 'a--b', '-a', 'A', 'a/b', ''].map(isSlug)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('shared fields', () => {
  it('refuse pictures that run scripts, line breaks in titles and unknown fields', () => {
    for (const bad of [
      { featured_image: 'javascript:alert(1)' },
      { featured_image: '//evil.example/x.png' },
      { title: 'a\nb' },
      { from_minor: 1 },
      { status: 'archived' },
    ])
      expect(sharedFields.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
    for (const good of [
      { featured_image: 'skyline-dusk' },
      { featured_image: 'https://x.example/a.jpg' },
      { featured_image: null },
    ])
      expect(sharedFields.safeParse(good).success).toBe(true)
  })
})
