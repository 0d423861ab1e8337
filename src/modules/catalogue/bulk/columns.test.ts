import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareCell, safeCell } from '../../../kernel/csv.ts'
import { knownLanguages, type Language } from '../../../kernel/language.ts'
import { say } from '../../../platform/messages.server.ts'
import { kinds } from '../../../services/index.ts'
import { loadKinds } from '../../../services/loaded.server.ts'
import { columnsOf, readCell, readList, readRow, translatedColumns, writeCell, writeRow } from './columns.ts'
import { columnFaults, guessedColumns, guessMapping } from './headers.ts'

const registry = await loadKinds(kinds)
const column = (kind: string, name: string) =>
  columnsOf(registry.find(kind)!.specs).find((each) => each.name === name) ?? expect.fail(name)

describe('a cell', () => {
  it('holds a list separated by semicolons, and an amount in units of its currency', () => {
    expect(readList('Dune drive; Camel ride ;;Dinner')).toEqual(['Dune drive', 'Camel ride', 'Dinner'])
    expect(readCell(column('tour', 'price_adult'), '1,250.50', 'AED')).toBe(125_050)
    expect(readCell(column('tour', 'price_adult'), 'a lot', 'AED')).toBe('a lot')
    expect(writeCell(column('tour', 'price_adult'), 125_050, 'AED')).toBe('1250.50')
    expect(readCell(column('transfer', 'available_hours'), '08:00-20:00', 'AED')).toEqual({
      from: '08:00',
      to: '20:00',
    })
    expect(readCell(column('tour', 'has_pickup'), 'No', 'AED')).toBe(false)
    expect(readCell(column('tour', 'has_pickup'), 'perhaps', 'AED')).toBe('perhaps')
  })

  it('holds cancellation terms as days and percent, which the kind validates', () => {
    const terms = column('umrah', 'cancellation_terms')
    const details = registry.find('umrah')!.details
    const item = { price: 1, duration_days: 2, duration_nights: 1 }
    const written = writeCell(terms, terms.default, 'USD')
    expect(written).toBe('30 = 100; 15 = 50')
    const read = (cell: string) => details.safeParse({ ...item, cancellation_terms: readCell(terms, cell, 'USD') })
    expect(read(written)).toMatchObject({ success: true, data: { cancellation_terms: terms.default } })
    expect([read('15 = 50; 30 = 100').success, read('soon').success]).toEqual([false, false])
    expect([writeCell(terms, [], 'USD'), writeCell(terms, undefined, 'USD')]).toEqual(['', ''])
  })

  it('restores every list and every text', () => {
    const entry = fc
      .string()
      .map((text) => text.trim())
      .filter((text) => text !== '')
    const highlights = column('tour', 'highlights')
    fc.assert(
      fc.property(fc.array(entry), (list) => {
        expect(readCell(highlights, writeCell(highlights, list, 'AED'), 'AED')).toEqual(list)
      }),
    )
    const signs = fc.constantFrom("'", '=', '+', '-', '@', ' ', '\t', ';', '\r\n', '＝', 'a', '1')
    const risky = fc.array(signs, { maxLength: 8 }).map((all) => all.join(''))
    fc.assert(
      fc.property(risky, (text) => {
        expect(bareCell(safeCell(text))).toBe(text)
        for (const cell of [safeCell(text), ...safeCell(text).split(/[;\t\r\n]/)])
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      }),
    )
  })
})

describe('a number in a cell', () => {
  const tour = column('tour', 'price_adult')
  const days = column('package', 'days')
  it.each([
    ['1,200.50', 120_050],
    ['1,200', 120_000],
    ['1200.5', 120_050],
    ['1,00,000', 10_000_000],
  ])('"%s" is an amount', (cell, minor) => {
    expect(readCell(tour, cell, 'USD')).toBe(minor)
  })
  it.each(['12,50', '1.200', '1.200,50', '1,200,5'])('"%s" is no amount', (cell) => {
    expect(readCell(tour, cell, 'USD')).toBe(cell)
  })
  it.each([
    ['1,200.50', 1200.5],
    ['1,200', 1200],
    ['-1,200', -1200],
    ['12,50', '12,50'],
    ['1,2000', '1,2000'],
  ])('"%s" is the number %s', (cell, read) => {
    expect(readCell(days, cell, 'USD')).toBe(read)
  })
})

const tourColumns = (languages: readonly Language[]) => {
  const { specs } = registry.find('tour')!
  return { plain: columnsOf(specs), translated: translatedColumns(specs, languages) }
}
describe('the columns of translations', () => {
  const columns = tourColumns(['ar', 'hi'])
  const guess = (headers: readonly string[]) => guessMapping(headers, columns, say)

  it('are matched by field and language, however these are written', () => {
    for (const header of ['title [ar]', 'Title (ar)', 'title_ar', 'TITLE[AR]'])
      expect(guess([header]), header).toEqual(['title [ar]'])
    expect(guess(['title', 'summary [hi]', 'highlights [ar]', 'seo_title [hi]'])).toEqual([
      'title',
      'summary [hi]',
      'highlights [ar]',
      'seo_title [hi]',
    ])
  })

  it('take a field with a similar name, which staff check, but never another language', () => {
    const headers = ['Titel [ar]', 'Summary [ur]', 'High lights (hi)', 'title [hin]']
    const mapping = guess(headers)
    expect(mapping).toEqual(['title [ar]', null, 'highlights [hi]', null])
    expect(guessedColumns({ headers, mapping }, columns, say)).toEqual([0, 2])
  })

  it('never fill the original', () => {
    for (const header of ['title [ar]', 'Title (ar)', 'title_ar', 'title [fr]'])
      expect(guessMapping([header], tourColumns([]), say), header).toEqual([null])
  })

  it('name what is wrong with them, and units are no languages', () => {
    const headers = [
      'title [fr]',
      'title (en)',
      'location [ar]',
      'slug_hi',
      'summary [ar]',
      'Adult price (USD)',
      'Other [ar]',
    ]
    const faults = columnFaults(headers, columns, say).map(({ column, message }) => [column, say(message)])
    expect(faults).toEqual([
      [0, 'The shop has no translations into “fr”'],
      [1, 'The shop has no translations into “en”'],
      [2, 'This field has no translations in a spreadsheet'],
      [3, 'This field has no translations in a spreadsheet'],
    ])
  })

  it('have names that the mapping accepts', () => {
    for (const { specs } of registry.all)
      for (const { name } of translatedColumns(specs, knownLanguages)) expect(name.length).toBeLessThanOrEqual(60)
  })
})

describe('the columns of a kind', () => {
  it('are its own fields and the shared ones, each once', () => {
    for (const kind of registry.all) {
      const names = columnsOf(kind.specs).map(({ name }) => name)
      expect(new Set(names).size, kind.key).toBe(names.length)
      for (const { name } of kind.specs) expect(names, kind.key).toContain(name)
    }
  })

  it('are matched by name or label, each once', () => {
    const columns = tourColumns([])
    expect(guessMapping(['Title', 'adult price', 'PRICE_ADULT', 'Reason', ''], columns, say)).toEqual([
      'title',
      'price_adult',
      null,
      null,
      null,
    ])
  })

  it('are matched to the closest name that is left, and these are named', () => {
    const columns = tourColumns([])
    const headers = ['High lights', 'Adult  Price', 'Titel', 'Infnat price', 'Highlights', 'Weather']
    const mapping = guessMapping(headers, columns, say)
    expect(mapping).toEqual([null, 'price_adult', 'title', null, 'highlights', null])
    expect(guessMapping(['High lights', 'Lokation'], columns, say)).toEqual(['highlights', 'location'])
    expect(guessedColumns({ headers, mapping }, columns, say)).toEqual([2])
  })

  it('use the kind’s defaults for empty cells of a new row [A298]', () => {
    const read = (key: string, headers: string[], cells: string[]) => {
      const kind = registry.find(key)!
      const columns = columnsOf(kind.specs)
      const context = { before: null, defaultCurrency: kind.kind.defaultCurrency }
      return readRow(columns, guessMapping(headers, { plain: columns, translated: [] }, say), cells, context)
    }
    const tour = read('tour', ['title', 'category', 'price_adult'], ['Dhow', '', '10'])
    expect(tour.details).toMatchObject({ category: 'tour', languages: ['English'], price_adult: 1000 })
    expect(read('package', ['title'], ['Week']).details).toMatchObject({ days: 1, nights: 0 })
    for (const kind of registry.all)
      expect(read(kind.key, ['title'], ['New']).shared, kind.key).toMatchObject({ status: 'active' })
  })

  it('restore every item of the demo data', async () => {
    for (const kind of registry.all) {
      const columns = columnsOf(kind.specs)
      const mapping = columns.map(({ name }) => name)
      for (const seed of (await kind.kind.seed?.())?.seed ?? []) {
        const details = kind.details.parse(seed.details)
        const currency = seed.currency ?? kind.kind.defaultCurrency
        const item = { title: seed.title, slug: seed.slug, status: 'active', is_featured: false, currency, details }
        const before = { currency }
        const row = readRow(columns, mapping, writeRow(columns, item), { before, defaultCurrency: 'EUR' })
        expect(kind.details.parse({ ...details, ...row.details }), seed.slug).toEqual(details)
        expect(row.shared).toMatchObject({ title: seed.title, slug: seed.slug, currency })
      }
    }
  })
})
